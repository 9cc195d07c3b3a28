import type { INodeParameters } from 'n8n-workflow';
import { execute, executeWithHints } from '../../support/n8n';
import { byId, inWorld, test, jsonOf, sentTo } from '../../support/world';
import {
	create,
	errorOf,
	failureOf,
	getEach,
	headlinesOf,
	remove,
	subjectDone,
	subjects,
} from '../runs';

const monthly = { errors: { code: 402, message: 'Request exhausted per month' } };
const secondIs = { method: 'POST', nth: 2 };

test.each([
	[401, undefined, 'Unauthorized'],
	[403, undefined, 'Access Denied'],
	[402, monthly, 'Request exhausted per month'],
])(
	'after status %s, the other items are not sent and get the same error',
	async ({ service, credentials }, status, body, error) => {
		service.faults.add({ ...secondIs, answer: { status, body } });
		const items = subjects(4);
		const run = { parameters: create, items, credentials, continueOnFail: true };
		const output = await execute(run);
		const failed = { message: error, description: expect.any(String), status };
		const unsent = { error: { ...failed, outcome: 'not sent' } };
		expect(jsonOf(output)).toEqual([
			subjectDone('Subject 0'),
			{ error: { ...failed, outcome: 'failed' } },
			unsent,
			unsent,
		]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		expect(service.log).toHaveLength(2);
		expect(errorOf(output[1])?.description).toMatch(
			/^Saved: item 0\. Failed: item 1\. Not sent: items 2 to 3\./,
		);
	},
);

test('reports no saved items of a read', async ({ service, credentials }) => {
	service.faults.add({ nth: 2, answer: { status: 400 } });
	const error = await failureOf(execute({ parameters: getEach, items: subjects(3), credentials }));
	expect(error.description).toBe('Fix what the message names.');
	expect(service.log).toHaveLength(2);
});

test("finds every item's mistake before anything is sent", async ({ service, credentials }) => {
	const items = [{ json: { id: 1 } }, { json: { id: 2 } }, { json: { id: 'x' } }];
	const parameters = { ...remove, recordId: '={{ $json.id }}' };
	const error = await failureOf(execute({ parameters, items, credentials }));
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: '\'Record\' is not a whole number: "x"',
		context: { itemIndex: 2 },
	});
	expect(service.log).toHaveLength(0);
	const output = await execute({ parameters, items, credentials, continueOnFail: true });
	expect(jsonOf(output)).toMatchObject([
		{ deleted: true },
		{ deleted: true },
		{ error: { message: '\'Record\' is not a whole number: "x"', outcome: 'not sent' } },
	]);
	expect(service.log).toHaveLength(2);
});

test("finds all of an item's mistakes together, wherever they were entered", async (world) => {
	const { service, credentials } = world;
	const parameters = {
		resource: 'user',
		operation: 'create',
		newCode: 'E9',
		name: '={{ "x".repeat(257) }}',
		kana: '',
		loginId: 'e9',
		loginPass: 'secret',
		organizationCode: byId('ORG01'),
		additionalFields: { expire: '={{ "tomorrow" }}', outsideAccess: '={{ "perhaps" }}' },
	};
	const error = await failureOf(execute({ parameters, credentials }));
	for (const wrong of [
		"'Name' is 257",
		"'Phonetic Name (Kana)' is empty",
		"'Expir",
		'neither true nor false',
	])
		expect(error.message).toContain(wrong);
	expect(service.log).toHaveLength(0);
});

describe('mistakes of many items', () => {
	const removing = { ...remove, recordId: '={{ $json.id }}' };
	const bad = (item: number) => ({ 4: 'x', 7: 'x', 1200: 0 })[item] ?? item + 1;
	const items = Array.from({ length: 2_500 }, (_, item) => ({ json: { id: bad(item) } }));

	test('are all reported together, and nothing is sent', async ({ service, credentials }) => {
		const error = await failureOf(execute({ parameters: removing, items, credentials }));
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: '3 of 2,500 items have mistakes',
			description:
				"Nothing was sent. <br>Items 4 and 7: 'Record' is not a whole number: \"x\"<br>Item 1200: 'Record' is 0; the minimum is 1<br>'Record': Enter a number such as 12. 'Record': Enter 1 or more. Items are counted from 0, as in n8n.",
		});
		expect(service.log).toHaveLength(0);
	});

	test('are described for the first ten items', async ({ service, credentials }) => {
		const some = items.slice(0, 30).map((_, n) => ({ json: { id: n < 12 ? -n : n } }));
		const error = await failureOf(execute({ parameters: removing, items: some, credentials }));
		expect(error.message).toBe('12 of 30 items have mistakes');
		expect(error.description).toMatch(
			/<br>Item 0: 'Record' is 0; .*<br>Item 9: 'Record' is -9; [^<]*<br>And 2 more<br>/,
		);
		expect(service.log).toHaveLength(0);
	});

	test('are found in parameters, form values and matching by one run', async (world) => {
		const { service, credentials } = world;
		const wholeItem = { mappingMode: 'autoMapInputData', value: null, matchingColumns: [] };
		const parameters = {
			resource: 'record',
			operation: 'upsert',
			form: '={{ $json.form ?? 2 }}',
			recordMapper: wholeItem,
		};
		const customer = (n: number | string, more = {}) => ({
			json: { 'field-21': `C-${n}`, 'field-22': `Name ${n}`, ...more },
		});
		const rows = [
			customer(1),
			customer(2, { form: 'none' }),
			customer(3, { Rank: 'Z' }),
			customer(4),
			customer(4),
			customer(''),
			{ json: { 'field-22': 'No key' } },
		];
		const error = await failureOf(execute({ parameters, items: rows, credentials }));
		expect(error.message).toBe('5 of 7 items have mistakes');
		expect(error.description).toMatch(
			/<br>Item 1: 'Form' is not .*<br>Item 2: 'Rank' .*<br>Item 4: Items 3 and 4 have the same .*<br>Item 5: .*<br>Item 6: There is no value to match on .*field-21\)/,
		);
		expect(service.log.filter(({ method }) => method !== 'GET')).toEqual([]);
		const output = await execute({ parameters, items: rows, credentials, continueOnFail: true });
		const fates = jsonOf(output).map((json) => json.error !== undefined);
		expect(fates).toEqual([false, true, true, false, true, true, true]);
	});
});

