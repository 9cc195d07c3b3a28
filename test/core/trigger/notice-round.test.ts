import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import { startNotices } from '../../../nodes/RecordsDirectory/core/trigger/notice-round';
import type { NoticeState } from '../../../nodes/RecordsDirectory/core/trigger/notices';

/** The count of each user's only notice; null for a user whom the service does not know. */
type Counts = Readonly<Record<string, number | null>>;

interface PollOf {
	readonly counts: Counts;
	/** Requests that the poll may send. */
	readonly most?: number;
	readonly codes?: readonly string[];
}

const settings = { event: 'noticeCountChanged', scope: 's', codes: ['a', 'b', 'c'] } as const;

function poll(saved: NoticeState | undefined, { counts, most = 3, codes }: PollOf) {
	const round = startNotices(saved, { ...settings, ...(codes && { codes }) });
	const asked: string[] = [];
	for (let { request } = round; request !== undefined && asked.length < most; { request } = round) {
		asked.push(request);
		const count = counts[request] ?? null;
		const missing = new Failure({ kind: 'refused', message: `No ${request}`, status: 404 });
		round.take(count === null ? { missing } : { rows: [{ appsId: 1, id: 'n', count }] });
	}
	const { events, state, users, left, back } = round.end();
	const told = events.map(({ code, previousCount, count }) => `${code} ${previousCount}>${count}`);
	return { asked: asked.join(''), told, users, left, back, state };
}

const stories: Readonly<Record<string, readonly (readonly [PollOf, object])[]>> = {
	'a round in one poll begins with the first user': [
		[{ counts: { a: 1, b: 2, c: 3 } }, { asked: 'abc', told: [], users: 3 }],
		[{ counts: { a: 1, b: 3, c: 0 } }, { asked: 'abc', told: ['b 2>3', 'c 3>0'], users: 3 }],
	],
	'a poll continues where the last one stopped, and keeps the counts of the others': [
		[{ counts: { a: 1, b: 2, c: 3 } }, { asked: 'abc' }],
		[
			{ counts: { a: 2, b: 3, c: 4 }, most: 2 },
			{ asked: 'ab', told: ['a 1>2', 'b 2>3'], users: 2 },
		],
		[
			{ counts: { a: 3, b: 3, c: 4 }, most: 2 },
			{ asked: 'ca', told: ['c 3>4', 'a 2>3'], users: 2 },
		],
		[
			{ counts: { a: 3, b: 4, c: 4 }, most: 2 },
			{ asked: 'bc', told: ['b 3>4'], users: 2 },
		],
	],
	'a user who is no longer watched is not the next': [
		[{ counts: { a: 1, b: 2, c: 3 }, most: 1 }, { asked: 'a' }],
		[{ counts: { a: 1, b: 2, c: 3 }, codes: ['a', 'c'] }, { asked: 'ac' }],
	],
	'a user who has left is named once, and continues with the last count': [
		[{ counts: { a: 1, b: 2, c: 3 } }, { left: [], back: [] }],
		[{ counts: { a: 1, b: null, c: 3 } }, { told: [], users: 2, left: ['b'], back: [] }],
		[{ counts: { a: 1, b: null, c: 4 } }, { told: ['c 3>4'], left: [], back: [] }],
		[{ counts: { a: 1, b: 5, c: 4 } }, { told: ['b 2>5'], users: 3, left: [], back: ['b'] }],
		[{ counts: { a: 1, b: 6, c: 4 } }, { told: ['b 5>6'], left: [], back: [] }],
	],
	'a user who was never there begins with a silent baseline': [
		[{ counts: { a: 1, b: null, c: 3 } }, { told: [], left: ['b'], back: [] }],
		[{ counts: { a: 1, b: 7, c: 3 } }, { told: [], left: [], back: ['b'] }],
		[{ counts: { a: 1, b: 8, c: 3 } }, { told: ['b 7>8'] }],
	],
	'if no user was found, but not all were read, nobody has left': [
		[{ counts: { a: 1, b: 2, c: 3 } }, {}],
		[
			{ counts: { a: null }, most: 1 },
			{ asked: 'a', told: [], users: 0, left: [], back: [] },
		],
		[{ counts: { a: 2, b: 2, c: 3 } }, { asked: 'bca', told: ['a 1>2'], back: [] }],
	],
};

test.each(Object.entries(stories))('%s', (_, polls) => {
	let state: NoticeState | undefined;
	for (const [one, expected] of polls) {
		const found = poll(state, one);
		expect(found).toMatchObject(expected);
		state = JSON.parse(JSON.stringify(found.state)) as NoticeState;
	}
});

test('if no user is there at all, the poll fails with what the service says about the first', () => {
	expect(() => poll(undefined, { counts: {} })).toThrow('No a');
});

test('the state names the next user only in the midst of a round', () => {
	const counts = { a: 1, b: 2, c: 3 };
	expect(poll(undefined, { counts, most: 2 }).state).toHaveProperty('next', 'c');
	expect(poll(undefined, { counts }).state).not.toHaveProperty('next');
});

test('a reply without a request is an error', () => {
	const round = startNotices(undefined, { ...settings, codes: ['a'] });
	round.take({ rows: [] });
	expect(() => {
		round.take({ rows: [] });
	}).toThrow('Nobody was asked for');
});
