import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import type { SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { existing, happen, wordsOf } from '../n8n/dialects/happening.ts';
import { withHugeIds, withoutHugeIds } from '../n8n/dialects/huge-ids.ts';
import { examples } from '../n8n/dialects/runs.ts';
import { closeSites } from '../n8n/dialects/site.ts';
import { watched, type Change } from '../n8n/dialects/stories.ts';
import { profiledSite } from '../profile/file.ts';
import { wrongWithRun } from '../profile/judge.ts';
import { settingsOf } from '../profile/setting.ts';
import { nothingElse } from '../support/noticing.ts';
import { savedState } from './n8n-database.ts';
import { inN8n } from './operation-runs.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';
import { type OwnSite, publishAt, startOwnSite } from './own-site.ts';
import { eventually } from './waiting.ts';
import { startedWith } from './watchers.ts';

/** Nobody waits for the limit here. */
const LIMIT = 10_000;

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
	await closeSites();
	await site?.service.close();
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

test.each(examples)('at the site of the profile, in n8n: $name', async (run) => {
	expect(await wrongWithRun(run, settingsOf(dialect), inN8n(sandbox))).toEqual([]);
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
