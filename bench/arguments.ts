import { parseArgs } from 'node:util';

export const HELP = `npm run bench -- [options]

Measures the nodes against the local service, each contestant and the service in a process of its own,
and prints the figures side by side: what the trigger costs; an import and a long read beside n8n's HTTP
Request node and a plain loop; and the same under the service's limit.

  --only <part>    trigger, import, read or limit (all)
  --quick          small sizes, to see that it runs; the figures mean little
  --write <file>   put the tables into this file, between its markers
  --help           show this text
`;

export const PARTS = ['trigger', 'import', 'read', 'limit'] as const;
export type Part = (typeof PARTS)[number];

export interface Arguments {
	readonly help: boolean;
	readonly parts: readonly Part[];
	readonly quick: boolean;
	readonly write?: string;
}

export class WrongArgument extends Error {}

export function readArguments(words: readonly string[]): Arguments {
	const { help, only, quick, write } = parse(words);
	if (quick && write !== undefined)
		throw new WrongArgument('--write does not go with --quick, whose figures mean little.');
	const parts = PARTS.filter((part) => only === undefined || part === only);
	if (parts.length === 0)
		throw new WrongArgument(`--only must be one of ${PARTS.join(', ')}, not "${only}".`);
	return {
		help: help ?? false,
		parts,
		quick: quick ?? false,
		...(write === undefined ? {} : { write }),
	};
}

function parse(words: readonly string[]) {
	try {
		return parseArgs({
			args: [...words],
			options: {
				help: { type: 'boolean', short: 'h' },
				only: { type: 'string' },
				quick: { type: 'boolean' },
				write: { type: 'string' },
			},
		}).values;
	} catch (error) {
		throw new WrongArgument(`${(error as Error).message}\n\n${HELP}`);
	}
}
