import type * as fingerprints from '../../nodes/RecordsDirectory/core/json';
import type * as walks from '../../nodes/RecordsDirectory/core/listing/walk';
import type * as changes from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { ChangeState } from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type * as clock from '../../nodes/RecordsDirectory/core/trigger/changes/clock';
import type * as versions from '../../nodes/RecordsDirectory/core/trigger/changes/known-versions';
import type * as deletions from '../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import type { DeletionState } from '../../nodes/RecordsDirectory/core/trigger/deletions/known-records';
import type * as finders from '../../nodes/RecordsDirectory/core/trigger/deletions/gap-finder';
import type * as notices from '../../nodes/RecordsDirectory/core/trigger/notices';
import type { NoticeState, UserReply } from '../../nodes/RecordsDirectory/core/trigger/notices';
import { later, shiftTime } from '../../nodes/RecordsDirectory/core/values/moment';
import type { EventOf } from './life';
import { madeBy, mistakeIn, type Mistake } from './mistaken';
import type { ScenarioName } from './scenarios';

interface Mutant {
	readonly mistakes: readonly Mistake[];
	/** Scenarios that it breaks for certain; the test shows each. */
	readonly breaks: readonly [ScenarioName, ...ScenarioName[]];
}

const mutant = (
	mistakes: Mistake | readonly Mistake[],
	...breaks: readonly [ScenarioName, ...ScenarioName[]]
): Mutant => ({ mistakes: [mistakes].flat(), breaks });

/** Makes a poll from a saved state. */
type Start<Class extends new (...given: never) => object> = (
	...given: ConstructorParameters<Class>
) => InstanceType<Class>;
type ChangeStart = Start<typeof changes.ChangePoll>;
type DeletionStart = Start<typeof deletions.DeletionPoll>;
type NoticeStart = Start<typeof notices.NoticePoll>;

const changing = (otherwise: (shipped: ChangeStart) => ChangeStart): Mistake =>
	mistakeIn<typeof changes>('trigger/changes/changes', { ChangePoll: madeBy(otherwise) });

const deleting = (otherwise: (shipped: DeletionStart) => DeletionStart): Mistake =>
	mistakeIn<typeof deletions>('trigger/deletions/deletions', { DeletionPoll: madeBy(otherwise) });

const noticing = (otherwise: (shipped: NoticeStart) => NoticeStart): Mistake =>
	mistakeIn<typeof notices>('trigger/notices', { NoticePoll: madeBy(otherwise) });

interface Ending<Ended> {
	end(): Ended;
}

/** A poll that ends in other events or another state. */
const ending =
	<Saved, Settings, Ended, Poll extends Ending<Ended>>(
		otherwise: (ended: Ended, saved: Saved, settings: Settings) => Ended,
	) =>
	(shipped: (saved: Saved, settings: Settings) => Poll & Ending<Ended>) =>
	(saved: Saved, settings: Settings) => {
		const poll = shipped(saved, settings);
		const end = poll.end.bind(poll);
		return Object.assign(poll, { end: () => otherwise(end(), saved, settings) });
	};

/** What a poll found, with other IDs of its events. */
const named =
	<Event extends { readonly eventId: string }>(idOf: (event: Event) => string) =>
	<Ended extends { readonly events: readonly Event[] }>(ended: Ended): Ended => ({
		...ended,
		events: ended.events.map((event) => ({ ...event, eventId: idOf(event) })),
	});

type ChangeSettings = Parameters<ChangeStart>[1];

/** A poll for changes that saves another state. */
const saving = (
	otherwise: (state: ChangeState, ...start: Parameters<ChangeStart>) => ChangeState,
): Mistake =>
	changing(
		ending((ended, saved, settings) => {
			const state = otherwise(ended.state, saved, settings);
			return { ...ended, state };
		}),
	);

/** A poll for changes that has read to the end, or believes so, saves another state. */
const closing = (
	otherwise: (state: ChangeState, settings: ChangeSettings) => Partial<ChangeState>,
): Mistake =>
	saving((state, _, settings) =>
		state.scan || state.unproven ? state : { ...state, ...otherwise(state, settings) },
	);

