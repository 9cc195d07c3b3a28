import fc from 'fast-check';
import { EntryPoll, type EntryEvent } from '../../../nodes/RecordsDirectory/core/trigger/entries';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import { seedOr, times } from '../../support/effort';

type EntryState = ReturnType<EntryPoll['end']>['state'];

const ALL: ReadonlyArray<EntryEvent['change']> = ['added', 'changed', 'removed'];
const watched = ['name', 'organizationCode', 'subBelong'];
type Directory = ReadonlyMap<string, JsonObject>;

const user = (code: string, name: unknown = code, more: JsonObject = {}): JsonObject => ({
	...{ code, name, organizationCode: 'ORG1', subBelong: [] },
	...more,
});
const directory = (...rows: readonly JsonObject[]): Directory =>
	new Map(rows.map((row) => [String(row.code), row]));
const range = (count: number) => Array.from({ length: count }, (_, n) => user(`E${n}`));

interface Seen {
	/** Codes that the list does not show, as when rows move between its pages. */
	readonly hidden?: readonly string[];
	/** Codes that cannot be read. */
	readonly failing?: readonly string[];
	readonly emits?: ReadonlyArray<EntryEvent['change']>;
	readonly mostRemovals?: number;
	/** How many requests the rate limit lets pass. */
	readonly requests?: number;
	readonly pageSize?: number;
	/** Whether a single read finds codes in any case. */
	readonly anyCase?: boolean;
}

/** The time of the service. */
let clock = 0;

function poll(
	saved: EntryState | undefined,
	directories: Directory | ((requests: number) => Directory),
	seen: Seen = {},
) {
	const { hidden = [], failing = [], emits = ALL, mostRemovals, pageSize = 1_000 } = seen;
	const polling = new EntryPoll(saved, {
		...{ event: 'userChanged', emits, key: 'code', watched, mostRemovals, pageSize },
	});
	let reads = 0;
	let made = 0;
	let { requests = Infinity } = seen;
	for (let asked = polling.request; asked && requests > 0; asked = polling.request, requests--) {
		const now = typeof directories === 'function' ? directories(made++) : directories;
		if (asked.kind === 'page') {
			const { page, limit } = asked;
			const rows = [...now.values()].filter(({ code }) => !hidden.includes(String(code)));
			polling.take({
				kind: 'page',
				rows: rows.slice((page - 1) * limit, page * limit),
				most: 1_000,
				at: ++clock,
			});
		} else {
			const { key: of } = asked;
			const found = [...now].find(
				([code]) => seen.anyCase && code.toLowerCase() === of.toLowerCase(),
			);
			const row = now.get(of) ?? found?.[1];
			reads += 1;
			if (failing.includes(of)) polling.take({ kind: 'entry', failure: 'Access Denied' });
			else polling.take({ kind: 'entry', ...(row && { row }) });
		}
	}
	const { events, state, ...ended } = polling.end();
	const told = events.map(({ change, row }) => `${change} ${String(row.code)}`);
	return { ...ended, events, told, reads, state: JSON.parse(JSON.stringify(state)) as EntryState };
}

it.each<[string, readonly JsonObject[], readonly JsonObject[], readonly string[]]>([
	['nothing new', [user('A')], [user('A')], []],
	['a field that is not watched', [user('A')], [user('A', 'A', { expire: '2027/01/01' })], []],
	[
		'affiliations in another order',
		[user('A', 'A', { subBelong: [{ organizationCode: '1' }, { organizationCode: '2' }] })],
		[user('A', 'A', { subBelong: [{ organizationCode: '2' }, { organizationCode: '1' }] })],
		[],
	],
	['another spelling of nothing', [user('A', '')], [user('A', null)], []],
	[
		'a position that is left out of an affiliation',
		[user('A', 'A', { subBelong: [{ organizationCode: '1' }] })],
		[user('A', 'A', { subBelong: [{ organizationCode: '1', positionCode: null }] })],
		[],
	],
	[
		'a retired user, marked by a number',
		[user('A')],
		[user('A', 'A', { isRetired: 1 })],
		['removed A'],
	],
	['a retired user', [user('A')], [user('A', 'A', { isRetired: true })], ['removed A']],
	['a code that is a property', [user('A')], [user('A'), user('__proto__')], ['added __proto__']],
])('%s', (_, before, now, told) => {
	const baseline = poll(undefined, directory(...before));
	expect([baseline.told, baseline.purpose]).toEqual([[], 'baseline']);
	const next = poll(baseline.state, directory(...now));
	expect(next.told).toEqual(told);
	expect(poll(next.state, directory(...now)).told).toEqual([]);
});

