import type { ChangeSettings } from '../../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { RecordRow } from '../../../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { row, spaced, tied, type Service } from './polls';

/** The polls of a trigger after its silent baseline. */
interface Story {
	/** The form at the baseline, if not the usual one. */
	readonly baseline?: readonly RecordRow[];
	readonly polls: readonly Service[];
	/** The requests of each poll: `2 of 50` is page 2 in pages of 50 rows. */
	readonly asked: readonly string[];
	/** The most characters of a saved state. */
	readonly size: number;
	readonly changed?: Partial<ChangeSettings>;
}

/** The service lists rows with the same time in another order each time. */
const shuffled = (list: readonly RecordRow[]) => (requests: number) =>
	requests % 2 === 1 ? [...list].reverse() : list;

/** The list until this many requests were made, and from then on. */
const then =
	(before: readonly RecordRow[], requests: number, after: readonly RecordRow[]) =>
	(asked: number) => (asked < requests ? before : after);

/** Polls at these seconds of the same list. */
const at = (seconds: readonly number[], list: Service['list']): Service[] =>
	seconds.map((now) => ({ list, now }));

/** The first pages by record ID, each of which begins in the previous one. */
const byId = (count: number) =>
	Array.from({ length: count }, (_, n) => `${n + 1} of ${100 - n} by recordId`).join(', ');

/** Twenty records of a form, some minutes old; those of the last hundred seconds are 18 to 20. */
export const OLD = Array.from({ length: 20 }, (_, i) => row(i + 1, 50 * (i + 1)));
/** A form of 400 records, edited over the same time: two or three seconds apart. */
export const LARGE = Array.from({ length: 400 }, (_, i) => row(i + 1, 2.5 * (i + 1)));
const CROWD = tied(501, 750, 1_001);
const without = (list: readonly RecordRow[], ...ids: readonly number[]) =>
	list.filter(({ recordId }) => !ids.includes(Number(recordId)));
/** A crowded second that is the newest. */
const young = [...OLD, ...CROWD];
/** A crowded second that is too old for late rows. */
const old = [...young, row(900, 1_200)];
/** A crowded second in a form with many more records. */
const large = [...LARGE, ...CROWD, row(900, 1_200)];

