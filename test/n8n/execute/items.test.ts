import type { INodeParameters } from 'n8n-workflow';
import { execute, executeWithHints } from '../../support/n8n';
import { byId, test, jsonOf, sentTo } from '../../support/world';
import {
	create,
	errorOf,
	failureOf,
	getEach,
	headlinesOf,
	importing,
	recordsOf,
	remove,
	subjects,
	wholeItem,
	writesTo,
} from '../runs';

const monthly = { errors: { code: 402, message: 'Request exhausted per month' } };

test.each<[string, string, INodeParameters, number, object?]>([
	['Unauthorized', 'Saved', create, 401],
	['Access Denied', 'Saved', create, 403],
	['Request exhausted per month', 'Saved', create, 402, monthly],
	['Request exhausted per month', 'Returned', getEach, 402, monthly],
])(
	'after "%s", with an item that is %s, the others are not sent and get the same error',
	async ({ service, credentials }, message, done, parameters, status, body) => {
		service.faults.add({ nth: 2, answer: { status, body } });
		const items = subjects(4);
		const output = await execute({ parameters, items, credentials, continueOnFail: true });
		const failed = { message, description: expect.any(String) as string, status };
		const unsent = { ...failed, outcome: 'not sent' };
		expect(output.map(errorOf)).toEqual([
			undefined,
			{ ...failed, outcome: 'failed' },
			unsent,
			unsent,
		]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		expect(service.log).toHaveLength(2);
		const [, second, , last] = output.map((one) => errorOf(one)?.description);
		const words = `${done}: item 0. Failed: item 1. Not sent: items 2 to 3.`;
		expect(second?.slice(0, words.length)).toBe(words);
		expect(second).toContain(
			'Run the node again with only the items that failed or were not sent.',
		);
		expect(last).toMatch(/^It was not sent\. /);
	},
);

test('reports no saved items of a read', async ({ service, credentials }) => {
	service.faults.add({ nth: 2, answer: { status: 400 } });
	const error = await failureOf(execute({ parameters: getEach, items: subjects(3), credentials }));
	expect(error.description).toBe('Fix what the message names.');
	expect(service.log).toHaveLength(2);
});

test("finds all of an item's mistakes together, wherever they were entered", async (world) => {
	const parameters = {
		...{ resource: 'user', operation: 'create', organizationCode: byId('ORG01') },
		...{ newCode: 'E9', loginId: 'e9', loginPass: 'secret', name: '={{ "x".repeat(257) }}' },
		kana: '',
		additionalFields: { expire: '={{ "tomorrow" }}', outsideAccess: '={{ "perhaps" }}' },
	};
	const { message } = await failureOf(execute({ parameters, credentials: world.credentials }));
	for (const wrong of ["'Name' is 257", "(Kana)' is empty", "'Expir", 'neither true nor false'])
		expect(message).toContain(wrong);
	expect(world.service.log).toHaveLength(0);
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

	test('are found in parameters, form values and matching by one run', async (world) => {
		const { service, credentials } = world;
		const parameters = recordsOf('={{ $json.form ?? 2 }}', 'upsert', wholeItem());
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
		expect(writesTo(service)).toEqual([]);
		const output = await execute({ parameters, items: rows, credentials, continueOnFail: true });
		const fates = jsonOf(output).map((json) => json.error !== undefined);
		expect(fates).toEqual([false, true, true, false, true, true, true]);
	});
});

const timesIn = (text: unknown, words: string) => String(text).split(words).length - 1;

test.each<[string, string, INodeParameters]>([
	['of a read', "'Limit' is 0", recordsOf(1, 'getAll', { limit: 0 })],
	[
		'beside an expression',
		"'Expiry Date' is not a date",
		{
			...{ resource: 'user', operation: 'update', code: byId('E0001') },
			additionalFields: { expire: 'tomorrow', loginId: '={{ "A" + $itemIndex }}' },
		},
	],
	['in JSON', "'Record' is not valid JSON", { ...importing, recordJson: '{' }],
	[
		'that shows in the form',
		"'Sort By (Largest First)' names 'Contacts'",
		recordsOf(2, 'getAll', {
			limit: 1,
			filters: { query: '={{ "A" + $itemIndex }}' },
			options: { order: 'field-24:desc' },
		}),
	],
])(
	'a mistake that three items share is reported once: %s',
	async ({ service, credentials }, _, message, parameters) => {
		const run = { parameters, items: subjects(3), credentials };
		const error = await failureOf(execute(run));
		expect(error.message.slice(0, message.length)).toBe(message);
		expect(error.context.itemIndex).toBe(0);
		expect(sentTo(service).filter(({ path }) => !path.endsWith('/fields'))).toEqual([]);
		const outputs = await execute({ ...run, continueOnFail: true });
		expect(headlinesOf(outputs)).toEqual(Array(3).fill(error.message));
		// A read has nothing to send.
		const times = parameters.operation === 'getAll' ? 0 : 1;
		expect(timesIn(error.description, 'Nothing was sent.')).toBe(times);
		for (const one of outputs)
			expect(timesIn(errorOf(one)?.description, 'It was not sent.')).toBe(times);
	},
);

const removeEach = { ...remove, recordId: byId('={{ $itemIndex + 1 }}') };

test.each<[string, INodeParameters, number[], string]>([
	['writes', create, [200, 400, 502, 401], '1 saved, 2 failed, 1 unknown, 2 not sent'],
	['deletions', removeEach, [200, 401], '1 deleted, 1 failed, 4 not sent'],
	['reads', getEach, [200, 400, 200, 401], '2 returned, 2 failed, 2 not sent'],
	['a forbidden record', getEach, [403], '5 returned, 1 failed'],
	['two in a row', getEach, [403, 403, 200, 403, 403], '2 returned, 4 failed'],
	['three in a row, which stop the run', getEach, [403, 403, 403], '3 failed, 3 not sent'],
])(
	'a hint shows the number of items per outcome: %s',
	async ({ service, credentials }, _, parameters, statuses, message) => {
		for (const [n, status] of statuses.entries())
			if (status !== 200) service.faults.add({ nth: n + 1, answer: { status } });
		const run = { parameters, items: subjects(6), credentials, continueOnFail: true };
		expect((await executeWithHints(run)).hints).toMatchObject([{ message }]);
	},
);