/** The poll that has read the last existing record saves another state. */
const beginning = (otherwise: (state: ChangeState) => Partial<ChangeState>): Mistake =>
	saving((state, saved) => {
		const isEnd = (!saved || saved.scan?.purpose === 'existing') && !state.scan;
		return isEnd ? { ...state, ...otherwise(state) } : state;
	});

/** A setting that only mutants read: the machine's own clock. */
const ownClock = (settings: object) => (settings as { machineNow: string }).machineNow;

/** The window of a state moves on, whatever was not read. */
const closed = ({ unproven: _, ...state }: ChangeState, overlapSeconds: number) => ({
	...state,
	windowStart: later(state.windowStart, shiftTime(state.newest, -overlapSeconds)),
});

const walking = (made: Parameters<typeof mistakeIn<typeof walks>>[1]): Mistake =>
	mistakeIn<typeof walks>('listing/walk', made);

const shortPageEnds = walking({
	advanceWalk: (shipped) => (walk, page) => shipped(walk, page, Infinity),
});

/** A page may begin with the same time that the previous page ended with. */
const joinedByEqual =
	(shipped: typeof walks.advanceWalk): typeof walks.advanceWalk =>
	(walk, page, proven) => {
		const isEqual = walk.order !== 'recordId' && walk.edge !== null && page.keys[0] === walk.edge;
		const edge = isEqual ? shiftTime(String(walk.edge), -1) : walk.edge;
		return shipped({ ...walk, edge }, page, proven);
	};

const readingAgain = (isMeant: (walk: Parameters<typeof walks.resumeWalk>[0]) => boolean) =>
	walking({
		resumeWalk: (shipped) => (walk, pageSize) => {
			const resumed = shipped(walk, pageSize);
			return isMeant(walk) ? { ...resumed, at: 0, edge: null, last: null } : resumed;
		},
	});

/** A poll for deletions that takes other replies than the service gave. */
const replying = (otherwise: (reply: deletions.DeletionReply) => deletions.DeletionReply) =>
	deleting((shipped) => (saved, settings) => {
		const poll = shipped(saved, settings);
		const take = poll.take.bind(poll);
		return Object.assign(poll, {
			take: (reply: deletions.DeletionReply) => take(otherwise(reply)),
		});
	});

/** A poll for deletions with other settings. */
const setting = (otherwise: Partial<Parameters<DeletionStart>[1]>): Mistake =>
	deleting((shipped) => (saved, settings) => shipped(saved, { ...settings, ...otherwise }));

const finding = (made: Parameters<typeof mistakeIn<typeof finders>>[1]): Mistake =>
	mistakeIn<typeof finders>('trigger/deletions/gap-finder', made);

type Known = NoticeState | undefined;
type Rows = ReadonlyMap<string, readonly fingerprints.JsonObject[]>;
type Compare = (saved: Known, rows: Rows) => ReturnType<notices.NoticePoll['end']>;

/**
 * A poll for notices whose replies are compared, once all are there, in another way: with what the shipped poll finds if it
 * begins with this state and takes these replies.
 */
const comparing = (
	otherwise: (compare: Compare, ...read: Parameters<Compare>) => ReturnType<Compare>,
): Mistake =>
	noticing((shipped) => (saved, settings) => {
		const poll = shipped(saved, settings);
		const rows = new Map<string, readonly fingerprints.JsonObject[]>();
		const take = poll.take.bind(poll);
		const compare: Compare = (before, others) => {
			const again = shipped(before, settings);
			for (let code = again.request; code !== undefined; code = again.request) {
				const read = others.get(code);
				if (!read) break;
				again.take({ rows: read });
			}
			return again.end();
		};
		return Object.assign(poll, {
			take(reply: UserReply) {
				if ('rows' in reply) rows.set(poll.request!, reply.rows);
				take(reply);
			},
			end: () => otherwise(compare, saved, rows),
		});
	});

type Users = NoticeState['users'];

/** What was known before is something else, once it is known who is watched now. */
const remembering = (otherwise: (known: Users, now: Rows) => Users): Mistake =>
	comparing((compare, saved, rows) =>
		compare(saved && { ...saved, users: otherwise(saved.users, rows) }, rows),
	);

type Notice = Readonly<Record<'appsId' | 'id', unknown>>;
const isSame = (a: Notice, b: Notice) =>
	String(a.appsId) === String(b.appsId) && String(a.id) === String(b.id);

