import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import type { SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { existing, happen, wordsOf } from '../n8n/dialects/happening.ts';
import { withHugeIds, withoutHugeIds } from '../n8n/dialects/huge-ids.ts';
import { watched, type Change } from '../n8n/dialects/stories.ts';
import { profiledSite } from '../profile/file.ts';
import { settingsOf } from '../profile/setting.ts';
import { nothingElse } from '../support/noticing.ts';
import { calls, everyOperation, trigger } from './every-operation.ts';
import { savedState } from './n8n-database.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';
import { type OwnSite, publishAt, startOwnSite } from './own-site.ts';
import { readRunData } from './run-data.ts';
import { eventually } from './waiting.ts';
import { startedWith } from './watchers.ts';

/** Nobody waits for the limit here. */
const LIMIT = 10_000;
const ORDERS = 4;

// How late a record is listed costs real time here: test/profile has that, and n8n has nothing to do with it.
const dialect = { ...profiledSite().dialect, visibleAfterSeconds: 0 };
const isHuge = dialect.ids === 'huge';
/** What a person enters at this site. */
const entered = (parameters: object) =>
	(isHuge ? withHugeIds(parameters as INodeParameters) : parameters) as Record<string, unknown>;

let dataFolder: string;
let sandbox: Sandbox;
let site: OwnSite;

beforeAll(async () => {
	dataFolder = await newFolder();
	sandbox = await startOwn(dataFolder);
	const more = settingsOf(dialect).map(({ credential }) => credential?.({ url: '', form: 0 }));
	const said = Object.assign({}, ...more) as Record<string, unknown>;
	site = await startOwnSite(sandbox, 'Site of the profile', LIMIT, { dialect, said });
});

afterAll(async () => {
	await site?.service.close();
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

test('in n8n, every operation does its work at the site of the profile', async () => {
	const { n8n } = sandbox;
	const workflow = everyOperation(site.credential);
	const nodes = workflow.nodes.map((node) => ({ ...node, parameters: entered(node.parameters) }));
	const { id } = await n8n.createWorkflow({ ...workflow, nodes });
	const executionId = await n8n.run(id, trigger);
	const execution = await eventually('end of the execution', async () => {
		const current = await n8n.execution(executionId);
		return ['running', 'new', 'waiting'].includes(current.status) ? undefined : current;
	});
	const { error, runData } = readRunData(execution.data).resultData;
	expect(error?.message).toBeUndefined();
	expect(calls.map(([key]) => [key, runData[key]?.[0]?.executionStatus])).toEqual(
		calls.map(([key]) => [key, 'success']),
	);
	const { store, problems } = site.service;
	expect(problems).toEqual([]);
	expect(store.users.get('E2E-USER')).toBeUndefined();
	expect(store.users.get('E2E-USER-2')).toMatchObject({ name: 'Noa Mori', isRetired: true });
	expect(store.positions.get('E2E-POS-2')).toMatchObject({ name: 'Third Engineer' });
	expect(store.organizations.get('E2E-ORG-3')).toMatchObject({ name: 'Last Team' });
	const orders = store.records
		.select(ORDERS, {
			where: [`recordId > 120`],
			values: [],
			order: 'recordId',
			limit: 9,
			offset: 0,
		})
		.map(({ data, isDeleted }) => [(JSON.parse(data) as object)['field-41' as never], isDeleted]);
	expect(orders).toEqual([
		['E2E-2', 1],
		['E2E-3', 0],
	]);
});

const changes: readonly Change[] = [
	{ kind: 'create' },
	{ kind: 'edit', recordId: 1 },
	{ kind: 'note', recordId: 2 },
	{ kind: 'status', recordId: 3 },
	{ kind: 'delete', recordId: 30 },
	{ kind: 'count', id: '9', count: 2 },
];

test('in n8n, every event is emitted once at the site of the profile', async () => {
	const { service } = site;
	nothingElse(service);
	const published: Record<string, SavedWorkflow> = {};
	const happened: Record<string, string[]> = {};
	for (const [name, one] of Object.entries(watched)) {
		happened[name] = existing(service, one);
		published[name] = await publishAt(sandbox, site, { name, ...entered(one.given) });
	}
	const begins = savedState(dataFolder);
	for (const { id, name } of Object.values(published))
		await eventually(`saved state of ${name}`, () => begins(id).includes('"state"') || undefined);
	for (const change of changes)
		for (const [name, words] of Object.entries(happening(change))) happened[name]!.push(...words);
	const told = async (name: string) =>
		(await startedWith(sandbox, published[name]!)).map((item) =>
			withoutHugeIds(wordsOf(item as never)),
		);
	for (const [name, words] of Object.entries(happened))
		await eventually(`events of ${name}`, async () =>
			(await told(name)).length >= words.length ? true : undefined,
		);
	// Two more polls, which must not emit anything again.
	await sleep(45_000);
	for (const [name, words] of Object.entries(happened))
		expect([name, (await told(name)).sort()]).toEqual([name, words.sort()]);
	expect(service.problems).toEqual([]);
});

/** Lets a change happen once, and answers what each trigger has to emit of it. */
function happening(change: Change): Record<string, string[]> {
	const { store } = site.service;
	const database = store.database.connection;
	const told = Object.entries(watched).map(([name, one]) => {
		database.exec('SAVEPOINT change');
		const words = happen(site.service, change, one, 'hyphens');
		database.exec('ROLLBACK TO change');
		return [name, words] as const;
	});
	happen(site.service, change, watched['recordCreated']!, 'hyphens');
	return Object.fromEntries(told);
}
