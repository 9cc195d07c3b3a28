import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Channel, createChannel, sandboxHook } from '../../sandbox/site/channel.ts';
import { Running } from './running.ts';
import type { ChannelMessage } from '../../sandbox/site/neighbours.ts';

const running = new Running();

const hook = '/slack/T000-B000-sandbox';
const post = async (message: unknown, type = 'application/json', path = hook) => {
	const body = typeof message === 'string' ? message : JSON.stringify(message);
	const headers = { 'content-type': type };
	const { status, data } = await running.ask(path, { method: 'POST', headers, body });
	return [status, data];
};
const said = async () =>
	(await running.ask('/channel')).data.messages.map(({ text }: ChannelMessage) => text);

test('takes messages as Slack does, keeps them newest last and tells listeners', async () => {
	const heard: ChannelMessage[] = [];
	running.neighbours.channel.events.on('message', (message) => heard.push(message));
	expect(await post({ text: 'First' })).toEqual([200, 'ok']);
	const form = new URLSearchParams({ payload: JSON.stringify({ text: 'Second & <b>' }) });
	expect(await post(form.toString(), 'application/x-www-form-urlencoded')).toEqual([200, 'ok']);
	const slashes = ['application/json; charset=utf-8', '/slack/T000/B000/sandbox'];
	expect(await post({ text: 'Third' }, ...slashes)).toEqual([200, 'ok']);
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
	['broken JSON', '{"text":', 'application/json', 400, 'invalid_payload'],
	['a list', '[]', 'application/json', 400, 'invalid_payload'],
	['no text', '{"username":"me"}', 'application/json', 400, 'no_text'],
	['an empty text', '{"text":""}', 'application/json', 400, 'no_text'],
	['another team', '{"text":"x"}', 'application/json', 404, 'no_team', '/slack/T999-B000-sandbox'],
	['another hook', '{"text":"x"}', 'application/json', 404, 'no_service', '/slack/T000-B000-other'],
])('rejects %s and keeps nothing', async (_, body, type, status, word, path = hook) => {
	const before = await said();
	expect(await post(body, type, path)).toEqual([status, word]);
	expect(await said()).toEqual(before);
});

test('messages of an earlier start are there again, the last 500, whatever the file has suffered', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'records-directory-'));
	const file = join(folder, 'channel.jsonl');
	const start = () => createChannel(() => new Date(running.time), file);
	const post = (channel: Channel, text: string) =>
		channel.receive(sandboxHook, 'application/json', JSON.stringify({ text }));
	const told = ({ messages }: Channel) => messages.map(({ id, text }) => [id, text]);
	post(start(), 'First\nof two lines');
	await appendFile(file, '{"id":2,"at":"2026-');
	post(start(), 'Second');
	expect(told(start())).toEqual([
		[1, 'First\nof two lines'],
		[2, 'Second'],
	]);
	const channel = start();
	for (let n = 3; n <= 600; n++) post(channel, `Number ${n}`);
	expect(told(start())).toHaveLength(500);
	expect(told(start())[0]).toEqual([101, 'Number 101']);
	expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(500);
	await rm(folder, { recursive: true });
	const complaints = jest.spyOn(console, 'error').mockImplementation();
	expect(post(channel, 'Nowhere to keep it')).toEqual({ status: 200, text: 'ok' });
	expect(complaints).toHaveBeenCalledTimes(1);
	complaints.mockRestore();
});
