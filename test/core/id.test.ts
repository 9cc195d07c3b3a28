import { idIn, isAbove, type Id } from '../../nodes/RecordsDirectory/core/id';

it('the ID in "009007199254740993000001" is "9007199254740993000001"', () => {
	expect(idIn('009007199254740993000001')).toBe('9007199254740993000001');
});

it.each([0, -1, '1e3', [7]])('%j is no ID', (value) => expect(idIn(value)).toBeUndefined());

it.each<[Id | undefined, Id | undefined, boolean]>([
	[7, undefined, true],
	[undefined, 7, false],
	['9007199254740993', '9007199254740992', true],
])('whether %j is above %j: %s', (one, other, expected) => {
	expect(isAbove(one, other)).toBe(expected);
});

it('Infinity is above IDs of any length, and 0 below', () => {
	for (const id of [1, '9007199254740993']) {
		expect([isAbove(Infinity, id), isAbove(id, Infinity)]).toEqual([true, false]);
		expect([isAbove(id, 0), isAbove(0, id)]).toEqual([true, false]);
	}
});
