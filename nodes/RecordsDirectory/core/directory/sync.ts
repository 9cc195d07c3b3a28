import type { Operation } from '../../api/define';
import { asText, type JsonObject, withoutInvisible } from '../json';
import type { Values } from '../values/validate';
import { eachChecked, InputError, mistake } from '../values/input-error';
import { foldedWithoutSpaces, glimpse, listInWords } from '../text';
import { unaddressable } from '../request/request';
import { findProblems } from './checks';
import { entryCode, lowestFirst, type Plan, type PlannedEntry } from './plan';

/** The settings of a sync. */
interface SyncSettings {
	readonly isDry: boolean;
	/** What happens to entries that the input does not have; `kept` only lists them. */
	readonly removal: 'kept' | 'retire' | 'delete';
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
	const { dryRun, missing, mostRemovals = 0, neverRemove } = first;
	const removal = missing === 'retire' || missing === 'delete' ? missing : 'kept';
	return { isDry: dryRun !== false, removal, mostRemovals, neverRemove };
}

const SEPARATORS = [/,/, /[;\t\u3001\uff0c\uff1b\uff64]/];
const PATTERN = /[*?%]|^[\^/]|\$$/;
const QUOTED = /^["'`\u2018-\u201f\u300c\u300e]|["'`\u2018-\u201f\u300d\u300f]$/;
const BRACKETED = /^[[({<]([^\])}>]*|.*[\])}>])$|^[^[({<]*[\])}>]$/s;
const BETWEEN_CODES = /[^\p{L}\p{N}_.@-]+/u;
const RANGE = /[-~\u2010-\u2015\u301c\uff5e]|\.\./;

/**
 * Finds the entries that are excluded from removal. A text that is a code may contain commas; others are split. Throws
 * an `InputError` if that yields no code, or texts that certainly mean other entries.
 */
function findExclusions({ removal, neverRemove }: SyncSettings, plan: Plan) {
	if (removal === 'kept' || neverRemove === undefined)
		return { codes: new Set<string>(), unknown: undefined };
	const known = new Set([...plan.planned.map(({ code }) => code), ...plan.missing.map(entryCode)]);
	let codes = neverRemove;
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

/**
 * Decides what a sync does with the entries that no item names; `retired` are the values that retire an entry. Those to
 * remove, `leaving`, are in order. The problems of items with entries below them are `orphaned`, and `wrong` is why the
 * entries may not be removed. Codes of *Exclude From Removal* that no entry has are `unknown`, in words for a hint.
 */
export function planRemovals(settings: SyncSettings, plan: Plan, retired: JsonObject | undefined) {
	const { removal, mostRemovals } = settings;
	const { codes, unknown } = findExclusions(settings, plan);
	const isLeaving = (row: JsonObject) => removal !== 'kept' && !codes.has(entryCode(row));
	const leaving = plan.missing.filter(isLeaving);
	const staying = plan.missing.filter((row) => !isLeaving(row));
	const removed = removedBy(plan, leaving, retired);
	// A deletion needs the code in its address.
	const undeletable = (row: JsonObject) =>
		removal === 'delete' ? unaddressable('Code', entryCode(row)) : undefined;
	const stranded = belowRemoved(leaving);
	const [wrong] = [
		removed.length > mostRemovals && tooMany(removed, mostRemovals),
		...staying.map(stranded),
		...leaving.map(undeletable),
	].filter((problem) => problem instanceof InputError);
	return {
		leaving: lowestFirst(plan, leaving).map((body) => ({
			body,
			action: removal,
			problem: undeletable(body),
		})),
		staying: staying.map((body) => ({
			body,
			action: removal === 'kept' ? ('kept' as const) : ('excluded' as const),
			problem: stranded(body),
		})),
		orphaned: findProblems(plan.planned, ({ body }) => stranded(body)),
		wrong,
		unknown,
	};
}

const tooMany = (codes: readonly string[], most: number) =>
	mistake('tooManyRemovals', { count: codes.length, most, codes: listInWords(codes) });

/** Returns a function that gives the error of an entry that stays below one that will be removed. */
function belowRemoved(leaving: readonly JsonObject[]) {
	const codes = new Set(leaving.map(entryCode));
	return (row: JsonObject): InputError | undefined => {
		const parent = asText(row.parentCode ?? '');
		return codes.has(parent)
			? mistake('parentRemoved', { parent, code: entryCode(row) })
			: undefined;
	};
}

/** Returns the entries that a sync would retire or delete: those that are missing, and those given as retired. */
function removedBy(
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
