import type { Operation } from '../../api/define';
import { asText, type JsonObject, withoutInvisible } from '../json';
import type { Values } from '../values/validate';
import { eachChecked, type InputError, mistake } from '../values/input-error';
import { listInWords } from '../request/subject';
import { foldedWithoutSpaces, glimpse } from '../text';
import { entryCode, type Plan, type PlannedEntry } from './plan';

/** The settings of a sync. */
export interface SyncSettings {
	readonly isDry: boolean;
	/** What happens to entries that the input does not have; `missing` only lists them as missing. */
	readonly removal: 'missing' | 'retire' | 'delete';
	readonly mostRemovals: number;
	/** Codes of entries that are never removed, as they were entered; undefined without the option. */
	readonly neverRemove: readonly string[] | undefined;
}

/** Returns the settings that all items share. Throws an `InputError` if they differ. */
export function syncSettings(operation: Operation, items: readonly Values[]): SyncSettings {
	const [first = {}] = items;
	for (const [name, { label, place, isFixed }] of Object.entries({
		...operation.params,
		...operation.options,
	})) {
		if (place !== 'local' || isFixed) continue;
		const [value, ...others] = items.map((values: Readonly<JsonObject>) => values[name]);
		if (others.some((other) => other !== value && asText(other) !== asText(value)))
			throw mistake('settingDiffers', { label });
	}
	const { dryRun, missing, mostRemovals, neverRemove } = first;
	return {
		isDry: dryRun !== false,
		removal: missing === 'retire' || missing === 'delete' ? missing : 'missing',
		mostRemovals: mostRemovals ?? 0,
		neverRemove,
	};
}

/** What *Exclude From Removal* means in a directory. */
interface Exclusions {
	/** The codes of entries that are not removed. */
	readonly codes: ReadonlySet<string>;
	/** Codes that no entry has, in words for a hint; undefined for none. */
	readonly unknown: string | undefined;
}

const SEPARATORS = [/,/, /[;\t\u3001\uff0c\uff1b\uff64]/];
const PATTERN = /[*?%]|^[\^/]|\$$/;
const QUOTED = /^["'`\u2018-\u201f\u300c\u300e]|["'`\u2018-\u201f\u300d\u300f]$/;
const BRACKETED = /^[[({<]([^\])}>]*|.*[\])}>])$|^[^[({<]*[\])}>]$/s;
const BETWEEN_CODES = /[^\p{L}\p{N}_.@-]+/u;
const RANGE = /[-~\u2010-\u2015\u301c\uff5e]|\.\./;

/**
 * Finds the entries that the given texts exclude from removal. A text that is a code may contain commas; others
 * are split. Throws an `InputError` if that yields no code, or texts that certainly mean other entries.
 */
export function findExclusions(given: readonly string[], known: ReadonlySet<string>): Exclusions {
	let codes: readonly string[] = given;
	for (const separator of SEPARATORS)
		codes = codes.flatMap((code) => {
			const pieces = splitCode(code, separator);
			// If both readings are possible, all these entries stay.
			return known.has(code) ? [code, ...pieces.filter((piece) => known.has(piece))] : pieces;
		});
	if (codes.length === 0) throw mistake('noCodes');
	const unknown = [...new Set(codes)].filter((code) => !known.has(code));
	const spellings = new Map([...known].map((code) => [looseCode(code), code]));
	eachChecked(unknown, (code) => {
		const alike = spellings.get(looseCode(code));
		if (alike !== undefined)
			throw mistake('similarExclusion', {
				code: glimpse(code),
				other: glimpse(alike),
			});
		if (isOtherFormat(code, known)) throw mistake('wrongFormat', { code: glimpse(code) });
	});
	return { codes: new Set(codes), unknown: unknown.length > 0 ? gone(unknown) : undefined };
}

/** Word processors write other hyphens. */
const looseCode = (code: string): string =>
	foldedWithoutSpaces(withoutInvisible(code).replace(/[\u2010-\u2015\u2212]/g, '-'));

function splitCode(code: string, separator: RegExp): string[] {
	const pieces = code.split(separator);
	return pieces.length === 1 ? pieces : pieces.map((piece) => piece.trim()).filter(Boolean);
}

function isOtherFormat(text: string, known: ReadonlySet<string>): boolean {
	const isKnown = (code: string) => known.has(code.trim());
	return (
		[PATTERN, QUOTED, BRACKETED].some((format) => format.test(text)) ||
		text.split(BETWEEN_CODES).some(isKnown) ||
		text.split(RANGE).every(isKnown)
	);
}

const gone = (codes: readonly string[]) =>
	`No entry has these codes of 'Exclude From Removal': ${listInWords(codes.map((code) => `"${glimpse(code)}"`))}. Correct them if they should keep an entry.`;

/** What happens to an entry; unknown for an item without a code. */
export type Action =
	| PlannedEntry['action']
	| 'missing'
	| 'excluded'
	| 'retire'
	| 'delete'
	| 'unknown';

/** In the order of a summary: changes first. */
const WORDS: { readonly [A in Action]: { readonly done: string; readonly planned: string } } = {
	create: { done: 'created', planned: 'to create' },
	update: { done: 'updated', planned: 'to update' },
	retire: { done: 'retired', planned: 'to retire' },
	delete: { done: 'deleted', planned: 'to delete' },
	unchanged: { done: 'unchanged', planned: 'unchanged' },
	missing: { done: 'missing', planned: 'missing' },
	excluded: { done: 'excluded', planned: 'excluded' },
	unknown: { done: 'unknown', planned: 'without a code' },
};

/** The output for an entry that was created, updated or left unchanged. */
export const upsertedRow = ({ code, action }: PlannedEntry): JsonObject => ({
	success: true,
	code,
	action: WORDS[action].done,
});

/** The output of a sync for an entry: what was done, or what a dry run would do. */
export const syncedRow = (
	{ isDry, action }: { readonly isDry: boolean; readonly action: Action },
	{ code, name }: JsonObject,
	changes: PlannedEntry['changes'] = {},
): JsonObject => ({
	...(isDry ? { dryRun: true } : { success: true }),
	code,
	name,
	action: isDry ? action : WORDS[action].done,
	...(Object.keys(changes).length > 0 ? { changes } : {}),
});

/** Adds the problem of an item that the run would reject to a row of the dry run. */
export const withProblem = (row: JsonObject, problem: InputError | undefined): JsonObject =>
	problem ? { ...row, problem: `${problem.message}. ${problem.advice}` } : row;

/** Sums up a plan: `2 to create, 1 unchanged`. */
export const planSummary = (actions: readonly Action[]): string =>
	Object.entries(WORDS)
		.filter(([action]) => actions.some((one) => one === action))
		.map(([action, { planned }]) => `${actions.filter((one) => one === action).length} ${planned}`)
		.join(', ');

/** Returns the entries that a sync would retire or delete: those that are missing, and those given as retired. */
export function removedBy(
	plan: Plan,
	going: readonly JsonObject[],
	retired: JsonObject | undefined,
): string[] {
	const isRetired = ({ action, changes }: PlannedEntry) =>
		retired !== undefined &&
		action === 'update' &&
		Object.entries(retired).every(([name, value]) => changes[name]?.to === value);
	return [...going.map(entryCode), ...plan.planned.filter(isRetired).map(({ code }) => code)];
}
