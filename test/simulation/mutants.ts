import type * as fingerprints from '../../nodes/RecordsDirectory/core/json';
import type * as walks from '../../nodes/RecordsDirectory/core/listing/walk';
import type * as changes from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type {
	ChangePoll,
	ChangeSettings,
	ChangeState,
} from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type * as clock from '../../nodes/RecordsDirectory/core/trigger/changes/clock';
import type * as versions from '../../nodes/RecordsDirectory/core/trigger/changes/event';
import { later, shiftTime } from '../../nodes/RecordsDirectory/core/values/moment';
import { madeBy, mistakeIn, type Mistake } from './mistaken';
import type { PromiseName } from './promises';

interface Mutant {
	readonly mistakes: readonly Mistake[];
	/** Promises that it breaks for certain; the test shows each. */
	readonly breaks: readonly [PromiseName, ...PromiseName[]];
}

/** A setting that only mutants read: the machine's own clock. */
const ownClock = (settings: object) => (settings as { machineNow: string }).machineNow;

type Start = (...given: ConstructorParameters<typeof ChangePoll>) => ChangePoll;

const polling = (otherwise: (shipped: Start) => Start): Mistake =>
	mistakeIn<typeof changes>('trigger/changes/changes', { ChangePoll: madeBy(otherwise) });

type Ended = ReturnType<ChangePoll['end']>;

/** What a poll began with. */
interface Begun {
	readonly saved: ChangeState | undefined;
	readonly settings: ChangeSettings;
}

/** A poll that ends in other events or another state. */
const ending = (otherwise: (ended: Ended, start: Begun) => Ended): Mistake =>
	polling((shipped) => (saved, settings) => {
		const poll = shipped(saved, settings);
		const end = poll.end.bind(poll);
		return Object.assign(poll, { end: () => otherwise(end(), { saved, settings }) });
	});

/** A poll that saves another state. */
const saving = (otherwise: (state: ChangeState, start: Begun) => ChangeState): Mistake =>
	ending((ended, start) => ({ ...ended, state: otherwise(ended.state, start) }));

/** A poll that has read to the end, or believes so, saves another state. */
const closing = (otherwise: (state: ChangeState, start: Begun) => Partial<ChangeState>): Mistake =>
	saving((state, start) =>
		state.scan || state.unproven ? state : { ...state, ...otherwise(state, start) },
	);

/** A poll that tells other events. */
const telling = (
	otherwise: (events: readonly versions.RecordEvent[], start: Begun) => versions.RecordEvent[],
): Mistake => ending((ended, start) => ({ ...ended, events: otherwise(ended.events, start) }));

/** The window of a state moves on, whatever was not read. */
const closed = ({ unproven: _, ...state }: ChangeState, settings: ChangeSettings) => ({
	...state,
	windowStart: later(state.windowStart, shiftTime(state.newest, -settings.overlapSeconds)),
});

/** A window closes down to its newest time although nobody knows whether all its rows were read. */
const unprovenCloses = saving((state, { settings }) =>
	state.unproven ? closed(state, { ...settings, overlapSeconds: 0 }) : state,
);

const walking = (made: Parameters<typeof mistakeIn<typeof walks>>[1]): Mistake =>
	mistakeIn<typeof walks>('listing/walk', made);

type WalkOn = typeof walks.advanceWalk;

/** A page may begin with the same time that the previous page ended with. */
const joinedByEqual =
	(shipped: WalkOn): WalkOn =>
	(walk, page, proven) => {
		const { keys } = page;
		const isEqual = walk.order !== 'recordId' && walk.edge !== null && keys[0] === walk.edge;
		const edge = isEqual ? shiftTime(String(walk.edge), -1) : walk.edge;
		return shipped({ ...walk, edge }, page, proven);
	};

