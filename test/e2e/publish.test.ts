import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { parse } from 'yaml';
import { type Service, startService } from '../../sandbox/service/service.ts';
import { enter } from '../../sandbox/start/login.ts';
import { N8nClient } from '../../sandbox/start/n8n-client.ts';
import { startN8n } from '../../sandbox/start/n8n-process.ts';
import { freePort } from '../../sandbox/start/ports.ts';
import { credentialFor } from '../../sandbox/start/preparation.ts';
import { RunningProgram } from '../../sandbox/start/running-program.ts';
import { startBrowser } from './browser.ts';
import { Editor } from './editor.ts';
import { exampleNamed } from './examples-runs.ts';
import { newFolder, removeFolder } from './own-sandbox.ts';
import { eventually } from './waiting.ts';

/*
 * A version from the publishing workflow's own commands to the editor of a plain n8n, with a registry of this test.
 */

interface Job {
	steps: Array<{ id?: string; run?: string }>;
}

const VERDACCIO = 'scripts/registry/node_modules/verdaccio/bin/verdaccio';
const NAME = 'n8n-nodes-records-directory';
const login = { email: 'owner@plain.example', password: 'N8n-plain-owner-1' };

let folder: string;
let clone: string;
let registry: RunningProgram;
let environment: NodeJS.ProcessEnv;
let service: Service;
let n8n: Awaited<ReturnType<typeof startN8n>> | undefined;
let browser: Browser | undefined;

const inFolder = (name: string) => join(folder, name);

/** Runs a command as a step of the workflow does; returns what it prints. */
function step(command: string, cwd: string, more: NodeJS.ProcessEnv = {}): string {
	const options = { cwd, env: { ...environment, ...more }, encoding: 'utf8' } as const;
	const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', command], options);
	expect([command, status, stderr]).toEqual([command, 0, expect.anything()]);
	return stdout;
}

beforeAll(async () => {
	folder = await newFolder();
	clone = inFolder('clone');
	const address = `127.0.0.1:${await freePort()}`;
	const config = {
		storage: inFolder('registry'),
		packages: { '**': { access: '$all', publish: '$anonymous' } },
		log: { type: 'stdout', level: 'warn' },
	};
	await writeFile(inFolder('registry.json'), JSON.stringify(config));
	const words = [resolve(VERDACCIO), '--config', inFolder('registry.json'), '--listen', address];
	const stdio = ['ignore', 'pipe', 'pipe'] as const;
	const child = spawn(process.execPath, words, { stdio: [...stdio], detached: true });
	registry = new RunningProgram('The registry', child, inFolder('registry.log'));
	const isThere = async () => (await fetch(`http://${address}/-/ping`).catch(() => undefined))?.ok;
	await eventually('registry', async () => (await isThere()) || undefined);
	const { JEST_WORKER_ID, NODE_OPTIONS, ...own } = process.env;
	environment = {
		...own,
		npm_config_registry: `http://${address}/`,
		npm_config_userconfig: inFolder('.npmrc'),
		GITHUB_OUTPUT: inFolder('output'),
	};
	// npm asks for a name; this registry knows nobody.
	await writeFile(inFolder('.npmrc'), `//${address}/:_authToken=anybody\n`);
	service = await startService({});
});

afterAll(async () => {
	await browser?.close();
	await n8n?.stop();
	await registry?.stop();
	await service?.close();
	await removeFolder(folder);
});

test('the commands of the workflow publish what was built in a fresh clone', async () => {
	const { jobs } = parse(await readFile('.github/workflows/publish.yml', 'utf8')) as {
		jobs: { test: Job; publish: Job };
	};
	step(`git clone --quiet . ${clone}`, process.cwd());
	// The packages of the lock, which the first job installs.
	await symlink(resolve('node_modules'), join(clone, 'node_modules'));
	step('npm publish --dry-run', clone);
	step(jobs.test.steps.find(({ id }) => id === 'pack')!.run!, clone);
	const [, HASH = ''] =
		/^hash=([\da-f]{64})$/m.exec(await readFile(inFolder('output'), 'utf8')) ?? [];
	// What the second job downloads is all that it has.
	await cp(join(clone, 'tarball'), inFolder('downloaded'), { recursive: true });
	const commands = jobs.publish.steps.flatMap(({ run }) => run ?? []);
	// Only GitHub can say where a package was built.
	for (const command of commands)
		step(command.replace(' --provenance', ''), inFolder('downloaded'), {
			HASH,
			NPM_TOKEN: 'first',
		});
	expect(await readFile(inFolder('.npmrc'), 'utf8')).toContain(
		'//registry.npmjs.org/:_authToken=first',
	);
	const version = step(`npm view ${NAME} version`, folder).trim();
	expect(version).toBe(JSON.parse(await readFile('package.json', 'utf8')).version);
});

test('another tarball than the tested one is not published', async () => {
	const { jobs } = parse(await readFile('.github/workflows/publish.yml', 'utf8')) as {
		jobs: { publish: Job };
	};
	const check = jobs.publish.steps.find(({ run }) => run?.includes('sha256sum'))!.run!;
	const env = { ...environment, HASH: '0'.repeat(64) };
	expect(spawnSync('bash', ['-c', check], { cwd: inFolder('downloaded'), env }).status).toBe(1);
});

test('a plain n8n takes it from the registry, and an example runs there', async () => {
	const nodes = inFolder('plain/.n8n/nodes');
	await mkdir(nodes, { recursive: true });
	step(`npm install --prefix ${nodes} --legacy-peer-deps --ignore-scripts ${NAME}`, folder);
	n8n = await startN8n(inFolder('plain'), await freePort(), inFolder('n8n.log'));
	await n8n.ready();
	const client = new N8nClient(n8n.origin);
	await enter(client, login);
	const type = 'recordsDirectoryApi';
	const credential = await client.createCredential('Mine', type, credentialFor(service.url));
	const example = exampleNamed('Web form to record');
	const filledIn = example.nodes.map((node) =>
		node.type.includes(NAME)
			? { ...node, credentials: { [type]: { id: credential.id, name: credential.name } } }
			: node,
	);
	const saved = await client.createWorkflow({ ...example, nodes: filledIn });
	await client.publish(saved);
	const address = `${n8n.origin}/form/support-request`;
	await eventually('open form', async () => (await fetch(address)).ok || undefined);
	const body = new FormData();
	['It was published', 'Really', 'High'].forEach((answer, index) =>
		body.append(`field-${index}`, answer),
	);
	expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
	const { records } = service.store;
	const newest = () => JSON.parse(records.get(1, records.count(1))?.data ?? '{}') as object;
	await eventually(
		'record',
		async () => JSON.stringify(newest()).includes('It was published') || undefined,
	);

	browser = await startBrowser();
	const editor = await Editor.open(browser, { editorUrl: n8n.origin, login });
	await editor.openWorkflow(saved.id);
	await editor.part('canvas-node').filter({ hasText: 'Create Request' }).dblclick();
	await editor.part('ndv').waitFor();
	expect(await editor.parameters().innerText()).toContain('Web form {{ $execution.id }}');
	expect(await editor.complaints()).toEqual([]);
});
