import { setTimeout as sleep } from 'node:timers/promises';
import { type Lane, killAt, running, startLane } from './kill-lane.ts';
import { planned, seedOfRun } from './kill-plan.ts';
import { doubled, isComplete, missing, type Outcome, Story } from './kill-story.ts';
import { durableCursor, durableCursors, executionsOf } from './n8n-database.ts';
import { firstStart, freePorts, removeFolder } from './own-sandbox.ts';
import { foldersWithPackage } from './queue-sandbox.ts';

const lanes = 2;
const killsEach = 11;
const everyMs = 4_000;
/** For n8n to tell what is left, and then nothing for longer than all schedules. */
const restMs = 240_000;
const quietMs = 65_000;

interface Life {
	kills: number;
	outcome: Outcome;
	lane: Lane;
	executions: Record<string, number>;
}

const seed = seedOfRun();
let folders: string[] = [];
const started: Lane[] = [];
let lives: Life[] = [];

async function live(dataFolder: string, index: number): Promise<Life> {
	const savedState = durableCursor(dataFolder);
	const lane = await startLane(dataFolder, await freePorts(), durableCursors, savedState);
	started.push(lane);
	const story = new Story(lane.sandbox);
	story.begin(everyMs);
	let kills = 0;
	for (const moment of planned(seed + index, killsEach)) {
		await killAt(lane, moment);
		kills++;
		process.stderr.write(`  lane ${index}: kill ${kills}, ${moment.ms} ms after ${moment.after}\n`);
	}
	story.end();
	await running(lane);
	const end = Date.now() + restMs;
	while (!isComplete(story.outcome) && Date.now() < end) await sleep(1_000);
	while (story.quietFor < quietMs) await sleep(1_000);
	return { kills, outcome: story.outcome, lane, executions: executionsOf(dataFolder) };
}

beforeAll(
	async () => {
		process.stderr.write(`  KILL_SEED=${seed}\n`);
		folders = await foldersWithPackage(lanes);
		lives = await Promise.all(folders.map(live));
		for (const { kills, outcome, lane, executions } of lives) {
			const told = Object.entries(outcome).map(
				([what, times]) =>
					`${what}: ${times.size} due, ${missing(times).length} missing, ${doubled(times).length} doubled`,
			);
			process.stderr.write(
				`  ${kills} kills, ${lane.failedStarts} failed starts; ${told.join('; ')}; executions ${JSON.stringify(executions)}\n`,
			);
		}
	},
	firstStart + 40 * 60_000,
);

afterAll(async () => {
	for (const { sandbox } of started) {
		await sandbox.n8nProcess.stop();
		await sandbox.stop();
	}
	await Promise.all(folders.map(removeFolder));
}, 120_000);

const all = (part: keyof Outcome, pick: typeof missing) =>
	lives.flatMap(({ outcome }) => pick(outcome[part]));

test(`n8n was killed at least 20 times (KILL_SEED=${seed})`, () => {
	expect(lives.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThanOrEqual(20);
	for (const { outcome } of lives)
		for (const times of Object.values(outcome)) expect(times.size).toBeGreaterThan(20);
});

test('every support request has its comment, and the channel its alert', () => {
	expect(all('comments', missing)).toEqual([]);
	expect(all('alerts', missing)).toEqual([]);
});

test('every raised notice reached the channel', () => {
	expect(all('notices', missing)).toEqual([]);
});
