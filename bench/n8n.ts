import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { N8nClient, type SavedWorkflow, type WorkflowNode } from '../sandbox/start/n8n-client.ts';
import { startN8n } from '../sandbox/start/n8n-process.ts';
import { installPackage } from '../sandbox/start/package-installation.ts';
import { freePort } from '../sandbox/start/ports.ts';
import { silent } from '../sandbox/start/steps.ts';
import { readRunData } from '../test/e2e/run-data';
import { byId } from '../test/support/world';
import { atMost, barsTable, exactly, type Bar } from './bars';
import { paged, posting } from './contestants/http-parameters';
import { BATCH, KEY, RECORDS } from './contestants/job';
import { delayTable } from './delays';
import { inWords, median, mediansOf, type Say } from './figures';
import { FORM } from './orders';
import { remotely } from './remote';
import type { ServiceCalls, ServiceSetting } from './service';

/** A workflow as people build it, after the node that starts it. */
interface Built {
	readonly name: string;
	readonly nodes: (url: string, count: number) => readonly Node[];
}

type Node = Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters'>;

const OURS = 'n8n-nodes-records-directory.recordsDirectory';

const node = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: Node['parameters'],
): Node => ({ name, type, typeVersion, parameters });

const code = (name: string, jsCode: string) => node(name, 'n8n-nodes-base.code', 2, { jsCode });

const request = (parameters: Node['parameters']) =>
	node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, parameters);

const ours = (operation: string, parameters: Node['parameters']) =>
	node('This node', OURS, 1, { resource: 'record', operation, form: byId(FORM), ...parameters });

/** Both imports get their records from the same node. */
const orders = (count: number) =>
	code(
		'Orders',
		`return Array.from({ length: ${count} }, (_, i) => ({ json: {
	'field-41': 'PO-' + $execution.id + '-' + i, 'field-42': 'Customer ' + (i % 997), 'field-43': i,
	'field-44': '2026/03/02 09:00:00', 'field-45': 'New',
} }));`,
	);

const BATCHES = `const records = $input.all().map(({ json }) => ({ record: json }));
const batches = [];
for (let i = 0; i < records.length; i += ${BATCH})
	batches.push({ json: { records: records.slice(i, i + ${BATCH}) } });
return batches;`;

const importing = (_: string, count: number) => [
	orders(count),
	ours('import', { specifyRecord: 'json', recordJson: '={{ $json }}' }),
];

const reading = (simplify: boolean) => () => [ours('getAll', { returnAll: true, simplify })];

const IMPORTS: readonly Built[] = [
	{ name: 'This node, *Import*', nodes: importing },
	{
		name: `Code, batches of ${BATCH}, and HTTP Request`,
		nodes: (url, count) => [
			orders(count),
			code('Batches', BATCHES),
			request(posting(`${url}${RECORDS}/import`, '={{ $json }}')),
		],
	},
];

const RAW = 'This node, without *Simplify*';
const SPLIT = 'HTTP Request and Split Out';

const READS: readonly Built[] = [
	{ name: 'This node, *Get Many*, *Return All*', nodes: reading(true) },
	{ name: RAW, nodes: reading(false) },
	{
		name: SPLIT,
		nodes: (url) => [
			request(paged(url)),
			node('Split Out', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'records' }),
		],
	},
];

/** What an execution took, from its start to its end as n8n saves them. */
interface Taken {
	readonly ms: number;
	/** The items of the last node. */
	readonly items: number;
}

const USUAL = { count: 10_000, delays: [0, 200], runs: 3 };
const QUICK = { count: 300, delays: [0], runs: 1 };

