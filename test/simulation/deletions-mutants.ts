import type { scenarios } from './deletions-plans';
import type { Change } from './mutated';

interface Mutant {
	readonly changes: readonly Change[];
	/** The scenario in which it breaks the promise for certain; the test shows it. */
	readonly breaks: keyof typeof scenarios;
}

const CONFIRM = 'if (this.canConfirm) return this.single(known.pending.lowest);';

export const MUTANTS: Readonly<Record<string, Mutant>> = {
	'no confirmation read': {
		changes: [
			[
				'deletions/poll.ts',
				CONFIRM,
				'while (this.canConfirm) this.confirmed.take(known.pending.lowest, undefined);',
			],
		],
		breaks: 'records that are not listed though they are there',
	},
	'a record that the single read still finds is deleted all the same': {
		changes: [['deletions/poll.ts', 'record?.isDeleted === 0', "'no' === String(record)"]],
		breaks: 'records that are not listed though they are there',
	},
	'a guard that trusts positions: an unmoved tail means that nothing is gone': {
		changes: [['deletions/poll.ts', '?? this.patrolStep()', '']],
		breaks: 'records that come back',
	},
	'what is missing from the list is deleted, and nothing else is': {
		changes: [
			['deletions/poll.ts', '?? this.probeStep() ?? this.patrolStep()', ''],
			['deletions/known.ts', 'this.suspect(dead', 'if (!dead) this.suspect(dead'],
		],
		breaks: 'a busy form',
	},
	'mass deletion allowed': {
		changes: [['deletions/alarms.ts', 'if (missing <= ', 'if (missing < Infinity || missing <= ']],
		breaks: 'lost rights',
	},
	'confirmed before it is known how many are missing': {
		changes: [['deletions/poll.ts', ': this.guard.isFramed', ': true']],
		breaks: 'lost rights',
	},
	'weighed by the tail alone, which new records push down': {
		changes: [
			['deletions/gap-finder.ts', 'return this.isHeadRead && ', 'return '],
			[
				'deletions/gap-finder.ts',
				'if (!this.isHeadRead) return',
				'if (this.known === undefined) return',
			],
		],
		breaks: 'lost rights',
	},
	'state moved on failure': {
		changes: [
			[
				'deletions/poll.ts',
				'this.left = maxRequests;',
				'this.left = maxRequests; if (state) Object.assign(state, { sincePatrol: 1 });',
			],
		],
		breaks: 'requests that fail',
	},
	'a short page is the end of the list': {
		changes: [
			['deletions/gap-finder.ts', 'Math.min(limit, this.known.largestPage)', 'limit'],
			['deletions/sweep.ts', 'sweep.largestPage)', '1_000_000)'],
		],
		breaks: 'pages that the service cuts',
	},
	'one id for all deletions of a record': {
		changes: [
			['deletions/poll.ts', 'this.known.tell(recordId) + 1', 'this.known.tell(recordId) && 1'],
		],
		breaks: 'records that come back',
	},
	'what the budget left over is forgotten': {
		changes: [['deletions/known.ts', 'pending: this.pending.pack(),', "pending: '',"]],
		breaks: 'small budgets',
	},
};
