import { entries } from '../../nodes/RecordsDirectory/api';
import { NODE } from '../support/host';
import { sampled } from '../support/effort';
import { inAHurry } from '../support/hurry';
import { executeWithHints, takeLog } from '../support/n8n';
import { runWorkflow } from '../support/engine';
import { inWorld, type World } from '../support/world';
import { KINDS } from './faults';
import { bothKeys, keys, secretIn } from './kept';
import { scenarios } from '../n8n/scenarios/all';
import { faultsFor, planned, runOf } from './with-password';

const thrown = (error: unknown) => error;

/** A world with both keys, in which no wait takes time. */
const soon = async (test: (world: World) => Promise<void>) =>
	await inAHurry(async () => {
		await inWorld({ keys }, async ({ service, credentials }) => {
			const settings = { ...credentials, ...bothKeys, requestsPer100Seconds: 1_000_000 };
			await test({ service, credentials: settings });
		});
	});

it.each(sampled(KINDS, (kind) => kind, 1 / 20))(
	'no secret is in what n8n keeps of any operation: %s',
	async (kind) => {
		await soon(async ({ service, credentials }) => {
			for (const entry of entries) {
				for (const plan of faultsFor(entry, kind)) {
					for (const continueOnFail of [false, true]) {
						planned(service, plan);
						takeLog();
						const run = { ...runOf(entry), credentials, continueOnFail };
						const outcome = await executeWithHints(run).catch(thrown);
						expect([entry.key, secretIn(outcome)]).toEqual([entry.key, '']);
						expect([entry.key, secretIn(takeLog())]).toEqual([entry.key, '']);
					}
				}
			}
			// Each has failed on its own, and not because it sent no request.
			expect(service.log.length).toBeGreaterThanOrEqual(2 * entries.length);
		});
	},
);

it('nor where all goes well, with the keys and the password on the wire', async () => {
	let sent = 0;
	for (const entry of entries) {
		await soon(async ({ service, credentials }) => {
			scenarios[entry.key].prepare?.(service);
			const outcome = await executeWithHints({ ...runOf(entry), credentials });
			expect([entry.key, secretIn(outcome), secretIn(takeLog())]).toEqual([entry.key, '', '']);
			expect(secretIn(service.log.map(({ headers }) => headers))).not.toBe('');
			sent += service.log.filter(({ body }) => secretIn(body) !== '').length;
		});
	}
	expect(sent).toBeGreaterThanOrEqual(4);
});

it.each(['400', 'cut'])('no secret is in the execution data of a workflow: %s', async (kind) => {
	await soon(async ({ service, credentials }) => {
		for (const entry of sampled(entries, ({ key }) => key)) {
			const { parameters, items } = runOf(entry);
			planned(service, faultsFor(entry, kind).at(-1)!);
			const { run } = await runWorkflow({ parameters, items, credentials });
			const { runData, error } = run.data.resultData;
			expect([entry.key, secretIn([runData[NODE], error])]).toEqual([entry.key, '']);
			// Here n8n puts the error beside the input, which must hold no password of its own.
			planned(service, faultsFor(entry, kind)[0]!);
			const harmless = items.map(({ json, ...rest }) => ({
				...rest,
				json: { ...json, password: 'p' },
			}));
			const split = { parameters, items: harmless, credentials };
			const { run: other } = await runWorkflow({ ...split, onError: 'continueErrorOutput' });
			expect([entry.key, secretIn(other.data.resultData.runData[NODE])]).toEqual([entry.key, '']);
		}
		expect(secretIn(takeLog())).toBe('');
	});
});
