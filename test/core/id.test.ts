import fc from 'fast-check';
import { idAfter, idIn, idsAbove, isAbove, type Id } from '../../nodes/RecordsDirectory/core/id';

it.each([
	[7, 7],
	['7', 7],
	['007', 7],
	[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	['9007199254740992', '9007199254740992'],
	['009007199254740993000001', '9007199254740993000001'],
])('the ID in %j is %j', (value, id) => expect(idIn(value)).toBe(id));

it.each([
	0,
	-1,
	1.5,
	2 ** 53,
	NaN,
	'',
	'0',
	'-1',
	'1.5',
	'1e3',
	' 7',
	'x',
	true,
	null,
	undefined,
	[7],
])('%j is no ID', (value) => expect(idIn(value)).toBeUndefined());

const ids = fc.bigInt({ min: 1n, max: 10n ** 24n });
const asId = (id: bigint) => idIn(String(id)) as Id;

it('IDs of any length are in the order of their digits', () => {
	fc.assert(
		fc.property(ids, ids, (one, other) => {
			const sign = one < other ? -1 : Number(one > other);
			expect(Math.sign(idsAbove(asId(one), asId(other)))).toBe(sign);
		}),
	);
});

it('IDs of any length are counted from one to the other', () => {
	fc.assert(
		fc.property(ids, fc.maxSafeNat(), (one, count) => {
			expect(idsAbove(asId(one + BigInt(count)), asId(one))).toBe(count);
			expect(idsAbove(asId(one), asId(one + BigInt(count)))).toBe(0 - count);
		}),
	);
});

it.each<[Id | undefined, Id | undefined, boolean]>([
	[8, 7, true],
	[7, 7, false],
	[7, 8, false],
	[7, undefined, true],
	[undefined, 7, false],
	[undefined, undefined, false],
	['9007199254740993', 7, true],
	[7, '9007199254740993', false],
	['9007199254740993', '9007199254740992', true],
])('whether %j is above %j: %s', (one, other, expected) => {
	expect(isAbove(one, other)).toBe(expected);
});

it('the ID some places after another one is that far above it', () => {
	fc.assert(
		fc.property(ids, fc.maxSafeNat(), (one, places) => {
			expect(idAfter(asId(one), places)).toBe(asId(one + BigInt(places)));
			expect(idAfter(asId(one + BigInt(places)), -places)).toBe(asId(one));
		}),
	);
	expect([idAfter(7), idAfter(1, -1), idAfter(0)]).toEqual([8, 0, 1]);
});

it('Infinity is above IDs of any length, and 0 below', () => {
	for (const id of [1, '9007199254740993']) {
		expect([isAbove(Infinity, id), isAbove(id, Infinity)]).toEqual([true, false]);
		expect([isAbove(id, 0), isAbove(0, id)]).toEqual([true, false]);
	}
});
