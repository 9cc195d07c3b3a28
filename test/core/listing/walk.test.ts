import type { Id } from '../../../nodes/RecordsDirectory/core/id';
import fc from 'fast-check';
import { pageCovering } from '../../../nodes/RecordsDirectory/core/listing/pages';
import {
	startDenseWalk,
	startWalk,
	advanceWalk,
	mustNotBeCut,
	walkRequest,
	type Walk,
} from '../../../nodes/RecordsDirectory/core/listing/walk';

const request = (walk: Walk) => ({ ...walkRequest(walk) });

/** The page that a walk requests next, with these rows. */
const pageOf = (walk: Walk, keys: readonly Id[]) => ({ asked: request(walk), keys });

test('a page begins at or before the wanted index, is no larger than allowed, and reaches on', () => {
	const index = fc.integer({ min: 0, max: 3_000_000 });
	fc.assert(
		fc.property(index, fc.integer({ min: 1, max: 1_000 }), (at, size) => {
			const { page, limit } = pageCovering(at, size);
			expect((page - 1) * limit).toBeLessThanOrEqual(at);
			expect(limit).toBeGreaterThanOrEqual(1);
			expect(limit).toBeLessThanOrEqual(size);
			expect(page * limit).toBeGreaterThan(at);
		}),
		{ seed: 1 },
	);
});

test.each([
	[0, 1, 1_000],
	[999, 2, 999],
	[1_000, 2, 1_000],
	[1_997, 3, 998],
	[300, 1, 1_000],
])('index %s is reached by page %s of %s rows', (at, page, limit) => {
	expect(pageCovering(at, 1_000)).toEqual({ page, limit });
});

test.each([
	['records with no ID missing is walked in a thousand pages', 1, 1_000],
	['records, every second ID missing, is walked in little more than a thousand pages', 2, 1_060],
])('a form of a million %s', (_, gap, most) => {
	const total = 1_000_000;
	let walk = startDenseWalk(1_000);
	for (let requests = 1; ; requests++) {
		const asked = request(walk);
		const first = (asked.page - 1) * asked.limit;
		const length = Math.max(0, Math.min(asked.limit, total - first));
		const keys = Array.from({ length }, (_, i) => gap * (total - first - i));
		const step = advanceWalk(walk, { asked, keys }, 1_000);
		walk = step.walk;
		if (step.outcome === 'next') continue;
		expect(step.outcome).toBe('end');
		expect(requests).toBeLessThanOrEqual(most);
		return;
	}
});

const at = (order: Walk['order'], edge: Id): Walk => ({
	...startWalk(order, 4),
	at: 3,
	edge,
});
const hopeful = (edge: Id): Walk => ({ ...startDenseWalk(4), at: 4, edge });

test.each<[string, Walk, readonly Id[], string]>([
	['begins newer than the edge', at('updatedAt', 'm'), ['n', 'm', 'c', 'b'], 'next'],
	['begins at the edge: ties may hide rows', at('updatedAt', 'm'), ['m', 'm', 'c', 'b'], 'refused'],
	['begins below the edge', at('updatedAt', 'm'), ['c', 'b', 'a', 'a'], 'refused'],
	['begins at the last record id', at('recordId', 8), [8, 7, 6, 5], 'next'],
	['begins below the last record id', at('recordId', 8), [7, 6, 5, 4], 'refused'],
	['begins at the very next record id', hopeful(8), [7, 6, 5, 4], 'next'],
	['begins below the very next record id', hopeful(8), [6, 5, 4, 3], 'refused'],
	['comes to the lowest record id', hopeful(8), [8, 6, 3, 1], 'end'],
	['is empty', at('recordId', 8), [], 'refused'],
	['is short', at('recordId', 8), [8, 7], 'end'],
])('a page that %s', (_, walk, keys, outcome) => {
	const asked = { order: `${walk.order}:desc` as const, page: 2, limit: 4 };
	const step = advanceWalk(walk, { asked, keys }, 4);
	expect(step.isJoined ? step.outcome : 'refused').toBe(outcome);
});

test('a first page of one single time cannot be passed by time', () => {
	const walk = startWalk('updatedAt', 4);
	expect(advanceWalk(walk, pageOf(walk, ['m', 'm', 'm', 'm']), 4).outcome).toBe('stuck');
});

test('an empty first page is an empty list', () => {
	const walk = startWalk('updatedAt', 4);
	expect(advanceWalk(walk, pageOf(walk, []), 20).outcome).toBe('end');
});

test('a short page is the end only if the service has shown longer ones', () => {
	const walk = startWalk('recordId', 1_000);
	const keys = Array.from({ length: 103 }, (_, i) => 1_000 - 2 * i);
	expect(advanceWalk(walk, pageOf(walk, keys), 104).outcome).toBe('end');
	const step = advanceWalk(walk, pageOf(walk, keys), 103);
	expect(step.outcome).toBe('next');
	const next = { order: 'recordId:desc', page: 2, limit: 102, mayBeRejected: true };
	expect(request(step.walk)).toEqual(next);
});

