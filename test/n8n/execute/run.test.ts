import type { INodeParameters } from 'n8n-workflow';
import { execute, executeWithHints, takeConsole } from '../../support/n8n';
import { byId, inWorld, test } from '../../support/world';
import { create, errorOf, failureOf, get, importing, remove, subjects } from '../runs';
import { creating, syncing, upserting } from './actions/directory-runs';

const readId = { ...get, recordId: byId('={{ $json.id }}') };
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

	it('and the credential is not looked at', async () => {
		takeConsole();
		const credentials = { baseUrl: 'http://site.example.com', apiKey: 'k' };
		const parameters = { ...remove, recordId: byId('={{ $json.id }}') };
		const run = { parameters, items: itemsOf({ id: 'x' }), credentials };
		const [output] = await execute({ ...run, continueOnFail: true });
		expect(errorOf(output)?.message).toBe('\'Record\' is not a whole number: "x"');
		expect(takeConsole()).toEqual([]);
	});
});

describe('a credential that cannot be used', () => {
	const credentials = { baseUrl: 'http://site.example.com', apiKey: 'k' };
	const REASON = /^The 'Base URL'/;

	it('is the error of the node and of no item', async () => {
		const error = await failureOf(execute({ parameters: create, items: subjects(2), credentials }));
		expect(error.message).toMatch(REASON);
		expect(error.description).toMatch(/^Nothing was sent\. /);
		expect(error.context.itemIndex).toBeUndefined();
	});

	it('is shown only once all items are valid', async () => {
		const run = { parameters: readId, items: itemsOf({ id: 1 }, { id: 'x' }), credentials };
		expect((await failureOf(execute(run))).message).toBe('\'Record\' is not a whole number: "x"');
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

describe('a hint after the run', () => {
	const hintsOf = async (
		run: Pick<Parameters<typeof execute>[0], 'parameters' | 'items'>,
		status?: number,
	) =>
		await inWorld({}, async ({ service, credentials }) => {
			if (status) service.faults.add({ answer: { status } });
			const { hints } = await executeWithHints({
				...run,
				credentials,
				continueOnFail: true,
			});
			return hints.map(({ message }) => message);
		});

	const advice = "'Create' sends 1 item per request, 'Import' sends 100.";
	it.each<[string, number, number | undefined, string[]]>([
		['19 items', 19, undefined, []],
		['20 items', 20, undefined, [advice]],
		['20 items of which one fails', 20, 400, ['19 saved, 1 failed']],
		['21 items of which none is sent after the first', 21, 401, ['1 failed, 20 not sent']],
	])('advises Import for items that were saved one by one: %s', async (...given) => {
		const [, count, status, hints] = given;
		expect(await hintsOf({ parameters: create, items: subjects(count) }, status)).toEqual(hints);
	});

	it('advises Create or Update for entries of the directory, as an import would overwrite some', async () => {
		const items = Array.from({ length: 20 }, (_, n) => ({ json: { code: `X${n}` } }));
		const names = { newCode: '={{ $json.code }}', name: 'X', kana: 'X' };
		const parameters = { resource: 'position', operation: 'create', ...names };
		expect(await hintsOf({ parameters, items })).toEqual([
			"'Create' sends 1 item per request, 'Create or Update' sends 100.",
		]);
	});
});