it('an event keeps its ID if the service tells its time only later', () => {
	clock = -1;
	const { state } = poll(undefined, directory(user('A')));
	const [silent, telling] = [-1, 5].map((now) => {
		clock = now;
		return poll(state, directory(user('A', 'B'))).events.map(({ eventId }) => eventId);
	});
	expect(silent).toEqual([expect.stringMatching(/^userChanged:changed:0:/)]);
	expect(telling).toEqual(silent);
});

it('a change shows the previous values, a removal the last ones', () => {
	const { state } = poll(undefined, directory(user('A', 'Ann'), user('B', 'Bob')));
	const [changed, removed] = poll(state, directory(user('A', 'Anna'))).events;
	expect(changed).toMatchObject({ row: user('A', 'Anna'), earlier: { name: 'Ann' } });
	expect(removed?.row).toEqual({ code: 'B', name: 'Bob', organizationCode: 'ORG1' });
});

it('an entry missing only from the list is read once, and then in turn', () => {
	const now = directory(user('A'), user('B'), user('C'));
	let { state } = poll(undefined, now);
	for (const reads of [2, 1, 1]) {
		const next = poll(state, now, { hidden: ['A', 'B'] });
		expect([next.told, next.reads]).toEqual([[], reads]);
		({ state } = next);
	}
	expect(poll(state, now).state.unlisted).toBeUndefined();
});

it('an entry that cannot be read is kept and reported once', () => {
	const now = directory(user('B'));
	let { state } = poll(undefined, directory(user('A'), user('B')));
	for (const warnings of [1, 0, 0]) {
		const next = poll(state, now, { failing: ['A'] });
		expect([next.told, next.warnings?.length]).toEqual([[], warnings]);
		({ state } = next);
	}
	expect(poll(state, now).told).toEqual(['removed A']);
});

it('many missing entries fail the poll, or are emitted up to the limit of the user', () => {
	const { state } = poll(undefined, directory(...range(100)));
	const now = directory(...range(40));
	expect(() => poll(state, now)).toThrow('At least 60 of 100 entries disappeared at once');
	const first = poll(state, now, { mostRemovals: 60 });
	expect([first.told.length, first.unfinished]).toEqual([30, expect.any(String)]);
	expect(poll(first.state, now, { mostRemovals: 60 }).told).toHaveLength(30);
});

it('a poll emits at most 5,000 items, and the next poll emits the others', () => {
	const { state } = poll(undefined, directory(user('A')));
	const now = directory(user('A'), ...range(6_000));
	const first = poll(state, now);
	const second = poll(first.state, now);
	expect([first.told.length, second.told.length]).toEqual([5_000, 1_000]);
	expect(new Set([...first.told, ...second.told]).size).toBe(6_000);
});

it('several polls read a list that is too long for one, and emit each change once', () => {
	const part = { requests: 2 };
	const now = new Map(directory(...range(4_500)));
	let next = poll(undefined, now, part);
	for (let polls = 1; polls < 3; polls++) {
		expect([next.told, next.purpose, next.unfinished]).toEqual([
			[],
			'baseline',
			expect.any(String),
		]);
		next = poll(next.state, now, part);
	}
	expect([next.told, next.state.part, next.state.entries.length]).toEqual([[], undefined, 4_500]);
	now.set('E10', user('E10', 'Ann'));
	now.set('E4400', user('E4400', 'Bob'));
	for (const code of ['E4497', 'E4498', 'E4499']) now.delete(code);
	const told = [];
	// Three polls for the list, one for the last page again and an entry, twice.
	for (let polls = 0; polls < 6; polls++) {
		next = poll(next.state, now, part);
		told.push(...next.told);
	}
	expect(told).toEqual([
		'changed E10',
		'changed E4400',
		'removed E4497',
		'removed E4498',
		'removed E4499',
	]);
});

it('many missing entries do not stop events of added and changed entries', () => {
	const before = poll(undefined, directory(...range(100)), { emits: ['added', 'changed'] });
	const now = directory(...range(40).slice(1), user('E0', 'Ann'), user('new'));
	const { told, reads, warnings } = poll(before.state, now, { emits: ['added', 'changed'] });
	expect([told, reads, warnings?.length]).toEqual([['changed E0', 'added new'], 0, 1]);
});

