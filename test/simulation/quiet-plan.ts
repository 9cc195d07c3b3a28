import type { RecordPlan } from './plan';

/** A life in which nothing happens and nothing goes wrong, except what is changed. */
export const quietPlan = (changed: Partial<RecordPlan> = {}): RecordPlan => ({
	seed: 1,
	event: 'recordCreatedOrUpdated',
	dialect: {
		stepBack: 0,
		zone: 32_400,
		date: 'same',
		deleted: 'gone',
		singly: 'missing',
		ties: 'shuffled',
		cap: 1_000,
	},
	overlap: 120,
	pageSize: 1_000,
	maxRequests: 60,
	interval: 60,
	latency: 0.1,
	failing: 0,
	restarts: 0,
	initial: 30,
	patrolEvery: 10,
	acts: [],
	...changed,
});
