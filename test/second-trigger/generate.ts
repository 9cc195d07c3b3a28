import { Chance } from '../second-model/generate';
import {
	DIALECTS,
	EVENTS,
	FAULTS,
	NOTICES,
	STATUSES,
	isNotice,
	watchedOf,
	type Dialect,
	type Event,
	type Fault,
	type Options,
	type Step,
	type Story,
	type Write,
} from './story';
import { COLOURS } from './world';

export function storyOf(seed: number): Story {
	const chance = new Chance(seed);
	const event = chance.of(EVENTS);
	if (chance.is(0.06)) return forgetfulStory(chance, seed, event);
	const isLarge = chance.is(0.07);
	const story = isLarge ? largeStory(chance, seed, event) : smallStory(chance, seed, event);
	return story.options.since !== undefined ? withPast(chance, story) : story;
}

/** What happens before the workflow is published for the first time. */
function withPast(chance: Chance, story: Story): Story {
	const past = Array.from({ length: chance.below(4) }, (): Step => {
		return { do: 'write', write: writeOf(chance, story) };
	});
	return { ...story, steps: [...past, ...story.steps] };
}

/** Seconds: before all records. */
const LONG_AGO = 1_000_000_000;

const USERS = ['E1', 'E2', 'E3', 'E4'];

function dialectOf(chance: Chance, share: number): Partial<Dialect> {
	const names = (Object.keys(DIALECTS) as (keyof Dialect)[]).filter(() => chance.is(share));
	return Object.fromEntries(
		names
			// An hour that is there twice changes everything else.
			.filter((one) => one !== 'hour' || chance.is(0.8))
			.map((name) => [name, chance.of(DIALECTS[name].slice(1) as never[])]),
	);
}

function optionsOf(chance: Chance, event: Event): Options {
	const catchUp = chance.is(0.35) ? 'nothing' : undefined;
	if (isNotice(event)) return { ...(catchUp && { catchUp }) };
	const canWatch = event === 'recordUpdated' || event === 'recordCreatedOrUpdated';
	const watched =
		canWatch && chance.is(0.35) ? chance.of([['amount'], ['colour', 'status']]) : undefined;
	// The trigger rejects a query on what is watched.
	const all = watchedOf({ event, options: { ...(watched && { watched }) } });
	const queries = ['amount=1', 'colour=Red', 'status=done', 'status=open'].filter(
		(query) => !all.some((name) => query.startsWith(name)),
	);
	const canStart = event === 'recordCreated' || event === 'recordCreatedOrUpdated';
	const isStart = canStart && chance.is(0.3);
	return {
		...(isStart && { since: chance.of([LONG_AGO, LONG_AGO, 0, 43_200, 86_400, 90_000]) }),
		...(catchUp && { catchUp }),
		...(watched && { watched }),
		...(chance.is(0.1) && { keyword: 'Red' }),
		...(chance.is(0.15) && { query: chance.of(queries) }),
		...(event !== 'recordDeleted' &&
			chance.is(0.15) && { overlap: chance.of([0, 10, 30, 600, 3720]) }),
	};
}

function writeOf(
	chance: Chance,
	{ event, users }: { event: Event; users: readonly string[] },
): Write {
	if (isNotice(event)) {
		if (chance.is(0.04) && users.length > 1) return { does: 'leaves', user: chance.of(users) };
		return {
			does: 'counts',
			user: chance.of(users),
			notice: chance.of(NOTICES),
			to: chance.below(6),
		};
	}
	const which = chance.below(40);
	const late = chance.is(0.06) ? { late: chance.of([5, 20, 60, 100]) } : {};
	const kind = chance.below(10);
	if (kind < 2)
		return { does: 'creates', count: chance.is(0.1) ? 30 : 1 + chance.below(2), ...late };
	if (kind < 4) return { does: 'edits', which, ...late };
	if (kind < 5) return { does: 'amount', which, to: chance.below(4) };
	if (kind < 6) return { does: 'colour', which, to: chance.of(COLOURS) };
	if (kind < 8) return { does: 'status', which, to: chance.of(STATUSES) };
	return { does: 'deletes', which, count: 1 };
}

function faultsOf(chance: Chance): Fault[] {
	const kind = chance.of(FAULTS);
	// They take real time.
	if ((kind === 'hang' || kind === 'drip') && !chance.is(0.25)) return faultsOf(chance);
	return [{ kind, at: 1 + chance.below(3), count: chance.of([1, 1, 2, 9]) }];
}

