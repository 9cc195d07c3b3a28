import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A mistake in how a command was typed. The message is one line: what is wrong, where, and what to do. */
export class WrongArgument extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Returns the options of a command, by their names. Throws a `WrongArgument` that repeats no value, as it may be
 * a key.
 */
export function optionsIn<const Known extends Options>(
	words: readonly string[],
	options: Known,
	command: string,
) {
	const args = [...words];
	// Node's own messages are about the syntax of options.
	const { tokens } = parseArgs({
		args,
		options,
		strict: false,
		allowPositionals: true,
		tokens: true,
	});
	const [mistake] = tokens.flatMap((token) => mistakeIn(token, options) ?? []);
	if (mistake !== undefined)
		throw new WrongArgument(`${mistake} All options: ${command} -- --help`);
	return parseArgs({ args, options }).values;
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

function mistakeIn(token: Token, options: Options): string | undefined {
	if (token.kind === 'positional') return 'One word belongs to no option.';
	if (token.kind !== 'option') return undefined;
	const { name, rawName, value, inlineValue } = token;
	const known = Object.hasOwn(options, name) ? options[name] : undefined;
	if (known === undefined) return `There is no option ${rawName}.`;
	if (known.type === 'boolean')
		return value === undefined ? undefined : `${rawName} takes no value.`;
	const isMissing = !value || (!inlineValue && value.startsWith('-'));
	return isMissing ? `${rawName} needs a value.` : undefined;
}

/** Returns a whole number. `10,000` and `10_000` are one; `name` is the option or variable that has it. */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
	const value = /^\d[\d_,]*$/.test(text) ? Number(text.replace(/[_,]/g, '')) : NaN;
	if (!(value >= least && value <= most))
		throw new WrongArgument(`${name} must be a whole number from ${least} to ${most}.`);
	return value;
}

/** Returns the path of a folder, which need not exist. `name` is the option or variable that has it. */
export function folderPath(name: string, text: string): string {
	const path = resolve(text);
	if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
		throw new WrongArgument(`${name}: ${path} is a file. Name a folder.`);
	return path;
}

/** What to do about a file that the system does not read, by the code of its error. */
const UNREADABLE: Readonly<Record<string, string>> = {
	ENOENT: 'does not exist. Check its name and folder',
	ENOTDIR: 'does not exist. Check its name and folder',
	EISDIR: 'is a folder. Name a file',
	EACCES: 'cannot be read. Check its permissions',
};

/**
 * Returns the content of the file that somebody named as `typed`, such as `--profile a.json`. `parse` throws an
 * error with the words for the person, or that of `JSON.parse`, if it cannot use the text.
 */
export function contentOf<Content>(
	typed: string,
	file: string,
	parse: (text: string) => Content,
): Content {
	try {
		return parse(readFileSync(file, 'utf8'));
	} catch (error) {
		const { code = '', message } = error as NodeJS.ErrnoException;
		const why = error instanceof SyntaxError ? 'is not JSON. Name another file' : UNREADABLE[code];
		throw new WrongArgument(`${typed}: ${why ? `${resolve(file)} ${why}.` : message}`);
	}
}
