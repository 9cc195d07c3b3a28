import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { exampleNamed } from './examples-runs.ts';
import { killAt, type Killable, plannedMoments, startKillable, untilRunning } from './kill-n8n.ts';
import { doubled, missing, Story, type Times } from './kill-story.ts';
import { newFolder, removeFolder } from './own-sandbox.ts';
import { startsOf } from './watchers.ts';

/** Support requests around each kill: more would use up the service's limit with comments. */
const requestsEach = 5;
/** For n8n to emit what is left, and then nothing for longer than its schedules. */
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
	emitted: Times;
	/** In the executions that were retried after a crash. */
	retried: Times;
}

const seed = Number(process.env['KILL_SEED'] || Math.floor(Math.random() * 1_000_000));
const moments = plannedMoments(seed);
let dataFolder: string;
let killable: Killable | undefined;
let outcome: Outcome;

async function live(killed: Killable): Promise<Outcome> {
	const { sandbox } = killed;
	const story = new Story(sandbox);
	for (const moment of moments) {
		await Promise.all([story.write(requestsEach), killAt(killed, moment)]);
		say(`killed ${moment.ms} ms after ${moment.after}`);
	}
	await untilRunning(killed);
	const end = Date.now() + restMs;
	const isComplete = () =>
		[story.comments, story.alerts, story.notices].every((times) => missing(times).length === 0);
	while (Date.now() < end && !(isComplete() && story.quiet > quietMs)) await sleep(1_000);
	const { comments, alerts, notices } = story;
	return { comments, alerts, notices, ...(await startsIn(sandbox, story)) };
}

async function startsIn(
	sandbox: Sandbox,
	story: Story,
): Promise<Pick<Outcome, 'emitted' | 'retried'>> {
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
	return { emitted: story.timesIn(itemsThat(false)), retried: story.timesIn(itemsThat(true)) };
}

const say = (line: string) => process.stderr.write(`  ${line}\n`);

const inWords = ({ retried, ...once }: Outcome) =>
	Object.entries(once)
		.map(([what, times]) => {
			const [none, more] = [missing(times).length, doubled(times).length];
			return `${what}: ${times.size}, ${none} missing, ${more} doubled`;
		})
		.concat(`retried: ${retried.size - missing(retried).length}`)
		.join('; ');

beforeAll(async () => {
	say(`KILL_SEED=${seed}`);
	dataFolder = await newFolder();
	killable = await startKillable(dataFolder);
	outcome = await live(killable);
	say(inWords(outcome));
});

afterAll(async () => {
	await killable?.sandbox.n8nProcess.stop();
	await killable?.sandbox.stop();
	await removeFolder(dataFolder);
});

test(`n8n was killed in the middle of workflows (KILL_SEED=${seed})`, () => {
	const { comments, notices, retried } = outcome;
	const requests = moments.length * requestsEach;
	expect(comments.size).toBe(requests);
	expect(notices.size).toBeGreaterThanOrEqual(requests);
	expect(missing(retried).length).toBeLessThan(retried.size);
});

test('every support request has its comment, and the channel its alert', () => {
	expect(missing(outcome.comments)).toEqual([]);
	expect(missing(outcome.alerts)).toEqual([]);
});

test('every raised notice reached the channel', () => {
	expect(missing(outcome.notices)).toEqual([]);
});

test('the triggers emitted each event exactly once', () => {
	expect(missing(outcome.emitted)).toEqual([]);
	expect(doubled(outcome.emitted)).toEqual([]);
});

test('only work that was retried after a crash came twice', () => {
	const { retried, ...others } = outcome;
	for (const times of Object.values(others))
		expect(doubled(times).filter((what) => !retried.get(what))).toEqual([]);
});
