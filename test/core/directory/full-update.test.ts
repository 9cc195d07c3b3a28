import { wholeBody, writableFields } from '../../../nodes/RecordsDirectory/core/directory/plan';
import { entryOf } from '../../support/entries';

const { operation } = entryOf('user.update');
const user = {
	id: 7,
	code: 'E1',
	name: 'A',
	kana: null,
	loginId: 'a',
	organizationCode: 'O1',
	subBelong: [{ organizationCode: 'O2', positionCode: 'P1', organizationKeyMan: true }],
};

it('what an operation can write is what goes into its body', () => {
	const names = [...writableFields(entryOf('user.sync').operation).keys()];
	expect(names).toEqual(expect.arrayContaining(['code', 'name', 'loginPass', 'isRetired']));
	expect(names).not.toContain('dryRun');
	expect(names).not.toContain('mostRemovals');
	const retire = entryOf('user.retire').operation;
	expect([...writableFields(retire).values()].every(({ sends }) => sends === undefined)).toBe(true);
});

it('the body of an update has everything that the entity holds and that can be written', () => {
	expect(wholeBody(operation, user, { name: 'B', note: '' })).toEqual({
		code: 'E1',
		name: 'B',
		note: '',
		loginId: 'a',
		organizationCode: 'O1',
		subBelong: [{ organizationCode: 'O2', positionCode: 'P1' }],
	});
});

it('rows that are none are not sent back', () => {
	const kept = wholeBody(operation, { ...user, subBelong: 'x' }, {});
	expect(kept).not.toHaveProperty('subBelong');
	expect(kept).not.toHaveProperty('kana');
	expect(wholeBody(operation, { subBelong: [] }, {})).toEqual({ subBelong: [] });
});
