import type { Sent } from '../../support/world';
import type { Scenario } from '../scenarios/scenario';
import { faults, type Fault } from './faults';

/**
 * What the node does with a failure, and how long the fault lasts:
 * - `stop`: the node stops; the fault does not go away.
 * - `passing`: the node stops, but only one request meets the fault.
 * - `continue`: the node continues with two items or more; the fault goes away after the first.
 */
export const MODES = ['stop', 'passing', 'continue'] as const;
type Mode = (typeof MODES)[number];

/** One fault at one of the requests of an operation. */
export interface Case {
	readonly fault: Fault;
	readonly mode: Mode;
	/** The request that meets the fault, counted from 0. */
	readonly position: number;
	readonly method: Sent['method'];
}

/** Every fault at every request of a scenario that can meet it. */
export const casesOf = ({ sends }: Scenario, mode: Mode): Case[] =>
	sends.flatMap(({ method }, position) =>
		faults
			.map((fault) => ({ fault, mode, position, method }))
			.filter((one) => mode !== 'passing' || attemptsOf(one) > 1),
	);

/** The requests that one request becomes while a fault lasts. */
export const attemptsOf = ({ fault, method }: Pick<Case, 'fault' | 'method'>): number =>
	fault.attempts[method === 'GET' ? 0 : method === 'POST' ? 2 : 1];
