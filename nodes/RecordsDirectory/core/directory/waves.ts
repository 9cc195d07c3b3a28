import { entryCode, type Plan, type PlannedEntry } from './plan';
import { asText, type JsonObject } from '../json';

/** The organization above each one, once the plan has been carried out. */
type Parents = ReadonlyMap<string, string>;

const parentCodes = ({ planned, missing }: Plan): Parents =>
	new Map(
		[...planned.map(({ body }) => body), ...missing].map((row) => [
			entryCode(row),
			asText(row.parentCode ?? ''),
		]),
	);

/**
 * Sorts the imports into waves. An entry that is created or moved below another one comes in a later wave,
 * because the document does not say in which order the service processes the entries of one import.
 */
export function sortIntoWaves(plan: Plan): PlannedEntry[][] {
	const codes = new Set(plan.planned.filter(isPlaced).map(({ code }) => code));
	const placedAbove = sumAbove(parentCodes(plan), (code) => (codes.has(code) ? 1 : 0));
	const waves: PlannedEntry[][] = [];
	for (const one of plan.planned.filter(({ action }) => action !== 'unchanged')) {
		(waves[isPlaced(one) ? placedAbove(one.code) : 0] ??= []).push(one);
	}
	return waves;
}

/** Whether the plan gives an entry a place in the tree. */
const isPlaced = ({ action, changes }: PlannedEntry) =>
	action === 'create' || Object.hasOwn(changes, 'parentCode');

/** Sorts entries to remove, the lowest in the tree first. */
export function lowestFirst(plan: Plan, rows: readonly JsonObject[]): JsonObject[] {
	const countAbove = sumAbove(parentCodes(plan), () => 1);
	return rows
		.map((row) => ({ row, depth: countAbove(entryCode(row)) }))
		.sort((a, b) => b.depth - a.depth)
		.map(({ row }) => row);
}

/**
 * Returns a function that adds up the weights of all organizations above one. Each is looked at once, as a tree may
 * be one chain of thousands. A circle counts as a top level.
 */
function sumAbove(parents: Parents, weightOf: (code: string) => number): (code: string) => number {
	const sums = new Map<string, number>();
	return (code) => {
		const path: string[] = [];
		let top = code;
		for (; top !== '' && !sums.has(top); top = parents.get(top) ?? '') {
			sums.set(top, 0);
			path.push(top);
		}
		let sum = top === '' ? 0 : (sums.get(top) ?? 0) + weightOf(top);
		for (const one of path.reverse()) {
			sums.set(one, sum);
			sum += weightOf(one);
		}
		return sums.get(code) ?? 0;
	};
}

/** Returns the circle of each organization that the plan gives a place in one, by its code. */
export function circlesIn(plan: Plan): ReadonlyMap<string, readonly string[]> {
	const parents = parentCodes(plan);
	const placed = new Set(plan.planned.filter(isPlaced).map(({ code }) => code));
	const seen = new Set<string>();
	const circles = plan.planned.flatMap(({ code }) => {
		const path: string[] = [];
		let at = code;
		for (; at !== '' && !seen.has(at); at = parents.get(at) ?? '') {
			seen.add(at);
			path.push(at);
		}
		const start = path.indexOf(at);
		return start < 0 ? [] : [path.slice(start)];
	});
	return new Map(
		circles.flatMap((circle) =>
			circle.filter((code) => placed.has(code)).map((code) => [code, circle] as const),
		),
	);
}
