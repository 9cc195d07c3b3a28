/** What many lives of one scenario came to. */
export type Tally = Readonly<Record<(typeof SUMS)[number] | (typeof MAXIMA)[number], number>>;

const SUMS = ['runs', 'polls', 'events', 'lost', 'repeated', 'untrue', 'requests'] as const;
const MAXIMA = ['mostRequests', 'largestState'] as const;

export const NO_LIVES = Object.fromEntries([...SUMS, ...MAXIMA].map((name) => [name, 0])) as Tally;

export const sum = (a: Tally, b: Tally): Tally =>
	Object.fromEntries([
		...SUMS.map((name) => [name, a[name] + b[name]]),
		...MAXIMA.map((name) => [name, Math.max(a[name], b[name])]),
	]) as Tally;

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
	const all = [...tallies.values()].reduce(sum, NO_LIVES);
	const lines = [...tallies, ['All', all] as const].map(([name, tally]) => [
		name,
		...[tally.runs, tally.events, tally.lost, tally.repeated, tally.untrue].map(inWords),
		(tally.requests / Math.max(1, tally.polls)).toFixed(2),
		...[tally.mostRequests, tally.largestState].map(inWords),
	]);
	return markdown(HEAD, lines);
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
