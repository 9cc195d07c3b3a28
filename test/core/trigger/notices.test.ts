import { triggerEvents } from '../../../nodes/RecordsDirectory/api/trigger';
import { NoticePoll, type NoticeState } from '../../../nodes/RecordsDirectory/core/trigger/notices';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';

type NoticeKind = 'noticeCountIncreased' | 'noticeCountChanged';

const settingsOf = (event: NoticeKind, ...codes: readonly string[]) => ({
	event,
	emits: triggerEvents[event].source.emits,
	codes,
});

const notice = (id: unknown, count: unknown, appsId: unknown = '7'): JsonObject => ({
	appsId,
	appsName: 'Support',
	id,
	label: 'To do',
	count,
	url: `https://x/${String(id)}`,
	icon: { name: 'bell', src: 'data:' },
});

/** A poll that reads everybody. */
function pollAll(
	saved: NoticeState | undefined,
	people: Readonly<Record<string, readonly JsonObject[]>>,
	event: NoticeKind,
) {
	const polling = new NoticePoll(saved, settingsOf(event, ...Object.keys(people)));
	while (polling.request !== undefined) polling.take({ rows: people[polling.request]! });
	return polling.end();
}

/** Polls one after another; each is what the people have then. */
function polls(
	event: NoticeKind,
	steps: readonly Readonly<Record<string, readonly JsonObject[]>>[],
	from?: NoticeState,
) {
	let state = from;
	return steps.map((step) => {
		const { events, state: next } = pollAll(state, step, event);
		state = JSON.parse(JSON.stringify(next)) as NoticeState;
		return { events, state };
	});
}

const counts = (
	event: NoticeKind,
	steps: readonly Readonly<Record<string, readonly JsonObject[]>>[],
) =>
	polls(event, steps).map(({ events }) =>
		events.map((e) => `${e.code}/${e.id} ${e.previousCount}>${e.count} (${e.difference})`),
	);

test.each<[string, readonly (readonly JsonObject[])[], readonly string[], readonly string[]]>([
	['the baseline is silent', [[notice('a', 5)]], [''], ['']],
	['no change is no event', [[notice('a', 5)], [notice('a', 5)]], ['', ''], ['', '']],
	['up', [[notice('a', 1)], [notice('a', 3)]], ['', 'e/a 1>3 (2)'], ['', 'e/a 1>3 (2)']],
	['down', [[notice('a', 3)], [notice('a', 1)]], ['', 'e/a 3>1 (-2)'], ['', '']],
	['a new notice', [[], [notice('a', 2)]], ['', 'e/a 0>2 (2)'], ['', 'e/a 0>2 (2)']],
	['gone', [[notice('a', 2)], []], ['', 'e/a 2>0 (-2)'], ['', '']],
	[
		'gone or 0 is the same',
		[[notice('a', 2)], [notice('a', 0)], []],
		['', 'e/a 2>0 (-2)', ''],
		['', '', ''],
	],
	[
		'gone and back',
		[[notice('a', 2)], [], [notice('a', 2)]],
		['', 'e/a 2>0 (-2)', 'e/a 0>2 (2)'],
		['', '', 'e/a 0>2 (2)'],
	],
	[
		'counts with commas',
		[[notice('a', '999')], [notice('a', '1,024')]],
		['', 'e/a 999>1024 (25)'],
		['', 'e/a 999>1024 (25)'],
	],
	['text or number is the same', [[notice(1, '9', 7)], [notice('1', 9)]], ['', ''], ['', '']],
	[
		'no number keeps the count',
		[[notice('a', 2)], [notice('a', null)], [notice('a', 3)]],
		['', '', 'e/a 2>3 (1)'],
		['', '', 'e/a 2>3 (1)'],
	],
])('%s', (_, steps, changed, increased) => {
	const people = steps.map((rows) => ({ e: rows }));
	const told = (event: NoticeKind) => counts(event, people).map((events) => events.join(', '));
	expect(told('noticeCountChanged')).toEqual(changed);
	expect(told('noticeCountIncreased')).toEqual(increased);
});

test('the state holds nothing of a notice without a number, and no pictures', () => {
	const sizeOf = (...rows: readonly JsonObject[]) =>
		JSON.stringify(polls('noticeCountIncreased', [{ f: rows }])[0]!.state).length;
	expect(sizeOf(notice('a', null))).toBe(sizeOf());
	expect(sizeOf({ ...notice('b', 0), icon: 'x'.repeat(999) })).toBeLessThan(300);
});

describe('an event of a notice', () => {
	const EVENT: NoticeKind = 'noticeCountChanged';
	const last = (code: string, before: JsonObject[], after: JsonObject[]) =>
		polls(EVENT, [{ [code]: before }, { [code]: after }])[1]?.events ?? [];

	it('has the texts of the notice, and its picture where there is one', () => {
		const bare = (count: number) => ({ appsId: 7, id: null, count });
		const [one] = last('a', [bare(1)], [bare(2)]);
		expect(one).toMatchObject({ appsId: '7', appsName: '', id: '', label: '', url: '' });
		expect(one).not.toHaveProperty('icon');
		const [pictured] = last('a', [notice('1', 1)], [notice('1', 2)]);
		expect(pictured?.icon).toEqual({ name: 'bell', src: 'data:' });
		expect(last('a', [notice('1', 1)], [])[0]).not.toHaveProperty('icon');
	});
});
