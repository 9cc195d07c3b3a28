import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import type { NodeApiError } from 'n8n-workflow';
import { entries } from '../../nodes/RecordsDirectory/api';
import { runs, sending } from '../n8n/dialects/runs';
import { settings } from '../n8n/dialects/settings';
import { closeSites } from '../n8n/dialects/site';
import { follow } from '../n8n/dialects/events';
import { watched } from '../n8n/dialects/stories';
import { tried } from '../n8n/dialects/tried';
import { casesOf, MODES, scenarioOf } from '../n8n/faults/cases';
import { actualOf } from '../n8n/faults/matrix';
import { startSite } from '../n8n/faults/site';
import { undisturbed } from '../n8n/faults/undisturbed';
import { storyOf } from '../second-model/generate';
import { judge } from '../second-model/judge';
import { play } from '../second-model/run';
import { storyOf as triggerStoryOf } from '../second-trigger/generate';
import { judge as judgeTrigger } from '../second-trigger/judge';
import { play as playTrigger } from '../second-trigger/play';
import { inAHurry } from '../support/hurry';
import { sentTo } from '../support/world';
import { calm, comparable, withKeptOptions } from './stories';

/* What a built package does in the scenarios, dialects, faults and stories of these tests, as lines of text. */
jest.setTimeout(3_600_000);

const { OUT = '', SEED = '1', COUNT = '200', CASES = '.' } = process.env;
const [seed, count] = [Number(SEED), Number(COUNT)];
const isChosen = (name: string) => new RegExp(CASES).test(name);

/** By its parts, the lines of a case; they are compared one by one. */
type Parts = Record<string, readonly unknown[] | undefined>;

/** A failure of the harness is a line as well: the other package may have none. */
async function write(name: string, parts: () => Promise<Parts>): Promise<void> {
	if (!isChosen(name)) return;
	const found = await parts().catch((error: Error) => ({ harness: [error.message] }));
	const lines = Object.entries(found).map(([part, all = []]) => [part, all.map(lineOf)]);
	appendFileSync(OUT, `${JSON.stringify([name, Object.fromEntries(lines)])}\n`);
}

const lineOf = (value: unknown): string =>
	(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(
		/127\.0\.0\.1:\d+/g,
		'<site>',
	);

/** As many as wanted, chosen by the seed and by name, in their order. */
function chosen<T>(all: readonly T[], nameOf: (one: T) => string): readonly T[] {
	const rank = (one: T) =>
		createHash('sha1')
			.update(`${seed} ${nameOf(one)}`)
			.digest('hex');
	const ranked = all.map((one) => [rank(one), one] as const).sort(([a], [b]) => (a < b ? -1 : 1));
	const first = new Set(ranked.slice(0, count).map(([, one]) => one));
	return all.filter((one) => first.has(one));
}

const errorOf = ({ message, description, context }: NodeApiError) => ({
	message,
	description,
	item: context?.itemIndex as unknown,
});

beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());
afterAll(closeSites);

test('each operation under the plain dialect, and pairs of operation and dialect', async () => {
	const all = sending.flatMap((run) => settings.map((setting) => ({ run, setting })));
	const nameOf = ({ run, setting }: (typeof all)[0]) => `${run.name}, ${setting.name}`;
	const partsOf = async (...[run, some]: Parameters<typeof tried>): Promise<Parts> => {
		const { outcome } = await tried(run, some);
		return { requests: outcome.sent, output: outcome.shown, left: outcome.left };
	};
	for (const run of runs) await write(`run: ${run.name}`, () => partsOf(run, []));
	await inAHurry(async () => {
		for (const one of chosen(all, nameOf))
			await write(`dialect: ${nameOf(one)}`, () => partsOf(one.run, [one.setting]));
	}, 400);
});

test('operations with faults', async () => {
	const all = entries.flatMap((entry) =>
		MODES.flatMap((mode) => casesOf(entry, mode).map((one) => ({ entry, mode, one }))),
	);
	const nameOf = ({ entry: { key }, mode, one: { fault, position } }: (typeof all)[0]) =>
		`fault: ${key}, ${fault.name}, request ${position + 1}, ${mode}`;
	const some = chosen(all, nameOf).filter((one) => isChosen(nameOf(one)));
	for (const entry of entries)
		for (const mode of MODES) {
			const mine = some.filter((one) => one.entry === entry && one.mode === mode);
			if (mine.length === 0) continue;
			const scenario = scenarioOf(entry, mode);
			const site = await startSite(scenario);
			await inAHurry(async () => {
				for (const each of mine)
					await write(nameOf(each), async () => {
						const run = await undisturbed(site, entry, scenario);
						site.restore();
						const { output, error, held } = (await actualOf(site, run, each.one)) as Awaited<
							ReturnType<typeof actualOf>
						> & { output?: readonly unknown[]; error?: NodeApiError };
						const left = createHash('sha1').update(held.join('\n')).digest('hex');
						const said = error ? [errorOf(error)] : (output ?? []);
						return { requests: sentTo(site.service), output: said, left: [left] };
					});
			});
			await site.close().catch(() => {});
		}
});

test('stories of writing and reading', async () => {
	for (let n = seed * 10_000; n < seed * 10_000 + count; n++) {
		const story = comparable(storyOf(n));
		await write(`story: ${n}, ${story.on} ${story.operation}`, async () => {
			const played = await play(story);
			const { got } = played.rows;
			return {
				requests: got.map(({ method, path, query, body }) => ({ method, path, query, body })),
				output: played.runs.flatMap(({ outputs, error }) => [...outputs, error ?? '']),
				hints: played.runs.map(({ hints }) => hints),
				wrong: judge(played),
			};
		});
	}
});

test('stories of the trigger', async () => {
	for (let n = seed * 10_000; n < seed * 10_000 + count; n++) {
		const story = withKeptOptions(triggerStoryOf(n));
		const name = `trigger story: ${n}, ${story.event} ${story.options.watched?.join(' ') ?? ''}`;
		await write(name, async () => {
			const { got, polls } = await playTrigger(calm(story));
			return {
				requests: got.map(({ path, query }) => ({ path, query })),
				events: polls.flatMap(({ items }) => items ?? []),
				failures: polls.flatMap(({ error }, poll) => (error ? [{ poll, ...error }] : [])),
			};
		});
		await write(`disturbed ${name}`, async () => ({
			wrong: judgeTrigger(await playTrigger(story)),
		}));
	}
});

test('events under each dialect', async () => {
	const all = settings.flatMap((setting) =>
		Object.keys(watched).map((event) => ({ setting, event })),
	);
	const nameOf = ({ setting, event }: (typeof all)[0]) => `${event}, ${setting.name}`;
	for (const one of chosen(all, nameOf).slice(0, Math.ceil(count / 4)))
		await write(`event: ${nameOf(one)}`, async () => {
			const { emitted, failures, eventIds } = await follow(watched[one.event]!, [one.setting]);
			return { events: emitted, failures, ids: eventIds };
		});
});
