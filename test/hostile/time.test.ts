import { pick } from '../../nodes/RecordsDirectory/api/define';
import { parseForm } from '../../nodes/RecordsDirectory/core/form/definition';
import { mapperFields, withCleared } from '../../nodes/RecordsDirectory/core/form/panel';
import { locatedValue } from '../../nodes/RecordsDirectory/core/values/validate';
import { readJson } from '../../nodes/RecordsDirectory/core/json';
import { parseSite } from '../../nodes/RecordsDirectory/core/request/address-and-key';
import { captioned } from '../../nodes/RecordsDirectory/core/form/names';
import { readable, written } from '../support/record-values';

const zone = 'UTC';
const rows = (count: number, more = {}) =>
	Array.from({ length: count }, (_, n) => ({
		fieldId: n + 1,
		uniqueId: `field-${n}`,
		caption: `Caption ${n}`,
		fieldType: 'text',
		...more,
	}));
const form = parseForm(rows(40));
const table = parseForm([{ fieldId: 99, uniqueId: 'table', subTable: rows(40) }]);
const choices = (count: number, more: readonly object[] = []) =>
	parseForm([
		{
			fieldId: 1,
			uniqueId: 'a',
			multiple: true,
			selectItems: [
				...Array.from({ length: count }, (_, n) => ({ selectName: `choice ${n}` })),
				...more,
			],
		},
	]);

/**
 * n8n runs everything in one thread: while a node computes, nobody else gets an answer. What counts is
 * the time of the processor, as other tests run beside this one. Alone, the longest takes half a second; on a
 * busy machine the garbage of tests before it counts as well.
 */
function inTime<T>(work: () => T): T | Error {
	const from = process.cpuUsage();
	let result: T | Error;
	try {
		result = work();
	} catch (error) {
		result = error as Error;
	}
	expect(process.cpuUsage(from).user).toBeLessThan(3_000_000);
	return result;
}

const unknown = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, n) => [`feild-${n}`, 'x']));

describe('nobody waits for', () => {
	it('2,000 names that a form does not have', () => {
		const refusal = inTime(() => written(form, unknown(2_000), { zone }));
		expect(refusal).toMatchObject({ message: expect.stringMatching(/ and 1995 more$/) });
		expect((refusal as Error).message.length).toBeLessThan(5_000);
	});

	it('2,000 rows of a table with a name that it does not have', () => {
		const given = { table: Array.from({ length: 2_000 }, () => ({ 'Capt. 7': 'x' })) };
		const refusal = inTime(() => written(table, given, { zone }));
		expect(refusal).toMatchObject({ message: expect.stringMatching(/ and 1995 more$/) });
	});

	it('a choice of 200,000', () => {
		const given = { a: 'choice 7, choice 199999' };
		const made = inTime(() => written(choices(200_000), given, { zone }));
		expect(made).toMatchObject({ record: { a: ['choice 7', 'choice 199999'] } });
	});

	it.each(['to be written', 'to be read'])('10,000 choices between commas %s', (_) => {
		const fields = choices(1, [{ selectName: ',,,,,,,,,,,,,,,,,,,,,,,' }]);
		const a = Array.from({ length: 10_000 }, () => 'choice 0').join();
		const isWritten = _ === 'to be written';
		const made = inTime(() =>
			isWritten
				? written(fields, { a }, { zone }).record
				: readable(fields, { a }, { keys: 'identifiers' }),
		);
		expect(made).toMatchObject({ a: expect.arrayContaining(['choice 0']) });
	});

	it.each([
		['one long name', `https://${'a'.repeat(100_000)}`],
		['many beginnings', 'https://a'.repeat(12_000)],
		['many slashes', `https://a${'/'.repeat(100_000)}`],
		['many numbers', `https://a${'/forms/1a'.repeat(12_000)}`],
	])('the address of a page that is none: %s', (_, value) => {
		const refusal = inTime(() => locatedValue(pick('Form', 'form'), { mode: 'url', value }));
		expect(refusal).toMatchObject({ message: "The URL in 'Form' does not lead to a form" });
	});

	it.each(['[', '"', '「', 'a-', 'é', '1', 'field-1 '])('a complaint full of %j', (part) => {
		const message = part.repeat(100_000);
		expect(inTime(() => captioned(form, message))).toEqual(expect.any(String));
	});

	it('200,000 commas where a name is full of them', () => {
		const fields = choices(1, [
			{ selectName: ','.repeat(100_000) },
			{ selectName: ','.repeat(50) },
		]);
		const a = `${','.repeat(200_000)}x`;
		const refusal = inTime(() => written(fields, { a }, { zone }));
		expect(refusal).toMatchObject({ message: expect.stringContaining("has no choice 'x'") });
		expect(inTime(() => readable(fields, { a }, { keys: 'identifiers' }))).toEqual({ a: ['x'] });
	});

	it.each(['to be written', 'to be read'])('10,000 items with all of 1,000 choices %s', (_) => {
		const fields = choices(1_000);
		const a = 'choice 999, choice 5';
		inTime(() => {
			for (let item = 0; item < 10_000; item++)
				if (_ === 'to be written') written(fields, { a }, { zone });
				else readable(fields, { a }, { keys: 'identifiers' });
		});
	});

	it('10,000 items with the same five names that a form of 1,000 fields does not have', () => {
		const [wide, given] = [parseForm(rows(1_000)), unknown(5)];
		inTime(() => {
			for (let item = 0; item < 10_000; item++)
				expect(() => written(wide, given, { zone })).toThrow(/did you mean/);
		});
	});

	it('the inputs of a form with 100,000 fields, also of an agent', () => {
		const fields = parseForm(rows(100_000, { caption: '価格' }));
		const inputs = inTime(() => mapperFields(fields, { creating: true, isTool: true }));
		expect(inputs).toHaveLength(100_000);
	});

	it('a thousand choices that are cleared, of a form with 10,000 fields', () => {
		const fields = parseForm(
			rows(10_000, { fieldType: 'select', selectItems: [{ selectName: 'a' }] }),
		);
		const values = Object.fromEntries(fields.map(({ id }) => [id, '(clear)']));
		const cleared = inTime(() => withCleared(fields, values));
		expect(new Set(Object.values(cleared))).toEqual(new Set(['']));
	});

	it.each([
		'1'.repeat(1_000_000),
		`1${'0'.repeat(1_000_000)}1`,
		`1e${'1'.repeat(1_000_000)}`,
		`${'1'.repeat(1_000_000)}x`,
	])('a number of a million digits: %.3s…%#', (n) => {
		const number = parseForm([{ fieldId: 1, uniqueId: 'n', fieldType: 'number', max: 7 }]);
		const refusal = inTime(() => written(number, { n }, { zone }));
		expect(refusal).toMatchObject({
			message: expect.stringMatching(/^'n' is not a number: "1[10e]{39}"$/),
		});
		const read = inTime(() => readJson(`{"n":${n.replace('x', '')}}`));
		expect(read).toEqual({ n: n.replace('x', '') });
	});

	it('an address of a million slashes', () => {
		const url = `https://site.example/${'/'.repeat(1_000_000)}x`;
		expect(inTime(() => parseSite(url))).toBe(url);
	});

	it('a name of ten million letters', () => {
		const given = { ['x'.repeat(10_000_000)]: 1 };
		const refusal = inTime(() => written(form, given, { zone }));
		// Nobody reads that, and n8n keeps it.
		expect((refusal as Error).message.length).toBeLessThan(5_000);
	});
});
