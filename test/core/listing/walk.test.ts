import type { Id } from '../../../nodes/RecordsDirectory/core/id';
import {
	startDenseWalk,
	startWalk,
	advanceWalk,
	walkRequest,
	type Walk,
} from '../../../nodes/RecordsDirectory/core/listing/walk';

const request = (walk: Walk) => ({ ...walkRequest(walk) });

/** The page that a walk requests next, with these rows. */
const pageOf = (walk: Walk, keys: readonly Id[]) => ({ asked: request(walk), keys });

const at = (order: Walk['order'], edge: Id): Walk => ({
	...startWalk(order, 4),
	at: 3,
	edge,
});
const hopeful = (edge: Id): Walk => ({ ...startDenseWalk(4), at: 4, edge });

test.each<[string, Walk, readonly Id[], string]>([
	['begins newer than the edge', at('updatedAt', 'm'), ['n', 'm', 'c', 'b'], 'next'],
	['begins at the edge: ties may hide rows', at('updatedAt', 'm'), ['m', 'm', 'c', 'b'], 'refused'],
	['begins at the last record id', at('recordId', 8), [8, 7, 6, 5], 'next'],
	['begins below the last record id', at('recordId', 8), [7, 6, 5, 4], 'refused'],
	['begins at the very next record id', hopeful(8), [7, 6, 5, 4], 'next'],
	['begins below the very next record id', hopeful(8), [6, 5, 4, 3], 'refused'],
	['comes to the lowest record id', hopeful(8), [8, 6, 3, 1], 'end'],
	['is empty', at('recordId', 8), [], 'refused'],
])('a page that %s', (_, walk, keys, outcome) => {
	const asked = { order: `${walk.order}:desc` as const, page: 2, limit: 4 };
	const step = advanceWalk(walk, { asked, keys }, 4);
	expect(step.isJoined ? step.outcome : 'refused').toBe(outcome);
});

test('a first page of one single time cannot be passed by time', () => {
	const walk = startWalk('updatedAt', 4);
	expect(advanceWalk(walk, pageOf(walk, ['m', 'm', 'm', 'm']), 4).outcome).toBe('stuck');
});

test('a short page is the end only if the service has shown longer ones', () => {
	const walk = startWalk('recordId', 1_000);
	const keys = Array.from({ length: 103 }, (_, i) => 1_000 - 2 * i);
	expect(advanceWalk(walk, pageOf(walk, keys), 104).outcome).toBe('end');
	const step = advanceWalk(walk, pageOf(walk, keys), 103);
	expect(step.outcome).toBe('next');
	expect(request(step.walk)).toEqual({ order: 'recordId:desc', page: 2, limit: 102 });
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
	expect(advanceWalk(walk, pageOf(walk, keys), 20).outcome).toBe('next');
	expect(advanceWalk(walk, pageOf(walk, keys.slice(1)), 20).outcome).toBe('end');
});
