import {
	ChangePoll,
	type ChangeSettings,
	type ChangeState,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type {
	PageReply,
	RecordRow,
} from '../../../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { ScanError, type PageRequest } from '../../../../nodes/RecordsDirectory/core/listing/walk';
import { row } from './polls';

jest.setTimeout(120_000);

const settings: ChangeSettings = {
	event: 'recordCreatedOrUpdated',
	appsId: 1,
	overlapSeconds: 120,
	maxRequests: 40,
	pageSize: 100,
};

/** Rows 1 to `count`, the newest first, a second apart. */
const rows = (count: number): RecordRow[] =>
	Array.from({ length: count }, (_, i) => row(count - i, count - i));

const pageOf = (list: readonly RecordRow[], { page, limit }: PageRequest) =>
	list.slice((page - 1) * limit, page * limit);

type Answer = (asked: PageRequest, requests: number) => PageReply;

/** Polls until the scan is complete, a fault is found, or far too many requests are made. */
function read(answer: Answer, state?: ChangeState, chosen = settings) {
	let requests = 0;
	let events = 0;
	for (let saved = state; requests < 25_000; ) {
		const poll = new ChangePoll(saved, chosen);
		while (poll.request) poll.take(answer(poll.request, requests++));
		const ended = poll.end();
		events += ended.events.length;
		saved = ended.state;
		if (!saved.scan) return { requests, events, state: saved };
	}
	throw new Error('the scan does not end');
}

const FAULTS: ReadonlyArray<[string, RegExp]> = [
	['order', /does not sort/],
	['pages', /do not fit together|changed too much|same page again/],
];

const fault = (answer: Answer, state?: ChangeState, chosen = settings): string => {
	try {
		read(answer, state, chosen);
	} catch (error) {
		if (error instanceof ScanError)
			return FAULTS.find(([, words]) => words.test(error.message))?.[0] ?? '';
		throw error;
	}
	return 'none';
};

/** The form was empty at the baseline, so a scan reads every row. */
const empty = () => read(() => ({ rows: [] })).state;

describe('a service that keeps its document', () => {
	test('a scan over many pages finds every row', () => {
		const list = rows(2_345);
		const { events, requests } = read((asked) => ({ rows: pageOf(list, asked) }), empty());
		expect(events).toBe(2_345);
		expect(requests).toBeLessThan(34);
	});

	test.each([20, 33, 99])('so it does when pages are cut to %s rows without a word', (cap) => {
		const list = rows(500);
		const cut = ({ page, limit }: PageRequest) => ({ page, limit: Math.min(limit, cap) });
		const answer: Answer = (asked) => ({ rows: pageOf(list, { ...asked, ...cut(asked) }) });
		expect(read(answer, empty()).events).toBe(500);
	});

	test('and when a second holds more rows than a page', () => {
		const list = Array.from({ length: 730 }, (_, i) => row(730 - i, 7));
		const answer: Answer = (asked, n) => {
			const shuffled = [...list.slice(n % 700), ...list.slice(0, n % 700)];
			return { rows: pageOf(asked.order === 'recordId:desc' ? list : shuffled, asked) };
		};
		expect(read(answer, empty()).events).toBe(730);
	});
});

describe('a service that does not ends in a clear failure, never in an endless loop', () => {
	const list = rows(1_000);
	const tied = Array.from({ length: 1_000 }, (_, i) => row(1_000 - i, 7));

	test.each<[string, Answer, string]>([
		['ignores the order', (asked) => ({ rows: pageOf([...list].reverse(), asked) }), 'order'],
		[
			'sorts a full second and no more',
			(asked, n) => ({ rows: n < 3 ? pageOf(tied, asked) : [row(1, 7), row(2, 8)] }),
			'order',
		],
		['ignores the page', ({ limit }) => ({ rows: list.slice(0, limit) }), 'pages'],
		['ignores the page of a full second', ({ limit }) => ({ rows: tied.slice(0, limit) }), 'pages'],
		['ignores page and limit', () => ({ rows: list.slice(0, 50) }), 'pages'],
	])('one that %s', (_, answer, expected) => {
		expect(fault(answer, empty())).toBe(expected);
	});

	test('one that only knows its own page size is read all the same, or fails', () => {
		const answer: Answer = ({ page }) => ({ rows: list.slice((page - 1) * 20, page * 20) });
		expect(['none', 'pages']).toContain(fault(answer, empty()));
	});

	test('one whose short page comes again has shown its end', () => {
		expect(fault(() => ({ rows: list.slice(0, 30) }), empty())).toBe('none');
	});

	test('one that answers nothing after page 1', () => {
		const answer: Answer = (asked) => ({ rows: asked.page === 1 ? pageOf(list, asked) : [] });
		expect(fault(answer, empty())).toBe('pages');
	});

	test('a failure is not for ever: the state still serves once the service is well', () => {
		expect(fault(({ limit }) => ({ rows: list.slice(0, limit) }), empty())).toBe('pages');
		expect(read((asked) => ({ rows: pageOf(list, asked) }), empty()).events).toBe(1_000);
	});
});
