import { entries, type Entry } from '../../../nodes/RecordsDirectory/api';
import type { Sent } from '../../support/world';
import { scenarios } from '../scenarios/all';
import type { Scenario } from '../scenarios/scenario';
import { faults, type Fault } from './faults';
import { paired } from './pairs';

/**
 * What the node is to do with a failure, and how long the fault lasts:
 * - `stop`: the node stops; the fault does not go away.
 * - `later`: the same with two items, and the fault hits the second.
 * - `passing`: the node stops, but one request only meets the fault.
 * - `continue`: the node continues with two items or more; the fault goes away after the first.
 * - `retry`: n8n runs the node again, and the fault has gone away.
 */
export const MODES = ['stop', 'later', 'passing', 'continue', 'retry'] as const;
export type Mode = (typeof MODES)[number];

/** One fault at one of the requests of an operation. */
export interface Case {
	readonly fault: Fault;
	readonly mode: Mode;
	/** The request that meets the fault, counted from 0. */
	readonly position: number;
	readonly method: Sent['method'];
}

/** The scenario of an operation as the matrix runs it: it writes where it can. */
export function scenarioOf({ key }: Entry, mode: Mode): Scenario {
	const scenario = key === 'position.sync' ? wetSync(scenarios[key]) : scenarios[key];
	return mode === 'continue' || mode === 'later' ? paired(key, scenario) : scenario;
}

const wetSync = (scenario: Scenario): Scenario => ({
	...scenario,
	given: { ...scenario.given, dryRun: false },
	sends: [...scenario.sends, { method: 'POST', path: '/api/admin/positions/import' }],
});

/** Every fault at every request of an operation that can meet it. */
export function casesOf(entry: Entry, mode: Mode): Case[] {
	const { sends } = scenarioOf(entry, mode);
	const hit = mode === 'later' ? repeated(entry, sends) : [...sends.entries()];
	return hit.flatMap(([position, { method }]) =>
		faults.map((fault) => ({ fault, mode, position, method })).filter(isPossible),
	);
}

const TOGETHER = ['imported', 'upserted', 'synced'];

/** The requests for a second item, after all those for the first; none where both go in one request. */
function repeated({ operation }: Entry, sends: readonly Sent[]): Array<[number, Sent]> {
	if (TOGETHER.includes(operation.returns.kind)) return [];
	return sends
		.filter(({ path }) => sends.length === 1 || !path.endsWith('/fields'))
		.map((request, n) => [sends.length + n, request]);
}

/** The requests that one request becomes while a fault lasts. */
export const attemptsOf = ({ fault, method }: Pick<Case, 'fault' | 'method'>): number =>
	fault.attempts[method === 'GET' ? 0 : method === 'POST' ? 2 : 1];

export const succeeds = ({ fault, method }: Pick<Case, 'fault' | 'method'>): boolean =>
	method === 'GET' ? fault.isWhole === true : fault.write === 'done';

/**
 * How often a create exists after n8n's Retry On Fail has run the node again. n8n does not know that the
 * outcome was unknown.
 */
export const copiesOf = (one: Pick<Case, 'fault' | 'method'>): number =>
	one.method === 'POST' && one.fault.takesEffect && !succeeds(one) ? 2 : 1;

function isPossible(one: Case): boolean {
	// A certificate does not get better, and is that of the first request as well.
	if (one.fault.way === 'untrusted')
		return one.position === 0 && (one.mode === 'stop' || one.mode === 'continue');
	if (one.mode === 'passing') return attemptsOf(one) > 1;
	// If the node succeeds, n8n does not run it again.
	return one.mode !== 'retry' || !succeeds(one);
}

export const allCases = MODES.flatMap((mode) => entries.flatMap((entry) => casesOf(entry, mode)));
