import { optionsIn, wholeNumber } from '../../sandbox/start/command-line.ts';

export const HELP = `npm run simulate -- [options]

Runs the real trigger through simulated lives of a service, and counts lost, repeated and untrue events.
The lives are spread over all scenarios of changes, deletions, watched fields and notices. The same seed
gives the same lives. A life that breaks a guarantee is made as small as possible and printed, and the
command ends with 1.

  --runs <number>      number of lives (10,000)
  --seed <number>      which lives (1)
  --minutes <number>   stop after this many minutes
  --scenario <text>    only the scenario of this name, or those whose name contains this text
  --help               show this text
`;

export interface Arguments {
	readonly help: boolean;
	readonly runs: number;
	readonly seed: number;
	readonly minutes: number;
	readonly scenario: string;
}

const OPTIONS = {
	help: { type: 'boolean', short: 'h' },
	runs: { type: 'string' },
	seed: { type: 'string' },
	minutes: { type: 'string' },
	scenario: { type: 'string' },
} as const;

/** Seeds of the generators have 31 bits. */
const MOST = 2 ** 31 - 1;

export function readArguments(words: readonly string[]): Arguments {
	const { help, runs, seed, minutes, scenario } = optionsIn(words, OPTIONS, 'npm run simulate');
	return {
		help: help ?? false,
		runs: wholeNumber('--runs', runs ?? '10_000', 1, MOST),
		seed: wholeNumber('--seed', seed ?? '1', 0, MOST),
		minutes: minutes === undefined ? Infinity : wholeNumber('--minutes', minutes, 1, MOST),
		scenario: scenario ?? '',
	};
}
