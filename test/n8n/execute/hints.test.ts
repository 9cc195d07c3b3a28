import type { INodeParameters } from 'n8n-workflow';
import { adviseAfterRun } from '../../../nodes/RecordsDirectory/n8n/execute/hints';
import type { Values } from '../../../nodes/RecordsDirectory/core/values/validate';
import type { Service } from '../../../sandbox/service/service';
import { inAHurry } from '../../support/hurry';
import { executeWithHints } from '../../support/n8n';
import { byId, inWorld, test } from '../../support/world';
import { byHand, create, get, importing, plain, recordsOf, subjects } from '../runs';
import { jobFor } from './jobs';

describe('a form with records that the key may not read', () => {
	const all = recordsOf(1, 'getAll', { returnAll: true, options: plain });
	const upserting = { ...create, operation: 'upsert', options: { matchOn: 'field-1' } };
	const countsIn = ({ log }: Service) => log.filter(({ path }) => path === '/api/apps/forms/1');

	it.each<[string, INodeParameters, number]>([
		['Get Many', all, 1],
		['Get Many of comments', { ...all, resource: 'comment', recordId: byId(1), options: {} }, 0],
		['Get Many with a limit', { ...all, returnAll: false, limit: 5 }, 0],
		['Get Many of new records', { ...all, filters: { createdAfter: '2020-01-01' } }, 0],
		['Create or Update', upserting, 1],
		['Create or Update of known ones', { ...upserting, recordJson: '{ "field-1": "Known" }' }, 0],
	])('a hint says how many are not shown: %s', async (_, parameters, times) => {
		const dialect = { unreadableRecord: 3 };
		await inWorld({ isNew: true, dialect }, async ({ service, credentials }) => {
			service.store.updateRecord(1, 9, { 'field-1': 'Known' });
			const items = subjects(parameters.recordJson === '{ "field-1": "Known" }' ? 1 : 2);
			const { hints } = await executeWithHints({ parameters, items, credentials });
			const words = 'Form 1 has 40 records, but its list shows only 39.';
			const told = hints.filter(({ message }) => message.startsWith(words));
			expect(told.map(({ type }) => type)).toEqual(times > 0 ? ['warning'] : []);
			expect(countsIn(service)).toHaveLength(times);
		});
	});

	it('one that shows all is asked once', async () => {
		await inWorld({ isNew: true }, async ({ service, credentials }) => {
			for (let times = 0; times < 2; times++)
				expect((await executeWithHints({ parameters: all, credentials })).hints).toEqual([]);
			expect(countsIn(service)).toHaveLength(1);
		});
	});
});

it('a hint says how long a run has waited for the rate limit', async () => {
	await inWorld({ isNew: true }, async ({ service, credentials }) => {
		service.faults.add({ answer: { status: 429, headers: { 'retry-after': '30' } } });
		const { hints } = await inAHurry(() => executeWithHints({ parameters: create, credentials }));
		// A busy machine adds its own time.
		const message = expect.stringMatching(/^This run waited 3\d s for the rate limit/) as string;
		expect(hints).toEqual([expect.objectContaining({ message })]);
	});
});

it('a hint says that writes take effect later, where the service answers 202', async () => {
	await inWorld({ dialect: { writeStatus: 202 } }, async ({ credentials }) => {
		const run = { parameters: create, items: subjects(2), credentials };
		const message = expect.stringMatching(/^The service accepts writes and saves them later/);
		expect((await executeWithHints(run)).hints).toEqual([expect.objectContaining({ message })]);
		expect((await executeWithHints({ ...run, parameters: get })).hints).toEqual([]);
	});
});

const position = { resource: 'position', operation: 'create' };
const mapped = { values: {}, unfilled: [], emptied: [], isWholeItem: false, matchOn: [] };
const batches = (name: string) => [`'Create' sends 1 item per request, '${name}' sends 100.`];

it.each<[string, INodeParameters, Values, number, string[]]>([
	['Import for new records', create, {}, 20, batches('Import')],
	['Create or Update for new positions', position, {}, 20, batches('Create or Update')],
	['nothing for fewer', create, {}, 19, []],
	['nothing for 21 of which two fail', create, {}, 21, []],
	['nothing for an import', importing, {}, 20, []],
	['nothing for a few that are mapped', { ...create, form: byId(2) }, { mapped }, 1, []],
])('the advice on many items that a trigger starts is %s', async (_, parameters, ...row) => {
	const [values, count, told] = row;
	const credentials = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' };
	const run = { parameters, items: subjects(count), credentials, continueOnFail: true };
	const job = await jobFor({ ...run, mode: 'trigger' });
	const hint = jest.spyOn(job.context, 'addExecutionHints');
	for (const item of count > 20 ? [0, 1] : []) job.outcomes.reject(item, new Error('Wrong'));
	const checked = run.items.map((__, item) => ({ item, values }));
	await adviseAfterRun(job, checked);
	expect(hint.mock.calls.flat().map(({ message }) => message)).toEqual(told);
});

/** Form 1 has no key field. */
const keyless = recordsOf(1, 'import', byHand({ 'field-1': 'A' }));
const keyed = recordsOf(2, 'import', byHand({ 'field-21': 'C-900', 'field-22': 'A' }));

test.each([
	['the form has no key field', 'trigger', keyless, 1],
	['not if a person starts it', 'manual', keyless, 0],
	['not if the form has one', 'trigger', keyed, 0],
] as const)(
	"an import that runs by itself names 'Create or Update': %s",
	async ({ credentials }, _, mode, parameters, times) => {
		const { hints } = await executeWithHints({ parameters, credentials, mode });
		const named = hints.filter(({ message }) => message.includes("use 'Create or Update'"));
		expect(named).toHaveLength(times);
	},
);
