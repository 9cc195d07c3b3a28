import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { inAHurry, type Hurry } from '../support/hurry';
import { Host, type Poll } from './host';
import { FORM, openSite, type Got } from './service';
import { isNotice, isOfValues, type Fault, type Story, type Write } from './story';
import { World, uidOf } from './world';

/** A story as it went. */
export interface Played {
	readonly story: Story;
	readonly world: World;
	readonly polls: readonly Poll[];
	readonly got: readonly Got[];
	/** The polls that led to the state in the end. */
	readonly chain: readonly number[];
	/** The first poll of the quiet end. */
	readonly end: number;
	/** Whether the trigger became quiet in the end. */
	readonly isQuiet: boolean;
	/** The characters of the last saved state. */
	readonly size: number;
	/** Each step of the story, with the polls and moments that it made. */
	readonly steps: readonly { readonly polls: readonly number[]; readonly at: number }[];
}

const MOST_AT_END = 45;
const END_S = 150;
const FEW_MS = 270;
/** n8n gives a poll up after this time where its cursors are durable. */
const TIMEOUT_MS = 45_000;

interface Present {
	request: number;
	meanwhile: readonly { readonly before: number; readonly write: Write }[];
	faults: readonly Fault[];
	slow: number;
	overlap?: { at: number; run(): Promise<void> };
}

const nothing = (): Present => ({
	request: 0,
	meanwhile: [],
	faults: [],
	slow: 0,
});

/** What hangs is given up soon, not after minutes. */
async function impatient<T>(isNeeded: boolean, run: () => Promise<T>): Promise<T> {
	if (!isNeeded) return await run();
	const real = globalThis.setTimeout;
	const soon = (then: () => void, ms = 0, ...rest: unknown[]) =>
		(real as (...all: unknown[]) => unknown)(then, ms > 1000 ? FEW_MS : ms, ...rest);
	globalThis.setTimeout = Object.assign(soon, real) as unknown as typeof setTimeout;
	try {
		return await run();
	} finally {
		globalThis.setTimeout = real;
	}
}

const isSlow = ({ kind }: Fault) => kind === 'hang' || kind === 'drip';

export async function play(story: Story): Promise<Played> {
	const faults = story.steps.flatMap((step) => ('faults' in step ? (step.faults ?? []) : []));
	// Nothing but waiting takes time, so that a story is the same each time.
	const { now } = performance;
	performance.now = () => 1_000_000;
	try {
		return await impatient(faults.some(isSlow), () => inAHurry((hurry) => told(story, hurry)));
	} finally {
		performance.now = now;
	}
}

async function told(story: Story, hurry: Hurry): Promise<Played> {
	const world = new World(story, () => performance.now() - 1_000_000);
	world.filters = story.options;
	let present = nothing();
	let passed = 0;
	const pass = (ms: number) => {
		passed += ms;
		hurry.skip(ms);
	};
	const begins = async () => {
		const mine = present;
		const request = ++mine.request;
		if (mine.slow > 0) pass(mine.slow * 1000);
		for (const { before, write } of mine.meanwhile) if (before === request) world.write(write);
		if (mine.overlap?.at === request) await mine.overlap.run();
		const fault = mine.faults.find(({ at, count }) => request >= at && request < at + count);
		return { poll: host.running, ...(fault && { fault }) };
	};
	const site = await openSite(world, { begins, pass });
	const host = new Host(parametersOf(story, world), {
		saving: story.saving,
		credentials: {
			baseUrl: site.url,
			apiKey: 'key',
			requestsPer100Seconds: story.limit ?? 1_000_000,
			...(world.dialect.named === 'zone' && { timeZone: world.zone }),
		},
		moment: () => world.moment(),
		time: () => world.ms,
	});
	const { polls } = host;
	const during = async (given: Partial<Present>, run: () => Promise<void>) => {
		world.catchUp();
		const before = present;
		const first = polls.length;
		present = { ...nothing(), ...given };
		const start = [hurry.waited(), passed] as const;
		await run();
		present = before;
		for (const poll of polls.slice(first)) {
			poll.slept = hurry.waited() - start[0];
			if (given.slow) poll.slowness = given.slow;
		}
	};
	const overlapping = (at: number): NonNullable<Present['overlap']> => ({
		at,
		async run() {
			const isDurable = story.saving === 'durable';
			if (isDurable) {
				abandoned = true;
				polls[host.running]!.slowness = TIMEOUT_MS / 1000;
				pass(TIMEOUT_MS + 1000);
			}
			const second = during({}, async () => await host.tick());
			await Promise.race([second, new Promise((resolve) => setImmediateLater(resolve))]);
			polls.at(-1)!.notes.push('beside another poll');
		},
	});
	let abandoned = false;
	const steps: { polls: number[]; at: number }[] = [];
	try {
		for (const step of story.steps) {
			const first = polls.length;
			world.catchUp();
			const at = world.moment();
			switch (step.do) {
				case 'write':
					world.write(step.write);
					break;
				case 'poll': {
					pass(step.after * 1000);
					abandoned = false;
					const { meanwhile = [], slow = 0, overlap, crash } = step;
					const given = {
						meanwhile,
						faults: step.faults ?? [],
						slow,
						...(overlap !== undefined && { overlap: overlapping(overlap) }),
					};
					await during(given, async () => {
						await host.tick({ ...(crash && { crash }), isAbandoned: () => abandoned });
					});
					break;
				}
				case 'test':
					await during({}, async () => await host.test());
					break;
				case 'restart':
					pass(step.down * 1000);
					await during({ faults: step.faults ?? [] }, async () => await host.restart());
					break;
				case 'unpublish':
					host.unpublish();
					break;
				case 'publish':
					if (host.isPublished) break;
					pass(step.after * 1000);
					await during({ faults: step.faults ?? [] }, async () => await host.publish());
					break;
				case 'version':
					if (step.change === 'other nodes') break;
					if (step.change === 'filter' && isNotice(story.event)) break;
					if (step.change === 'filter') {
						const { keyword, query } = world.filters;
						if (query === otherQuery(story) && keyword === undefined) break;
						world.filters = { query: otherQuery(story) };
					}
					await during({}, async () =>
						host.version(
							changed(host.parameters, step.change as 'output' | 'overlap' | 'filter', story),
							step.change === 'filter',
						),
					);
					break;
				case 'older state':
					if (host.olderState(step.back))
						await during({}, async () => await host.register('update'));
					break;
				case 'spoil':
					host.spoil((state) => spoilt(state, step.how, step.which));
					await during({}, async () => await host.restart());
					break;
				case 'clock':
					world.step += step.seconds;
					break;
			}
			steps.push({ polls: polls.slice(first).map((_, index) => first + index), at });
		}
		// All that anybody did becomes visible; then nobody does anything.
		pass(600_000);
		world.catchUp();
		if (!host.isPublished) await during({}, async () => await host.publish());
		const end = polls.length;
		let isQuiet = false;
		for (let count = 0; count < MOST_AT_END && !isQuiet; count++) {
			pass(END_S * 1000);
			await during({}, async () => await host.tick());
			isQuiet =
				polls.length - end >= 6 && polls.slice(-3).every(({ items, error }) => !items && !error);
			if (isQuiet && site.got.filter(({ poll }) => poll === polls.length - 1).length > 5)
				isQuiet = polls.length - end >= 25;
		}
		return {
			story,
			world,
			polls,
			got: site.got,
			chain: host.chain,
			end,
			isQuiet,
			size: host.size,
			steps,
		};
	} finally {
		await site.close();
	}
}

