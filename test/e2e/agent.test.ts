import { apiKey } from '../../sandbox/start/preparation.ts';
import { modelKey } from '../../sandbox/site/model.ts';
import type { WorkflowNode } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { exampleNamed, runExample } from './examples-runs.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';

const example = 'Approve by chat';
const agent = 'Order Desk';
const firstPassword = 'Correct-horse-agent-1';

/** As the editor writes it for "Let the model define this parameter". */
const fromModel = (key: string, description = '', type = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, '${type}') }}`;

const byId = (value: string | number) => ({ __rl: true, mode: 'id', value });

/** The tools by the names that a person gave to their nodes. */
const tools: Record<string, WorkflowNode['parameters']> = {
	'Create support request': {
		descriptionType: 'auto',
		resource: 'record',
		operation: 'create',
		form: byId(1),
		specifyRecord: 'form',
		recordMapper: {
			mappingMode: 'defineBelow',
			value: {
				'field-1': fromModel('Subject', 'What is wrong, in one line'),
				'field-6': fromModel('Priority', 'Low, Normal or High'),
				'field-9': fromModel('Hours', 'The work in hours', 'number'),
			},
			matchingColumns: [],
			schema: [],
		},
	},
	'Get support request': {
		descriptionType: 'manual',
		toolDescription: 'Read a support request by its record ID',
		resource: 'record',
		operation: 'get',
		form: byId(1),
		recordId: byId(fromModel('Record')),
	},
	'Add colleague': {
		descriptionType: 'auto',
		resource: 'user',
		operation: 'create',
		newCode: fromModel('Code'),
		name: fromModel('Name'),
		kana: fromModel('Kana'),
		loginId: fromModel('Login_ID'),
		organizationCode: byId('ORG07'),
		loginPass: firstPassword,
	},
};

let dataFolder: string;
let sandbox: Sandbox;

beforeAll(async () => {
	dataFolder = await newFolder();
	sandbox = await startOwn(dataFolder);
	const { n8n, credential, service } = sandbox;
	// Otherwise nobody could name the new record: the document does not say whether its ID is returned.
	service.dialect = { ...service.dialect, createRecordAnswer: 'record' };
	const saved = await n8n.workflow(exampleNamed(example).id);
	const own = Object.entries(tools).map(
		([name, parameters]): WorkflowNode => ({
			id: name,
			name,
			type: 'n8n-nodes-records-directory.recordsDirectoryTool',
			typeVersion: 1,
			position: [0, 0],
			parameters,
			credentials: { recordsDirectoryApi: { id: credential.id, name: credential.name } },
		}),
	);
	const others = saved.nodes.filter(({ type }) => !type.endsWith('.recordsDirectoryTool'));
	const toAgent = { ai_tool: [[{ node: agent, type: 'ai_tool', index: 0 }]] };
	const { connections } = saved;
	await n8n.updateWorkflow({
		...saved,
		nodes: [...others, ...own],
		connections: {
			...Object.fromEntries(
				others.flatMap(({ name }) => (name in connections ? [[name, connections[name]]] : [])),
			),
			...Object.fromEntries(own.map(({ name }) => [name, toAgent])),
		},
	});
});

afterAll(async () => {
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

/** Says it in the editor's chat, and returns the answer. */
async function say(chatInput: string): Promise<unknown> {
	const message = { action: 'sendMessage', sessionId: 'one', chatInput };
	const { [agent]: answers } = await runExample(sandbox, example, message);
	return answers?.[0]?.json['output'];
}

const creations = (path: string) =>
	sandbox.service.log.filter((entry) => entry.method === 'POST' && entry.path === path);

test('tools create a record with the words of the model, and read it, one after the other', async () => {
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

test('a password comes from the workflow, and the service cannot repeat it to the model', async () => {
	await say('Add colleague: Code = E7001; Name = Noa Mori; Kana = Noa Mori; Login_ID = noa.mori');
	expect(creations('/api/admin/users')).toMatchObject([
		{ status: 201, body: { code: 'E7001', loginPass: firstPassword } },
	]);
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
	const offered = (requests.at(-1)?.tools ?? []).map((tool) => tool.function);
	expect(offered.map(({ name, description }) => [name, description]).sort()).toEqual([
		['Add_colleague', 'Create user in Records and Directory'],
		['Create_support_request', 'Create record in Records and Directory'],
		['Get_support_request', tools['Get support request']?.['toolDescription']],
	]);
	const create = offered.find(({ name }) => name === 'Create_support_request');
	expect(create?.parameters?.properties).toEqual({
		Subject: { type: 'string', description: 'What is wrong, in one line' },
		Priority: { type: 'string', description: 'Low, Normal or High' },
		Hours: { type: 'number', description: 'The work in hours' },
	});
	expect(JSON.stringify(offered)).not.toMatch(/pass|secret|key"|api.?key/i);
	const sent = JSON.stringify(requests);
	for (const secret of [apiKey, modelKey, firstPassword, sandbox.login.password])
		expect(sent).not.toContain(secret);
});