test('a short page of a usual size may have been cut by a site that gave longer ones before', () => {
	const walk = startWalk('recordId', 1_000);
	for (const rows of [500, 256, 100]) {
		const keys = Array.from({ length: rows }, (_, i) => 2_000 - 2 * i);
		expect(advanceWalk(walk, pageOf(walk, keys), 1_000).outcome).toBe('next');
	}
});

test('a short page of ten rows may have been cut by a site that has shown no longer one', () => {
	const walk = startWalk('updatedAt', 1_000);
	const keys = Array.from({ length: 10 }, (_, i) => `2026-01-01 00:00:${59 - i}`);
	expect(advanceWalk(walk, pageOf(walk, keys)).outcome).toBe('next');
	expect(advanceWalk(walk, pageOf(walk, keys.slice(1))).outcome).toBe('end');
});

test('rows out of order are a fault of the list', () => {
	const walk = startWalk('updatedAt', 4);
	expect(() => mustNotBeCut(advanceWalk(walk, pageOf(walk, ['a', 'b']), 4))).toThrow(
		'does not sort the records by updatedAt',
	);
});

test('rejected pages step back to page 1, in ever larger steps', () => {
	let walk: Walk = { ...startWalk('recordId', 1_000), at: 50_000, edge: 9 };
	let requests = 0;
	while (request(walk).page > 1 && ++requests < 100)
		walk = advanceWalk(walk, pageOf(walk, [3]), 1_000).walk;
	expect(requests).toBeLessThan(14);
});

const without5 = Array.from({ length: 45 }, (_, n) => 45 - n).filter((id) => id !== 5);
const shrinking = [
	{ deleted: [0], created: 0 },
	{ deleted: [0, 1], created: 0 },
	{ deleted: [0, 1, 2], created: 1 },
	{ deleted: [], created: 2 },
	{ deleted: [0, 83], created: 0 },
];

test('whatever is deleted and created meanwhile, each record that stays is read once', () => {
	const change = fc.record({
		deleted: fc.array(fc.nat(999), { maxLength: 3 }),
		created: fc.nat(2),
	});
	const changes = fc.array(change, { maxLength: 40 });
	const ids = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 300, size: 'max' });
	fc.assert(
		fc.property(ids, changes, (first, meanwhile) => {
			let list = [...first].sort((a, b) => b - a);
			const stays = new Set(list);
			const read: number[] = [];
			let walk = startDenseWalk(40);
			for (const { deleted, created } of [...meanwhile, ...Array(99).fill({ deleted: [] })]) {
				const asked = request(walk);
				const from = (asked.page - 1) * asked.limit;
				const page = list.slice(from, from + asked.limit);
				const edge = Number(walk.edge ?? Infinity);
				const step = advanceWalk(walk, { asked, keys: page }, 40);
				if (step.isJoined) read.push(...page.filter((id) => id < edge));
				walk = step.walk;
				expect(step.outcome).not.toBe('cut');
				if (step.outcome === 'end') break;
				const gone = deleted.map((n: number) => list[n % list.length]);
				for (const id of gone) stays.delete(id!);
				const next = Math.max(400, ...list) + 1;
				const news = Array.from({ length: created ?? 0 }, (_, n) => next + n).reverse();
				list = [...news, ...list.filter((id) => !gone.includes(id))];
			}
			expect(new Set(read).size).toBe(read.length);
			expect(read).toEqual(expect.arrayContaining([...stays]));
		}),
		// Two pages are empty one after the other because rows above them were deleted.
		{ numRuns: 100, examples: [[without5, shrinking]] },
	);
});

describe('times that rise down a page', () => {
	const advance = (...keys: string[]) => {
		const walk = startWalk('updatedAt', 10);
		return mustNotBeCut(advanceWalk(walk, pageOf(walk, keys), 100)).walk.edge;
	};

	it.each([
		['2026-10-25 02:10:00', '2026-10-25 02:59:00', '2026-10-25 02:00:00'],
		['2026-04-05 23:00:00', '2026-04-05 23:59:59', '2026-04-05 22:59:00'],
		['2026-10-25 02:00:00', '2026-10-25 03:00:00', '2026-10-25 01:00:00'],
	])('are those of an hour that a clock repeated: %s, %s', (top, risen, below) => {
		expect(advance(top, risen)).toBe(top);
		expect(advance(top, risen, below)).toBe(below);
	});

	it.each([
		['by more than an hour', '2026-10-25 02:10:00', '2026-10-25 03:10:01'],
		['by day', '2026-10-25 12:10:00', '2026-10-25 12:59:00'],
		['into the morning', '2026-10-25 03:30:00', '2026-10-25 04:00:00'],
		['from the evening', '2026-10-25 22:30:00', '2026-10-25 23:00:00'],
	])('show that they are not sorted if they rise %s', (_, top, risen) => {
		expect(() => advance(top, risen)).toThrow('does not sort the records by updatedAt');
	});
});