export const STORIES: Readonly<Record<string, Story>> = {
	'nothing new: one small page': {
		polls: [{ list: OLD, now: 60 }],
		asked: ['1 of 13'],
		size: 300,
	},
	'a few new ones: one small page': {
		polls: [{ list: [...OLD, ...spaced(21, 25, 1_010)], now: 60 }],
		asked: ['1 of 13'],
		size: 500,
	},
	'more new ones than that page holds: it is read again in full': {
		polls: [{ list: [...OLD, ...spaced(21, 50, 1_001)], now: 60 }],
		asked: ['1 of 13, 1 of 100'],
		size: 1_700,
	},
	'more than a page: each begins in the one before': {
		polls: [{ list: [...OLD, ...spaced(21, 270, 1_001)], now: 60 }],
		asked: ['1 of 13, 1 of 100, 2 of 98, 3 of 97'],
		size: 5_150,
	},
	edits: {
		polls: [{ list: [...without(OLD, 3, 7), row(3, 150, 1_020), row(7, 350, 1_010)], now: 60 }],
		asked: ['1 of 13'],
		size: 350,
	},
	'rows that show up late': {
		polls: [
			{ list: [...OLD, row(21, 901), row(22, 930)], now: 60 },
			{ list: [...OLD, row(21, 901), row(22, 930), row(23, 900)], now: 90 },
		],
		asked: ['1 of 13', '1 of 15'],
		size: 400,
	},
	'all are deleted': {
		polls: [
			{ list: [], now: 60 },
			{ list: [row(21, 1_005)], now: 90 },
		],
		asked: ['1 of 13', '1 of 13'],
		size: 300,
	},
	'quiet for long: the window closes, and one small page is enough': {
		polls: at([229, 230, 231], OLD),
		asked: ['1 of 13', '1 of 13', '1 of 10'],
		size: 300,
	},
	'quiet, then a new one: the time counts from that': {
		polls: at([200, 429, 430, 431], [...OLD, row(21, 1_001)]),
		asked: ['1 of 13', '1 of 13', '1 of 13', '1 of 10'],
		size: 300,
	},
	'no Date header: the window never closes': {
		polls: [{ list: OLD }, { list: OLD, now: 500 }, { list: OLD }],
		asked: ['1 of 13', '1 of 13', '1 of 13'],
		size: 300,
	},
	'a page that the service ends early, each after other rows, is no end': {
		polls: [{ list: [...OLD, ...spaced(21, 120, 1_001)], now: 60, fit: [13, 60, 30, 40] }],
		asked: ['1 of 13, 1 of 100, 2 of 58, 4 of 28'],
		size: 2_500,
	},
	'a page that the service cuts is no end': {
		polls: [{ list: [...OLD, ...spaced(21, 270, 1_001)], now: 60, cap: 33 }],
		asked: [
			'1 of 13, 1 of 100, 2 of 31, 3 of 30, 4 of 29, 5 of 28, 5 of 33, 6 of 32, 7 of 31, 8 of 30, 8 of 33',
		],
		size: 5_150,
	},
	'rows deleted while pages are read': {
		polls: [
			{
				list: then(
					[...OLD, ...spaced(21, 270, 1_001)],
					2,
					without([...OLD, ...spaced(21, 270, 1_001)], 260, 261, 262, 263),
				),
				now: 60,
			},
		],
		asked: ['1 of 13, 1 of 100, 2 of 98, 2 of 66, 2 of 100, 3 of 99'],
		size: 5_150,
	},
	'rows created while pages are read': {
		polls: [
			{
				list: then([...OLD, ...spaced(21, 270, 1_001)], 2, [...OLD, ...spaced(21, 300, 1_001)]),
				now: 60,
			},
			{ list: [...OLD, ...spaced(21, 300, 1_001)], now: 90 },
		],
		asked: ['1 of 13, 1 of 100, 2 of 98, 3 of 97', '1 of 10, 1 of 100, 2 of 98'],
		size: 5_150,
	},
	'a small budget': {
		changed: { maxRequests: 1 },
		polls: at([60, 70, 80, 90, 100, 110], [...OLD, ...spaced(21, 270, 1_001)]),
		asked: ['1 of 13', '1 of 100', '2 of 98', '3 of 97', '1 of 10', '1 of 10'],
		size: 10_350,
	},
	'a crowded second that is the newest: read by record ID, and proven when it is old': {
		polls: at([60, 120, 289, 290, 291], young),
		asked: [
			`1 of 13, 1 of 100, ${byId(3)}, 5 of 67 by recordId`,
			'1 of 10',
			'1 of 10',
			`1 of 10, 1 of 100, ${byId(3)}, 5 of 67 by recordId`,
			'1 of 10',
		],
		size: 5_500,
	},
	'a crowded second, and newer ones': {
		polls: [
			{ list: young, now: 60 },
			{ list: [...young, ...spaced(800, 805, 1_010)], now: 120 },
			{ list: [...young, ...spaced(800, 815, 1_010)], now: 180 },
		],
		asked: [
			`1 of 13, 1 of 100, ${byId(3)}, 5 of 67 by recordId`,
			`1 of 10, 1 of 100, ${byId(3)}, 5 of 68 by recordId`,
			`1 of 10, 1 of 100, ${byId(3)}, 4 of 90 by recordId`,
		],
		size: 6_250,
	},
	'a crowded second, and newer ones all the time: it is proven after three overlaps': {
		polls: [1, 2, 3, 4, 5, 6, 7].map((n) => ({
			list: [
				...young,
				...spaced(800, 800 + n, 1_002).map(({ recordId }, i) =>
					row(Number(recordId), 1_001 + 60 * (i + 1)),
				),
			],
			now: 60 * n,
		})),
		asked: [
			`1 of 13, 1 of 100, ${byId(3)}, 5 of 67 by recordId`,
			'1 of 12',
			'1 of 12',
			'1 of 12',
			'1 of 12',
			'1 of 12',
			'1 of 12',
		],
		size: 260,
	},
	'crowded seconds all the time': {
		polls: [1, 2, 3, 4, 5, 6].map((n) => ({
			list: [
				...OLD,
				...Array.from({ length: n }, (_, i) =>
					tied(1_000 * i + 501, 1_000 * i + 750, 1_001 + 60 * i),
				).flat(),
			],
			now: 60 * n,
		})),
		asked: [
			`1 of 13, 1 of 100, ${byId(3)}, 5 of 67 by recordId`,
			`1 of 10, 1 of 100, ${byId(6)}, 13 of 43 by recordId`,
			`1 of 10, 1 of 100, ${byId(9)}, 25 of 32 by recordId`,
			`1 of 10, 1 of 100, ${byId(10)}, 10 of 100 by recordId, 11 of 99 by recordId, 36 of 29 by recordId`,
			`1 of 10, 1 of 100, ${byId(10)}, 10 of 100 by recordId, 11 of 99 by recordId, 12 of 98 by recordId, 13 of 97 by recordId, 15 of 90 by recordId, 142 of 9 by recordId`,
			`1 of 10, 1 of 100, ${byId(10)}, 10 of 100 by recordId, 11 of 99 by recordId, 12 of 98 by recordId, 13 of 97 by recordId, 15 of 90 by recordId, 15 of 96 by recordId, 16 of 95 by recordId, 18 of 89 by recordId`,
		],
		size: 32_600,
	},
	'a crowded second in another order each time': {
		polls: at([60, 120, 300, 400], shuffled(young)),
		asked: [
			`1 of 13, 1 of 100, ${byId(3)}, 5 of 67 by recordId`,
			'1 of 10',
			`1 of 10, 1 of 100, ${byId(3)}, 5 of 67 by recordId`,
			'1 of 10',
		],
		size: 5_450,
	},
	'one of a large form: read by record ID to its end': {
		baseline: LARGE,
		polls: at([60, 120, 600], shuffled(large)),
		asked: [`1 of 51, 1 of 100, ${byId(7)}, 9 of 81 by recordId`, '1 of 11', '1 of 11'],
		size: 200,
	},
	'a crowded second in cut pages': {
		polls: [60, 500].map((now) => ({ list: old, now, cap: 33 })),
		asked: [
			'1 of 13, 1 of 100, 1 of 100 by recordId, 2 of 32 by recordId, 3 of 31 by recordId, 4 of 30 by recordId, 5 of 29 by recordId, 6 of 28 by recordId, 6 of 33 by recordId, 7 of 32 by recordId, 8 of 31 by recordId, 9 of 30 by recordId, 9 of 33 by recordId',
			'1 of 11',
		],
		size: 200,
	},
	'a crowded second, and a row is deleted while it is read': {
		polls: [
			{ list: then(old, 3, without(old, 740, 741)), now: 60 },
			{ list: without(old, 740, 741), now: 90 },
		],
		asked: [
			`1 of 13, 1 of 100, ${byId(2)}, 2 of 67 by recordId, 2 of 100 by recordId, 3 of 99 by recordId, 5 of 67 by recordId`,
			'1 of 11',
		],
		size: 200,
	},
	'a crowded second while rows are created, read by record ID': {
		baseline: LARGE,
		polls: [
			{ list: (n) => shuffled(n < 6 ? large : [...large, ...spaced(901, 930, 1_201)])(n), now: 60 },
			{ list: [...large, ...spaced(901, 930, 1_201)], now: 90 },
		],
		asked: [`1 of 51, 1 of 100, ${byId(8)}, 26 of 27 by recordId`, '1 of 11, 1 of 100'],
		size: 1_700,
	},
	'a crowded second and a small budget': {
		changed: { maxRequests: 2 },
		polls: at([60, 70, 80, 90, 100], old),
		asked: [
			'1 of 13, 1 of 100',
			byId(2),
			'3 of 98 by recordId, 5 of 67 by recordId',
			'1 of 11',
			'1 of 11',
		],
		size: 7_000,
	},
	'creations only': {
		changed: { event: 'recordCreated' },
		polls: at([60, 400], [...without(OLD, 3), row(3, 150, 1_030), ...spaced(21, 150, 1_010)]),
		asked: [
			'1 of 13 by createdAt, 1 of 100 by createdAt, 2 of 98 by createdAt',
			'1 of 10 by createdAt, 1 of 100 by createdAt, 2 of 98 by createdAt',
		],
		size: 4_100,
	},
	'an empty form': {
		baseline: [],
		polls: [
			{ list: [], now: 60 },
			{ list: spaced(1, 30, 1_001), now: 90 },
		],
		asked: ['1 of 10', '1 of 10, 1 of 100, 2 of 28'],
		size: 1_600,
	},
	'a baseline of several pages': {
		baseline: spaced(1, 350, 1_000),
		polls: [{ list: [...spaced(1, 350, 1_000), row(900, 1_360)], now: 60 }],
		asked: ['1 of 10, 1 of 100, 2 of 98'],
		size: 5_200,
	},
	'a baseline of a crowded second': {
		baseline: [...OLD, ...CROWD],
		polls: [{ list: [...young, row(900, 1_002)], now: 60 }],
		asked: [`1 of 10, 1 of 100, ${byId(3)}, 5 of 67 by recordId`],
		size: 5_500,
	},
	'a thousand changes and a small budget: what cannot come again is not remembered': {
		changed: { maxRequests: 2 },
		polls: at([60, 70, 80, 90, 100, 110, 120], [...OLD, ...spaced(21, 1_020, 1_001)]),
		asked: [
			'1 of 13, 1 of 100',
			'2 of 98, 3 of 97',
			'4 of 96, 5 of 95',
			'6 of 94, 7 of 93',
			'8 of 92, 9 of 91',
			'9 of 100, 10 of 99',
			'11 of 98',
		],
		size: 11_000,
	},
	'crowded seconds, the older one while it is read': {
		polls: at([60, 400], [...OLD, ...tied(501, 620, 1_001), ...tied(701, 820, 1_300)]),
		asked: [
			`1 of 13, 1 of 100, ${byId(3)}, 5 of 64 by recordId`,
			`1 of 10, 1 of 100, ${byId(3)}, 5 of 64 by recordId`,
		],
		size: 5_300,
	},
	'updates only': {
		changed: { event: 'recordUpdated' },
		polls: [{ list: [...without(OLD, 3), row(3, 150, 1_030), row(21, 1_010, 1_040)], now: 60 }],
		asked: ['1 of 13'],
		size: 350,
	},
	'a second with just as many rows as a page': {
		polls: at([60, 90], [...OLD, ...tied(501, 600, 1_001)]),
		asked: [`1 of 13, 1 of 100, ${byId(2)}, 8 of 17 by recordId`, '1 of 10'],
		size: 2_400,
	},
	'small pages': {
		changed: { pageSize: 7 },
		polls: [
			{ list: OLD, now: 60 },
			{ list: [...OLD, ...spaced(21, 40, 1_001)], now: 90 },
		],
		asked: ['1 of 7', '1 of 7, 2 of 5, 2 of 7, 3 of 6, 3 of 7, 4 of 6'],
		size: 1_500,
	},
	'long quiet, then a new one: its second stays open': {
		polls: [
			{ list: [...OLD, row(21, 1_001)], now: 240 },
			{ list: [...OLD, row(21, 1_001), row(22, 1_001), row(23, 950)], now: 250 },
		],
		asked: ['1 of 13', '1 of 13'],
		size: 350,
	},
	'many changes and a small budget, and more all the time': {
		changed: { maxRequests: 2 },
		polls: Array.from({ length: 16 }, (_, i) => i + 1).map((n) => ({
			list: [...OLD, ...spaced(21, 720 + Math.min(4, n) * 150, 1_001)],
			now: 60 * n,
		})),
		asked: [
			'1 of 13, 1 of 100',
			'2 of 98, 3 of 97',
			'4 of 96, 5 of 95',
			'6 of 94, 7 of 93',
			'8 of 92, 9 of 91',
			'9 of 100, 10 of 99',
			'11 of 98, 12 of 97',
			'13 of 96, 15 of 89',
			'1 of 10, 1 of 100',
			'2 of 98, 3 of 97',
			'4 of 96, 5 of 95',
			'6 of 94',
			'1 of 10, 1 of 100',
			'2 of 98',
			'1 of 10',
			'1 of 10',
		],
		size: 18_350,
	},
	'a crowded second and a budget of one request': {
		changed: { maxRequests: 1 },
		polls: at([60, 61, 62, 63, 64, 65, 66, 67, 68], [...young, row(21, 1_001)]),
		asked: [
			'1 of 13',
			'1 of 100',
			'1 of 100 by recordId',
			'2 of 99 by recordId',
			'3 of 98 by recordId',
			'5 of 67 by recordId',
			'1 of 10',
			'1 of 100',
			'1 of 100 by recordId',
		],
		size: 6_000,
	},
	'a crowded second whose end is hidden for a moment: read by record ID': {
		polls: [
			{
				list: (n) =>
					shuffled(
						n === 4 ? tied(501, 800, 1_001) : [...OLD.slice(0, 17), ...tied(501, 800, 1_001)],
					)(n),
				now: 60,
			},
		],
		asked: [`1 of 13, 1 of 100, ${byId(4)}, 13 of 26 by recordId`],
		size: 6_400,
	},
	'a second with many rows, just as old as late ones may be': {
		polls: [
			{ list: [...young, row(900, 1_101)], now: 60 },
			{ list: [...young, row(900, 1_102)], now: 90 },
		],
		asked: [
			`1 of 13, 1 of 100, ${byId(3)}, 5 of 67 by recordId`,
			`1 of 10, 1 of 100, ${byId(3)}, 5 of 67 by recordId`,
		],
		size: 5_550,
	},
	'crowded seconds for more than three overlaps: then they are proven': {
		polls: [1, 2, 3, 4, 5, 6].map((n) => ({
			list: [
				...OLD,
				...Array.from({ length: n }, (_, i) =>
					tied(1_000 * i + 501, 1_000 * i + 620, 1_001 + 90 * i),
				).flat(),
			],
			now: 90 * n,
		})),
		asked: [
			`1 of 13, 1 of 100, ${byId(2)}, 5 of 34 by recordId`,
			`1 of 10, 1 of 100, ${byId(3)}, 5 of 64 by recordId`,
			`1 of 10, 1 of 100, ${byId(4)}, 6 of 75 by recordId`,
			`1 of 10, 1 of 100, ${byId(6)}, 27 of 19 by recordId`,
			`1 of 10, 1 of 100, ${byId(7)}, 12 of 56 by recordId`,
			`1 of 10, 1 of 100, ${byId(8)}, 10 of 82 by recordId`,
		],
		size: 11_000,
	},
	'one of which some rows are old records': {
		baseline: LARGE,
		polls: [
			{
				list: shuffled([
					...LARGE.slice(30),
					...LARGE.slice(0, 30).map(({ recordId }) => row(Number(recordId), 1, 1_001)),
					...CROWD,
					row(900, 1_200),
				]),
				now: 60,
			},
		],
		asked: [`1 of 51, 1 of 100, ${byId(7)}, 9 of 81 by recordId`],
		size: 200,
	},
	'almost a page of rows in the window': {
		polls: [
			{ list: [...OLD, ...spaced(21, 112, 1_001)], now: 60 },
			{ list: [...OLD, ...spaced(21, 113, 1_001)], now: 90 },
		],
		asked: ['1 of 13, 1 of 100', '1 of 100'],
		size: 5_000,
	},
};