it('rows without a code are ignored', () => {
	const { state } = poll(undefined, directory(user('A')));
	const now = new Map([...directory(user('A')), ['x', user('')], ['y', user('')]]);
	expect(poll(state, now).told).toEqual([]);
	expect(poll(state, directory(user('A'))).reads).toBe(0);
});

it('an event has one ID, whichever polls find it, and no other event has it', () => {
	const [empty, one, both] = [directory(), directory(user('B')), directory(user('A'), user('B'))];
	const ids = ({ events }: ReturnType<typeof poll>) => events.map(({ eventId }) => eventId);
	const { state } = poll(undefined, empty);
	const first = poll(state, one);
	const second = poll(first.state, both);
	expect(ids(poll(state, both)).sort()).toEqual([...ids(first), ...ids(second)].sort());
	// They leave, and join again with the same values.
	const again = poll(poll(second.state, empty).state, both);
	const later = poll(poll(undefined, empty).state, both);
	const all = [...ids(second), ...ids(first), ...ids(again), ...ids(later)];
	expect(new Set(all).size).toBe(6);
});

it('a code that is only written in another case is another entry, though the service finds it by both', () => {
	const { state } = poll(undefined, directory(user('e1')));
	const next = poll(state, directory(user('E1')), { anyCase: true });
	expect(next.told).toEqual(['added E1', 'removed e1']);
});

it('a list that is too long fails the poll', () => {
	expect(() => poll(undefined, directory(...range(20_001)))).toThrow('more than 20,000 entries');
});

it('each change of the directory is emitted once and correctly, despite hidden rows and lost polls', () => {
	const code = fc.constantFrom('A', 'B', 'C', 'D', 'E');
	const step = fc.record({
		changes: fc.array(fc.tuple(code, fc.constantFrom('set', 'unset'), fc.nat(3)), { maxLength: 3 }),
		hidden: fc.subarray(['A', 'B', 'C', 'D', 'E'], { maxLength: 2 }),
		requests: fc.constantFrom(1, 2, Infinity),
		pageSize: fc.constantFrom(3, 4, 1_000),
		failing: fc.subarray(['A', 'B', 'C', 'D', 'E'], { maxLength: 1 }),
		isDiscarded: fc.boolean(),
	});
	fc.assert(
		fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
			const now = new Map<string, JsonObject>([['A', user('A', 0)]]);
			let { state } = poll(undefined, now);
			// What somebody knows who has only read the events.
			const told = new Map(now);
			const ids = new Set<string>();
			const follow = (seen: Seen, isDiscarded = false) => {
				const next = poll(state, now, seen);
				const again = poll(state, now, seen);
				expect(again.events.map(({ eventId }) => eventId)).toEqual(
					next.events.map(({ eventId }) => eventId),
				);
				if (isDiscarded) return;
				({ state } = next);
				for (const { change, row, eventId } of next.events) {
					expect(ids.has(eventId)).toBe(false);
					ids.add(eventId);
					const of = String(row.code);
					expect(told.has(of)).toBe(change !== 'added');
					expect(now.has(of)).toBe(change !== 'removed');
					if (change === 'removed') told.delete(of);
					else told.set(of, row);
				}
			};
			for (const { changes, isDiscarded, ...seen } of steps) {
				for (const [of, what, name] of changes)
					if (what === 'set') now.set(of, user(of, name));
					else now.delete(of);
				follow(seen, isDiscarded);
			}
			// What failed before is read in turn.
			for (let n = 0; n < 6; n++) follow({});
			expect([...told].sort()).toEqual([...now].sort());
		}),
		{ numRuns: times(300), seed: seedOr(45) },
	);
});

it('a new entry is neither removed nor added again because later replies are of an older state', () => {
	const [old, now] = [directory(...range(20)), directory(user('New'), ...range(20))];
	const { state } = poll(undefined, old);
	const first = poll(state, (requests) => (requests === 0 ? now : old), { pageSize: 10 });
	expect(first.told).toEqual(['added New']);
	expect(poll(first.state, now).told).toEqual([]);
	expect(poll(first.state, old).told).toEqual(['removed New']);
});
