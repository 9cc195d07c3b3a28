import type { INodeParameters } from 'n8n-workflow';
import { pick } from '../../nodes/RecordsDirectory/api/define';
import { parseForm } from '../../nodes/RecordsDirectory/core/form/definition';
import { captioned } from '../../nodes/RecordsDirectory/core/form/names';
import { mapperFields } from '../../nodes/RecordsDirectory/core/form/panel';
import { readJson } from '../../nodes/RecordsDirectory/core/json';
import { parseSite } from '../../nodes/RecordsDirectory/core/request/address-and-key';
import { accepted } from '../../nodes/RecordsDirectory/core/values/validate';
import { isSample, sampled } from '../support/effort';
import { inAHurry } from '../support/hurry';
import { executeWithHints, takeLog, type NodeRun } from '../support/n8n';
import { readable, written } from '../support/record-values';
import { byId, inWorld } from '../support/world';
import { asJson, create, form, mapped, outcomeOf, withForm } from './form-service';
import { APP, bothKeys, DIRECTORY, keys, secretIn, seenIn } from './kept';
import { onTheWire } from './wire';

const LEVELS = 100_000;
const deepText = (levels = LEVELS) => '['.repeat(levels) + ']'.repeat(levels);
const deepList = (levels = LEVELS): unknown => {
	let list: unknown[] = [];
	for (let level = 1; level < levels; level++) list = [list];
	return list;
};

/** A form of text fields, as its service defines them. */
const rows = (count: number, more = {}) =>
	Array.from({ length: count }, (_, n) => ({
		...{ fieldId: n + 1, uniqueId: `field-${n}`, caption: `Caption ${n}`, fieldType: 'text' },
		...more,
	}));

it.each<[string, INodeParameters, object]>([
	['a record as text', asJson, { record: `{"a":${deepText()}}` }],
	['a record as object', asJson, { record: { a: deepList() } }],
	['a text field', mapped, { 'field-0': deepList() }],
	['a parameter', { ...asJson, specifyRecord: '={{ $json.record }}' }, { record: deepList() }],
	['6,000 levels, which a part of JavaScript bears', mapped, { 'field-0': deepList(6_000) }],
	['6,000 as JSON', asJson, { record: `{"a":${deepText(6_000)}}` }],
])('JSON of thousands of levels is rejected in plain words: %s', async (_, parameters, json) => {
	const { message, description } = await outcomeOf(parameters, json, rows(1));
	expect(message).toMatch(/^(?!.*(call stack|could not be reached|circular|undefined)).*\w/i);
	expect(description).toMatch(/\w/);
});

const MANY = isSample ? 10_000 : 100_000;
const LARGE = {
	'10 MB of a text': () => ({ 'field-0': 'ä👍\n"'.repeat(1_100_000) }),
	[`${MANY} fields`]: () =>
		Object.fromEntries(rows(MANY).map(({ uniqueId }) => [uniqueId, uniqueId])),
};
const large = Object.entries(LARGE).flatMap(([what, make]) => [
	{ what, make, way: 'as JSON', parameters: asJson, itemOf: (record: object) => ({ record }) },
	{ what, make, way: 'mapped', parameters: mapped, itemOf: (record: object) => record },
]);

it.each(sampled(large, ({ what, way }) => `${what} ${way}`, 1 / 8))(
	'$what, $way, arrive whole',
	async ({ make, parameters, itemOf }) => {
		const json = make();
		const { sent } = await outcomeOf(parameters, itemOf(json), rows(Object.keys(json).length));
		expect(sent?.body === JSON.stringify({ record: json })).toBe(true);
	},
	60_000,
);

/** The most that is shown of a text of the service, and of what stands beside it, such as a stack. */
const MAX_SHOWN = 2_000;
const LONG = 'w '.repeat(2 * MAX_SHOWN);

/** What is shown of a run: its error, what stands for one in its items, hints, and lines of the log. */
async function shownOf(run: NodeRun): Promise<unknown[]> {
	takeLog();
	const shown = await executeWithHints(run).then(
		({ items, hints }) => [...items.filter(({ json }) => json.error !== undefined), ...hints],
		(error: Error) => [error, error.message, error.stack],
	);
	return [...shown, ...takeLog()];
}

async function expectBeginning(run: NodeRun): Promise<void> {
	const shown = seenIn(await shownOf(run)).match(/(w )+/g) ?? [];
	const length = Math.max(...shown.map((words) => words.length));
	expect(length).toBeGreaterThanOrEqual(MAX_SHOWN / 2);
	expect(length).toBeLessThanOrEqual(MAX_SHOWN);
}

const get = { resource: 'record', operation: 'get', ...form, recordId: byId(1) };

it.each([400, 402, 500])('of long words with status %i the beginning is shown', async (status) => {
	const body = { errors: { code: status, message: LONG, details: [{ message: LONG }] } };
	await onTheWire(
		() => ({ status, body, headers: { 'retry-after': '0' } }),
		async ({ credentials }) =>
			await inAHurry(async () => {
				for (const continueOnFail of [false, true])
					await expectBeginning({ parameters: get, credentials, continueOnFail });
			}),
	);
});

const named = Array.from({ length: 7 }, (_, n) => ({
	uniqueId: `id-${n}-${LONG}`.trim(),
	caption: `Caption ${n} ${LONG}`.trim(),
}));
const captions = named.map(({ caption }) => caption);
const byHand = { ...create, recordMapper: { mappingMode: 'defineBelow', value: { other: 'x' } } };

