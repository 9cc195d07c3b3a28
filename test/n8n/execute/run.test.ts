import type { INodeParameters } from 'n8n-workflow';
import { execute, executeWithHints, takeConsole } from '../../support/n8n';
import { byId, test } from '../../support/world';
import {
	byHand,
	create,
	errorOf,
	failureOf,
	headlinesOf,
	importing,
	recordsOf,
	remove,
	subjects,
} from '../runs';
import { creating, syncing, upserting } from './actions/directory-runs';

const matches = { row: [{ field: byId('field-1'), value: 'A' }] };
const unusable = { baseUrl: 'http://site.example.com', apiKey: 'k' };
const removeId = { ...remove, recordId: byId('={{ $json.id }}') };
const itemsOf = (...rows: ReadonlyArray<Record<string, unknown>>) =>
	rows.map((json) => ({ json: json as INodeParameters }));

describe('without a valid item nothing is sent', () => {
	test.each<[string, INodeParameters]>([
		['Import', importing],
		['Create or Update of users', upserting],
		['Sync, which would take every user for missing', syncing],
	])('%s', async ({ service, credentials }, _, parameters) => {
		expect(await execute({ parameters, items: [], credentials })).toEqual([]);
		expect(service.log).toEqual([]);
	});

	test.each<[string, INodeParameters]>([
		['update', { findBy: 'values', matches }],
		['import', { options: { recordId: '={{ $json.no }}' } }],
	])('and the errors are those of the items: %s', async ({ credentials }, operation, more) => {
		takeConsole();
		const parameters = recordsOf(1, operation, { ...byHand({ 'field-6': 'Hihg' }), ...more });
		const run = { parameters, items: subjects(1), credentials, continueOnFail: true };
		expect(headlinesOf(await execute(run))).toEqual([expect.stringMatching(/no choice 'Hihg'/)]);
		if (operation === 'update') expect(takeConsole()).toEqual([]);
	});

	it('and the credential is not looked at', async () => {
		takeConsole();
		const run = { parameters: removeId, items: itemsOf({ id: 'x' }), credentials: unusable };
		const [output] = await execute({ ...run, continueOnFail: true });
		expect(errorOf(output)?.message).toBe('\'Record\' is not a whole number: "x"');
		expect(takeConsole()).toEqual([]);
	});
});

describe('a credential that cannot be used', () => {
	const credentials = unusable;
	const REASON = /^The 'Base URL'/;

	it('is the error of the node and of no item', async () => {
		const error = await failureOf(execute({ parameters: create, items: subjects(2), credentials }));
		expect(error.message).toMatch(REASON);
		expect(error.description).toMatch(/^Nothing was sent\. /);
		expect(error.context.itemIndex).toBeUndefined();
	});

	it('is shown only once all items are valid', async () => {
		const run = { parameters: removeId, items: itemsOf({ id: 1 }, { id: 'x' }), credentials };
		expect((await failureOf(execute(run))).message).toBe('\'Record\' is not a whole number: "x"');
		const sync = { parameters: { ...syncing, dryRun: false }, items: itemsOf({}), credentials };
		expect((await failureOf(execute(sync))).message).toMatch(/^'Code/);
	});

	it('is the error of each item if the node continues', async () => {
		const run = { parameters: create, items: subjects(2), credentials, continueOnFail: true };
		const reason = expect.stringMatching(REASON);
		expect((await execute(run)).map(errorOf)).toMatchObject([
			{ message: reason, outcome: 'not sent' },
			{ message: reason, outcome: 'not sent' },
		]);
	});
});

test('a password that a model fills in is rejected before anything is sent, also by Sync', async (world) => {
	const { service, credentials } = world;
	const additionalFields = { loginPass: "={{ $fromAI('Password') }}" };
	for (const parameters of [creating, { ...syncing, dryRun: true }]) {
		const run = { parameters: { ...parameters, additionalFields }, credentials };
		const items = itemsOf({ code: 'U1', name: 'U1' });
		const error = await failureOf(execute({ ...run, items }));
		expect(error.message).toMatch(/^'.*[Pp]assword.*' cannot be filled in by an AI model$/);
	}
	expect(service.log).toEqual([]);
});

const advice = [`'Create' sends 1 item per request, 'Import' sends 100.`];

test.each([
	['20 items', 20, undefined, advice],
	['20 items of which one fails', 20, 400, ['19 saved, 1 failed']],
	['21 items of which the first stops the run', 21, 401, ['1 failed, 20 not sent']],
])('a hint advises to send many items together: %s', async (world, _, count, status, expected) => {
	const { service, credentials } = world;
	if (status) service.faults.add({ answer: { status } });
	const run = { parameters: create, items: subjects(count), credentials, continueOnFail: true };
	const { hints } = await executeWithHints(run);
	const type = status ? { type: 'warning' as const } : {};
	expect(hints).toMatchObject(expected.map((message) => ({ message, ...type })));
});
