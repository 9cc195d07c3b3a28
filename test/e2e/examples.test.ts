import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { exampleWorkflows } from '../../sandbox/start/workflows.ts';
import {
	ask,
	editExample,
	ended,
	exampleNamed,
	messagesOf,
	runExample,
	withParameters,
} from './examples-runs.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';
import { eventually } from './waiting.ts';

const watched = ['E0001', 'E0002', 'E0003'];

let dataFolder: string;
let archive: string;
let sandbox: Sandbox;

beforeAll(async () => {
	dataFolder = await newFolder();
	archive = join(dataFolder, 'archive');
	await mkdir(archive);
	sandbox = await startOwn(dataFolder, undefined, { N8N_RESTRICT_FILE_ACCESS_TO: archive });
	// These would change the records that the others are about.
	for (const name of ['Orders to records', 'Support request alert'])
		await sandbox.n8n.call('POST', `/workflows/${exampleNamed(name).id}/deactivate`);
	// What exists when the trigger looks for the first time is not new.
	for (const code of watched)
		await eventually(`first look at ${code}`, () => noticeRequests(code)[0]);
	newRequest('The fax is on fire', 'E0003');
});

afterAll(async () => {
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

const noticeRequests = (code: string) =>
	sandbox.service.log.filter(
		({ path, status }) => path === `/api/common/notices/${code}` && status === 200,
	);

const newRequest = (subject: string, assignee: string, more = {}) =>
	sandbox.service.store.createRecord(
		1,
		{ 'field-1': subject, 'field-4': [{ code: assignee, name: '' }], ...more },
		{ by: 'E0012' },
	);

const writes = (since: number) =>
	sandbox.service.log.slice(since).filter(({ method }) => method !== 'GET');

const valuesOf = async (appsId: number, recordId: number) =>
	(await ask<{ record: object }>(sandbox, `/apps/${appsId}/records/${recordId}`)).record;

const noteOf = (name: string) =>
	String(
		exampleNamed(name).nodes.find(({ type }) => /stickyNote/.test(type))?.parameters['content'],
	);

describe('the files', () => {
	const examples = exampleWorkflows();

	test('are sixteen, four of which run by themselves', () => {
		const named = (wanted: boolean) =>
			examples.filter(({ active }) => active === wanted).map(({ name }) => name);
		expect(named(true)).toEqual([
			'Notice to Slack',
			'Orders to records',
			'Retry crashed executions',
			'Support request alert',
		]);
		expect(named(false)).toEqual([
			'Approve by chat',
			'Archive closed records',
			'Changed records to Slack',
			'Copy to Data Table',
			'Customers both ways',
			'Daily digest',
			'Export to Data Table',
			'Export to PostgreSQL',
			'HR list to directory',
			'Import and correct',
			'Overdue reminder',
			'Web form to record',
		]);
		expect(new Set(examples.map(({ id }) => id)).size).toBe(16);
	});

	test('are all there, except those that need a system that is not', async () => {
		const names = [...sandbox.workflows, ...sandbox.toTry].map(({ name }) => name);
		expect(examples.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([
			'Export to PostgreSQL',
		]);
		const { id } = exampleNamed('Export to PostgreSQL');
		expect(await sandbox.n8n.workflowExists(id)).toBe(false);
	});

	test('have nodes of versions that this n8n has', async () => {
		const reply = await fetch(`${sandbox.editorUrl}/types/nodes.json`, {
			headers: sandbox.n8n.session,
		});
		const types = (await reply.json()) as Array<{ name: string; version: number | number[] }>;
		const known = new Set(
			types.flatMap(({ name, version }) => [version].flat().map((one) => `${name} ${one}`)),
		);
		const used = examples.flatMap(({ nodes }) =>
			nodes.map(({ type, typeVersion }) => `${type} ${typeVersion}`),
		);
		expect(used.filter((one) => !known.has(one))).toEqual([]);
	});

	test.each(examples)('$name is explained by a note, and nothing lies on another', ({ nodes }) => {
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.map(({ parameters }) => parameters['content'])).toEqual([
			expect.stringMatching(/^## [^]+\n### Try it\n[^]+\n### Set it up\n1\. /),
		]);
		const others = nodes.filter((node) => !notes.includes(node));
		for (const { position, parameters } of notes) {
			const bottom = position[1] + Number(parameters['height']);
			for (const other of others) expect(other.position[1]).toBeGreaterThanOrEqual(bottom);
		}
		for (const one of others)
			for (const other of others)
				if (one !== other)
					expect(
						Math.abs(one.position[0] - other.position[0]) >= 160 ||
							Math.abs(one.position[1] - other.position[1]) >= 160,
					).toBe(true);
	});

	test.each(examples)('$name goes from left to right', ({ nodes, connections }) => {
		const left = new Map(nodes.map(({ name, position }) => [name, position[0]]));
		for (const [from, outputs] of Object.entries(connections))
			for (const { node } of (
				(outputs as { main?: Array<Array<{ node: string }>> }).main ?? []
			).flat())
				expect(left.get(node)).toBeGreaterThan(left.get(from)!);
	});

	test('hold no credential, and other systems only as neighbours of the sandbox, and n8n itself', () => {
		for (const { nodes } of examples) {
			for (const { credentials = {} } of nodes)
				for (const { id } of Object.values(credentials)) expect(id).toBe('');
			for (const [, host] of JSON.stringify(nodes).matchAll(/https?:\/\/([^/"]+)/g))
				expect(['127.0.0.1:8650', '127.0.0.1:5678']).toContain(host);
		}
	});
});

describe('Orders to records', () => {
	const entered = async () => {
		const { records } = await ask<{ records: Array<{ record: Record<string, string> }> }>(
			sandbox,
			'/apps/4/records?keyword=SHOP-&limit=1000',
		);
		return records.map(({ record }) => Number(record['field-41']?.slice(5))).sort((a, b) => a - b);
	};
	const run = async () => {
		const { 'One Item per Order': fetched = [] } = await runExample(sandbox, 'Orders to records');
		return fetched.map(({ json }) => Number(json['number']));
	};

	test('many orders at once go through import, and each once', async () => {
		const before = await entered();
		for (let count = 0; count < 15; count++) sandbox.neighbours.orders.add();
		const since = sandbox.service.log.length;
		const first = await run();
		expect(first.length).toBeGreaterThan(10);
		expect(writes(since).map(({ path }) => path)).toEqual(['/api/apps/4/records/import']);
		const second = await run();
		expect(await entered()).toEqual([...before, ...first, ...second]);
	});
});

describe('Web form to record', () => {
	const seen = new Set<string>();
	const submit = async (answers: Record<string, string>, files: Record<string, string>) => {
		const body = new FormData();
		Object.values(answers).forEach((answer, index) => body.append(`field-${index}`, answer));
		for (const [name, content] of Object.entries(files))
			body.append('field-3', new File([content], name, { type: 'text/plain' }));
		const reply = await fetch(`${sandbox.n8n.origin}/form/support-request`, {
			method: 'POST',
			body,
		});
		expect(reply.status).toBe(200);
		const { id } = exampleNamed('Web form to record');
		const run = await eventually('execution', async () =>
			(await sandbox.n8n.executions(id)).find((one) => !seen.has(one.id)),
		);
		seen.add(run.id);
		return ended(sandbox, run.id);
	};

	beforeAll(async () => {
		const { id } = exampleNamed('Web form to record');
		await sandbox.n8n.publish(await sandbox.n8n.workflow(id));
		await eventually('open form', async () => {
			const page = await fetch(`${sandbox.n8n.origin}/form/support-request`);
			return page.ok || undefined;
		});
	});

	test('the answers become a record, and the files its comment', async () => {
		const { 'This Request': found } = await submit(
			{ subject: 'The door squeaks', description: 'Every time', priority: 'High' },
			{ 'door.txt': 'squeak', 'floor.txt': 'creak' },
		);
		const recordId = Number(found?.[0]?.json['recordId']);
		expect(await valuesOf(1, recordId)).toMatchObject({
			'field-1': 'The door squeaks',
			'field-2': 'Every time',
			'field-6': 'High',
		});
		const { comments } = await ask<{ comments: Array<{ creatorCode: string; file: object[] }> }>(
			sandbox,
			`/apps/1/records/${recordId}/comments`,
		);
		expect(comments).toMatchObject([{ creatorCode: 'E0002' }]);
		const { file } = comments[0]!;
		expect(file).toHaveLength(2);
		// n8n's form hands on files as they arrive.
		const textOf = (name: string, text: string) =>
			expect.objectContaining({ name, content: Buffer.from(text).toString('base64') });
		expect(file).toEqual(
			expect.arrayContaining([textOf('door.txt', 'squeak'), textOf('floor.txt', 'creak')]),
		);
	});

	test('without files there is no comment', async () => {
		const since = sandbox.service.log.length;
		await submit({ subject: 'No light', description: '', priority: 'Low' }, {});
		expect(writes(since).map(({ path }) => path)).toEqual(['/api/apps/1/records']);
	});
});

test('Daily digest: one message with what changed in the last day', async () => {
	sandbox.service.store.updateRecord(1, 7, { 'field-9': 3 }, { by: 'E0004' });
	const messages = await messagesOf(sandbox, () => runExample(sandbox, 'Daily digest'));
	const lines = messages[0]?.split('\n') ?? [];
	expect(messages).toHaveLength(1);
	expect(lines[0]).toBe(`*Support requests of the last day: ${lines.length - 1}*`);
	expect(lines.slice(1)).toContainEqual(
		expect.stringMatching(
			/^SUP00007 How do I export .* \(In progress, David Okafor, \d\d:\d\d\) http.*\/records\/7$/,
		),
	);
	expect(lines.join('\n')).toContain('The fax is on fire');
	expect(lines.join('\n')).not.toContain('SUP00008');
});

describe('Import and correct', () => {
	const name = 'Import and correct';
	const customers = async () => {
		const path = '/apps/2/records?keyword=C-5&limit=1000';
		const { records } = await ask<{ records: Array<{ record: Customer }> }>(sandbox, path);
		return records
			.map(({ record }) => [record['field-21'], record['field-23']])
			.filter(([number]) => /^C-50\d$/.test(String(number)));
	};
	const left = [
		expect.stringMatching(/^\*Customer C-001: unknown\*\n/),
		expect.stringMatching(/^\*Customer C-503: not sent\*\n.*Name/),
	];

	test('corrected rows are saved, and messages in the channel name the others', async () => {
		const messages = await messagesOf(sandbox, () => runExample(sandbox, name));
		expect(messages.sort()).toEqual(left);
		expect((await customers()).sort()).toEqual([
			['C-501', 'Gold'],
			['C-502', 'Bronze'],
		]);
	});

	test('nothing is saved twice when it runs again', async () => {
		const messages = await messagesOf(sandbox, () => runExample(sandbox, name));
		// Nobody can know whether a record with the key and values of C-501 is from this run.
		const again = expect.stringMatching(/^\*Customer C-501: unknown\*\n.*already used/);
		const known = expect.stringMatching(/^\*Customer C-502: failed\*\n.*already used/);
		expect(messages.sort()).toEqual([left[0], again, known, left[1]]);
		expect(await customers()).toHaveLength(2);
	});
});

test('Changed records to Slack: one message, with a line for each of the newest requests', async () => {
	const messages = await messagesOf(sandbox, () => runExample(sandbox, 'Changed records to Slack'));
	expect(messages).toHaveLength(1);
	const lines = messages[0]?.split('\n') ?? [];
	expect(lines.length).toBeGreaterThan(1);
	for (const line of lines)
		expect(line).toMatch(/^SUP\d{5} .+ \(.+\), changed by .+: http.*\/forms\/1\/records\/\d+$/);
});

interface Customer {
	'field-21': string;
	'field-23': string;
}

test('Overdue reminder: a message for each person, with each of their requests', async () => {
	newRequest('The lamp is late', 'E0001', { 'field-8': '2026/01/20' });
	newRequest('Plenty of time', 'E0001', { 'field-8': '9998/12/31' });
	const messages = await messagesOf(sandbox, () => runExample(sandbox, 'Overdue reminder'));
	const { timezone: timeZone } = (await exampleFile('overdue-reminder')).settings;
	const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format().replaceAll('-', '/');
	const { records } = await ask<{ records: Array<Due> }>(sandbox, '/apps/1/records?limit=1000');
	const overdue = records.filter(
		({ status, record }) =>
			['Open', 'In progress'].includes(status) && record['field-8'] && record['field-8'] < today,
	);
	const people = overdue.flatMap(({ record }) =>
		record['field-4'].length > 0 ? record['field-4'].map(({ code }) => code) : ['Nobody'],
	);
	expect(messages).toHaveLength(new Set(people).size);
	for (const message of messages) {
		const [, who, count] = /^\*(?:.*\()?(Nobody|E\d{4})\)?: (\d+) overdue\*\n/.exec(message) ?? [];
		expect(Number(count)).toBe(people.filter((one) => one === who).length);
		const lines = message.split('\n').slice(1);
		expect(lines).toHaveLength(Number(count));
		expect(lines).toEqual(lines.toSorted());
	}
	expect(messages.join('\n')).toMatch(/2026-01-20 SUP\d{5} The lamp is late http/);
	expect(messages.join('\n')).not.toContain('Plenty of time');
});

/** A workflow as it is imported; its time zone is that of the site. */
const exampleFile = async (name: string) =>
	JSON.parse(await readFile(`workflows/${name}.json`, 'utf8')) as {
		readonly settings: { readonly timezone: string };
	};

interface Due {
	status: string;
	record: { 'field-8': string; 'field-4': Array<{ code: string }> };
}

describe('Archive closed records', () => {
	const closed = 8;

	beforeAll(() => {
		const long = '2026-01-05 10:00:00';
		const values = { 'field-1': 'Closed, and changed, long ago' };
		sandbox.service.store.addRecords(1, [
			{ values, status: 'Closed', by: 'E0004', createdAt: long, updatedAt: long },
		]);
	});

	test('counts them in the channel; the file is in the execution', async () => {
		let outputs = {};
		const messages = await messagesOf(sandbox, async () => {
			outputs = await runExample(sandbox, 'Archive closed records');
		});
		expect(messages).toEqual([
			expect.stringMatching(
				new RegExp(
					`^Archived: ${closed} closed support requests in closed-requests-[\\d-]+\\.csv$`,
				),
			),
		]);
		expect(outputs).toHaveProperty(
			['CSV File', 0, 'binary', 'data', 'fileName'],
			expect.stringMatching(/\.csv$/),
		);
	});

	test('writes the file to disk once that node is switched on', async () => {
		await editExample(sandbox, 'Archive closed records', {
			'Write to Disk': (node) => ({
				...withParameters({ fileName: join(archive, 'closed.csv') })(node),
				disabled: false,
			}),
		});
		await runExample(sandbox, 'Archive closed records');
		const lines = (await readFile(join(archive, 'closed.csv'), 'utf8')).trim().split('\n');
		expect(lines).toHaveLength(1 + closed);
		expect(lines[0]).toMatch(/Number,Subject,Description,Requester,Assignee,Priority,Due date/);
		expect(lines.slice(1).map((line) => line.slice(0, 8))).toContain('SUP00005');
		expect(lines.join('\n')).not.toContain('[object');
		expect(lines.join('\n')).not.toContain('long ago');
	});
});

describe('HR list to directory', () => {
	const changes = [
		'update ORG08 Logistics and Warehouse (name: Logistics → Logistics and Warehouse) ' +
			'(kana: Logistics → Logistics and Warehouse)',
		'create ORG09 Field Service',
		'update E0015 Osamu Kato (organizationCode: ORG07 → ORG09)',
		'create E0031 Noa Mori',
		'retire E0029 Chen Wei',
		'retire E0030 Daisuke Ono',
	];

	test('the dry run posts the plan and changes nothing', async () => {
		const since = sandbox.service.log.length;
		const messages = await messagesOf(sandbox, () => runExample(sandbox, 'HR list to directory'));
		expect(messages).toHaveLength(1);
		expect(messages[0]?.split('\n')).toEqual([
			'*HR list: the plan (dry run, nothing was changed)*',
			...changes,
		]);
		expect(messages[0]).not.toContain('Welcome');
		expect(writes(since)).toEqual([]);
	});

	test('without the dry run it is done, departments first', async () => {
		const forReal = withParameters({ dryRun: false });
		await editExample(sandbox, 'HR list to directory', {
			'Sync Organizations': forReal,
			'Sync Users': forReal,
		});
		const messages = await messagesOf(sandbox, () => runExample(sandbox, 'HR list to directory'));
		expect(messages[0]).toMatch(/^\*HR list: what was done\*\n/);
		expect(messages[0]).toContain('created ORG09 Field Service');
		expect(await ask(sandbox, '/admin/organizations/ORG09')).toMatchObject({ parentCode: 'ORG07' });
		expect(await ask(sandbox, '/admin/users/E0015')).toMatchObject({ organizationCode: 'ORG09' });
		expect(await ask(sandbox, '/admin/users/E0031')).toMatchObject({ loginId: 'user31' });
		expect(sandbox.service.store.users.get('E0029')).toMatchObject({ isRetired: true });
	});
});

describe('Approve by chat', () => {
	/** As a person writes in the editor's chat. */
	const say = async (chatInput: string) => {
		const { 'Order Desk': answers } = await runExample(sandbox, 'Approve by chat', {
			action: 'sendMessage',
			sessionId: 'one',
			chatInput,
		});
		return answers?.[0]?.json['output'];
	};

	test('the commands of the note find, approve and comment on an order', async () => {
		const [, commands = ''] = /```\n([^`]+)\n```/.exec(noteOf('Approve by chat')) ?? [];
		expect(await valuesOf(4, 1)).toHaveProperty('field-45', 'New');
		expect(await say(commands)).toMatch(
			/^Find orders: ORD000001 \(record 1\), PO-20260001, Asahi Trading, 1000, New\nApprove order: ORD000001 \(record 1\)/,
		);
		expect(await valuesOf(4, 1)).toHaveProperty('field-45', 'Shipped');
		const { comments } = await ask<{ comments: object[] }>(sandbox, '/apps/4/records/1/comments');
		expect(comments).toMatchObject([{ content: 'Approved by phone', creatorCode: 'E0002' }]);
	});

	test('a rejected order is cancelled, and keeps all else', async () => {
		const before = await valuesOf(4, 6);
		await say('Find orders: Keyword = PO-20260006');
		expect(await say('Reject order: Record = ORD000006')).toBe(
			'Reject order: ORD000006 (record 6)',
		);
		expect(await valuesOf(4, 6)).toEqual({ ...before, 'field-45': 'Cancelled' });
	});

	test('an unknown command is answered with an example', async () => {
		expect(await say('Hello')).toBe(
			'I do not understand "Hello". Write a command such as this: Find orders: Keyword = PO-20260001',
		);
	});
});

test('Notice to Slack: a poll posts its notices in one message, also those of the third user', async () => {
	const message = await eventually('message', () =>
		sandbox.neighbours.channel.messages.find(({ text }) => text.includes('for E0003')),
	);
	const lines = message.text.split('\n');
	expect(lines).toContainEqual(
		expect.stringMatching(/^\*Support Requests\*: Assigned to me went from \d+ to \d+ for E0003\./),
	);
	expect(lines).toContainEqual(expect.stringMatching(/: Unanswered went from .* for E0003\./));
});

test('the service rejected only the mistakes that Import and correct begins with', () => {
	expect(sandbox.service.problems).toEqual([]);
	const refused = sandbox.service.log.filter(({ status }) => status >= 400);
	expect(refused.filter(({ path }) => path !== '/api/apps/2/records/import')).toEqual([]);
});
