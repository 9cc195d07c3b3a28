import { apiKey } from '../../sandbox/start/preparation.ts';
import { modelKey, type ModelRequest } from '../../sandbox/site/model.ts';
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

interface Talk {
	answer: string;
	/** What n8n sent to the model meanwhile. */
	requests: ModelRequest[];
}

const post = (chatInput: string) =>
	fetch(`${sandbox.n8n.origin}/webhook/${chatPath}/chat`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ action: 'sendMessage', sessionId: 'one', chatInput }),
	});

/** Sends a message like a user in n8n's chat. */
async function say(chatInput: string): Promise<Talk> {
	const before = sandbox.neighbours.model.requests.length;
	const response = await post(chatInput);
	const text = await response.text();
	if (!response.ok) throw new Error(`The chat answered ${response.status}: ${text}`);
	const { output } = JSON.parse(text) as { output: string };
	return { answer: output, requests: sandbox.neighbours.model.requests.slice(before) };
}

const resultsIn = ({ messages }: ModelRequest): unknown[] =>
	messages
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => JSON.parse(String(content)) as unknown);

/** The example workflows also write, but to other forms. */
const creations = (path: string) =>
	sandbox.service.log.filter((entry) => entry.method === 'POST' && entry.path === path);

const string = { type: 'string' };

/** The tools as the model last saw them, by name. */
const offered = () =>
	(sandbox.neighbours.model.requests.at(-1)?.tools ?? [])
		.map((tool) => tool.function)
		.sort((one, other) => one.name.localeCompare(other.name));

test('n8n made a tool of the node', async () => {
	const reply = await fetch(`${sandbox.editorUrl}/types/nodes.json`, {
		headers: sandbox.n8n.session,
	});
	const types = (await reply.json()) as Array<{ name: string; outputs: unknown }>;
	const name = 'n8n-nodes-records-directory.recordsDirectoryTool';
	expect(types.find((type) => type.name === name)).toMatchObject({ outputs: ['ai_tool'] });
});

test('a record is created with the words of the model, and the answer names it', async () => {
	const { answer, requests } = await say(
		'Create support request: Subject = The lift is stuck; Priority = High; Hours = 2',
	);
	expect(creations('/api/apps/1/records')).toMatchObject([
		{
			status: 201,
			body: { record: { 'field-1': 'The lift is stuck', 'field-6': 'High', 'field-9': 2 } },
		},
	]);
	expect(sandbox.service.store.records.get(1, 41)).toBeDefined();
	expect(answer).toBe('Create support request: SUP00041 (record 41), Open');
	expect(requests).toHaveLength(2);
});

test('one tool after another: records are searched, and one is read by its ID', async () => {
	const { answer, requests } = await say(
		'Find orders: Keyword = PO-2026000\nGet support request: Record = 41',
	);
	expect(sandbox.service.log).toContainEqual(
		expect.objectContaining({
			path: '/api/apps/4/records',
			query: expect.objectContaining({ keyword: 'PO-2026000', limit: '2' }),
		}),
	);
	expect(answer).toMatch(
		/^Find orders: \n- ORD\d+ \(record \d+\), PO-2026000\d, [^\n]+\n- ORD[^\n]+\nGet support request: [^\n]*record 41\)?, [^\n]*The lift is stuck/,
	);
	const [orders, request] = resultsIn(requests.at(-1)!);
	expect(orders).toEqual(
		Array(2).fill(
			expect.objectContaining({ 'Order number': expect.stringMatching(/^PO-2026000\d$/) }),
		),
	);
	expect(request).toEqual([
		expect.objectContaining({ recordId: 41, Subject: 'The lift is stuck', Priority: 'High' }),
	]);
	expect(requests).toHaveLength(3);
});

test('the model gets the message about its mistake', async () => {
	const { answer } = await say(
		'Create support request: Subject = Lamp; Priority = Urgent; Hours = 1',
	);
	expect(answer).toContain("has no choice 'Urgent'; choices are Low, Normal, High");
	expect(creations('/api/apps/1/records')).toHaveLength(1);
});

test('a model hears that a form ignores keywords, and gets no records', async () => {
	const { answer } = await say('Find support requests: Keyword = lift');
	expect(answer).toContain("Form 1 ignores 'Keyword' and returns every record");
	expect(answer).not.toContain('The lift is stuck');
});

test('a password comes from the workflow, and the model does not see it', async () => {
	const { answer } = await say(
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
	const { answer } = await say('Add colleague: Code = E7002; Name = A; Kana = A; Login_ID = a');
	expect(answer).toContain('No ***, no ***');
});

test('a model is offered each tool with what it does, and the parameters of the workflow', () => {
	expect(offered().map(({ name, description }) => [name, description])).toEqual([
		['Add_colleague', 'Create user in Records and Directory'],
		['Create_support_request', 'Create record in Records and Directory'],
		['Find_orders', tools['Find orders']?.toolDescription],
		['Find_support_requests', 'Get many records in Records and Directory'],
		['Get_support_request', 'Get record in Records and Directory'],
	]);
	expect(offered().map(({ parameters }) => parameters?.properties)).toEqual([
		{ Code: string, Name: string, Kana: string, Login_ID: string },
		{
			Subject: { ...string, description: 'What is wrong, in one line' },
			Priority: { ...string, description: 'Low, Normal or High' },
			Hours: { type: 'number', description: 'The work in hours' },
		},
		{ Keyword: string },
		{ Keyword: string },
		{ Record: string },
	]);
});

test('nothing that n8n sent to the model holds a secret', () => {
	const { requests } = sandbox.neighbours.model;
	expect(requests.length).toBeGreaterThan(8);
	const sent = JSON.stringify(requests);
	for (const secret of [apiKey, modelKey, firstPassword, sandbox.login.password])
		expect(sent).not.toContain(secret);
	expect(JSON.stringify(offered())).not.toMatch(/pass|secret|key"|api.?key/i);
});

test('each chat was an execution without an error', async () => {
	const runs = await eventually('end of the executions', async () => {
		const all = await sandbox.n8n.executions(workflow.id);
		return all.some(({ status }) => status === 'running') ? undefined : all;
	});
	expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'success'));
	expect(sandbox.service.problems).toEqual([]);
});
