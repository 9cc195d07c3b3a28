import type * as rounds from '../../nodes/RecordsDirectory/core/trigger/notice-round';
import type * as notices from '../../nodes/RecordsDirectory/core/trigger/notices';
import type {
	NoticeEvent,
	NoticeState,
	UserNotices,
} from '../../nodes/RecordsDirectory/core/trigger/notices';
import { madeBy, mistakeIn, type Mistake } from './mistaken';
import type { scenarios } from './notices-plans';

interface Mutant {
	readonly mistakes: readonly Mistake[];
	/** The scenario in which it fails for certain; the test shows it. */
	readonly breaks: keyof typeof scenarios;
}

const comparing = (
	noticeChanges: (shipped: typeof notices.noticeChanges) => typeof notices.noticeChanges,
): readonly Mistake[] => [mistakeIn<typeof notices>('trigger/notices', { noticeChanges })];

/** Events with another id. */
const named = (idOf: (event: NoticeEvent) => string): readonly Mistake[] =>
	comparing((shipped) => (...given) => {
		const { events, state } = shipped(...given);
		return { state, events: events.map((event) => ({ ...event, eventId: idOf(event) })) };
	});

type People = NoticeState['users'];

/** What was known before is something else, once it is known who is watched now. */
const remembering = (
	otherwise: (known: People, now: readonly UserNotices[]) => People,
): readonly Mistake[] =>
	comparing((shipped) => (saved, people, settings) => {
		const before = saved && { ...saved, users: otherwise(saved.users, people) };
		return shipped(before, people, settings);
	});

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
		mistakes: comparing((shipped) => (saved, people, settings) => {
			const { events, state } = shipped(saved, people, settings);
			const before = (code: string) =>
				saved?.users.find((person) => person.code === code)?.known ?? [];
			const highest = state.users.map(({ code, known = [] }) => ({
				code,
				known: known.map((notice) => {
					const { count = 0 } = before(code).find((one) => isSame(one, notice)) ?? {};
					return { ...notice, count: Math.max(count, notice.count) };
				}),
			}));
			return { events, state: { ...state, users: highest } };
		}),
		breaks: 'counts that rise and fall',
	},
	'a notice that has disappeared is forgotten': {
		mistakes: remembering((before, now) =>
			before.map(({ code, known = [] }) => {
				const rows = now.find((person) => person.code === code)?.rows ?? [];
				const listed = known.filter((notice) =>
					rows.some(({ appsId, id }) => isSame(notice, { appsId, id })),
				);
				return { code, known: listed };
			}),
		),
		breaks: 'counts that rise and fall',
	},
	'no number counts as none': {
		mistakes: comparing((shipped) => (saved, people, settings) => {
			const counted = people.map(({ code, rows }) => ({
				code,
				rows: (rows ?? []).map((row) => ({ ...row, count: row.count ?? 0 })),
			}));
			return shipped(saved, counted, settings);
		}),
		breaks: 'counts that are not numbers',
	},
	'each poll begins with the first person': {
		mistakes: [
			mistakeIn<typeof rounds>('trigger/notice-round', {
				NoticePoll: madeBy<ConstructorParameters<typeof rounds.NoticePoll>, rounds.NoticePoll>(
					(shipped) => (saved, settings) =>
						shipped(saved && { ...saved, next: undefined }, settings),
				),
			}),
		],
		breaks: 'rounds that take several polls',
	},
	'whom a poll does not read is forgotten': {
		mistakes: comparing(
			(shipped) => (saved, people, settings) =>
				shipped(saved, people, { ...settings, codes: people.map(({ code }) => code) }),
		),
		breaks: 'rounds that take several polls',
	},
	'the notices of a person who is added are told': {
		mistakes: remembering((before, now) => [
			...now.map(({ code }) => ({ code, known: [] })),
			...before,
		]),
		breaks: 'people who are added',
	},
};