function smallStory(chance: Chance, seed: number, event: Event): Story {
	const users = USERS.slice(0, 1 + chance.below(3));
	const dialect = dialectOf(chance, chance.of([0, 0.05, 0.1, 0.25]));
	const saving = chance.of(['plain', 'durable'] as const);
	const about = { event, users };
	const isCalm = chance.is(0.3);
	const write = () => writeOf(chance, about);
	const steps: Step[] = [
		{ do: 'publish', after: 0, ...(chance.is(0.1) && { faults: faultsOf(chance) }) },
	];
	if (chance.is(0.5)) steps.push({ do: 'poll', after: 60 });
	const length = 4 + chance.below(14);
	let filtered = false;
	for (let count = 0; count < length; count++) {
		const kind = chance.below(isCalm ? 10 : 16);
		if (kind < 5) steps.push({ do: 'write', write: write() });
		else if (kind < 10) {
			steps.push({
				do: 'poll',
				after: chance.of([1, 7, 60, 60, 60, 300, 1200]),
				...(chance.is(0.3) && {
					meanwhile: Array.from({ length: 1 + chance.below(3) }, () => ({
						before: 1 + chance.below(3),
						write: write(),
					})),
				}),
				...(!isCalm && chance.is(0.15) && { faults: faultsOf(chance) }),
				...(chance.is(0.05) && { slow: chance.of([1, 5, 20]) }),
				...(!isCalm && chance.is(0.06) && { overlap: 1 + chance.below(2) }),
				...(!isCalm &&
					chance.is(0.06) && {
						crash: chance.of(['before saving', 'before the execution'] as const),
					}),
			});
		} else if (kind < 11) steps.push({ do: 'test' });
		else if (kind < 13) steps.push({ do: 'restart', down: chance.of([5, 600, 90_000]) });
		else if (kind < 14) {
			steps.push({ do: 'unpublish' });
			for (let more = chance.below(4); more > 0; more--)
				steps.push({ do: 'write', write: write() });
			steps.push({
				do: 'publish',
				after: chance.of([5, 900, 86_400, 3 * 86_400]),
				...(chance.is(0.1) && { faults: faultsOf(chance) }),
			});
		} else if (kind < 15) {
			const change = chance.of(['other nodes', 'output', 'overlap', 'filter'] as const);
			filtered ||= change === 'filter';
			steps.push({ do: 'version', change });
		} else {
			const which = chance.below(3);
			if (which === 0 && !filtered) steps.push({ do: 'older state', back: 1 + chance.below(3) });
			else if (which === 1)
				steps.push({
					do: 'spoil',
					how: chance.of([
						'text',
						'list',
						'number',
						'missing',
						'other type',
						'other number',
					] as const),
					which: chance.below(30),
				});
			else steps.push({ do: 'clock', seconds: -chance.of([5, 30, 60]) });
		}
	}
	return {
		seed,
		event,
		options: optionsOf(chance, event),
		saving,
		dialect,
		records: chance.of([0, 1, 3, 6, 12]),
		users,
		steps,
	};
}

/** What n8n has not saved when it starts again. */
function forgetfulStory(chance: Chance, seed: number, event: Event): Story {
	const about = { event, users: ['E1'] };
	const some = (): Step[] =>
		Array.from({ length: 1 + chance.below(3) }, () => ({
			do: 'write',
			write: writeOf(chance, about),
		}));
	return {
		seed,
		event,
		options: chance.is(0.5) ? {} : optionsOf(chance, event),
		saving: chance.is(0.8) ? 'plain' : 'durable',
		dialect: {},
		records: chance.below(3),
		users: ['E1'],
		steps: [
			{ do: 'publish', after: 0 },
			{ do: 'poll', after: 60 },
			...some(),
			{ do: 'poll', after: 60 },
			{ do: 'restart', down: 30 },
			...some(),
			{ do: 'poll', after: 60 },
		],
	};
}

/** Much to do and few requests to do it with, or many records that come and go. */
function largeStory(chance: Chance, seed: number, event: Event): Story {
	const isLimited = chance.is(0.6);
	const users = isNotice(event)
		? Array.from({ length: 15 }, (_, index) => `E${index + 1}`)
		: ['E1'];
	const about = { event, users };
	const steps: Step[] = [{ do: 'publish', after: 0 }];
	for (let count = 0; count < (isLimited ? 10 : 1); count++) steps.push({ do: 'poll', after: 110 });
	for (let count = 0; count < 2 + chance.below(4); count++) {
		if (!isLimited && !isNotice(event)) {
			const many = chance.of([60, 150]);
			steps.push({ do: 'write', write: { does: 'creates', count: many } });
			steps.push({ do: 'poll', after: 60 }, { do: 'poll', after: 400 });
			for (let part = 0; part < many; part += 40)
				steps.push(
					{ do: 'write', write: { does: 'deletes', which: chance.below(5), count: 40 } },
					{ do: 'poll', after: 60 },
				);
		}
		steps.push({ do: 'write', write: writeOf(chance, about) });
		if (chance.is(0.3)) steps.push({ do: 'restart', down: 60 });
		steps.push({ do: 'poll', after: 110 });
	}
	return {
		seed,
		event,
		options: chance.is(0.5) ? {} : optionsOf(chance, event),
		saving: chance.of(['plain', 'durable'] as const),
		...(isLimited && { limit: 10 }),
		dialect: { ...dialectOf(chance, 0.04), ...(isLimited && { cap: 100 }) },
		records: isLimited && !isNotice(event) ? 1200 : chance.of([10, 100]),
		users,
		steps,
	};
}
