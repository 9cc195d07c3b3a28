import { triggerEvents } from '../../../nodes/RecordsDirectory/api/trigger';
import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import {
	NoticePoll,
	type NoticeState,
	type UserReply,
} from '../../../nodes/RecordsDirectory/core/trigger/notices';

const unknown = (code: string) =>
	new Failure({ kind: 'refused', message: `The service does not know ${code}` });
const count = (number: number): UserReply => ({ rows: [{ appsId: 7, id: 'a', count: number }] });
const GONE = 'gone';
const CHANGED = {
	event: 'noticeCountChanged',
	emits: triggerEvents.noticeCountChanged.source.emits,
} as const;
type Reply = number | typeof GONE;

/** One poll that may send this many requests; `replies` has the count of each user, or that the user is gone. */
function poll(
	saved: NoticeState | undefined,
	replies: Readonly<Record<string, Reply>>,
	most = Infinity,
) {
	const polling = new NoticePoll(saved, { ...CHANGED, codes: Object.keys(replies) });
	const asked: string[] = [];
	for (let code = polling.request; code !== undefined; code = polling.request) {
		if (asked.length >= most) break;
		asked.push(code);
		const reply = replies[code] ?? GONE;
		polling.take(reply === GONE ? { missing: unknown(code) } : count(reply));
	}
	const { events, state, window, warnings = [] } = polling.end();
	const told = events.map((one) => `${one.code} ${one.previousCount} to ${one.count}`);
	const [users = 0] = window.split(' ').map(Number);
	const left = warnings.flatMap(
		(line) => /^The notices of user (\w+) cannot be read: /.exec(line)?.[1] ?? [],
	);
	const back = warnings.flatMap(
		(line) => /^The notices of user (\w+) can be read again\./.exec(line)?.[1] ?? [],
	);
	return {
		asked,
		told,
		users,
		left,
		back,
		state: JSON.parse(JSON.stringify(state)) as NoticeState,
	};
}

/** Polls one after the other, each with the state that the last one saved. */
function polls(steps: readonly Readonly<Record<string, Reply>>[], most?: number) {
	let state: NoticeState | undefined;
	return steps.map((step) => {
		const done = poll(state, step, most);
		({ state } = done);
		return done;
	});
}

it.each([
	[6, 900, [0, 5_000, 400, 0]],
	[1, 10_001, [0, 5_000, 5_000, 1]],
])(
	'of %i users with %i notices each, at most 5,000 come at once, each once',
	(users, most, told) => {
		const codes = Array.from({ length: users }, (_, n) => `E${n}`);
		const many = (count: number): UserReply => ({
			rows: Array.from({ length: most }, (_, id) => ({ appsId: 7, id: String(id), count })),
		});
		let state: NoticeState | undefined;
		const found = [1, 2, 2, 2].map((count) => {
			const polling = new NoticePoll(state, { ...CHANGED, codes });
			while (polling.request !== undefined) polling.take(many(count));
			const { events, ...ended } = polling.end();
			({ state } = ended);
			return events.map(({ eventId }) => eventId);
		});
		expect(found.map(({ length }) => length)).toEqual(told);
		expect(new Set(found.flat()).size).toBe(users * most);
	},
);

it('a round takes no reply that it did not request', () => {
	const polling = new NoticePoll(undefined, {
		...CHANGED,
		codes: ['a'],
	});
	polling.take(count(1));
	expect(() => polling.take(count(1))).toThrow('Nobody was asked for');
	expect(polling.end().window).toBe('1 of 1 users');
});

describe('a user whom the service does not know', () => {
	it('never stops the others', () => {
		const [first, second] = polls([
			{ a: 1, b: GONE, c: 1 },
			{ a: 1, b: GONE, c: 2 },
		]);
		expect(first).toMatchObject({
			asked: ['a', 'b', 'c'],
			users: 2,
			left: ['b'],
			back: [],
		});
		expect(second).toMatchObject({
			told: ['c 1 to 2'],
			users: 2,
			left: [],
			back: [],
		});
	});

	it('is a silent baseline if the user was never read', () => {
		const done = polls([
			{ a: 1, b: GONE },
			{ a: 1, b: 5 },
			{ a: 1, b: 6 },
		]);
		expect(done.map(({ told }) => told)).toEqual([[], [], ['b 5 to 6']]);
		expect(done.map(({ back }) => back)).toEqual([[], ['b'], []]);
	});
});

describe('if the service knows no user', () => {
	const nobody = { a: GONE, b: GONE, c: GONE } as const;

	it('the poll fails with the failure of the first user', () => {
		expect(() => poll(undefined, nobody)).toThrow(unknown('a'));
	});

	it.each([1, 2])(
		'a poll that stops after %d of 3 users does not fail, and nobody has left',
		(most) => {
			const { state } = poll(undefined, { a: 1, b: 1, c: 1 });
			const done = poll(state, nobody, most);
			expect(done).toMatchObject({ users: 0, left: [], back: [], told: [] });
			expect(done.state.users).toEqual(state.users);
			expect(poll(done.state, nobody, 0).asked).toEqual([]);
		},
	);
});