/** Measures whole executions in the real n8n; returns text with tables. */
export async function inN8n(isQuick: boolean, say: Say): Promise<string> {
	const { count, delays, runs } = isQuick ? QUICK : USUAL;
	const folder = await mkdtemp(join(tmpdir(), 'n8n-of-bench-'));
	const n8n = await started(folder);
	const measured = async (what: string, builts: readonly Built[], records: number) => {
		const results: Array<Readonly<Record<string, Taken>>> = [];
		for (const delayMs of delays) {
			const words = `n8n: ${inWords(count)} records ${what}, ${delayMs} ms per answer`;
			const task = { count, runs, say: (line: string) => say(`${words}, ${line}`) };
			results.push(await inTurn(n8n, builts, { records, delayMs, isReady: true }, task));
		}
		const names = builts.map(({ name }) => name);
		const text = [`${inWords(count)} records ${what}:`, delayTable(names, delays, results)];
		return { text, results };
	};
	try {
		const imports = await measured('imported', IMPORTS, 0);
		const reads = await measured('read', READS, count);
		const bars = reads.results.flatMap((one, n) => barsOf(`${delays[n]} ms:`, one));
		const words = `Whole executions in the real n8n, from start to end as n8n saves them; ${mediansOf(runs)}, after one that does not count. The service waits before each answer. Ratios are to the first line of each table.`;
		return [words, ...imports.text, ...reads.text, barsTable(bars)].join('\n\n');
	} finally {
		await n8n.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

/** Only these two give the same items. */
function barsOf(
	of: string,
	{ [RAW]: raw, [SPLIT]: split }: Readonly<Record<string, Taken>>,
): Bar[] {
	return [
		exactly(`${of} items read without *Simplify*`, raw!.items, split!.items, inWords),
		atMost(`${of} time without *Simplify*, to HTTP Request and Split Out`, raw!.ms / split!.ms, 1),
	];
}

interface Running {
	readonly client: N8nClient;
	stop(): Promise<unknown>;
}

async function started(folder: string): Promise<Running> {
	const log = join(folder, 'n8n.log');
	await installPackage(folder, silent, log);
	const n8n = await startN8n(folder, await freePort(), log);
	try {
		await n8n.ready();
		const client = new N8nClient(n8n.origin);
		await client.enter({ email: 'owner@bench.example', password: 'Bench-of-the-nodes-1' });
		return { client, stop: () => n8n.stop() };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}

interface Task {
	readonly count: number;
	readonly runs: number;
	readonly say: Say;
}

/** Returns the medians of several executions of each workflow, which take turns with one service. */
const inTurn = async (
	{ client }: Running,
	builts: readonly Built[],
	setting: ServiceSetting,
	{ count, runs, say }: Task,
): Promise<Readonly<Record<string, Taken>>> =>
	await remotely<ServiceCalls, Readonly<Record<string, Taken>>>('service.ts', async (service) => {
		const url = await service.start(setting);
		const credential = await client.createCredential(url, 'recordsDirectoryApi', {
			baseUrl: url,
			apiKey: KEY,
			requestsPer100Seconds: 1_000_000,
		});
		const all = [];
		for (const { name, nodes } of builts) {
			const workflow = await published(client, name, nodes(url, count), credential);
			all.push({ name, workflow, results: [] as Taken[] });
		}
		for (let run = 0; run <= runs; run++) {
			for (const { name, workflow, results } of all) {
				say(`${name}, run ${run}`);
				const known = await service.count();
				const taken = await executed(client, workflow);
				const added = (await service.count()) - known;
				if (taken.items !== count && added !== count)
					throw new Error(`${name}: of ${count} records, ${added} were saved, ${taken.items} read`);
				// The first execution loads code.
				if (run > 0) results.push(taken);
			}
		}
		await service.stop();
		const middle = (results: readonly Taken[]): Taken => ({
			...results[0]!,
			ms: median(results.map(({ ms }) => ms)),
		});
		return Object.fromEntries(all.map(({ name, results }) => [name, middle(results)]));
	});

let paths = 0;

/** Publishes a workflow that runs when its address is called. */
async function published(
	client: N8nClient,
	name: string,
	nodes: readonly Node[],
	{ id, name: called }: { readonly id: string; readonly name: string },
): Promise<Called> {
	const path = `bench-${++paths}`;
	const parameters = { httpMethod: 'POST', path, options: {} };
	const call = { ...node('Call', 'n8n-nodes-base.webhook', 2.1, parameters), webhookId: path };
	const line = [call, ...nodes];
	const workflow = await client.publish(
		await client.createWorkflow({
			name,
			nodes: line.map((one, n) => ({
				...one,
				id: one.name,
				position: [200 * n, 0],
				...(one.type === OURS
					? { credentials: { recordsDirectoryApi: { id, name: called } } }
					: {}),
			})),
			connections: Object.fromEntries(
				nodes.map((one, n) => [
					line[n]!.name,
					{ main: [[{ node: one.name, type: 'main', index: 0 }]] },
				]),
			),
			settings: { executionOrder: 'v1' },
		}),
	);
	return { workflow, address: `${client.origin}/webhook/${path}`, last: line.at(-1)!.name };
}

interface Called {
	readonly workflow: SavedWorkflow;
	readonly address: string;
	/** The last node. */
	readonly last: string;
}

/** Often enough for the shortest execution, and no work that n8n would notice. */
const LOOK_MS = 200;

/** Executes a workflow and waits for its end. */
async function executed(client: N8nClient, { workflow, address, last }: Called): Promise<Taken> {
	const before = (await client.executions(workflow.id)).length;
	const { ok, status } = await fetch(address, { method: 'POST' });
	if (!ok) throw new Error(`The webhook answered with ${status}`);
	for (;;) {
		await sleep(LOOK_MS);
		const [newest, ...others] = await client.executions(workflow.id);
		if (others.length < before || !newest?.stoppedAt) continue;
		const { data } = await client.execution(newest.id);
		const { error, runData } = readRunData(data).resultData;
		if (newest.status !== 'success') throw new Error(`${workflow.name}: ${error?.message}`);
		const ms = Date.parse(newest.stoppedAt) - Date.parse(newest.startedAt);
		return { ms, items: runData[last]?.[0]?.data?.main[0]?.length ?? 0 };
	}
}
