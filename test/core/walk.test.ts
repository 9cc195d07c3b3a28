import fc from 'fast-check';
import { pageAt } from '../../nodes/RecordsDirectory/core/page-at';
import {
	startWalk,
	walkOn,
	walkRequest,
	type Key,
	type Walk,
} from '../../nodes/RecordsDirectory/core/walk';

const request = (walk: Walk) => ({ ...walkRequest(walk) });

test('a page begins at or before the wanted index, is no larger than allowed, and reaches on', () => {
	const index = fc.integer({ min: 0, max: 3_000_000 });
	fc.assert(
		fc.property(index, fc.integer({ min: 1, max: 1_000 }), (at, size) => {
			const { page, limit } = pageAt(at, size);
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
	expect(pageAt(at, 1_000)).toEqual({ page, limit });
});

test('a form of a million records is walked in little more than a thousand pages', () => {
	const total = 1_000_000;
	let walk = startWalk('recordId', 1_000);
	for (let requests = 1; ; requests++) {
		const asked = request(walk);
		const first = (asked.page - 1) * asked.limit;
		const length = Math.max(0, Math.min(asked.limit, total - first));
		const step = walkOn(
			walk,
			asked,
			Array.from({ length }, (_, i) => total - first - i),
			1_000,
		);
		walk = step.walk;
		if (step.outcome === 'next') continue;
		expect(step.outcome).toBe('end');
		expect(requests).toBeLessThan(1_060);
		return;
	}
});

const at = (order: Walk['order'], edge: Key): Walk => ({
	...startWalk(order, 4),
	at: 3,
	edge,
});

test.each<[string, Walk, readonly Key[], string]>([
	['begins newer than the edge', at('updatedAt', 'm'), ['n', 'm', 'c', 'b'], 'next'],
	['begins at the edge: ties may hide rows', at('updatedAt', 'm'), ['m', 'm', 'c', 'b'], 'refused'],
	['begins below the edge', at('updatedAt', 'm'), ['c', 'b', 'a', 'a'], 'refused'],
	['begins at the last record id', at('recordId', 8), [8, 7, 6, 5], 'next'],
	['begins below the last record id', at('recordId', 8), [7, 6, 5, 4], 'refused'],
	['is empty', at('recordId', 8), [], 'refused'],
	['is short', at('recordId', 8), [8, 7], 'end'],
])('a page that %s', (_, walk, keys, outcome) => {
	const asked = { order: `${walk.order}:desc` as const, page: 2, limit: 4 };
	const step = walkOn(walk, asked, keys, 4);
	expect(step.isJoined ? step.outcome : 'refused').toBe(outcome);
});

test('a first page of one single time cannot be passed by time', () => {
	const walk = startWalk('updatedAt', 4);
	expect(walkOn(walk, request(walk), ['m', 'm', 'm', 'm'], 4).outcome).toBe('stuck');
});

test('an empty first page is an empty list', () => {
	const walk = startWalk('updatedAt', 4);
	expect(walkOn(walk, request(walk), [], 20).outcome).toBe('end');
});

test('a short page is the end only if the service has shown longer ones', () => {
	const walk = startWalk('recordId', 1_000);
	const keys = Array.from({ length: 100 }, (_, i) => 100 - i);
	expect(walkOn(walk, request(walk), keys, 101).outcome).toBe('end');
	const step = walkOn(walk, request(walk), keys, 100);
	expect(step.outcome).toBe('next');
	expect(request(step.walk)).toEqual({ order: 'recordId:desc', page: 2, limit: 99 });
});

test('rows out of order are a fault of the list', () => {
	const walk = startWalk('updatedAt', 4);
	expect(() => walkOn(walk, request(walk), ['a', 'b'], 4)).toThrow(
		'did not sort the records by updatedAt',
	);
});

test('refused pages step back to page 1, in ever larger steps', () => {
	let walk: Walk = { ...startWalk('recordId', 1_000), at: 50_000, edge: 9 };
	let requests = 0;
	while (request(walk).page > 1 && ++requests < 100)
		walk = walkOn(walk, request(walk), [3], 1_000).walk;
	expect(requests).toBeLessThan(14);
});
