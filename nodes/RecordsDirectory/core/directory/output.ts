import { entryCode, type Plan, type PlannedEntry } from './plan';
import type { JsonObject } from '../json';
import type { InputError } from '../values/input-error';

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
