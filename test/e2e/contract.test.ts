import { operations } from '../../sandbox/service/operations/index.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { startValidatingProxy, type ValidatingProxy } from '../sandbox/validating-proxy.ts';
import { everyOperation, trigger } from './every-operation.ts';
import { freePorts, newFolder, removeFolder, startOwn } from './own-sandbox.ts';
import { readRunData } from './run-data.ts';
import { eventually } from './waiting.ts';

let dataFolder: string;
let sandbox: Sandbox;
let proxy: ValidatingProxy;

beforeAll(async () => {
	dataFolder = await newFolder();
	const ports = await freePorts();
	// First, as it keeps this process busy while a connection to n8n would go stale.
	proxy = await startValidatingProxy(`http://127.0.0.1:${ports.servicePort}`);
	sandbox = await startOwn(dataFolder, ports);
});

afterAll(async () => {
	await proxy?.close();
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

// As they are, the same operations go through the same proxy in test/n8n/dialects/contract.test.ts. Both here would wait for the limit.
test('in n8n, all operations keep to openapi.yaml, with PUT and DELETE sent as POST', async () => {
	const { n8n, credentialData } = sandbox;
	const data = { ...credentialData, baseUrl: proxy.url, methodOverride: true };
	const credential = await n8n.createCredential('Through the proxy', 'recordsDirectoryApi', data);
	const { id } = await n8n.createWorkflow(everyOperation(credential));
	const executionId = await n8n.run(id, trigger);
	const execution = await eventually('end of the execution', async () => {
		const current = await n8n.execution(executionId);
		return ['running', 'new', 'waiting'].includes(current.status) ? undefined : current;
	});
	expect(readRunData(execution.data).resultData.error?.message).toBeUndefined();
	expect(proxy.violations).toEqual([]);
	const seen = proxy.seen.map(([operationId]) => operationId);
	expect([...new Set(seen)].sort()).toEqual(Object.keys(operations).sort());
	expect([...new Set(proxy.seen.map(([, method]) => method))].sort()).toEqual(['GET', 'POST']);
});
