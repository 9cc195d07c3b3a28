import type { SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { durableCursor, durableCursors } from './n8n-database.ts';
import { freePorts, newFolder, type Ports, removeFolder, startOwn } from './own-sandbox.ts';
import { eventually } from './waiting.ts';
import { arrived, idsOf, publishAgain, publishWatch, startedWith, type Watch } from './watchers.ts';

const CUSTOMERS = 2;
const watch: Watch = {
	name: 'Customers',
	event: 'recordCreated',
	form: CUSTOMERS,
	// Long enough to be killed in: n8n may fail to start after a kill in the moment before.
	then: {
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		parameters: { resume: 'timeInterval', amount: 5, unit: 'seconds' },
	},
};

let dataFolder: string;
let ports: Ports;
let sandbox: Sandbox;
let workflow: SavedWorkflow;
let early: number;

beforeAll(async () => {
	dataFolder = await newFolder();
	ports = await freePorts();
	sandbox = await startOwn(dataFolder, ports, durableCursors);
	workflow = await publishWatch(sandbox, watch, durableCursor(dataFolder), () => {
		early = create('C-899');
	});
});

afterAll(async () => {
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

const create = (number: string) =>
	sandbox.service.store.createRecord(CUSTOMERS, {
		'field-21': number,
		'field-22': `Customer ${number}`,
	}).recordId;

const executionThatIs = (wanted: string) =>
	eventually(`execution that is ${wanted}`, async () => {
		const executions = await sandbox.n8n.executions(workflow.id);
		return executions.find(({ status }) => status === wanted);
	});

test('records created between two polls arrive exactly once, also before the first one on schedule', async () => {
	const created = [early, create('C-900'), create('C-901')];
	expect(idsOf(await arrived(sandbox, workflow, 3))).toEqual(created);
	await executionThatIs('success');
});

test('an n8n that is killed during an execution loses and repeats nothing', async () => {
	const known = idsOf(await startedWith(sandbox, workflow));
	const created = [...known, create('C-902')];
	await executionThatIs('running');
	sandbox.kill();
	await sandbox.n8nProcess.exited;
	created.push(create('C-903'));
	await sandbox.service.close();
	sandbox = await startOwn(dataFolder, ports, durableCursors);
	expect(idsOf(await arrived(sandbox, workflow, created.length))).toEqual(created);
	await executionThatIs('crashed');
});

test('with Emit None, a workflow that is published again starts nothing for missed changes', async () => {
	const options = { catchUp: 'nothing' };
	const resumed = { ...watch, name: 'Customers from then on', options };
	const again = await publishWatch(sandbox, resumed, durableCursor(dataFolder));
	await publishAgain(sandbox, again, durableCursor(dataFolder), () => {
		for (const number of ['C-910', 'C-911']) create(number);
	});
	const wanted = create('C-912');
	expect(idsOf(await arrived(sandbox, again, 1))).toEqual([wanted]);
});
