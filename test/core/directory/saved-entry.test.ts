import { entries, resources } from '../../../nodes/RecordsDirectory/api';
import { entriesLookedUp } from '../../../nodes/RecordsDirectory/core/directory/plan';

const operation = entries.find(({ key }) => key === 'user.import')!.operation;
const fate = (body: Record<string, unknown>, isNew: boolean, there?: Record<string, unknown>) =>
	entriesLookedUp(
		{ operation, resource: resources.user },
		[{ body, isNew }],
		there ? [{ code: 'E2' }, there] : [{ code: 'E2' }],
	)[0]?.fate;

describe('an entry of the directory that may have been saved', () => {
	const body = { code: 'E1', name: 'Ann', expire: '2030/01/31' };
	const there = { ...body, id: 7, expire: '2030-01-31', outsideAccess: false, subBelong: [] };

	it.each([true, false])(
		'is saved if the directory has it with all its values, new: %s',
		(isNew) => {
			expect(fate(body, isNew, there)).toBe('saved');
			expect(fate(body, isNew)).toBe('absent');
			expect(fate(body, isNew, { ...there, name: 'Bob' })).toBe('unknown');
		},
	);

	it('is unknown if it is new and has more values than were sent', () => {
		const more = { ...there, positionCode: 'P1' };
		expect([true, false].map((isNew) => fate(body, isNew, more))).toEqual(['unknown', 'saved']);
		expect(fate({ code: 'E1' }, true, { code: 'E1', expire: '9999/12/31' })).toBe('saved');
	});

	it('is returned as the directory has it', () => {
		const looked = entriesLookedUp(
			{ operation, resource: resources.user },
			[{ body, isNew: true }],
			[there],
		);
		expect(looked).toEqual([{ fate: 'saved', rows: [there] }]);
	});

	it('is unknown if the directory has its code as "Ｅ１"', () => {
		expect(fate(body, true, { ...there, code: 'Ｅ１' })).toBe('unknown');
	});
});