const setImmediateLater = (run: (value?: unknown) => void) => {
	const timer = setInterval(() => {
		clearInterval(timer);
		run();
	}, 300);
};

const locator = (value: string | number) => ({ __rl: true, mode: 'id', value: String(value) });

/** What a person sets in the panel. */
function parametersOf(story: Story, world: World): INodeParameters {
	const { event, options } = story;
	const { watched, since, ...others } = options;
	if (isNotice(event)) {
		const [code, ...more] = story.users;
		const { catchUp } = others;
		return {
			event,
			code: locator(code!),
			options: {
				...(catchUp && { catchUp }),
				...(more.length > 0 && { moreCodes: more }),
			},
		} as INodeParameters;
	}
	return {
		event,
		form: locator(FORM),
		simplify: true,
		options: {
			names: 'identifiers',
			...others,
			...(since !== undefined && { existingSince: world.startTime }),
			...(watched && {
				watchedFields: pickedIn(
					story,
					watched.map((name) => uidOf(world, name)),
				),
			}),
		},
	} as INodeParameters;
}

/** As the editor saves a list, or as an expression gives it. */
const pickedIn = ({ seed }: Story, ids: readonly string[]) =>
	seed % 2 === 0 ? [...ids] : ids.join(',');

/** A query on something else than what is watched. */
const otherQuery = (story: Story) => (isOfValues(story) ? 'amount=1' : 'status=open');

/** What a person changes in a new version. */
function changed(
	parameters: INodeParameters,
	change: 'output' | 'overlap' | 'filter',
	story: Story,
): INodeParameters {
	const options = (parameters.options ?? {}) as IDataObject;
	if (change === 'output') return { ...parameters, simplify: parameters.simplify === false };
	if (change === 'overlap')
		return { ...parameters, options: { ...options, overlap: 90 } } as INodeParameters;
	const { keyword: _, ...rest } = options;
	return { ...parameters, options: { ...rest, query: otherQuery(story) } } as INodeParameters;
}

/** Every place of a state, to choose one. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) => [
		[...path, name],
		...places(inner, [...path, name]),
	]);
}

function spoilt(state: unknown, how: string, which: number): unknown {
	if (how === 'text') return 'spoilt';
	if (how === 'list') return [1, 2];
	if (how === 'number') return 7;
	const all = places(state).filter(
		(path) =>
			// Without any state nobody can tell the trigger from a new one.
			(how !== 'missing' || path.length > 1) &&
			(how !== 'other number' || typeof at(state, path) === 'number'),
	);
	const path = all[which % Math.max(all.length, 1)];
	if (!path) return state;
	const holder = at(state, path.slice(0, -1)) as Record<string, unknown>;
	const name = path.at(-1)!;
	if (how === 'missing') delete holder[name];
	else if (how === 'other number') holder[name] = 1000 + Number(holder[name]);
	else holder[name] = typeof holder[name] === 'string' ? [7] : 'spoilt';
	return state;
}

const at = (value: unknown, path: readonly string[]): unknown =>
	path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], value);
