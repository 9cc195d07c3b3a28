import type { Run } from './runs';
import type { Outcome } from './tried';

/** Runs of these names. */
export const runs =
	(...names: string[]) =>
	({ name }: Run): boolean =>
		names.includes(name);

type Part = keyof Outcome;

/** The lines of a part, changed one by one. */
export const each =
	(part: Part, change: (line: string) => string) =>
	(outcome: Outcome): Outcome => ({ ...outcome, [part]: outcome[part].map(change) });

export const rewritten = (part: Part, from: RegExp, to: string) =>
	each(part, (line) => line.replace(from, to));

/** One error, and nothing else; what its description says is held elsewhere. */
export const failed = (message: string): readonly string[] => [
	JSON.stringify({ message, item: 0 }),
];

/** An error without its advice. */
export const unadvised = each('told', (line) => {
	if (!line.startsWith('{"message"')) return line;
	const { message, item } = JSON.parse(line) as { message: string; item?: number };
	return JSON.stringify({ message, item });
});