it.each<[string, INodeParameters, object]>([
	['a name nearly that of a field', mapped, { [`${captions[0]}x`]: 1, [captions[1]!]: 2 }],
	['a name that no field has', byHand, {}],
	['values of no field', mapped, Object.fromEntries(captions.map((name) => [name, { a: 1 }]))],
	['a field twice', mapped, { [captions[0]!]: 1, [named[0]!.uniqueId]: 2 }],
])('of long names of fields the beginning is shown: %s', async (_, parameters, json) => {
	const items = [{ json: json as never }];
	await withForm(named, (credentials) => expectBeginning({ parameters, credentials, items }));
});

it('a key at the place where words are cut is hidden before', async () => {
	for (const secret of [APP, DIRECTORY])
		await inWorld({ keys }, async ({ service, credentials }) => {
			for (let more = 0; more <= secret.length; more += 4) {
				const message = `${' '.repeat(MAX_SHOWN - 1 - more)}${secret}${LONG}`;
				const body = { errors: { code: 400, message } };
				service.faults.add({ answer: { status: 400, body } });
				const run = { parameters: get, credentials: { ...credentials, ...bothKeys } };
				expect(secretIn(await shownOf(run))).toBe('');
			}
		});
});

type Form = ReturnType<typeof parseForm>;
const write = (form: Form, values: object) => () => written(form, values as never, { zone: 'UTC' });
const read = (form: Form, values: object) => () =>
	readable(form, values as never, { keys: 'identifiers' });
const repeated = (work: () => unknown) => () => {
	for (let item = 0; item < 10_000; item++) work();
};
const choices = (names: readonly string[]) => {
	const selectItems = names.map((selectName) => ({ selectName }));
	return parseForm([{ fieldId: 1, uniqueId: 'a', multiple: true, selectItems }]);
};
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `choice ${n}`);
const unknown = (count: number) =>
	Object.fromEntries(rows(count).map(({ uniqueId }) => [uniqueId.replace('ie', 'ei'), 'x']));
const wide = parseForm(rows(1_000));
const narrow = parseForm(rows(40));
const table = parseForm([{ fieldId: 99, uniqueId: 'table', subTable: rows(40) }]);
const number = parseForm([{ fieldId: 1, uniqueId: 'n', fieldType: 'number', max: 7 }]);
const ofCommas = choices([','.repeat(100_000), ','.repeat(50)]);
const many = choices(numbered(1_000));
const inputs = parseForm(rows(100_000, { caption: '価格' }));
const cells = Array.from({ length: 2_000 }, () => ({ 'Capt. 7': 'x' }));
const commas = { a: `${','.repeat(200_000)}x` };
const two = { a: 'choice 999, choice 5' };
const MILLION = '1'.repeat(1_000_000);
const address = (value: string) => () =>
	accepted(
		{ form: pick('Form', 'form') },
		{ form: { mode: 'url', value } },
		{ reading: { zone: 'UTC' }, empty: 'required' },
	);

/**
 * n8n runs everything in one thread: while a node computes, nobody else gets an answer. What counts is
 * the time of the processor, as other tests run beside this one. Alone, the longest takes half a second.
 */
it.each<[string, () => unknown]>([
	['2,000 names that a form does not have', write(narrow, unknown(2_000))],
	['2,000 rows with a name that the table does not have', write(table, { table: cells })],
	['200,000 commas to be written', write(ofCommas, commas)],
	['200,000 commas to be read', read(ofCommas, commas)],
	[
		'10,000 choices between commas',
		write(choices(['b', ','.repeat(23)]), { a: 'b,'.repeat(10_000) }),
	],
	['10,000 items of 1,000 choices to be written', repeated(write(many, two))],
	['10,000 items of 1,000 choices to be read', repeated(read(many, two))],
	['an address with one long name', address(`https://${'a'.repeat(100_000)}`)],
	['an address with many numbers', address(`https://a${'/forms/1a'.repeat(12_000)}`)],
	['a site with a million slashes', () => parseSite(`https://x.example/${'/'.repeat(1e6)}x`)],
	['words full of brackets', () => captioned(wide, '['.repeat(100_000))],
	['words full of field IDs', () => captioned(wide, 'field-1 '.repeat(100_000))],
	['the inputs of 100,000 fields', () => mapperFields(inputs, { creating: true, isTool: true })],
	['a million digits to be written', write(number, { n: MILLION })],
	['an exponent of a million digits to be written', write(number, { n: `1e${MILLION}` })],
	['a million digits to be read', () => readJson(`{"n":${MILLION}}`)],
	['an exponent of a million digits to be read', () => readJson(`{"n":1e${MILLION}}`)],
	['a name of ten million letters', write(wide, { ['x'.repeat(10_000_000)]: 1 })],
])('nobody waits for %s', (_, work) => {
	const from = process.cpuUsage();
	let message = '';
	try {
		work();
	} catch (error) {
		({ message } = error as Error);
	}
	expect(process.cpuUsage(from).user).toBeLessThan(3_000_000);
	// Nobody reads more, and n8n keeps it.
	expect(message.length).toBeLessThan(5_000);
});

it('long input is rejected with its beginning', () => {
	expect(write(narrow, unknown(2_000))).toThrow(/; 1,995 more$/);
	expect(write(number, { n: MILLION })).toThrow(/^'n' is not a number: "1{40}"$/);
	expect(write(many, two)()).toMatchObject({ record: { a: ['choice 999', 'choice 5'] } });
});
