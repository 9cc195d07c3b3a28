import {
	type ModelMessage,
	type ModelTool,
	modelKey,
	modelName,
} from '../../sandbox/site/model.ts';
import { Running } from './running.ts';

const running = new Running();

const headers = { authorization: `Bearer ${modelKey}` };

const tool = (name: string, properties: object, description = ''): ModelTool => ({
	type: 'function',
	function: { name, description, parameters: { properties: { ...properties } } },
});

const tools = [
	tool('Find_orders', { Keyword: { type: 'string', description: 'A number, such as PO-1' } }),
	tool('Create_request', { Subject: { type: 'string' }, Hours: { type: 'number' } }, 'A new one'),
	tool('Approve_order', { Record: { type: 'string' } }),
];

const complete = async (body: unknown, as: Record<string, string> = headers) =>
	await running.ask('/model/v1/chat/completions', {
		...{ method: 'POST', headers: as },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});

const answerTo = async (messages: ModelMessage[]): Promise<ModelMessage> =>
	(await complete({ model: modelName, messages, tools })).data.choices[0].message;

const user = (content: ModelMessage['content']): ModelMessage => ({ role: 'user', content });
const create = user('Create request: Subject = Lamp: broken = dark; Hours = 2; Colour = red');

test('lists its model and rejects other keys', async () => {
	const { data } = await running.ask('/model/v1/models', { headers });
	expect(data).toMatchObject({ object: 'list', data: [{ id: modelName, object: 'model' }] });
	const refused = { status: 401, data: { error: { message: expect.any(String) } } };
	expect(await running.ask('/model/v1/models')).toMatchObject(refused);
	const other = { authorization: 'Bearer other' };
	expect(await complete({ messages: [create] }, other)).toMatchObject(refused);
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
	const values = { Subject: 'Lamp: broken = dark', Hours: 2 };
	expect(JSON.parse(call.function.arguments)).toEqual(values);
});

test('finds a tool by words of its description', async () => {
	const { tool_calls } = await answerTo([user([{ text: 'new one' }])]);
	expect(tool_calls).toMatchObject([{ function: { name: 'Create_request', arguments: '{}' } }]);
});

const example = 'Write a command such as this: Find orders: Keyword = PO-1';

test.each([
	['Hello', 'I do not understand "Hello".'],
	['', 'I do not understand "".'],
	['Approve order: Record = ORD000007', 'I have not seen ORD000007 yet, so find it first.'],
])('answers with an example if it cannot do %j', async (words, why) => {
	const { content, tool_calls } = await answerTo([user(words)]);
	expect([content, tool_calls]).toEqual([`${why} ${example}`, undefined]);
});

const order = {
	...{ appsId: 4, recordId: 7, uniqueId: 'ORD000007', updatedAt: '2026-01-05 10:00:00' },
	...{ 'Order number': 'PO-7', Customer: 'Fuji Print', Amount: 1200, State: 'New' },
};

test('shows the record number and values, and finds the record by that number later', async () => {
	const asked = [user('Find orders: Keyword = PO-7')];
	const said = ({ tool_calls }: ModelMessage, rows: object[]): ModelMessage => {
		return { role: 'tool', tool_call_id: tool_calls![0]!.id, content: JSON.stringify(rows) };
	};
	const found = said(await answerTo(asked), [order]);
	const answer = await answerTo([...asked, found]);
	expect(answer.content).toBe('Find orders: ORD000007 (record 7), PO-7, Fuji Print, 1200, New');
	// A memory may hold the words only, without what the tools said.
	for (const before of [found, answer]) {
		const approved = [...asked, before, user('Approve order: Record = ORD000007')];
		const call = await answerTo(approved);
		expect(call.tool_calls![0]!.function.arguments).toBe('{"Record":"7"}');
		const done = said(call, [{ success: true, recordId: 7 }]);
		const { content } = await answerTo([...approved, done]);
		expect(content).toBe('Approve order: ORD000007 (record 7)');
	}
});

test('keeps valid requests and rejects invalid ones', async () => {
	const before = running.neighbours.model.requests.length;
	const request = { model: modelName, messages: [create], tools };
	await complete(request);
	for (const wrong of ['{', 'null', '{"messages":1}', JSON.stringify({ ...request, stream: true })])
		expect((await complete(wrong)).status).toBe(400);
	expect(running.neighbours.model.requests.slice(before)).toEqual([request]);
});
