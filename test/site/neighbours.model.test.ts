import {
	type ModelMessage,
	type ModelTool,
	modelKey,
	modelName,
} from '../../sandbox/site/model.ts';
import { Running } from './running.ts';

const running = new Running();

beforeAll(() => running.start());
afterAll(() => running.stop());

const headers = { authorization: `Bearer ${modelKey}` };

const tool = (name: string, properties: object, description = ''): ModelTool => ({
	type: 'function',
	function: { name, description, parameters: { properties: { ...properties } } },
});

const tools = [
	tool('Find_requests', { Word: { type: 'string' } }),
	tool('Create_request', { Subject: { type: 'string' }, Hours: { type: 'number' } }, 'A new one'),
];

const complete = (body: unknown, as: object = headers) =>
	running.client.post('/model/v1/chat/completions', body, { headers: { ...as } });

const answerTo = async (messages: ModelMessage[]): Promise<ModelMessage> =>
	(await complete({ model: modelName, messages, tools })).data.choices[0].message;

const user = (content: ModelMessage['content']): ModelMessage => ({ role: 'user', content });
const create = user('Create request: Subject = Lamp: broken = dark; Hours = 2; Colour = red');

test('lists its model and rejects other keys', async () => {
	const { data } = await running.client.get('/model/v1/models', { headers });
	expect(data).toMatchObject({ object: 'list', data: [{ id: modelName, object: 'model' }] });
	for (const { status, data } of [
		await running.client.get('/model/v1/models'),
		await complete({ messages: [create] }, { authorization: 'Bearer other' }),
	]) {
		expect(status).toBe(401);
		expect(data.error).toMatchObject({ message: expect.any(String) });
	}
});

test('calls the tool named in the command with the values of its parameters', async () => {
	const { data } = await complete({ model: 'any', messages: [create], tools });
	expect(data).toMatchObject({
		object: 'chat.completion',
		created: running.time / 1000,
		model: 'any',
		choices: [{ index: 0, finish_reason: 'tool_calls' }],
	});
	const [call] = data.choices[0].message.tool_calls;
	expect(call).toMatchObject({ type: 'function', function: { name: 'Create_request' } });
	expect(JSON.parse(call.function.arguments)).toEqual({
		Subject: 'Lamp: broken = dark',
		Hours: 2,
	});
});

test('finds a tool by words of its description', async () => {
	const { tool_calls } = await answerTo([user([{ text: 'new request' }])]);
	expect(tool_calls).toMatchObject([{ function: { name: 'Create_request', arguments: '{}' } }]);
});

const orderTools = [
	tool('Approve_order', { Record: { type: 'string' } }),
	tool('Find_orders', { Keyword: { type: 'string', description: 'A number, such as PO-1' } }),
];
const example = 'Write a command such as this: Find orders: Keyword = PO-1';

const orderAnswer = async (messages: ModelMessage[]): Promise<ModelMessage> =>
	(await complete({ model: modelName, messages, tools: orderTools })).data.choices[0].message;

test.each(['Delete everything', 'Hello', ''])(
	'answers with an example if it does not understand %p',
	async (words) => {
		const { content, tool_calls } = await orderAnswer([user(words)]);
		expect(content).toBe(`I do not understand "${words}". ${example}`);
		expect(tool_calls).toBeUndefined();
		expect((await answerTo([user(words)])).content).toMatch(
			/My tools are: Find requests, Create request\.$/,
		);
	},
);

const order = {
	...{ appsId: 4, recordId: 7, uniqueId: 'ORD000007', updatedAt: '2026-01-05 10:00:00' },
	...{ 'Order number': 'PO-7', Customer: 'Fuji Print', Amount: 1200, State: 'New' },
};

test('shows the record number and values, and finds the record by that number later', async () => {
	const asked = [user('Find orders: Keyword = PO-7')];
	const said = ({ tool_calls }: ModelMessage, rows: object[]): ModelMessage => {
		return { role: 'tool', tool_call_id: tool_calls![0]!.id, content: JSON.stringify(rows) };
	};
	const found = said(await orderAnswer(asked), [order]);
	const answer = await orderAnswer([...asked, found]);
	expect(answer.content).toBe('Find orders: ORD000007 (record 7), PO-7, Fuji Print, 1200, New');
	// A memory may hold the words only, without what the tools said.
	for (const before of [found, answer]) {
		const approved = [...asked, before, user('Approve order: Record = ORD000007')];
		const call = await orderAnswer(approved);
		expect(call.tool_calls![0]!.function.arguments).toBe('{"Record":"7"}');
		const done = said(call, [{ success: true, recordId: 7 }]);
		const { content } = await orderAnswer([...approved, done]);
		expect(content).toBe('Approve order: ORD000007 (record 7)');
	}
});

test('asks for a search before it changes a record that it has not seen', async () => {
	const { content, tool_calls } = await orderAnswer([user('Approve order: Record = ORD000007')]);
	expect(content).toBe(`I have not seen ORD000007 yet, so find it first. ${example}`);
	expect(tool_calls).toBeUndefined();
});

test('keeps valid requests and rejects invalid ones', async () => {
	const before = running.neighbours.model.requests.length;
	const request = { model: modelName, messages: [create], tools };
	await complete(request);
	expect(running.neighbours.model.requests.slice(before)).toEqual([request]);
	for (const wrong of ['{', 'null', '{"messages":1}', JSON.stringify({ ...request, stream: true })])
		expect((await complete(wrong)).status).toBe(400);
	expect(running.neighbours.model.requests).toHaveLength(before + 1);
});
