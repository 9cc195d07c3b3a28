import { entries, resources } from '../../../nodes/RecordsDirectory/api';
import { entryLooks } from '../../../nodes/RecordsDirectory/core/directory/saved-entry';

const operation = entries.find(({ key }) => key === 'user.import')!.operation;
const fate = (body: Record<string, unknown>, isNew: boolean, there?: Record<string, unknown>) =>
	entryLooks(
		{ operation, resource: resources.user },
		[{ body, isNew }],
		there ? [{ code: 'E2' }, there] : [{ code: 'E2' }],
	)[0]?.fate;

describe('an entry of the directory that may have been saved', () => {
	const body = { code: 'E1', name: 'Ann', expire: '2030/01/31' };
	const there = { ...body, id: 7, expire: '2030-01-31', note: 'kept' };

	it.each([true, false])('is saved where it is there with all its values, new: %s', (isNew) => {
		expect(fate(body, isNew, there)).toBe('saved');
		expect(fate(body, isNew)).toBe('absent');
		expect(fate(body, isNew, { ...there, name: 'Bob' })).toBe('unknown');
	});

	it('is known to have what cannot be read only where it was not there before', () => {
		const secret = { ...body, loginPass: 'secret' };
		expect([true, false].map((isNew) => fate(secret, isNew, there))).toEqual(['saved', 'unknown']);
		expect(fate({ ...body, isRetired: true }, false, there)).toBe('unknown');
	});

	it.each(['e1 ', 'Ｅ１', ' E 1'])('may be what stands there as %j', (code) => {
		expect(fate(body, true, { ...there, code })).toBe('unknown');
	});
});
