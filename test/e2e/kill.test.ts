import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { exampleNamed } from './examples-runs.ts';
import { type Lane, killAt, running, startLane } from './kill-lane.ts';
import { planned, seedOfRun } from './kill-plan.ts';
import { Story } from './kill-story.ts';
import { doubled, missing, type Times } from './kill-times.ts';
import { durableCursor, durableCursors, executionsOf } from './n8n-database.ts';
import { freePorts, removeFolder } from './own-sandbox.ts';
import { foldersWithPackage } from './queue-sandbox.ts';
import { eventually } from './waiting.ts';
import { startsOf } from './watchers.ts';

const lanes = 2;
const killsEach = 11;
/** Support requests for each kill, and the time between two. */
const requestsEach = 5;
const everyMs = 4_000;
/** For n8n to tell what is left, and then nothing for longer than its schedules. */
const restMs = 300_000;
const quietMs = 65_000;

const triggers = {
	'Notice to Slack': 'Notice Count Increased',
	'Support request alert': 'Support Request Created',
};

interface Outcome {
	comments: Times;
	alerts: Times;
	notices: Times;
	/** By the triggers, in the executions that polls began. */
	told: Times;
	/** In the executions that were retried after a crash. */
	again: Times;
}

const seed = seedOfRun();
let folders: string[] = [];
const started: Lane[] = [];
let outcomes: Outcome[] = [];
let kills = 0;

async function live(dataFolder: string, index: number): Promise<Outcome> {
	const savedState = durableCursor(dataFolder);
	const lane = await startLane(dataFolder, await freePorts(), durableCursors, savedState);
	started.push(lane);
	const story = new Story(lane.sandbox);
	story.begin(everyMs);
	for (const moment of planned(seed + index, killsEach)) {
		story.more(requestsEach);
		await killAt(lane, moment);
		kills++;
		say(`lane ${index}: killed ${moment.ms} ms after ${moment.after}`);
	}
	await running(lane);
	await eventually('last support request', () => story.isWritten || undefined);
	story.end();
	const end = Date.now() + restMs;
	const isComplete = () =>
		[story.comments, story.alerts, story.notices].every((times) => missing(times).length === 0);
	while (Date.now() < end && !(isComplete() && story.quiet > quietMs)) await sleep(1_000);
	const { comments, alerts, notices } = story;
	const outcome = { comments, alerts, notices, ...(await startsIn(lane.sandbox, story)) };
	say(`lane ${index}: ${lane.failedStarts} failed starts; ${inWords(outcome)}`);
	say(`lane ${index}: executions ${JSON.stringify(executionsOf(dataFolder))}`);
	return outcome;
}

async function startsIn(sandbox: Sandbox, story: Story): Promise<Pick<Outcome, 'told' | 'again'>> {
	const starts = await Promise.all(
		Object.entries(triggers).map(([name, trigger]) =>
			startsOf(sandbox, exampleNamed(name).id, trigger),
		),
	);
	const itemsThat = (isRetry: boolean) =>
		starts
			.flat()
			.filter(({ mode }) => (mode === 'retry') === isRetry)
			.flatMap(({ items }) => items);
	return { told: story.timesIn(itemsThat(false)), again: story.timesIn(itemsThat(true)) };
}

const say = (line: string) => process.stderr.write(`  ${line}\n`);

const inWords = ({ again, ...once }: Outcome) =>
	Object.entries(once)
		.map(([what, times]) => {
			const [none, more] = [missing(times).length, doubled(times).length];
			return `${what}: ${times.size}, ${none} missing, ${more} doubled`;
		})
		.concat(`run again: ${again.size - missing(again).length}`)
		.join('; ');

beforeAll(async () => {
	say(`KILL_SEED=${seed}`);
	folders = await foldersWithPackage(lanes);
	outcomes = await Promise.all(folders.map(live));
}, 45 * 60_000);

afterAll(async () => {
	for (const { sandbox } of started) {
		await sandbox.n8nProcess.stop();
		await sandbox.stop();
	}
	await Promise.all(folders.map(removeFolder));
});

const all = (part: keyof Outcome, pick: typeof missing) =>
	outcomes.flatMap((outcome) => pick(outcome[part]));

test(`n8n was killed at least 20 times (KILL_SEED=${seed}), also in the middle of workflows`, () => {
	expect(kills).toBeGreaterThanOrEqual(20);
	for (const { comments, notices, again } of outcomes) {
		expect(comments.size).toBe(killsEach * requestsEach);
		expect(notices.size).toBeGreaterThanOrEqual(killsEach * requestsEach);
		expect(missing(again).length).toBeLessThan(again.size);
	}
});

test('every support request has its comment, and the channel its alert', () => {
	expect(all('comments', missing)).toEqual([]);
	expect(all('alerts', missing)).toEqual([]);
});

test('every raised notice reached the channel', () => {
	expect(all('notices', missing)).toEqual([]);
});

test('the triggers emitted each event exactly once', () => {
	expect(all('told', missing)).toEqual([]);
	expect(all('told', doubled)).toEqual([]);
});

test('only work that n8n ran again after a crash came twice', () => {
	for (const { again, ...outcome } of outcomes)
		for (const times of Object.values(outcome))
			expect(doubled(times).filter((what) => !again.get(what))).toEqual([]);
});