/** The mistakes that other triggers make, and some that only this one could. */
export const MUTANTS: Readonly<Record<string, Mutant>> = {
	'strict >: the newest second counts as finished at once': {
		mistakes: [closing(({ newest }) => ({ windowStart: shiftTime(newest, 1), seen: {} }))],
		breaks: [
			'1 and 2: no loss, no repeat on a busy form',
			'3: a second edit within the second of the first',
			'8: rows that show up late',
		],
	},
	'no overlap': {
		mistakes: [
			polling((shipped) => (saved, settings) => shipped(saved, { ...settings, overlapSeconds: 0 })),
		],
		breaks: ["7: the server's clock steps back", '8: rows that show up late'],
	},
	"the machine's own clock as the bound": {
		mistakes: [closing((_, { settings }) => ({ windowStart: ownClock(settings) }))],
		breaks: [
			'1 and 2: no loss, no repeat on a busy form',
			'4: rows that move between the requests of a poll',
			'8: rows that show up late',
		],
	},
	'state written before the request, nested in the saved one': {
		mistakes: [
			polling((shipped) => (saved, settings) => {
				if (saved) Object.assign(saved, { windowStart: ownClock(settings) });
				return shipped(saved, settings);
			}),
		],
		breaks: ['5: requests that fail leave the state as it was', '6: any older state'],
	},
	'ids without versions': {
		mistakes: [
			telling((events, { saved }) => {
				const known = new Set(Object.values(saved?.seen ?? {}).flatMap(Object.keys));
				return events.filter(({ row: { recordId } }) => !known.has(String(recordId)));
			}),
		],
		breaks: [
			'1 and 2: no loss, no repeat on a busy form',
			'3: a second edit within the second of the first',
			'5: requests that fail leave the state as it was',
		],
	},
	'the time alone as the version': {
		mistakes: [
			mistakeIn<typeof fingerprints>('json', {
				fingerprint: (shipped) => (of) => shipped((of as readonly unknown[])[0]),
			}),
		],
		breaks: ['3: a second edit within the second of the first'],
	},
	'plain page 2, 3, 4': {
		mistakes: [
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
		],
		breaks: [
			'1 and 2: no loss, no repeat, every hardship at once',
			'4: rows that move between the requests of a poll',
			'4: rows deleted while a long list is read',
			'9: more rows in a second than in a page, shuffled',
		],
	},
	'pages joined by an equal time': {
		mistakes: [walking({ advanceWalk: joinedByEqual })],
		breaks: ['4: rows deleted while a long list is read'],
	},
	'a full second is passed by': {
		mistakes: [
			walking({
				advanceWalk: (shipped) => (walk, page, proven) => {
					const step = joinedByEqual(shipped)(walk, page, proven);
					if (step.outcome !== 'stuck') return step;
					const { asked, keys } = page;
					const at = (asked.page - 1) * asked.limit + keys.length - 1;
					return { ...step, outcome: 'next', walk: { ...step.walk, at } };
				},
			}),
		],
		breaks: ['9: more rows in a second than in a page, shuffled'],
	},
	'the bound follows the newest time of the end of a scan': {
		mistakes: [
			closing(({ windowStart, seen }, { settings }) => {
				const newest = Object.keys(seen).reduce(later, '');
				return { windowStart: later(windowStart, shiftTime(newest, -settings.overlapSeconds)) };
			}),
		],
		breaks: ['4: a scan that takes longer than the overlap'],
	},
	'the window closes after half an overlap': {
		mistakes: [
			saving((state, { saved, settings }) => {
				const { newestReadAt } = state;
				// As if what is newest had been read one and a half overlaps earlier.
				if (newestReadAt === undefined || saved?.newest === state.newest) return state;
				return { ...state, newestReadAt: newestReadAt - 1_500 * settings.overlapSeconds };
			}),
		],
		breaks: ['7 and 8: a clock that steps back and forward, and late rows'],
	},
	'a clock that is set back is not noticed': {
		mistakes: [
			mistakeIn<typeof clock>('trigger/changes/clock', { setBack: () => () => undefined }),
		],
		breaks: ['28: a clock that is set back by hours'],
	},
	'the newest record shows the clock': {
		mistakes: [
			mistakeIn<typeof clock>('trigger/changes/clock', {
				learnClock: () => (known, versions) => {
					const newest = Math.max(known.spread[0], ...versions.map(([least]) => least));
					return { ...known, spread: [newest, known.spread[1]] };
				},
			}),
		],
		breaks: ['28: records dated in the future'],
	},
	'the window closes without waiting': {
		mistakes: [saving((state) => ({ ...state, newestReadAt: 0 }))],
		breaks: ['8: rows that show up late'],
	},
	'a scan cut by the budget counts as complete': {
		mistakes: [
			saving(({ scan, ...state }, { settings }) =>
				scan ? closed({ ...state, newest: scan.newestAtStart ?? state.newest }, settings) : state,
			),
		],
		breaks: ['10: a small budget for each poll'],
	},
	'versions forgotten between the polls of one scan': {
		mistakes: [saving((state) => (state.scan ? { ...state, seen: {} } : state))],
		breaks: ['10: a small budget for each poll'],
	},
	'a window closes though nobody has proven that its rows were read': {
		mistakes: [unprovenCloses],
		breaks: ['9: more rows in a second than in a page, and no quiet'],
	},
	'each difference is an edit': {
		mistakes: [mistakeIn<typeof versions>('trigger/changes/event', { differing: () => () => [] })],
		breaks: ['22: values that differ with every reply'],
	},
	'a short page is the end of the list': {
		mistakes: [
			walking({
				advanceWalk: (shipped) => (walk, page) => shipped(walk, page, Infinity),
			}),
		],
		breaks: ['1 and 2: no loss, no repeat, every hardship at once'],
	},
	'ids of events that name what the event is': {
		mistakes: [
			telling((events) =>
				events.map((one) => ({ ...one, eventId: `${one.event}:${one.eventId}` })),
			),
		],
		breaks: ['6: any older state'],
	},
};
