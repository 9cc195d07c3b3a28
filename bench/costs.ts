import type { Result } from './contest';
import { digits, inWords, megabytes, times } from './figures';

/** The columns with costs, and how they compare with this node. */
export const COSTS = [
	'Requests',
	'ratio',
	'Time (s)',
	'ratio',
	'CPU (s)',
	'ratio',
	'Memory before (MB)',
	'peak (MB)',
	'ratio',
];

export const costsOf = (one: Result, ours: Result): string[] => [
	inWords(one.requests),
	times(one.requests, ours.requests),
	digits(one.ms / 1000),
	times(one.ms, ours.ms),
	digits(one.cpu / 1000),
	times(one.cpu, ours.cpu),
	megabytes(one.before),
	megabytes(one.peak),
	times(one.peak, ours.peak),
];
