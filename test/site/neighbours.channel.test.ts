import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChannel, sandboxHook } from '../../sandbox/site/channel.ts';
import { Running } from './running.ts';
import type { ChannelMessage } from '../../sandbox/site/neighbours.ts';

const running = new Running();

beforeAll(() => running.start());
afterAll(() => running.stop());

const hook = '/slack/T000-B000-sandbox';
const post = async (body: unknown, type = 'application/json', path = hook) => {
	const answer = await running.client.post(path, body, { headers: { 'Content-Type': type } });
	return [answer.status, answer.data];
};
const said = async () =>
	(await running.client.get('/channel')).data.messages.map(({ text }: ChannelMessage) => text);

test('takes messages as Slack does, keeps them newest last and tells listeners', async () => {
	const heard: ChannelMessage[] = [];
	running.neighbours.channel.events.on('message', (message) => heard.push(message));
	expect(await post({ text: 'First' })).toEqual([200, 'ok']);
	const form = new URLSearchParams({ payload: JSON.stringify({ text: 'Second & <b>' }) });
	expect(await post(form.toString(), 'application/x-www-form-urlencoded')).toEqual([200, 'ok']);
	const slashes = '/slack/T000/B000/sandbox';
	expect(await post({ text: 'Third' }, 'application/json; charset=utf-8', slashes)).toEqual([
		200,
		'ok',
	]);
	expect(await said()).toEqual(['First', 'Second & <b>', 'Third']);
	expect(heard).toEqual(running.neighbours.channel.messages);
	expect(heard[0]).toEqual({ id: 1, at: new Date(running.time).toISOString(), text: 'First' });
});

test('reads blocks and attachments in words', async () => {
	const blocks = [
		{ type: 'header', text: { type: 'plain_text', text: 'New request' } },
		{ type: 'section', fields: [{ type: 'mrkdwn', text: '*From* Ada' }] },
		{ type: 'divider' },
	];
	const attachments = [{ color: '#f00', title: 'Printer', text: 'is out of ink' }];
	expect(await post({ blocks, username: 'Records' })).toEqual([200, 'ok']);
	expect(await post({ attachments })).toEqual([200, 'ok']);
	expect((await said()).slice(-2)).toEqual(['New request\n*From* Ada', 'Printer\nis out of ink']);
	expect(running.neighbours.channel.messages.at(-2)).toMatchObject({ username: 'Records', blocks });
	expect(running.neighbours.channel.messages.at(-1)).toMatchObject({ attachments });
});

test.each([
	['broken JSON', '{"text":', 'application/json', 'invalid_payload'],
	['a list', '[]', 'application/json', 'invalid_payload'],
	['an empty body', '', 'application/json', 'invalid_payload'],
	['a form without payload', 'text=hello', 'application/x-www-form-urlencoded', 'invalid_payload'],
	['no text', '{"username":"me"}', 'application/json', 'no_text'],
	['an empty text', '{"text":""}', 'application/json', 'no_text'],
])('refuses %s and keeps nothing', async (_, body, type, word) => {
	const before = await said();
	expect(await post(body, type)).toEqual([400, word]);
	expect(await said()).toEqual(before);
});

test.each([
	['T999-B000-sandbox', 'no_team'],
	['T000-B000-other', 'no_service'],
])('does not know the hook %s', async (unknown, word) => {
	const answer = await post({ text: 'x' }, 'application/json', `/slack/${unknown}`);
	expect(answer).toEqual([404, word]);
});

test('messages of an earlier start are there again, and new ones go on behind them', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'records-directory-'));
	const start = () => createChannel(() => new Date(running.time), join(folder, 'channel.jsonl'));
	const post = (text: string) =>
		start().receive(sandboxHook, 'application/json', JSON.stringify({ text }));
	try {
		post('First\nof two lines');
		post('Second');
		const told = start().messages.map(({ id, text }) => [id, text]);
		expect(told).toEqual([
			[1, 'First\nof two lines'],
			[2, 'Second'],
		]);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
