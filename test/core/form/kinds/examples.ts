import type { JsonObject } from '../../../../nodes/RecordsDirectory/core/json';

type Pair = readonly [unknown, unknown];

/** What a kind of field does, shown by values. */
interface KindExample {
	/** The definition of such a field, as the service returns it. */
	readonly definition: JsonObject;
	/** Values that a user gives, and what is sent; empty if the API cannot write the kind. */
	readonly sends: readonly Pair[];
	/** Values that the service returns, and how they are read. */
	readonly reads: readonly Pair[];
	/** Values of the service, and values that are equal to them. */
	readonly equal: readonly Pair[];
	/** Values that may be equal, because services change spellings. */
	readonly mayBeEqual?: readonly Pair[];
	readonly different: readonly Pair[];
}

/** An example of each kind of field, by its name, at a site in Tokyo. */
export const examples: Readonly<Record<string, KindExample>> = {
	text: {
		definition: { fieldType: 'text', max_length: 20 },
		sends: [
			['A', 'A'],
			[7, '7'],
		],
		reads: [['A', 'A']],
		equal: [
			[7, '7'],
			[
				{ a: 1, b: 2 },
				{ b: 2, a: 1 },
			],
		],
		mayBeEqual: [['A\r\nB', 'A\nB ']],
		different: [['007', '7']],
	},
	untyped: {
		definition: { fieldType: 'T7' },
		sends: [
			['A', 'A'],
			[['E1'], ['E1']],
		],
		reads: [['A', 'A']],
		equal: [[[{ code: 'E1', name: 'Ann' }], ['E1']]],
		mayBeEqual: [
			['12.0', '12'],
			['2027/1/2', '2027-01-02'],
			[[{ code: 'E1' }], 'E1'],
		],
		different: [['12', '13']],
	},
	number: {
		definition: { fieldType: 'number', digit: 2 },
		sends: [
			[' 1.50 ', 1.5],
			['12345678901234567890', '12345678901234567890'],
		],
		reads: [
			['1.50', 1.5],
			['007', '007'],
			[['5'], ['5']],
		],
		equal: [['1.50', 1.5]],
		mayBeEqual: [['many', 5]],
		different: [['5', '5.00000000000000000001']],
	},
	date: {
		definition: { fieldType: 'date' },
		sends: [
			['2027-01-02', '2027/01/02'],
			['2027-01-01T15:30:00Z', '2027/01/02'],
		],
		reads: [['2027/01/02', '2027-01-02']],
		equal: [
			['2027-01-02 00:00:00', '2027/01/02'],
			['2027-01-01T15:30:00Z', '2027/01/02'],
		],
		mayBeEqual: [['2.1.2027', '2027/01/02']],
		different: [['2027-01-03', '2027/01/02']],
	},
	dateTime: {
		definition: { fieldType: 'datetime' },
		sends: [['2027-01-02T00:30:00Z', '2027-01-02 09:30:00']],
		reads: [['2027/01/02 09:30', '2027-01-02 09:30:00']],
		equal: [
			['2027/1/2 9:30', '2027-01-02 09:30:00'],
			['2027-01-02T00:30:00Z', '2027-01-02 09:30:00'],
		],
		mayBeEqual: [['soon', '2027-01-02 09:30:00']],
		different: [['2027-01-02 09:31:00', '2027-01-02 09:30:00']],
	},
	time: {
		definition: { fieldType: 'time' },
		sends: [['9:30', '09:30']],
		reads: [['09:30:00', '09:30:00']],
		equal: [['9:30', '09:30:00']],
		mayBeEqual: [['half past nine', '09:30']],
		different: [['09:31', '09:30']],
	},
	choice: {
		definition: { selectItems: [{ selectName: 'High', code1: 'H' }, { selectName: 'Low' }] },
		sends: [
			['H', 'High'],
			['low', 'Low'],
		],
		reads: [[{ id: 1, selectName: 'High' }, 'High']],
		equal: [[[{ id: 1, selectName: 'High' }], 'High']],
		different: [['High', 'Low']],
	},
	choices: {
		definition: {
			multiple: true,
			selectItems: [{ selectName: 'A' }, { selectName: 'B' }, { selectName: 'A,B' }],
		},
		sends: [['B, A', ['B', 'A']]],
		reads: [[[{ id: 1, selectName: 'A' }], ['A']]],
		equal: [
			[
				['B', 'A'],
				['A', 'B'],
			],
		],
		mayBeEqual: [['A,B', ['A,B']]],
		different: [[['A'], ['A', 'B']]],
	},
	users: {
		definition: { fieldType: 'userSelection' },
		sends: [['E1, E2', [{ code: 'E1' }, { code: 'E2' }]]],
		reads: [[[{ code: 'E1', name: 'Ann', id: 3 }], [{ code: 'E1', name: 'Ann' }]]],
		equal: [
			[
				[{ code: 'E2' }, { code: 'E1', name: 'Ann' }],
				[{ code: 'E1' }, { code: 'E2' }],
			],
		],
		different: [[[{ code: 'E1' }], [{ code: 'E2' }]]],
	},
	organizations: {
		definition: { fieldType: 'organization' },
		sends: [['U1', [{ code: 'U1' }]]],
		reads: [['U1', [{ code: 'U1' }]]],
		equal: [[[{ code: 'U1', name: 'Unit' }], [{ code: 'U1' }]]],
		different: [[[{ code: 'U1' }], []]],
	},
	file: {
		definition: { fieldType: 'file' },
		sends: [],
		reads: [[[{ name: 'a.pdf' }], [{ name: 'a.pdf' }]]],
		equal: [[[{ name: 'a.pdf' }], [{ name: 'a.pdf' }]]],
		different: [[[{ name: 'a.pdf' }], [{ name: 'b.pdf' }]]],
	},
	table: {
		definition: {
			subTable: [
				{ uniqueId: 'a', caption: 'A' },
				{ uniqueId: 'b', caption: 'B', fieldType: 'number' },
				{ uniqueId: 'c', caption: 'C', calc: 'b * 2' },
			],
		},
		sends: [['{"A": "x", "B": "2"}', [{ a: 'x', b: 2 }]]],
		reads: [
			[[{ record: { a: 'x', b: '2', c: 4 } }], [{ a: 'x', b: 2, c: 4 }]],
			[['?'], ['?']],
		],
		equal: [[[{ record: { a: 'x', b: '2.0', c: 4 } }], [{ a: 'x', b: 2 }]]],
		mayBeEqual: [[[{ a: 'x ', b: 5 }], [{ a: 'x' }]]],
		different: [[[{ a: 'x' }], [{ a: 'x' }, { a: 'y' }]]],
	},
};