const timesIn = (text: unknown, words: string) => String(text).split(words).length - 1;

describe('a mistake that three items share', () => {
	const records = (operation: string, more: object) => ({
		resource: 'record',
		operation,
		form: byId(1),
		...more,
	});
	const json = (recordJson: string) => records('import', { specifyRecord: 'json', recordJson });
	const mapper = (value: object) => ({ mappingMode: 'defineBelow', value, matchingColumns: [] });
	const user = (additionalFields: INodeParameters) => ({
		resource: 'user',
		operation: 'update',
		code: byId('E0001'),
		additionalFields,
	});
	const named = "={{ 'A' + $itemIndex }}";
	const url = { __rl: true, mode: 'url', value: 'https://s.example/apps/9/records/1' };

	test.each<[string, string, INodeParameters]>([
		['a limit', "'Limit' is 0", records('getAll', { limit: 0 })],
		[
			'an option beside one by expression',
			"'Expiry Date' is not a date",
			user({ expire: 'tomorrow', loginId: named }),
		],
		[
			'a code',
			'\'Position\' is ".."',
			{
				resource: 'position',
				operation: 'update',
				code: byId('..'),
				additionalFields: { name: named },
			},
		],
		['a record as JSON', "'Record' is not valid JSON", json('{')],
		['a name twice', '"field-1" occurs twice in \'Record\'', json('{"field-1":"a","field-1":"b"}')],
		[
			'a URL',
			"The URL in 'Record' leads to form 9",
			records('update', { recordId: url, recordMapper: mapper({ 'field-1': named }) }),
		],
		[
			'a value for a field',
			"'Priority' (field-6)",
			records('import', { recordMapper: mapper({ 'field-6': 'Hihg' }) }),
		],
		[
			'an order',
			"'Sort By (Largest First)' names 'Contacts'",
			records('getAll', {
				form: byId(2),
				limit: 1,
				filters: { query: named },
				options: { order: 'field-24:desc' },
			}),
		],
	])(
		'in a parameter is reported once: %s',
		async ({ service, credentials }, _, message, parameters) => {
			const run = { parameters, items: subjects(3), credentials };
			const error = await failureOf(execute(run));
			expect(error.message.slice(0, message.length)).toBe(message);
			expect(error.context.itemIndex).toBe(0);
			expect(sentTo(service).filter(({ path }) => !path.endsWith('/fields'))).toEqual([]);
			const outputs = await execute({ ...run, continueOnFail: true });
			expect(headlinesOf(outputs)).toEqual(Array(3).fill(error.message));
			// A read has nothing to send.
			const isRead = ['get', 'getAll'].includes(String(parameters.operation));
			expect(timesIn(error.description, 'Nothing was sent.')).toBe(isRead ? 0 : 1);
			for (const one of outputs)
				expect(timesIn(errorOf(one)?.description, 'It was not sent.')).toBe(isRead ? 0 : 1);
		},
	);
});

describe('the number of items per outcome', () => {
	const hintsOf = async (parameters: INodeParameters, statuses: readonly number[]) =>
		await inWorld({}, async ({ service, credentials }) => {
			statuses.forEach((status, n) => {
				if (status !== 200) service.faults.add({ nth: n + 1, answer: { status } });
			});
			const run = { parameters, items: subjects(6), credentials, continueOnFail: true };
			return (await executeWithHints(run)).hints.map(({ message }) => message);
		});

	it.each([
		['writes', create, [200, 400, 502, 401], '1 saved, 2 failed, 1 unknown, 2 not sent'],
		[
			'deletions',
			{ ...remove, recordId: byId('={{ $itemIndex + 1 }}') },
			[200, 401],
			'1 deleted, 1 failed, 4 not sent',
		],
		['reads', getEach, [200, 400, 200, 401], '2 returned, 2 failed, 2 not sent'],
	])('is shown in a hint: %s', async (_, parameters, statuses, words) => {
		expect(await hintsOf(parameters, statuses)).toEqual([words]);
	});

	it.each([
		[[403], '5 returned, 1 failed'],
		[[403, 403, 200, 403, 403], '2 returned, 4 failed'],
		[[403, 403, 403], '3 failed, 3 not sent'],
	])('shows that only three forbidden records in a row stop a run: %j', async (statuses, words) => {
		expect(await hintsOf(getEach, statuses)).toEqual([words]);
	});
});
