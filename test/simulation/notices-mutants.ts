import type * as notices from '../../nodes/RecordsDirectory/core/trigger/notices';
import type {
	NoticeEvent,
	NoticePoll,
	NoticeState,
	UserReply,
} from '../../nodes/RecordsDirectory/core/trigger/notices';
import { madeBy, mistakeIn, type Mistake } from './mistaken';
import type { scenarios } from './notices-plans';

interface Mutant {
	readonly mistakes: readonly Mistake[];
	/** The scenario in which it fails for certain; the test shows it. */
	readonly breaks: keyof typeof scenarios;
}

type Start = (...given: ConstructorParameters<typeof NoticePoll>) => NoticePoll;
type Saved = Parameters<Start>[0];
type Ended = ReturnType<NoticePoll['end']>;
type Rows = ReadonlyMap<string, Extract<UserReply, { rows: unknown }>['rows']>;

const polling = (otherwise: (shipped: Start) => Start): readonly Mistake[] => [
	mistakeIn<typeof notices>('trigger/notices', { NoticePoll: madeBy(otherwise) }),
];

/**
 * A poll whose replies are compared, once all are there, in another way: with what the shipped poll finds if it begins with this
 * state and takes these replies.
 */
const comparing = (
	otherwise: (shipped: (saved: Saved, rows: Rows) => Ended, saved: Saved, rows: Rows) => Ended,
): readonly Mistake[] =>
	polling((shipped) => (saved, settings) => {
		const poll = shipped(saved, settings);
		const rows = new Map<string, Extract<UserReply, { rows: unknown }>['rows']>();
		const take = poll.take.bind(poll);
		return Object.assign(poll, {
			take(reply: UserReply) {
				if ('rows' in reply) rows.set(poll.request!, reply.rows);
				take(reply);
			},
			end: () =>
				otherwise(
					(before, others) => {
						const again = shipped(before, settings);
						for (let code = again.request; code !== undefined; code = again.request) {
							const read = others.get(code);
							if (!read) break;
							again.take({ rows: read });
						}
						return again.end();
					},
					saved,
					rows,
				),
		});
	});

/** Events with another id. */
const named = (idOf: (event: NoticeEvent) => string): readonly Mistake[] =>
	comparing((compare, saved, rows) => {
		const ended = compare(saved, rows);
		return {
			...ended,
			events: ended.events.map((event) => ({ ...event, eventId: idOf(event) })),
		};
	});

type People = NoticeState['users'];

/** What was known before is something else, once it is known who is watched now. */
const remembering = (otherwise: (known: People, now: Rows) => People): readonly Mistake[] =>
	comparing((compare, saved, rows) =>
		compare(saved && { ...saved, users: otherwise(saved.users, rows) }, rows),
	);

type Notice = Readonly<Record<'appsId' | 'id', unknown>>;
const isSame = (a: Notice, b: Notice) =>
	String(a.appsId) === String(b.appsId) && String(a.id) === String(b.id);

export const MUTANTS: Readonly<Record<string, Mutant>> = {
	'one id for all changes to the same count': {
		mistakes: named(({ code, appsId, id, count }) => [code, appsId, id, count].join(':')),
		breaks: 'counts that rise and fall',
	},
	'another id when a poll is run once more': {
		mistakes: named(({ eventId }) => eventId + Math.random()),
		breaks: 'any older state',
	},
	'parts of an id that run into each other': {
		mistakes: named(({ eventId }) => decodeURIComponent(eventId)),
		breaks: 'people who are added',
	},
	'only rises are remembered': {
		mistakes: comparing((compare, saved, rows) => {
			const { state, ...ended } = compare(saved, rows);
			const before = (code: string) =>
				saved?.users.find((person) => person.code === code)?.known ?? [];
			const highest = state.users.map(({ code, known = [] }) => ({
				code,
				known: known.map((notice) => {
					const { count = 0 } = before(code).find((one) => isSame(one, notice)) ?? {};
					return { ...notice, count: Math.max(count, notice.count) };
				}),
			}));
			return { ...ended, state: { ...state, users: highest } };
		}),
		breaks: 'counts that rise and fall',
	},
	'a notice that has disappeared is forgotten': {
		mistakes: remembering((before, now) =>
			before.map(({ code, known = [] }) => {
				const rows = now.get(code) ?? [];
				const listed = known.filter((notice) =>
					rows.some(({ appsId, id }) => isSame(notice, { appsId, id })),
				);
				return { code, known: listed };
			}),
		),
		breaks: 'counts that rise and fall',
	},
	'no number counts as none': {
		mistakes: comparing((compare, saved, people) => {
			const counted = [...people].map(
				([code, rows]) => [code, rows.map((row) => ({ ...row, count: row.count ?? 0 }))] as const,
			);
			return compare(saved, new Map(counted));
		}),
		breaks: 'counts that are not numbers',
	},
	'each poll begins with the first person': {
		mistakes: polling(
			(shipped) => (saved, settings) => shipped(saved && { ...saved, next: undefined }, settings),
		),
		breaks: 'rounds that take several polls',
	},
	'whom a poll does not read is forgotten': {
		mistakes: comparing((compare, saved, rows) => {
			const { state, ...ended } = compare(saved, rows);
			return {
				...ended,
				state: { ...state, users: state.users.filter(({ code }) => rows.has(code)) },
			};
		}),
		breaks: 'rounds that take several polls',
	},
	'the notices of a person who is added are told': {
		mistakes: remembering((before, now) => [
			...[...now.keys()].map((code) => ({ code, known: [] })),
			...before,
		]),
		breaks: 'people who are added',
	},
};