/** The mistakes that other triggers make, and some that only this one could. */
export const MUTANTS: Readonly<Record<string, Mutant>> = {
	'strict >: the newest second counts as finished at once': mutant(
		closing(({ newest }) => ({ windowStart: shiftTime(newest, 1), seen: {} })),
		'1 and 2: no loss, no repeat on a busy form',
		'3: a second edit within the second of the first',
		'8: rows that show up late',
	),
	'no overlap': mutant(
		changing((shipped) => (saved, settings) => shipped(saved, { ...settings, overlapSeconds: 0 })),
		"7: the server's clock steps back",
		'8: rows that show up late',
	),
	"the machine's own clock as the bound": mutant(
		closing((_, settings) => ({ windowStart: ownClock(settings) })),
		'1 and 2: no loss, no repeat on a busy form',
		'4: rows that move between the requests of a poll',
		'8: rows that show up late',
	),
	'state written before the request, nested in the saved one': mutant(
		changing((shipped) => (saved, settings) => {
			if (saved) Object.assign(saved, { windowStart: ownClock(settings) });
			return shipped(saved, settings);
		}),
		'5: requests that fail leave the state as it was',
		'6: any older state',
	),
	'ids without versions': mutant(
		changing(
			ending((ended, saved) => {
				const known = new Set(Object.values(saved?.seen ?? {}).flatMap(Object.keys));
				const isNew = ({ row }: versions.RecordEvent) => !known.has(String(row.recordId));
				return { ...ended, events: ended.events.filter(isNew) };
			}),
		),
		'1 and 2: no loss, no repeat on a busy form',
		'3: a second edit within the second of the first',
		'5: requests that fail leave the state as it was',
	),
	'the time alone as the version': mutant(
		mistakeIn<typeof fingerprints>('json', {
			fingerprint: (shipped) => (of) => shipped((of as readonly unknown[])[0]),
		}),
		'3: a second edit within the second of the first',
	),
	'plain page 2, 3, 4': mutant(
		walking({
			walkRequest: () => (walk) => ({
				order: `${walk.order}:desc`,
				page: walk.at / walk.size + 1,
				limit: walk.size,
			}),
			advanceWalk:
				() =>
				(walk, { asked, keys }) => ({
					outcome: keys.length < asked.limit ? 'end' : 'next',
					isJoined: true,
					walk: { ...walk, at: walk.at + asked.limit, edge: keys.at(-1) ?? walk.edge },
				}),
		}),
		'1 and 2: no loss, no repeat, every hardship at once',
		'4: rows that move between the requests of a poll',
		'4: rows deleted while a long list is read',
		'9: more rows in a second than in a page, shuffled',
	),
	'pages joined by an equal time': mutant(
		walking({ advanceWalk: joinedByEqual }),
		'4: rows deleted while a long list is read',
	),
	'a full second is passed by': mutant(
		walking({
			advanceWalk: (shipped) => (walk, page, proven) => {
				const step = joinedByEqual(shipped)(walk, page, proven);
				if (step.outcome !== 'stuck') return step;
				const { asked, keys } = page;
				const at = (asked.page - 1) * asked.limit + keys.length - 1;
				return { ...step, outcome: 'next', walk: { ...step.walk, at } };
			},
		}),
		'9: more rows in a second than in a page, shuffled',
	),
	'the bound follows the newest time of the end of a scan': mutant(
		closing(({ windowStart, seen }, { overlapSeconds }) => {
			const newest = Object.keys(seen).reduce(later, '');
			return { windowStart: later(windowStart, shiftTime(newest, -overlapSeconds)) };
		}),
		'4: a scan that takes longer than the overlap',
	),
	'the window closes after half an overlap': mutant(
		saving((state, saved, { overlapSeconds }) => {
			const { newestReadAt } = state;
			// As if what is newest had been read one and a half overlaps earlier.
			if (newestReadAt === undefined || saved?.newest === state.newest) return state;
			return { ...state, newestReadAt: newestReadAt - 1_500 * overlapSeconds };
		}),
		'7 and 8: a clock that steps back and forward, and late rows',
	),
	'a clock that is set back is not noticed': mutant(
		mistakeIn<typeof clock>('trigger/changes/clock', { setBack: () => () => undefined }),
		'28: a clock that is set back by hours',
	),
	'the newest record shows the clock': mutant(
		mistakeIn<typeof clock>('trigger/changes/clock', {
			learnClock: () => (known, seen) => {
				const newest = Math.max(known.spread[0], ...seen.map(([least]) => least));
				return { ...known, spread: [newest, known.spread[1]] };
			},
		}),
		'28: records dated in the future',
	),
	'the window closes without waiting': mutant(
		saving((state) => ({ ...state, newestReadAt: 0 })),
		'8: rows that show up late',
	),
	'a scan cut by the budget counts as complete': mutant(
		saving(({ scan, ...state }, _, { overlapSeconds }) =>
			scan
				? closed({ ...state, newest: scan.newestAtStart ?? state.newest }, overlapSeconds)
				: state,
		),
		'10: a small budget for each poll',
	),
	'versions forgotten between the polls of one scan': mutant(
		saving((state) => (state.scan ? { ...state, seen: {} } : state)),
		'10: a small budget for each poll',
	),
	'a window closes though nobody has proven that its rows were read': mutant(
		saving((state) => (state.unproven ? closed(state, 0) : state)),
		'9: more rows in a second than in a page, and no quiet',
	),
	'each difference is an edit': mutant(
		mistakeIn<typeof versions>('trigger/changes/known-versions', { differing: () => () => [] }),
		'22: values that differ with every reply',
	),
	'a short page is the end of the list': mutant(
		shortPageEnds,
		'1 and 2: no loss, no repeat, every hardship at once',
	),
	'ids of events that name what the event is': mutant(
		changing(ending(named(({ event, eventId }: versions.RecordEvent) => `${event}:${eventId}`))),
		'6: any older state',
	),
	'no confirmation read': mutant(
		deleting((shipped) => (saved, settings) => {
			const poll = shipped(saved, settings);
			const take = poll.take.bind(poll);
			return Object.assign(poll, {
				take(reply: deletions.DeletionReply) {
					take(reply);
					while (poll.request?.kind === 'record') take({ kind: 'record' });
				},
			});
		}),
		'17: deletions, records that are not listed though they are there',
	),
	'a record that the single read still finds is deleted anyway': mutant(
		replying((reply) => (reply.kind === 'record' ? { kind: 'record' } : reply)),
		'17: deletions, records that are not listed though they are there',
	),
	'an unmoved end of the list means that nothing is gone': mutant(
		setting({ patrolEvery: Infinity }),
		'17: deletions, records that come back',
	),
	'what is missing from the list is deleted, and nothing else is': mutant(
		replying((reply) => {
			if (reply.kind !== 'page') return reply;
			return { ...reply, rows: reply.rows.map(({ recordId }) => ({ recordId })) };
		}),
		'17: deletions, a busy form',
	),
	'mass deletion allowed': mutant(
		setting({ mostRemovals: Infinity }),
		'17: deletions, lost rights',
	),
	'confirmed before it is known how many are missing': mutant(
		finding({
			GapFinder: (Shipped) =>
				class extends Shipped {
					override get isFramed() {
						return true;
					}
				},
		}),
		'17: deletions, lost rights',
	),
	'counted by the end of the list alone, which new records push down': mutant(
		finding({
			GapFinder: (Shipped) =>
				class extends Shipped {
					// As if the head reached down to all that is known.
					protected override get highest() {
						return { ...super.highest, last: 0 };
					}
				},
		}),
		'17: deletions, lost rights',
	),
	'a poll for deletions that fails changes the state': mutant(
		deleting((shipped) => (saved, settings) => {
			if (saved) Object.assign(saved, { sincePatrol: 1 });
			return shipped(saved, settings);
		}),
		'17: deletions, requests that fail',
	),
	'a short page is the end of the list of deletions': mutant(
		[
			deleting((shipped) => (saved, settings) => {
				const { pageSize: largestPage } = settings;
				return shipped(saved && { ...saved, largestPage }, settings);
			}),
			shortPageEnds,
		],
		'17: deletions, pages that the service cuts',
	),
	'one id for all deletions of a record': mutant(
		deleting(ending(named(({ eventId }) => eventId.replace(/\d+$/, '1')))),
		'17: deletions, records that come back',
	),
	'what the budget left over is forgotten': mutant(
		deleting(
			ending(({ state: { pending: _, ...kept }, ...ended }) => ({
				...ended,
				state: kept satisfies DeletionState,
			})),
		),
		'17: deletions, small budgets',
	),
	'each poll begins to read the fields from the start': mutant(
		readingAgain(({ order }) => order === 'recordId'),
		'18: watched fields, a first reading over several polls',
	),
	'what is created while the form is read was there before': mutant(
		mistakeIn<typeof versions>('trigger/changes/known-versions', {
			existedBefore: () => () => () => true,
		}),
		'18: watched fields, a first reading over several polls',
	),
	'what is as young as the baseline was created later': mutant(
		mistakeIn<typeof versions>('trigger/changes/known-versions', {
			existedBefore: (shipped) => (windowStart) => shipped(windowStart, {}),
		}),
		'18: watched fields, a first reading over several polls',
	),
	'each poll begins to read existing records from the start': mutant(
		readingAgain(() => true),
		'19: all existing records',
	),
	'versions that were read are not known to the changes': mutant(
		beginning(() => ({ seen: {} })),
		'19: all existing records',
	),
	'the window for new events begins where the reading ends': mutant(
		beginning(({ seen, newest }) => ({
			windowStart: shiftTime(Object.keys(seen).reduce(later, newest), 1),
		})),
		'19: all existing records',
	),
	'the time since which records are emitted is left out': mutant(
		changing(
			(shipped) => (saved, settings) =>
				shipped(saved, { ...settings, since: shiftTime(settings.since ?? '', 1) }),
		),
		'19: existing records since a time',
	),
	'one id for all changes to the same count': mutant(
		noticing(
			ending(
				named(({ code, appsId, id, count }: EventOf<notices.NoticePoll>) =>
					[code, appsId, id, count].join(':'),
				),
			),
		),
		'notices: counts that rise and fall',
	),
	'another id when a poll is run again': mutant(
		noticing(ending(named(({ eventId }) => eventId + Math.random()))),
		'notices: any older state',
	),
	'parts of an id that run into each other': mutant(
		noticing(ending(named(({ eventId }) => decodeURIComponent(eventId)))),
		'notices: people who are added',
	),
	'only rises are remembered': mutant(
		noticing(
			ending((ended, saved) => {
				const users = ended.state.users.map(({ code, known = [] }) => {
					const before = saved?.users.find((user) => user.code === code)?.known ?? [];
					const highest = known.map((notice) => {
						const { count = 0 } = before.find((one) => isSame(one, notice)) ?? {};
						return { ...notice, count: Math.max(count, notice.count) };
					});
					return { code, known: highest };
				});
				return { ...ended, state: { ...ended.state, users } };
			}),
		),
		'notices: counts that rise and fall',
	),
	'a notice that has disappeared is forgotten': mutant(
		remembering((before, now) =>
			before.map(({ code, known = [] }) => {
				const rows = now.get(code) ?? [];
				const isListed = (notice: Notice) =>
					rows.some(({ appsId, id }) => isSame(notice, { appsId, id }));
				return { code, known: known.filter(isListed) };
			}),
		),
		'notices: counts that rise and fall',
	),
	'no number counts as none': mutant(
		comparing((compare, saved, users) => {
			const counted = [...users].map(
				([code, rows]) => [code, rows.map((row) => ({ ...row, count: row.count ?? 0 }))] as const,
			);
			return compare(saved, new Map(counted));
		}),
		'notices: counts that are not numbers',
	),
	'each poll begins with the first user': mutant(
		noticing(
			(shipped) => (saved, settings) => shipped(saved && { ...saved, next: undefined }, settings),
		),
		'notices: rounds that take several polls',
	),
	'a user whom a poll does not read is forgotten': mutant(
		comparing((compare, saved, rows) => {
			const { state, ...ended } = compare(saved, rows);
			const users = state.users.filter(({ code }) => rows.has(code));
			return { ...ended, state: { ...state, users } };
		}),
		'notices: rounds that take several polls',
	),
	'the notices of a user who is added are emitted': mutant(
		remembering((before, now) => [
			...[...now.keys()].map((code) => ({ code, known: [] })),
			...before,
		]),
		'notices: people who are added',
	),
};
