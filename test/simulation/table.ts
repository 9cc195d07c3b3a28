import type { LifeOutcome } from './life';

/** What many lives of one scenario came to. */
export interface Tally {
	runs: number;
	polls: number;
	events: number;
	lost: number;
	repeated: number;
	untrue: number;
	requests: number;
	mostRequests: number;
	largestState: number;
}

export const nothing = (): Tally => ({
	runs: 0,
	polls: 0,
	events: 0,
	lost: 0,
	repeated: 0,
	untrue: 0,
	requests: 0,
	mostRequests: 0,
	largestState: 0,
});

export function count(tally: Tally, outcome: LifeOutcome): void {
	tally.runs++;
	tally.polls += outcome.polls;
	tally.events += outcome.events;
	tally.lost += outcome.lost.length;
	tally.repeated += outcome.repeated.length;
	tally.untrue += outcome.untrue.length;
	tally.requests += outcome.requests;
	tally.mostRequests = Math.max(tally.mostRequests, outcome.mostRequests);
	tally.largestState = Math.max(tally.largestState, outcome.largestState);
}

function sum(tallies: readonly Tally[]): Tally {
	const all = nothing();
	for (const tally of tallies) {
		for (const key of [
			'runs',
			'polls',
			'events',
			'lost',
			'repeated',
			'untrue',
			'requests',
		] as const)
			all[key] += tally[key];
		for (const key of ['mostRequests', 'largestState'] as const)
			all[key] = Math.max(all[key], tally[key]);
	}
	return all;
}

const HEAD = [
	'Scenario',
	'Runs',
	'Events',
	'Lost',
	'Repeated',
	'Untrue',
	'Requests per poll',
	'Most requests',
	'Largest state (bytes)',
];

/** A line for each scenario, and one for all. */
export function summary(tallies: ReadonlyMap<string, Tally>): string {
	const line = (name: string, tally: Tally) => [
		name,
		...[tally.runs, tally.events, tally.lost, tally.repeated, tally.untrue].map(inWords),
		(tally.requests / Math.max(1, tally.polls)).toFixed(2),
		...[tally.mostRequests, tally.largestState].map(inWords),
	];
	const lines = [...tallies].map(([name, tally]) => line(name, tally));
	return markdown(HEAD, [...lines, line('All', sum([...tallies.values()]))]);
}

export const inWords = (value: number): string => Math.round(value).toLocaleString('en-US');

/** The first columns hold words, the others figures. */
export function markdown(
	head: readonly string[],
	lines: readonly (readonly string[])[],
	words = 1,
): string {
	const widths = head.map((_, i) =>
		Math.max(3, ...[head, ...lines].map((line) => line[i]!.length)),
	);
	const row = (cells: readonly string[]) => {
		const padded = cells.map((cell, i) =>
			i < words ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!),
		);
		return `| ${padded.join(' | ')} |`;
	};
	const rule = widths.map((width, i) => (i < words ? '-' : '-:').padStart(width, '-'));
	return [row(head), row(rule), ...lines.map(row)].join('\n');
}
