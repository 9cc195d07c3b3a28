import { createNeighbours } from '../../sandbox/site/neighbours.ts';
import { greeting } from '../../sandbox/start/greeting.ts';
import { tellStory } from '../../sandbox/start/story.ts';
import { inLines } from '../../sandbox/start/telling.ts';
import { exampleWorkflows, runsByItself } from '../../sandbox/start/workflows.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { withService } from './client.ts';

const at = new Date(2026, 10, 20, 9, 5, 7);
const message = (about: string) => ({ at, what: 'message posted', about });

/** Returns the terminal's output about it, without the times. */
async function told(happen: (http: Parameters<Parameters<typeof withService>[1]>[0]) => unknown) {
	const neighbours = createNeighbours();
	const lines: string[] = [];
	// Output once per second must not depend on when the second ends.
	const clock = jest.spyOn(Date, 'now').mockReturnValue(at.getTime());
	await withService({ mount: neighbours.mount }, async (running) => {
		const world = { service: running.service, neighbours };
		// On a busy machine there may be seconds between two requests.
		const pauses = { quietMs: 60_000, longestMs: 60_000 };
		const tellNow = tellStory(world, (line) => lines.push(line), undefined, pauses);
		await happen(running);
		tellNow();
	}).finally(() => clock.mockRestore());
	return lines.map((line) => line.slice(10));
}

test('the terminal shows the effects of requests together, and several records in one line', async () => {
	const lines = await told(async ({ http }) => {
		for (const subject of ['One', 'Two'])
			await http.post('/api/apps/1/records', { record: { 'field-1': subject } });
		await http.post('/api/apps/1/records/41/comments', { content: 'Hello', creatorCode: 'E0002' });
		await http.post('/neighbours/slack/T000/B000/sandbox', { text: 'Overdue:\n• one' });
	});
	expect(lines[0]).toBe('record created   Support Requests SUP00041, SUP00042');
	expect(lines).toContain('comment created  Support Requests SUP00041');
	expect(lines.slice(-2)).toEqual(['message posted   Overdue:', `${' '.repeat(17)}• one`]);
	expect(lines).toContainEqual(
		expect.stringMatching(
			/^notice raised {4}Support Requests, Unanswered: \d+ to \d+ for E0001 and 29 more$/,
		),
	);
});

test('the terminal shows all changes of the directory, including deactivated users', async () => {
	const lines = await told(async ({ http, service }) => {
		const { loginPass, ...user } = service.store.users.get('E0002')!;
		await http.put('/api/admin/users/E0002', { ...user, isRetired: true, id: undefined });
		const position = { code: 'P9', name: 'Trainee', kana: 'Trainee' };
		await http.post('/api/admin/positions', position);
		await http.put('/api/admin/positions/P9', { ...position, name: 'Apprentice' });
		await http.delete('/api/admin/positions/P9');
	});
	expect(lines).toEqual([
		'directory        user retired: Ben Carter',
		'                 position created: Trainee',
		'                 position updated: Apprentice',
		'                 position deleted: Apprentice',
	]);
});

test('long lines wrap between words, and a message is cut after eleven lines', () => {
	const address = 'http://127.0.0.1:8650/forms/1/records/41';
	const lines = inLines([message(`New support request: ${address}. Look at it, please.`)], 60);
	expect(lines.map((line) => line.slice(27))).toEqual([
		'New support request:',
		`${address}.`,
		'Look at it, please.',
	]);
	expect(lines[0]).toMatch(/^09:05:07 {2}message posted/);
	const long = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
	const two = inLines([message('Hello'), message(long)]);
	expect(two).toHaveLength(1 + 12);
	expect(two.at(-1)!.trim()).toBe('… and 29 lines more');
});

test('the greeting shows addresses, what to try next and how to stop', () => {
	const { workflows = [], toTry = [] } = Object.groupBy(exampleWorkflows(), (example) =>
		runsByItself(example) ? 'workflows' : 'toTry',
	);
	const text = greeting({
		editorUrl: 'http://127.0.0.1:5678',
		login: { email: 'me@example.com', password: 'Secret' },
		service: { origin: 'http://127.0.0.1:8650' },
		workflows: workflows.map((one) => ({ ...one, active: true })),
		toTry,
		logFile: '/data/n8n.log',
	} as unknown as Sandbox);
	for (const place of [':5678/home/workflows', ':8650/', ':8650/channel', '/data/n8n.log'])
		expect(text).toContain(`${place}\n`);
	for (const { id } of workflows) expect(text).toContain(`http://127.0.0.1:5678/workflow/${id}`);
	for (const { name } of toTry) expect(text.replaceAll(/\s+/g, ' ')).toContain(name);
	for (const words of ['Secret', '1. Add a record to Support Requests', 'Ctrl+C stops everything'])
		expect(text).toContain(words);
	const lines = text.split('\n');
	expect(lines.filter((line) => line.length > 80)).toEqual([]);
	// With the lines of the start above it, a screen of 40 lines.
	expect(lines.length).toBeLessThanOrEqual(32);
});
