import { entries } from '../../nodes/RecordsDirectory/api';
import { scenarios } from '../n8n/scenarios/all';
import { sampled } from '../support/effort';
import { runWorkflow } from '../support/engine';
import { NODE } from '../support/host';
import { inAHurry } from '../support/hurry';
import { executeWithHints, takeLog } from '../support/n8n';
import { inWorld, type World } from '../support/world';
import { asks, outcomesWith } from './asks';
import { faultsFor, faultsOf, KINDS, planned, runOf } from './faults';
import { APP, bothKeys, DIRECTORY, keys, PASSWORD, secretIn, spelled } from './kept';
import { onTheWire } from './wire';

/** Runs a test with both keys, in which no wait takes time. */
const soon = async (test: (world: World) => Promise<void>) =>
	await inAHurry(() =>
		inWorld({ keys }, async ({ service, credentials }) => {
			const settings = { ...credentials, ...bothKeys, requestsPer100Seconds: 1_000_000 };
			await test({ service, credentials: settings });
		}),
	);

it.each<[string, unknown]>([
	['a text', PASSWORD],
	['an address', { url: `/?key=${encodeURIComponent(APP)}` }],
	['the bytes of a body', { options: { body: Buffer.from(JSON.stringify({ a: PASSWORD })) } }],
	['the cause of an error', new Error('x', { cause: { data: Buffer.from(PASSWORD) } })],
	...[...new Set(spelled([APP]))].map((text): [string, unknown] => [`a spelling: ${text}`, text]),
	['what is not enumerable', Object.defineProperty({}, 'hidden', { value: DIRECTORY })],
])('these tests find a secret in %s', (_, value) => {
	expect(secretIn(value)).not.toBe('');
	expect(secretIn({ body: Buffer.from('harmless') })).toBe('');
});

it.each(sampled(KINDS, (kind) => kind, 1 / 20))(
	'n8n keeps no secret of an operation when the service answers: %s',
	async (kind) => {
		await soon(async ({ service, credentials }) => {
			for (const entry of entries)
				for (const plan of faultsFor(entry, kind))
					for (const continueOnFail of [false, true]) {
						planned(service, plan);
						takeLog();
						const run = { ...runOf(entry), credentials, continueOnFail };
						const outcome = await executeWithHints(run).catch((error: unknown) => error);
						expect([entry.key, secretIn([outcome, takeLog()])]).toEqual([entry.key, '']);
					}
			// Each has failed on its own, and not because it sent no request.
			expect(service.log.length).toBeGreaterThanOrEqual(2 * entries.length);
		});
	},
);

it('n8n keeps no secret when every request succeeds, and each request has only the key of its path', async () => {
	let sent = 0;
	for (const entry of entries)
		await soon(async ({ service, credentials }) => {
			scenarios[entry.key].prepare?.(service);
			const outcome = await executeWithHints({ ...runOf(entry), credentials });
			expect([entry.key, secretIn([outcome, takeLog()])]).toEqual([entry.key, '']);
			for (const { path, headers, query, body } of service.log) {
				const { 'x-service-api-key': key, ...others } = headers;
				expect(key).toBe(path.startsWith('/api/apps/') ? APP : DIRECTORY);
				expect(secretIn([others, query, path])).toBe('');
				expect(JSON.stringify(body ?? '')).not.toMatch(/Q(APP|DIR)Q/);
			}
			sent += service.log.filter(({ body }) => secretIn(body) !== '').length;
		});
	// The password was sent.
	expect(sent).toBeGreaterThanOrEqual(4);
});

it('the execution data of a workflow has no secret', async () => {
	await soon(async ({ service, credentials }) => {
		for (const entry of sampled(entries, ({ key }) => key)) {
			const { parameters, items } = runOf(entry);
			planned(service, faultsFor(entry, '400').at(-1)!);
			const { run } = await runWorkflow({ parameters, items, credentials });
			const { runData, error } = run.data.resultData;
			expect([entry.key, secretIn([runData[NODE], error])]).toEqual([entry.key, '']);
		}
		expect(secretIn(takeLog())).toBe('');
	});
});

it.each(sampled([...KINDS, 'nothing'], (kind) => kind, 1 / 8))(
	'the editor, the trigger and the log get no key when the service answers: %s',
	async (kind) => {
		await soon(async ({ service, credentials }) => {
			const all = Object.entries(asks(credentials));
			for (const [name, ask] of all) {
				const answer = faultsOf([APP, DIRECTORY])[kind];
				planned(service, answer ? [{ times: Infinity, answer }] : []);
				const outcome = await ask().catch((error: unknown) => error);
				expect([name, secretIn([outcome, takeLog()])]).toEqual([name, '']);
			}
			// A service that is to be left alone gets no request of a list or a poll.
			const isQuiet = kind === '402, each minute' || kind === '429';
			if (!isQuiet) expect(service.log.length).toBeGreaterThanOrEqual(all.length);
		});
	},
);

it.each([
	['a line break', `${APP}\r\nX-Injected: 1`],
	['a null byte', `${APP}\0`],
	['Japanese', `${APP}鍵`],
	['half a character', `${APP}\ud83d`],
])('a key with %s, which no header can carry, is neither sent nor shown', async (_, apiKey) => {
	await onTheWire(
		() => ({ body: { forms: [] } }),
		async ({ credentials, arrived }) => {
			const outcomes = await outcomesWith({ ...credentials, apiKey });
			expect(secretIn([outcomes, takeLog()])).toBe('');
			const headers = arrived.flatMap((request) => request.headers);
			expect(headers.filter((header) => /^x-injected|QAPPQ/i.test(header))).toEqual([]);
		},
	);
});

it.each([
	['baseUrl', APP],
	['baseUrl', `https://${encodeURIComponent('QAPPQ')}@site.example.com`],
	['baseUrl', 'https://site.example.com/?key=QAPPQ'],
	['apiKeyHeader', APP],
])('a key in the wrong input of the credential is not shown: %s is %s', async (name, value) => {
	const credentials = { baseUrl: 'https://127.0.0.1:1', apiKey: 'k', [name]: value };
	const outcomes = await outcomesWith(credentials);
	expect(outcomes.map(({ status }) => status).join()).toBe('rejected,rejected,rejected,fulfilled');
	expect(secretIn([outcomes, takeLog()])).toBe('');
});
