import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { between } from '../../scripts/docs/between';

export type Print = (line: string) => void;

export class WrongArgument extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** The options that a person gave to a command; who gives one that it does not have is shown its help. */
export function optionsIn<const Known extends Options>(
	words: readonly string[],
	options: Known,
	help: string,
) {
	try {
		return parseArgs({ args: [...words], options }).values;
	} catch (error) {
		throw new WrongArgument(`${(error as Error).message}\n\n${help}`);
	}
}

/** Replaces the text between the markers in the file of `--write`. */
export function withTable(file: string, name: string, made: string): string {
	try {
		return between(readFileSync(file, 'utf8'), name, made);
	} catch (error) {
		throw new WrongArgument(`--write ${file}: ${(error as Error).message}`);
	}
}
