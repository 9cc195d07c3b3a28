import type { Operation } from '../../api/define';
import { asText, type JsonObject } from '../json';
import type { Values } from '../values/validate';
import { InputError, mistake } from '../values/input-error';
import { glimpse, listInWords } from '../text';
import { unaddressable } from '../request/request';
import { findProblems } from './checks';
import { entryCode, lowestFirst, type Plan, type PlannedEntry } from './plan';

const REMOVALS = ['retire', 'delete'] as const;

/** All items share them. Throws an `InputError` if they differ. */
export function syncSettings(operation: Operation, items: readonly Values[]) {
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
	/** What happens to entries that the input does not have; `kept` only lists them. */
	const removal = REMOVALS.find((one) => one === missing) ?? ('kept' as const);
	return { isDry: dryRun !== false, removal, mostRemovals, neverRemove };
}

type SyncSettings = ReturnType<typeof syncSettings>;

/** Throws an `InputError` for a code that nobody has: it may be meant for another. */
function findExclusions({ removal, neverRemove = [] }: SyncSettings, plan: Plan): Set<string> {
	if (removal === 'kept') return new Set();
	const known = new Set([...plan.planned.map(({ code }) => code), ...plan.missing.map(entryCode)]);
	const unknown = neverRemove
		.filter((code) => !known.has(code))
		.map((code) => `"${glimpse(code)}"`);
	if (unknown.length > 0) throw mistake('unknownExclusion', { codes: listInWords(unknown) });
	return new Set(neverRemove);
}

/**
 * `retired` are the values that retire an entry. `leaving` are the entries to remove, in order; `orphaned`
 * the problems of items below them; and `wrong` is why the entries may not be removed.
 */
export function planRemovals(settings: SyncSettings, plan: Plan, retired: JsonObject | undefined) {
	const { removal, mostRemovals } = settings;
	const codes = findExclusions(settings, plan);
	const isLeaving = (row: JsonObject) => removal !== 'kept' && !codes.has(entryCode(row));
	const leaving = plan.missing.filter(isLeaving);
	const staying = plan.missing.filter((row) => !isLeaving(row));
	const removed = [...leaving.map(entryCode), ...retiredBy(plan, retired)];
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
	};
}

const tooMany = (codes: readonly string[], most: number) =>
	mistake('tooManyRemovals', { count: codes.length, most, codes: listInWords(codes) });

function belowRemoved(leaving: readonly JsonObject[]) {
	const codes = new Set(leaving.map(entryCode));
	return (row: JsonObject): InputError | undefined => {
		const parent = asText(row.parentCode ?? '');
		return codes.has(parent)
			? mistake('parentRemoved', { parent, code: entryCode(row) })
			: undefined;
	};
}

function retiredBy({ planned }: Plan, retired: JsonObject | undefined): string[] {
	const isRetired = ({ action, changes }: PlannedEntry) =>
		retired !== undefined &&
		action === 'update' &&
		Object.entries(retired).every(([name, value]) => changes[name]?.to === value);
	return planned.filter(isRetired).map(({ code }) => code);
}
