import type { IDataObject } from 'n8n-workflow';
import { triggerEvents, type TriggerEvent } from '../../nodes/RecordsDirectory/api/trigger';
import { examples, valueIn } from '../support/events';
import type { Poll } from './host';
import type { Played } from './play';
import { says } from './said';
import type { Got } from './service';
import {
	PASSING,
	dialectOf,
	isNotice,
	isOfValues,
	overlapOf,
	watchedOf,
	type FaultKind,
	type Story,
} from './story';
import type { Notice, Row, State, Version } from './world';

/** Something that a person would complain of. */
export interface Violation {
	readonly kind: string;
	readonly expected: string;
	readonly found: string;
	readonly poll?: number;
}

type Say = (violation: Violation) => void;

/** An event as it was emitted. */
interface Told {
	readonly poll: number;
	readonly item: IDataObject;
	readonly id: string;
	readonly row?: Row;
	readonly version?: Version<State>;
}

/** The newest versions of records that a state keeps in any case. */
const REMEMBERED = 200;
const ERRORS = ['NodeApiError', 'NodeOperationError'];
const WRONG =
	/TypeError|is not a function|Cannot read|Cannot convert|\bundefined\b|\[object |Unexpected token|not valid JSON|not iterable|BigInt|Cannot create property/;

/**
 * Changes of an hour that the clock of the site shows for the second time, unless the trigger looks back so far
 * (docs/trigger.md). Without the `Date` header the trigger takes the clock of the machine, which no story moves.
 */
function isOfRepeatedHour({ world, story }: Played, { isTwice }: Version<State>): boolean {
	const isKnown = world.dialect.named === 'zone' && world.dialect.header !== 'missing';
	return isTwice === true && !isKnown && overlapOf(story) < 3720;
}

/** Without durable cursors n8n forgets quiet polls. docs/trigger.md names what is missed then. */
const isNamed = ({ story, polls }: Played, { kind }: Violation): boolean =>
	story.saving === 'plain' &&
	((kind === 'lost, as a restart forgot quiet polls' &&
		((triggerEvents[story.event] as TriggerEvent).afterRestart !== undefined ||
			isOfValues(story) ||
			// A restart forgets the users that later polls of the first round have read.
			(isNotice(story.event) && story.limit !== undefined))) ||
		// The first poll failed, or was the first of several.
		(kind === 'lost, as the trigger began again' &&
			(story.limit !== undefined || polls.some((poll) => isRepeated(poll)))));

export function judge(played: Played): Violation[] {
	const found = new Map<string, Violation>();
	const say: Say = (violation) => {
		if (!found.has(violation.kind) && !isNamed(played, violation))
			found.set(violation.kind, violation);
	};
	const facts = factsOf(played);
	judgeErrors(facts, say);
	judgeState(facts, say);
	judgeEnd(facts, say);
	const isStuck = [...found.keys()].some((kind) => /^(fails for ever|never)/.test(kind));
	if (isNotice(played.story.event)) judgeNotices(facts, say, isStuck);
	else judgeRecords(facts, say, isStuck);
	return [...found.values()];
}

interface Facts extends Played {
	readonly told: readonly Told[];
	/** Polls that said something and whose word n8n took. */
	readonly ideal: readonly number[];
	/** The first and the last moment of what the trigger began from. */
	readonly baseline: Interval;
	/** The same, had n8n never forgotten a state. */
	readonly idealBaseline: Interval;
	/** The first poll with what is watched in the end. */
	readonly lastFilter: number;
	/** The oldest time of existing records that the trigger begins with; undefined for none. */
	readonly start: string | undefined;
	/** A change in one of them need not be emitted. */
	readonly optional: readonly Interval[];
	readonly requests: (poll: number) => readonly Got[];
	readonly isFaultless: (poll: number) => boolean;
}

type Interval = readonly [from: number, to: number];

/** How many polls the first look may take. */
function preludeOf({ story, world }: Played): number {
	if (story.limit === undefined) return 1;
	const needed = (2 * story.records) / world.dialect.cap + story.users.length;
	return Math.ceil(needed / (story.limit * 0.4)) + 2;
}

const readsOn = (poll: Poll): boolean =>
	poll.error !== undefined || poll.isAbandoned === true || says(poll, 'continues');

function factsOf(played: Played): Facts {
	const { polls, got, world, story } = played;
	const byPoll = new Map<number, Got[]>();
	for (const one of got) byPoll.set(one.poll, [...(byPoll.get(one.poll) ?? []), one]);
	const requests = (poll: number) => byPoll.get(poll) ?? [];
	const isFaultless = (poll: number) => requests(poll).every(({ fault }) => fault === undefined);
	const lastNew = polls.findLastIndex(({ isNew }) => isNew);
	const ideal = polls.flatMap((poll, index) =>
		poll.mode === 'trigger' &&
		!poll.error &&
		!poll.isAbandoned &&
		!poll.isForgotten &&
		!isRepeated(poll) &&
		// A poll beside another one does nothing.
		requests(index).length > 0 &&
		index >= lastNew
			? [index]
			: [],
	);
	const lastFilter = Math.max(
		lastNew,
		polls.findLastIndex(({ since, error }) => since === 'filter' && !error),
	);
	const baselineOf = (chain: readonly number[]): Interval => {
		const mine = chain.filter((index) => index >= lastFilter);
		const whole = mine.filter((index) => isFaultless(index) && requests(index).length > 0);
		const last = whole[preludeOf(played) - 1];
		const first = mine[0];
		return [
			first === undefined ? Infinity : polls[first]!.from,
			last === undefined ? Infinity : polls[last]!.to,
		];
	};
	const { catchUp = 'everything' } = story.options;
	const start = world.startTime;
	const optional = polls.flatMap(
		({ since, error, isAbandoned, mode, to, isNew, isSpoiled, log }, index): Interval[] => {
			if (isNew) return [[0, to]];
			// Where n8n's own data is damaged the trigger says so, and begins again once that is repaired.
			if (isSpoiled && says({ log: [error?.message ?? '', ...log] }, 'isDamaged')) {
				const mended = polls.slice(index + 1).find((one) => !one.error && !one.isSpoiled);
				return [[0, mended?.to ?? Infinity]];
			}
			if (!since || mode === 'manual' || error || isAbandoned) return [];
			if (since !== 'filter' && catchUp === 'everything') return [];
			if (since !== 'filter' && isStarting({ polls, start, requests }, index)) return [];
			// What polls before have not ended is dropped with it.
			const earlier = ideal.filter((one) => one < index);
			const last = earlier.findLastIndex((one) => !readsOn(polls[one]!));
			// A poll that ends what earlier ones began shows the list as they found it.
			const others = earlier.slice(0, last).findLastIndex((one) => !readsOn(polls[one]!));
			const before = last < 0 ? undefined : earlier[others + 1];
			// A new beginning can take several polls.
			const whole = polls.slice(index).find((one) => one.to > 0 && !readsOn(one));
			const from = since === 'filter' || before === undefined ? 0 : polls[before]!.from;
			return [[from, catchUp === 'nothing' ? Math.max(to, whole?.to ?? to) : to]];
		},
	);
	const told = polls.flatMap(({ items, delivered }, poll): Told[] =>
		delivered === 'no' ? [] : (items ?? []).map((item) => toldOf(item, { poll, played })),
	);
	return {
		...played,
		told,
		start,
		ideal,
		baseline: baselineOf(played.chain),
		idealBaseline: baselineOf(ideal),
		lastFilter,
		optional,
		requests,
		isFaultless,
	};
}

/**
 * Whether n8n has saved no state after all existing records: then nothing of what was missed is left out. A
 * poll without a request has read none of them.
 */
const isStarting = (
	{ polls, start, requests }: Pick<Facts, 'polls' | 'start' | 'requests'>,
	poll: number,
): boolean =>
	start !== undefined &&
	polls[poll]!.chain.every(
		(index) => readsOn(polls[index]!) || isRepeated(polls[index]!) || requests(index).length === 0,
	);

/** Whether another filter, of all that exists, began between two polls. */
const beganAgain = ({ polls, start }: Facts, from: number, to: number): boolean =>
	start !== undefined && polls.slice(from + 1, to + 1).some(({ since }) => since === 'filter');

/** The time that a version must have, if the trigger begins with some that exist. */
const startsBy = ({ story }: Facts, { createdAt, updatedAt }: State): string =>
	story.event === 'recordCreated' ? createdAt : updatedAt;

/** Whether a record that exists at the beginning starts nothing. */
const isSilent = (facts: Facts, row: Row): boolean => {
	const { start, idealBaseline } = facts;
	const states = row.during(...idealBaseline);
	return start === undefined || states.some((state) => state && startsBy(facts, state) < start);
};

function toldOf(item: IDataObject, { poll, played }: { poll: number; played: Played }): Told {
	const { world, story } = played;
	if (isNotice(story.event)) return { poll, item, id: `${String(item.code)} ${String(item.id)}` };
	const id = String(item.recordId);
	const row = world.rows.find((one) => one.id === id);
	const mark = Number(/mark-(\d+)\./.exec(JSON.stringify(item))?.[1]);
	const version = row?.versions.findLast(({ state }) => state?.mark === mark);
	return { poll, item, id, ...(row && { row }), ...(version && { version }) };
}

const isIn = (moment: number, intervals: readonly Interval[]) =>
	intervals.some(([from, to]) => moment >= from && moment <= to);

function judgeErrors({ story, polls, requests, world }: Facts, say: Say): void {
	polls.forEach((poll, index) => {
		const mine = requests(index);
		const faults = mine.flatMap(({ fault }) => (fault ? [fault] : []));
		if (mine.some(({ held }) => held)) {
			say({
				kind: 'a poll waits as long as the service does',
				expected: 'a deadline of its own',
				found: `it had to be ended by the service (${faults.join(', ')})`,
				poll: index,
			});
		}
		if (poll.slept >= 60_000) {
			say({
				kind: 'sleeps in a poll',
				expected: 'at most some seconds',
				found: `${Math.round(poll.slept / 1000)} s`,
				poll: index,
			});
		}
		const { error } = poll;
		const isFirst = !poll.isSpoiled && poll.isRegistration && poll.activation === 'activate';
		if (!error) return;
		const text = `${error.type}: ${error.message}`;
		if (!ERRORS.includes(error.type) || WRONG.test(error.message)) {
			say({
				kind: poll.isSpoiled ? 'a wrong error for an unusable state' : 'a wrong error',
				expected: 'an error of n8n in plain words',
				found: `${text} ${error.cause ?? ''}`,
				poll: index,
			});
		}
		const wasRefused = polls
			.slice(0, index)
			.some((_, at) => requests(at).some(({ fault }) => /^4(02|29)|limit/.test(fault ?? '')));
		const isPaced = wasRefused && /used up/.test(error.message);
		const isMass = world.rows.filter(({ now }) => !now).length > 50;
		const hasLeft = world.left.size > 0;
		if (
			faults.length === 0 &&
			!poll.isSpoiled &&
			!poll.isAbandoned &&
			!isPaced &&
			!isMass &&
			!hasLeft &&
			!isTooSlow(poll, story) &&
			story.limit === undefined &&
			poll.mode === 'trigger'
		) {
			say({
				kind: 'fails without a reason',
				expected: 'no failure',
				found: text,
				poll: index,
			});
		}
		const isPassing =
			faults.length > 0 && faults.every((fault) => PASSING.includes(fault as FaultKind));
		// A month's limit or what is no fault of the site may stop it.
		if (isFirst && isPassing && poll.mode === 'trigger' && !hasLeft) {
			say({
				kind: `a passing failure blocks publishing${poll.since === 'publish' ? ' again' : ''}`,
				expected: 'a trigger that is published and looks again later',
				found: text,
				poll: index,
			});
		}
	});
}

/** The longest wait for a reply; with durable cursors a third of the time that a poll has. */
const isTooSlow = ({ slowness = 0, activation }: Poll, { saving }: Story): boolean =>
	slowness > (saving === 'durable' && activation === 'update' ? 12 : 30);

/** The user saw that the first poll failed: it leaves no state. */
const isRepeated = (poll: Poll): boolean => says(poll, 'isRepeated');

/** What the trigger has saved itself is of use to it. */
function judgeState({ polls }: Facts, say: Say): void {
	const index = polls.findIndex((poll) => says(poll, 'isUnusable'));
	if (index < 0 || polls.slice(0, index + 1).some(({ isSpoiled }) => isSpoiled)) return;
	say({
		kind: 'a state of its own is of no use',
		expected: 'a state to go on from',
		found: polls[index]!.log.join('; '),
		poll: index,
	});
}

function judgeEnd(facts: Facts, say: Say): void {
	const { polls, end, isQuiet, requests, story, world } = facts;
	const last = polls.slice(end);
	if (last.length > 0 && last.slice(-3).every(({ error }) => error)) {
		// If nobody at all is known, the address or the key may be wrong.
		if (isNotice(story.event) && world.left.size === story.users.length) return;
		const hasLeft = [...world.left].some((user) => last.at(-1)!.error!.message.includes(user));
		say({
			kind: `fails for ever${hasLeft ? ', as a user has left' : suffix(facts)}`,
			expected: 'a poll that ends well once the service does',
			found: `${last.at(-1)!.error!.type}: ${last.at(-1)!.error!.message}`,
			poll: polls.length - 1,
		});
		return;
	}
	if (!isQuiet) {
		// With a long overlap nothing counts as settled for hours.
		if (!isNotice(story.event) && isLearning(facts, polls.length - 1)) return;
		const emitting = last.slice(-3).filter(({ items }) => items && items.length > 0).length;
		say({
			kind: `${emitting > 0 ? 'never quiet: events for ever' : 'never quiet'}${spoiled(facts)}`,
			expected: 'polls without events where nothing happens',
			found: `${emitting} of the last 3 polls have events, others fail or say nothing`,
			poll: polls.length - 1,
		});
		return;
	}
	const alive = world.alive.length;
	const perPage = world.dialect.cap - 20;
	const isDeleted = story.event === 'recordDeleted';
	// The window of a long overlap is not closed yet.
	const isOpen =
		world.dialect.header === 'missing' || world.dialect.hour !== 'usual' || overlapOf(story) > 300;
	const pages = alive > perPage ? 5 + Math.ceil(alive / perPage) : 1;
	// Those that are listed as deleted may need a page of their own.
	const ofDeletions = Math.max(pages, world.dialect.deleted === 'listed' ? 2 : 1);
	// Where all records are younger than the trigger, the list is read to its end until five polls have shown the clock.
	const isYoung = alive > 10 && !world.rows.slice(0, story.records).some(({ now }) => now);
	const ofRecords = isDeleted ? ofDeletions : isOpen ? Infinity : isYoung ? 3 : 1;
	const bound = isNotice(story.event) ? story.users.length : ofRecords;
	const costs = last.slice(-3).map((_, index) => requests(polls.length - 3 + index).length);
	const cost = Math.min(...costs);
	if (story.limit !== undefined && cost >= 0.8 * story.limit) {
		say({
			kind: 'never ends: each poll takes all that it may',
			expected: 'progress, and quiet polls in the end',
			found: `${costs.join(', ')} requests in the last three polls, and no event`,
			poll: polls.length - 1,
		});
		return;
	}
	// Work of several polls has only just ended.
	if (last.slice(-3).some(readsOn)) return;
	if (cost > bound) {
		say({
			kind: `a quiet poll costs too much${spoiled(facts)}`,
			expected: `at most ${bound} requests`,
			found: `${costs.join(', ')} requests in the last three polls`,
			poll: polls.length - 1,
		});
	}
	const listed = world.dialect.deleted === 'listed' ? world.rows.length : alive;
	const perRecord = isOfValues(story) ? 30 : isDeleted ? 12 : 0;
	// What is gone is forgotten when much more is known than the form has: twice as much, and a thousand.
	const known = isDeleted ? listed : 2 * listed + 1000;
	const unsteady = world.dialect.volatile === 'nothing' ? 0 : 1500;
	// n8n keeps the state of the last event: with Existing Records Since, all records of its window.
	const kept = facts.start === undefined ? 0 : listed * 60;
	const most = isNotice(story.event)
		? 1000 + story.users.length * 400
		: 1200 + REMEMBERED * 30 + unsteady + known * perRecord + kept;
	if (!isOpen && facts.size > most) {
		say({
			kind: 'the state keeps growing',
			expected: `at most about ${most} characters for ${alive} records`,
			found: `${facts.size}`,
			poll: polls.length - 1,
		});
	}
}

/** Whether an event of one poll was known to the other. */
const knew = (polls: readonly Poll[], later: number, earlier: number) =>
	polls[later]!.chain.includes(earlier);

function judgeRecords(facts: Facts, say: Say, isStuck: boolean): void {
	const { told, polls, story } = facts;
	const { event } = story;
	judgeUntrue(facts, say);
	judgeFlood(facts, say);
	const ids = new Map<string, Told>();
	told.forEach((one, index) => {
		const key = (other: Told) =>
			event === 'recordCreated'
				? other.id
				: event === 'recordDeleted'
					? `${other.id} ${deletionsUntil(other, polls)}`
					: `${other.id} ${other.version?.state?.mark}`;
		const earlier = told.slice(0, index).findLast((other) => key(other) === key(one));
		if (earlier) {
			if (isLearning(facts, one.poll)) return;
			if (beganAgain(facts, earlier.poll, one.poll)) return;
			// One version less in a state that is whole otherwise: nobody can see that.
			if (polls[one.poll]!.isSpoiled) return;
			if (knew(polls, one.poll, earlier.poll) && polls[earlier.poll]!.delivered === 'yes')
				say({
					kind: `repeated${spoiled(facts)}`,
					expected: `one event for ${key(one)}`,
					found: `events in polls ${earlier.poll} and ${one.poll}`,
					poll: one.poll,
				});
			else if (earlier.poll === one.poll)
				say({
					kind: 'repeated in one poll',
					expected: `one event for ${key(one)}`,
					found: 'two',
					poll: one.poll,
				});
			else if (
				earlier.item.eventId !== one.item.eventId &&
				earlier.version?.state?.mark === one.version?.state?.mark
			)
				say({
					kind: 'the same event with another eventId',
					expected: String(earlier.item.eventId),
					found: String(one.item.eventId),
					poll: one.poll,
				});
		}
		const eventId = String(one.item.eventId);
		const same = ids.get(eventId);
		if (same && key(same) !== key(one) && !isSameExisting(facts, same, one))
			say({
				kind: 'one eventId for two events',
				expected: 'an eventId of its own',
				found: `${eventId} for ${key(same)} and ${key(one)}`,
				poll: one.poll,
			});
		ids.set(eventId, one);
	});
	if (!isStuck) judgeLost(facts, say);
}

/** Whether a record that exists began twice, and what the trigger watches of it is the same. */
const isSameExisting = (facts: Facts, earlier: Told, later: Told): boolean => {
	const seenIn = ({ id, version }: Told) =>
		[id, version?.state?.updatedAt, watchedIn(facts, version?.state)].join();
	return (
		facts.story.options.watched !== undefined &&
		beganAgain(facts, earlier.poll, later.poll) &&
		seenIn(earlier) === seenIn(later)
	);
};

/** The values whose changes are events. */
const watchedIn = ({ story }: Facts, state: State | undefined): string =>
	watchedOf(story)
		.map((name) => String(state?.[name as keyof State]))
		.join();

/** Whether a keyword or a query hides records. */
const isFiltered = ({ story }: Facts): boolean =>
	story.options.keyword !== undefined ||
	story.options.query !== undefined ||
	story.steps.some((step) => step.do === 'version' && step.change === 'filter');

const deletionsUntil = ({ row, poll }: Told, polls: readonly Poll[]) =>
	row?.versions.filter(({ at, state }) => !state && at <= polls[poll]!.to).length ?? 0;

/**
 * Whether the trigger cannot know yet what differs with every reply. It looks at the newest records that nobody can have edited, and compares
 * them with the look before: once to know that something differs, once to know what, and again, as a single time may be a mistake. The poll
 * that finds it out emits the record again: the version that it knows still holds the value.
 */
function isLearning(facts: Facts, poll: number): boolean {
	const { world, polls, story, isFaultless, requests } = facts;
	if (world.dialect.volatile === 'nothing' || story.event === 'recordDeleted') return false;
	const { hour, named } = world.dialect;
	// On the day of the repeated hour the trigger looks back an hour more.
	const more = hour === 'repeated' && named === 'zone' ? 3600 : 0;
	const overlapMs = (overlapOf(story) + more) * 1000;
	/** What the list shows at a poll, the newest first. */
	const listAt = (at: number) =>
		world.rows
			.flatMap((row) => {
				const state = row.at(polls[at]!.from);
				return world.matches(state) ? [{ row, state, ms: Date.parse(state!.updatedAt) }] : [];
			})
			.sort((one, other) => other.ms - one.ms);
	const samplesAt = (at: number) => {
		const list = listAt(at);
		const newest = list[0]?.ms ?? 0;
		const isQuiet = looks.some(
			(one) =>
				polls[one]!.ms < polls[at]!.ms - 2 * overlapMs - 60_000 &&
				(listAt(one)[0]?.ms ?? 0) === newest,
		);
		const isOld = ({ ms }: { ms: number }) => ms < newest - overlapMs;
		const settled = isQuiet && world.dialect.header !== 'missing' ? list : list.filter(isOld);
		const third = settled[Math.min(2, settled.length - 1)];
		return settled.filter(({ ms }) => ms >= third!.ms);
	};
	const isComparison = (before: number, at: number) => {
		const firstPage = new Set(listAt(at).map(({ state }) => state));
		const samples = samplesAt(before);
		const page = listAt(at)[SMALL_PAGE];
		const isThere = ({ state, ms }: (typeof samples)[number]) =>
			firstPage.has(state) && (page === undefined || ms > page.ms);
		// Which of more that have one time it looks at, nobody knows.
		return samples.length > 3 ? samples.every(isThere) : samples.some((one) => isThere(one));
	};
	const known = polls[poll]!.chain.filter(
		(at) => isFaultless(at) && (facts.start === undefined || requests(at).some(isHead)),
	);
	// A damaged state is lost, with what was learned.
	const isBeginning = ({ since, isSpoiled }: Poll) =>
		isSpoiled === true ||
		since === 'filter' ||
		(since !== undefined && story.options.catchUp === 'nothing');
	const looks = known.slice(
		Math.max(
			0,
			known.findLastIndex((at) => isBeginning(polls[at]!)),
		),
	);
	const [first, ...others] = looks;
	const heads = requests(first ?? -1).filter(isHead);
	const inFirst = first !== undefined && samplesAt(first).length > 0 ? heads.length - 1 : 0;
	const later = others.filter((at, index) => isComparison(looks[index]!, at));
	return Math.max(0, inFirst) + later.length < 3;
}

const isHead = ({ query }: Got): boolean => query.order === 'updatedAt:desc' && query.page === '1';

/** Rows of the first page of a quiet poll. */
const SMALL_PAGE = 10;

/** Whether a poll before a moment could find the record. */
const wasFound = ({ polls, ideal, world, lastFilter }: Facts, row: Row, before: number): boolean =>
	ideal.some((index) => {
		const { from, to } = polls[index]!;
		return (
			index >= lastFilter &&
			to < before &&
			row.during(from, to).some((state) => world.matches(state))
		);
	});

function judgeUntrue(facts: Facts, say: Say): void {
	const { told, polls, story, ideal, start } = facts;
	const { event, options } = story;
	const firstFrom = Math.min(
		...polls.filter(({ mode }) => mode === 'trigger').map(({ from }) => from),
	);
	for (const one of told) {
		const { poll, row, version, item } = one;
		if (isLearning(facts, poll) || polls[poll]!.isSpoiled) continue;
		const { from, to } = polls[poll]!;
		const untrue = (why: string, found: string) =>
			say({
				kind: `untrue: ${why}${spoiled(facts)}`,
				expected: 'only what happened',
				found,
				poll,
			});
		const text = JSON.stringify(item);
		if (!row) {
			untrue('no such record', text);
			continue;
		}
		if (ideal[0] === poll && start === undefined) untrue('an event at the first poll', text);
		if (event === 'recordDeleted') {
			if (row.during(from, to).every((state) => state !== undefined))
				untrue('deleted, but alive', text);
			continue;
		}
		if (!version) {
			untrue('a version that never was', text);
			continue;
		}
		if (!row.during(from, to).some((state) => state?.mark === version.state!.mark))
			untrue('a version that was gone before the poll', text);
		const created = row.versions[0]!;
		const isOld = created.at < firstFrom;
		const isLate = created.late !== undefined;
		const earlier = told.filter((other) => other.id === one.id && other.poll < poll).at(-1);
		// What a person knows: since when the trigger could have told a change.
		const since =
			earlier && knew(polls, poll, earlier.poll) ? polls[earlier.poll]!.from : firstFrom;
		// What begins to fit is new to the trigger, and so is each record that it begins with.
		const isKnown =
			earlier !== undefined &&
			knew(polls, poll, earlier.poll) &&
			!beganAgain(facts, earlier.poll, poll);
		const isExisting = start !== undefined && !isKnown;
		const isUnknown = isExisting || (isFiltered(facts) && !wasFound(facts, row, version.at));
		const isFromBefore = start !== undefined && version.at < firstFrom;
		if (isFromBefore && startsBy(facts, version.state!) < start)
			untrue('older than what the trigger begins with', text);
		if (event === 'recordCreated' && isOld && !isUnknown) untrue('created, but there before', text);
		if (
			event === 'recordUpdated' &&
			!isLate &&
			!isOld &&
			version === created &&
			version.late === undefined
		)
			untrue('updated, but new', text);
		const isCreation = event === 'recordCreatedOrUpdated' && item.event === 'recordCreated';
		if (isCreation && isOld && !isUnknown) untrue('created, but there before', text);
		const isSelf = event === 'recordUpdated' || event === 'recordCreatedOrUpdated';
		if (isSelf && version.at < firstFrom && !isExisting)
			untrue('updated, but as it was before', text);
		const { watched } = options;
		if (
			watched &&
			isSelf &&
			version !== created &&
			isOld &&
			!(isCreation && isUnknown) &&
			!isExisting
		) {
			const values = watchedIn(facts, version.state);
			const states = row.during(since, to);
			if (!states.some((state) => state && watchedIn(facts, state) !== values))
				untrue('no watched field changed', text);
		}
		const about = valueIn(event);
		if (about) {
			const { [about.value]: now, [about.previous]: previous } = item;
			if (now === previous) untrue(`the ${about.value} is the one before`, text);
			const states = row.during(since, to);
			if (
				!isLate &&
				!states.some((state) => state && state[about.value] === previous) &&
				row.versions.length > 1
			)
				untrue(`a previous ${about.value} that never was`, text);
		}
	}
}

function judgeFlood(facts: Facts, say: Say): void {
	const { polls, told, ideal, story } = facts;
	const { catchUp = 'everything' } = story.options;
	polls.forEach(({ since, error, isAbandoned, mode, from }, index) => {
		if (!since || mode === 'manual' || error || isAbandoned) return;
		const before = ideal.filter((one) => one < index).at(-1);
		const start = before === undefined ? 0 : polls[before]!.to;
		const isOfDowntime = ({ row, version, poll }: Told) => {
			// An older state knows nothing of the catching up.
			if (poll !== index && !knew(polls, poll, index)) return false;
			if (isLearning(facts, poll) || beganAgain(facts, index, poll)) return false;
			const change =
				story.event === 'recordDeleted' ? row?.versions.findLast(({ state }) => !state) : version;
			return change !== undefined && change.at > start && change.at < from && !change.late;
		};
		if (since === 'filter' && facts.start !== undefined) return;
		if (since === 'filter') {
			const mine = told.filter(({ poll }) => poll === index);
			if (mine.length > 0)
				say({
					kind: 'a flood after other settings',
					expected: 'a new beginning',
					found: `${mine.length} events`,
					poll: index,
				});
			return;
		}
		if (catchUp === 'everything') return;
		if (isStarting(facts, index)) return;
		const mine = told.filter(isOfDowntime);
		if (mine.length > 0)
			say({
				kind: `a flood after ${since === 'start' ? 'a restart' : 'publishing again'}, After Downtime ${catchUp}`,
				expected: 'no events of the time before',
				found: `${mine.length} events`,
				poll: mine[0]!.poll,
			});
	});
}

function judgeLost(facts: Facts, say: Say): void {
	const { world, story, told, polls, ideal, chain, isFaultless, start } = facts;
	const { event } = story;
	const lost = (row: Row, at: number, what: string) => {
		if (isIn(at, facts.optional)) return;
		if (at <= facts.idealBaseline[1] && isSilent(facts, row)) return;
		const version = row.versions.find((one) => one.at === at);
		// Late rows and steps of the clock together stay within the overlap, or nothing is promised.
		const back = stepsBackOf(story) + (version?.late ?? 0);
		if (event !== 'recordDeleted' && back > overlapOf(story)) return;
		if (version?.state && isOfRepeatedHour(facts, version)) return;
		if (version && world.isTooLate(version)) return;
		const isForgotten = at <= facts.baseline[1];
		say({
			kind: `lost${suffix(facts, { isForgotten })}`,
			expected: `an event for record ${row.id}: ${what}`,
			found: 'none',
		});
	};
	const wholePolls = (list: readonly number[]) =>
		list.filter((index) => isFaultless(index) && facts.requests(index).length > 0);
	/** Whether the record existed unchanged through a whole poll. */
	const wasSeen = (row: Row, list: readonly number[], from: number, to: number) =>
		wholePolls(list).some((index) => {
			const poll = polls[index]!;
			return (
				index >= facts.lastFilter &&
				poll.from > from &&
				poll.to < to &&
				row.during(poll.from, poll.to).every((state) => world.matches(state))
			);
		});
	for (const row of world.rows) {
		const mine = told.filter(({ id }) => id === row.id);
		const created = row.versions[0]!;
		const final = row.versions.at(-1)!;
		const isOld = created.at < facts.idealBaseline[1] && isSilent(facts, row);
		if (event === 'recordDeleted') {
			if (final.state || isOptionalDeletion(facts)) continue;
			// One that had ceased to fit the filter is forgotten.
			const last = row.versions.at(-2)?.state;
			if (!last || !world.matches(last)) continue;
			const deletions = mine.filter(({ poll }) => polls[poll]!.to > final.at);
			if (deletions.length > 0) continue;
			if (isIn(final.at, facts.optional) || final.at <= facts.idealBaseline[1]) continue;
			const from = created.at - 1;
			if (wasSeen(row, chain, from, final.at)) lost(row, final.at, 'deleted');
			else if (wasSeen(row, ideal, from, final.at))
				say({
					kind: forgotten(facts, final.at),
					expected: `an event for record ${row.id}: deleted`,
					found: 'none',
				});
			continue;
		}
		if (!final.state || !world.matches(final.state)) continue;
		if (start !== undefined && startsBy(facts, final.state) < start) continue;
		if (event === 'recordCreated') {
			// One that begins to fit the filter later need not come.
			if (!created.state || !world.matches(created.state)) continue;
			if (!isOld && mine.length === 0) lost(row, created.at, 'created');
			continue;
		}
		if (isOfValues(story)) {
			// One that nobody could find when it was created is new when its status or fields change.
			if (world.isTooLate(created)) continue;
			// What has begun to fit the filter comes at its next change.
			if (start !== undefined && !row.versions.every(({ state }) => world.matches(state))) continue;
			const valueOf = (state: State) => watchedIn(facts, state);
			const value = valueOf(final.state);
			if (mine.length === 0 && event === 'recordCreatedOrUpdated' && !isOld) {
				lost(row, created.at, 'created');
				continue;
			}
			const known = mine
				.filter(({ version }) => version)
				.map(({ version }) => valueOf(version!.state!));
			if (known.at(-1) === value) continue;
			const inChain = mine.filter(({ poll, version }) => version && chain.includes(poll)).at(-1);
			if (inChain && valueOf(inChain.version!.state!) === value) continue;
			// The last moment that the value changed.
			const change = lastChange(row, valueOf);
			if (!change || isIn(change.at, facts.optional)) continue;
			const since = mine.at(-1) ? polls[mine.at(-1)!.poll]!.from : 0;
			if (mine.length > 0 && change.at < since) continue;
			if (mine.length === 0) {
				// It went back to what it was when the trigger began.
				const base = isOld
					? row.during(facts.idealBaseline[0], facts.idealBaseline[1])
					: firstSeen(
							row,
							wholePolls(ideal).map((index) => polls[index]!),
							facts.idealBaseline,
						);
				if (!base || base.some((state) => state && valueOf(state) === value)) continue;
				// What was not found by the filter is new to the trigger.
				if (isFiltered(facts) && !wasFound(facts, row, change.at)) continue;
				const chainBase = isOld
					? row.during(facts.baseline[0], facts.baseline[1])
					: firstSeen(
							row,
							wholePolls(chain).map((index) => polls[index]!),
							facts.baseline,
						);
				if (!chainBase || chainBase.some((state) => state && valueOf(state) === value)) {
					say({
						kind: forgotten(facts, change.at),
						expected: `an event for record ${row.id}: ${value}`,
						found: 'none',
					});
					continue;
				}
			}
			lost(row, change.at, value);
			continue;
		}
		// Updated, created or updated: the newest version.
		if (mine.some(({ version }) => version === final)) continue;
		if (final === created) {
			if (event === 'recordCreatedOrUpdated' && !isOld) lost(row, created.at, 'created');
			continue;
		}
		if (event === 'recordUpdated' && !isOld) {
			const first = firstSeen(
				row,
				wholePolls(ideal).map((index) => polls[index]!),
				facts.idealBaseline,
			);
			if (!first || first.includes(final.state)) continue;
		}
		lost(row, final.at, `version ${final.state.mark}`);
	}
}

/** Seconds that the clock of the site goes back in all. */
const stepsBackOf = ({ steps }: Story): number =>
	steps.reduce((sum, step) => (step.do === 'clock' ? sum - step.seconds : sum), 0);

/** Where very many vanish at once the trigger stops, as it should. */
const isOptionalDeletion = ({ polls, end }: Facts) =>
	polls.slice(end).some(({ error }) => error !== undefined);

/** The states of a new record from its beginning to the end of the first whole poll that could see it. */
function firstSeen(
	row: Row,
	polls: readonly Poll[],
	[, end]: Interval,
): (State | undefined)[] | undefined {
	const created = row.versions[0]!.at;
	const poll = polls.find(({ from }) => from > created && from >= end);
	return poll && row.during(created, poll.to);
}

function lastChange(row: Row, valueOf: (state: State) => string): Version<State> | undefined {
	let last: Version<State> | undefined;
	let value: string | undefined;
	for (const version of row.versions) {
		if (!version.state) continue;
		const now = valueOf(version.state);
		if (value !== undefined && now !== value) last = version;
		value = now;
	}
	return last;
}

/** n8n continued with an earlier state: of the first poll, or of none. */
const forgotten = (facts: Facts, change: number): string =>
	change <= facts.baseline[1]
		? `lost${suffix(facts, { isForgotten: true })}`
		: 'lost, as a restart forgot quiet polls';

/** What befell the story that explains a loss. */
function suffix(facts: Facts, { isForgotten = false } = {}): string {
	const { story } = facts;
	const isUsed = spoiled(facts);
	if (isUsed) return isUsed;
	if (isForgotten) return ', as the trigger began again';
	if (dialectOf(story).hour !== 'usual') return ', as the clock of the site changed by an hour';
	if (story.steps.some((step) => step.do === 'version' && step.change !== 'filter'))
		return ', after a new version';
	return '';
}

/** A state that cannot be used was used, and nobody noticed. */
const spoiled = ({ polls }: Facts): string =>
	polls.some(({ isSpoiled, error, log }) => isSpoiled && !error && log.length === 0)
		? ', as an unusable state is taken for an empty one'
		: '';

interface Expected {
	readonly poll: number;
	readonly key: string;
	readonly from: number;
	readonly to: number;
}

/** The events that polls would have told, each knowing all before it. */
function expectedNotices(facts: Facts, list: readonly number[]): Expected[] {
	const { polls, requests, world, story } = facts;
	const { catchUp = 'everything' } = story.options;
	const known = new Map<string, number>();
	const expected: Expected[] = [];
	let next = 0;
	for (const index of list.filter((one) => !isRepeated(polls[one]!))) {
		// A first poll that failed is made up for by the next one.
		const hasBegun = polls
			.slice(next, index + 1)
			.some(({ since, mode }) => since && mode !== 'manual');
		if (hasBegun && catchUp === 'nothing') known.clear();
		next = index + 1;
		for (const user of story.users) {
			const reads = requests(index).filter(
				({ path, status, fault }) =>
					path.endsWith(`/notices/${user}`) && status === 200 && fault === undefined,
			);
			const read = reads.at(-1);
			if (!read) continue;
			for (const notice of world.notices.filter((one) => one.user === user)) {
				const key = `${user} ${notice.id}`;
				const count = notice.at(read.at) ?? 0;
				const before = known.get(key);
				known.set(key, count);
				if (before === undefined || before === count) continue;
				if (!isEmitted(story, before, count)) continue;
				expected.push({ poll: index, key, from: before, to: count });
			}
		}
	}
	return expected;
}

function judgeNotices(facts: Facts, say: Say, isStuck: boolean): void {
	const { told, polls, story, world, ideal, chain, end, requests } = facts;
	for (const one of told) {
		const { poll, item } = one;
		const { from, to } = polls[poll]!;
		const text = JSON.stringify(item);
		const untrue = (why: string) =>
			say({ kind: `untrue: ${why}`, expected: 'only what happened', found: text, poll });
		const user = story.users.find((code) => code.toLowerCase() === String(item.code).toLowerCase());
		const notice = world.notices.find(({ user: of, id }) => of === user && id === String(item.id));
		if (!notice) {
			untrue('no such notice');
			continue;
		}
		if (ideal[0] === poll) untrue('an event at the first poll');
		const [count, previous, difference] = [item.count, item.previousCount, item.difference].map(
			Number,
		);
		if (!notice.during(from, to).some((state) => (state ?? 0) === count))
			untrue('a count that was not there');
		if (difference !== count! - previous! || difference === 0) untrue('a wrong difference');
		if (!isEmitted(story, previous!, count!)) untrue('a difference that it is not about');
		if (!notice.during(0, to).some((state) => (state ?? 0) === previous))
			untrue('a previous count that never was');
	}
	told.forEach((one, index) => {
		const same = (other: Told) =>
			other.id.toLowerCase() === one.id.toLowerCase() &&
			other.item.count === one.item.count &&
			other.item.previousCount === one.item.previousCount;
		const earlier = told.slice(0, index).findLast(same);
		if (!earlier || !knew(polls, one.poll, earlier.poll)) return;
		if (polls[earlier.poll]!.delivered !== 'yes') return;
		const notice = noticeOf(world.notices, one.id);
		const changes = notice?.versions.filter(
			({ at }) => at >= polls[earlier.poll]!.from && at <= polls[one.poll]!.to,
		);
		if (changes?.length === 0)
			say({
				kind: `repeated${spoiled(facts)}`,
				expected: `one event for ${one.id}`,
				found: `events in polls ${earlier.poll} and ${one.poll}`,
				poll: one.poll,
			});
	});
	const { catchUp = 'everything' } = story.options;
	polls.forEach((poll, index) => {
		if (!poll.since || catchUp !== 'nothing' || poll.mode === 'manual' || poll.error) return;
		const mine = told.filter(({ poll: of }) => of === index);
		const before = ideal.filter((one) => one < index).at(-1);
		const start = before === undefined ? 0 : polls[before]!.to;
		const meanwhile = mine.filter(({ id }) =>
			noticeOf(world.notices, id)?.versions.every(({ at }) => at < poll.from || at > poll.to),
		);
		if (meanwhile.length > 0 && start > 0)
			say({
				kind: `a flood after ${poll.since === 'start' ? 'a restart' : 'publishing again'}, After Downtime nothing`,
				expected: 'no event of the time before',
				found: `${meanwhile.length} events`,
				poll: index,
			});
	});
	const present = story.users.filter((user) => !world.left.has(user));
	const asked = polls.slice(end).flatMap((_, index) => requests(end + index));
	const never = present.filter(
		(user) => !asked.some(({ path }) => path.endsWith(`/notices/${user}`)),
	);
	if (!isStuck && never.length > 0 && polls.length - end > 3 + story.users.length)
		say({
			kind: 'never asks for a user',
			expected: 'each user in turn',
			found: `${never.length} of ${present.length} users are not asked`,
		});
	if (isStuck || never.length > 0) return;
	const isTold = ({ poll, key, to }: Expected) =>
		told.some(
			(one) =>
				one.poll >= poll &&
				one.id.toLowerCase() === key.toLowerCase() &&
				Number(one.item.count) === to,
		);
	const missing = expectedNotices(facts, ideal).filter((one) => !isTold(one));
	if (missing.length === 0) return;
	const inChain = expectedNotices(facts, chain).filter((one) => !isTold(one));
	const [first] = inChain.length > 0 ? inChain : missing;
	say({
		kind:
			inChain.length > 0
				? `lost${suffix(facts)}`
				: chain[0] !== undefined && first!.poll <= chain[0]
					? 'lost, as the trigger began again'
					: 'lost, as a restart forgot quiet polls',
		expected: `an event for ${first!.key}: ${first!.from} to ${first!.to}, read in poll ${first!.poll}`,
		found: 'none',
		poll: first!.poll,
	});
}

function isEmitted({ event }: Story, before: number, now: number): boolean {
	const example = examples[event];
	return example.about === 'notice' && example.isEmitted(before, now);
}

const noticeOf = (notices: readonly Notice[], key: string) =>
	notices.find(({ user, id }) => `${user} ${id}`.toLowerCase() === key.toLowerCase());
