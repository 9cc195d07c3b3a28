import { apiKey } from '../../sandbox/start/preparation.ts';
import { modelKey } from '../../sandbox/site/model.ts';
import type { SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { agentWorkflow, chatPath, firstPassword, tools } from './agent-workflow.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';
import { eventually } from './waiting.ts';

let dataFolder: string;
let sandbox: Sandbox;
let workflow: SavedWorkflow;

beforeAll(async () => {
	dataFolder = await newFolder();
	sandbox = await startOwn(dataFolder);
	const { n8n, credential, service } = sandbox;
	// Otherwise nobody could name the new record: the document does not say whether its ID is returned.
	service.dialect = { ...service.dialect, createRecordAnswer: 'record' };
	const model = await n8n.createCredential('Scripted model', 'openAiApi', {
		apiKey: modelKey,
		url: `${service.origin}/neighbours/model/v1`,
	});
	workflow = await n8n.publish(
		await n8n.createWorkflow(agentWorkflow({ service: credential, model })),
	);
	// n8n reports a workflow as published before its chat is open.
	await eventually('open chat', async () => (await post('Hello')).ok || undefined);
});

afterAll(async () => {
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

const post = (chatInput: string) =>
	fetch(`${sandbox.n8n.origin}/webhook/${chatPath}/chat`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ action: 'sendMessage', sessionId: 'one', chatInput }),
	});

/** Sends a message like a user in n8n's chat. Returns the answer. */
async function say(chatInput: string): Promise<string> {
	const response = await post(chatInput);
	const text = await response.text();
	if (!response.ok) throw new Error(`The chat answered ${response.status}: ${text}`);
	return (JSON.parse(text) as { output: string }).output;
}

const creations = (path: string) =>
	sandbox.service.log.filter((entry) => entry.method === 'POST' && entry.path === path);

const string = { type: 'string' };

test('tools create a record with the words of the model, and read it one after the other', async () => {
	const answer = await say(
		'Create support request: Subject = The lift is stuck; Priority = High; Hours = 2\n' +
			'Get support request: Record = 41',
	);
	expect(creations('/api/apps/1/records')).toMatchObject([
		{
			status: 201,
			body: { record: { 'field-1': 'The lift is stuck', 'field-6': 'High', 'field-9': 2 } },
		},
	]);
	expect(answer).toMatch(
		/^Create support request: SUP00041 \(record 41\), Open\nGet support request: [^\n]*The lift is stuck/,
	);
});

test('the model gets the message about its mistake', async () => {
	const answer = await say('Create support request: Subject = Lamp; Priority = Urgent; Hours = 1');
	expect(answer).toContain("has no choice 'Urgent'; choices are Low, Normal, High");
	expect(creations('/api/apps/1/records')).toHaveLength(1);
});

test('a password comes from the workflow, and the model does not see it', async () => {
	const answer = await say(
		'Add colleague: Code = E7001; Name = Noa Mori; Kana = Noa Mori; Login_ID = noa.mori',
	);
	expect(creations('/api/admin/users')).toMatchObject([
		{ status: 201, body: { code: 'E7001', loginPass: firstPassword } },
	]);
	expect(answer).toContain('E7001');
});

test('secrets that the service repeats do not reach a model', async () => {
	sandbox.service.faults.add({
		method: 'POST',
		path: '/api/admin/users',
		answer: {
			status: 400,
			body: { errors: { code: 400, message: `No ${apiKey}, no ${firstPassword}`, details: [] } },
		},
	});
	const answer = await say('Add colleague: Code = E7002; Name = A; Kana = A; Login_ID = a');
	expect(answer).toContain('No ***, no ***');
});

test('a model is offered each tool with what it does and the parameters that it defines, and no secret', () => {
	const { requests } = sandbox.neighbours.model;
	const offered = (requests.at(-1)?.tools ?? [])
		.map((tool) => tool.function)
		.sort((one, other) => one.name.localeCompare(other.name));
	expect(offered).toMatchObject([
		{
			name: 'Add_colleague',
			description: 'Create user in Records and Directory',
			parameters: { properties: { Code: string, Name: string, Kana: string, Login_ID: string } },
		},
		{
			name: 'Create_support_request',
			description: 'Create record in Records and Directory',
			parameters: {
				properties: {
					Subject: { ...string, description: 'What is wrong, in one line' },
					Priority: { ...string, description: 'Low, Normal or High' },
					Hours: { type: 'number', description: 'The work in hours' },
				},
			},
		},
		{
			name: 'Get_support_request',
			description: tools['Get support request']?.toolDescription,
			parameters: { properties: { Record: string } },
		},
	]);
	expect(JSON.stringify(offered)).not.toMatch(/pass|secret|key"|api.?key/i);
	const sent = JSON.stringify(requests);
	for (const secret of [apiKey, modelKey, firstPassword, sandbox.login.password])
		expect(sent).not.toContain(secret);
});

test('each chat was an execution without an error', async () => {
	const runs = await eventually('end of the executions', async () => {
		const all = await sandbox.n8n.executions(workflow.id);
		return all.some(({ status }) => status === 'running') ? undefined : all;
	});
	expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'success'));
	expect(sandbox.service.problems).toEqual([]);
});
