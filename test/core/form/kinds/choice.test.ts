import { choice, choices } from '../../../../nodes/RecordsDirectory/core/form/kinds/choice';
import { parseForm } from '../../../../nodes/RecordsDirectory/core/form/definition';
import type { FormField } from '../../../../nodes/RecordsDirectory/core/form/field';

// Made for each test, because the choices of a field are indexed once.
const fieldOf = (): FormField =>
	parseForm([
		{
			uniqueId: 'f-6',
			caption: 'Priority',
			multiple: true,
			selectItems: [
				{ selectName: 'High', code1: 'H1', code3: 'urgent, now' },
				{ selectName: 'Low', code1: 'L1', code2: 'L1' },
				{ selectName: 'Middle, or so', code1: 'shared' },
				{ selectName: ' Later ', code1: 'shared' },
				// A choice may have the code of its name, and a name the code of another choice.
				{ selectName: 'L1 b', code1: 'Low' },
				{ selectName: 'Open' },
				{ selectName: 'open' },
				{ selectName: 'Low' },
			],
		},
	])[0]!;

const writeChoice = (field: FormField, value: unknown) =>
	choice.write!(field, value, { zone: 'UTC' });
const writeChoices = (field: FormField, value: unknown) =>
	choices.write!(field, value, { zone: 'UTC' });

describe('a choice is named', () => {
	it.each<[string, unknown, string]>([
		['without the spaces that its name has', 'later', ' Later '],
		['by a related code with spaces around it', ' H1 ', 'High'],
	])('%s', (_, value, name) => expect(writeChoice(fieldOf(), value)).toBe(name));

	it('not by an empty list', () => {
		const names = 'High, Low, Middle, or so,  Later , L1 b, Open, open and Low';
		expect(() => writeChoice(fieldOf(), [])).toThrow(
			expect.objectContaining({
				name: 'InputError',
				message: `'Priority' (f-6) has no choice ''; choices are ${names}`,
				advice: 'Use the name of a choice, or its related code.',
			}),
		);
	});
});

describe('several choices are named', () => {
	it.each<[string, unknown, readonly string[]]>([
		['in lines', 'High\nLow', ['High', 'Low']],
		['by a code with a comma beside others', 'Low, urgent, now', ['Low', 'High']],
		[
			'as the service returns them',
			[{ selectName: 'High' }, { selectName: 'Low' }],
			['High', 'Low'],
		],
		['by no value', undefined, []],
	])('%s', (_, value, names) => expect(writeChoices(fieldOf(), value)).toEqual(names));

	it('a list of two is an error for a field of one choice', () => {
		const one = { ...fieldOf(), mayTakeSeveral: false };
		expect(writeChoice(one, ['High'])).toBe('High');
		expect(writeChoice(one, ['', 'High', null])).toBe('High');
		expect(() => writeChoice(one, [''])).toThrow("has no choice ''");
		expect(() => writeChoice(one, ['High', 'Low'])).toThrow(
			expect.objectContaining({
				message: "'Priority' (f-6) accepts one choice, not 2",
				advice: 'Give the name of one choice.',
			}),
		);
		expect(writeChoice({ ...fieldOf(), mayTakeSeveral: true }, ['High', 'Low'])).toEqual([
			'High',
			'Low',
		]);
	});
});

/** A field with choices of these names; without any it would take texts. */
const fieldWith = (names: readonly string[]): FormField =>
	parseForm([
		{
			uniqueId: 'f-7',
			multiple: true,
			selectItems: [...names, 'other'].map((selectName) => ({ selectName })),
		},
	])[0]!;
const readNames = (text: string, names: readonly string[]) =>
	choices.read(fieldWith(names), { keys: 'identifiers' })(text);
const isAmbiguous = (text: string, names: readonly string[]) =>
	choices.isAmbiguous!(fieldWith(names), text);

describe('a text is split into names', () => {
	it.each<[string, readonly string[], readonly string[]]>([
		['a,b,c', ['a', 'b', 'a,b', 'b,c'], ['a,b', 'c']],
		['a', [' a '], [' a ']],
	])('%j, where %j are known: %j', (text, known, names) =>
		expect(readNames(text, known)).toEqual(names),
	);

	it('of nine commas at most', () => {
		const name = ','.repeat(9) + 'x';
		expect(readNames(`${name},b`, [name, 'b'])).toEqual([name, 'b']);
		expect(readNames(`,${name},b`, [`,${name}`, 'b'])).toEqual(['x', 'b']);
	});
});

it.each<[string, readonly string[], boolean]>([
	['a,b,c', ['a', 'b', 'c', ' b,c'], true],
	['a,b,c', ['a', 'c', 'a,b', 'b,c'], true],
	['a,x', ['a', 'c,d'], false],
])('a text may be split in several ways: %j, where %j are known: %j', (text, known, is) =>
	expect(isAmbiguous(text, known)).toBe(is),
);
