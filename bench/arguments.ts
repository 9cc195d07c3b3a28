import { optionsIn, WrongArgument } from '../sandbox/start/command-line.ts';

export const HELP = `npm run bench -- [options]

Measures the nodes against the simulated service and prints a report with the figures and their targets.
Each contestant and the service run in their own process. The progress goes to stderr, so that
"npm run --silent bench > report.md" saves the report.

  start     what the package costs n8n before it does anything
  trigger   what the trigger costs
  import    an import, beside n8n's HTTP Request node and a plain loop
  read      a long list, beside the same
  delays    both with a service that takes long for each answer
  n8n       both as whole workflows in the real n8n
  growth    how the cost grows with the number of records
  limit     import and list under the service's rate limit
  shared    that limit shared by executions, a trigger, the editor and several n8n

  --only <part>    start, trigger, import, read, delays, n8n, growth, limit
                   or shared (all)
  --quick          small sizes, only to see that it runs
  --help           show this text
`;

export const PARTS = [
	'start',
	'trigger',
	'import',
	'read',
	'delays',
	'n8n',
	'growth',
	'limit',
	'shared',
] as const;
export type Part = (typeof PARTS)[number];

export interface Arguments {
	readonly help: boolean;
	readonly parts: readonly Part[];
	readonly quick: boolean;
}

const OPTIONS = {
	help: { type: 'boolean', short: 'h' },
	only: { type: 'string' },
	quick: { type: 'boolean' },
} as const;

export function readArguments(words: readonly string[]): Arguments {
	const { help, only, quick } = optionsIn(words, OPTIONS, 'npm run bench');
	const parts = PARTS.filter((part) => only === undefined || part === only);
	if (parts.length === 0)
		throw new WrongArgument(`--only must be one of ${PARTS.join(', ')}, not "${only}".`);
	return { help: help ?? false, parts, quick: quick ?? false };
}
