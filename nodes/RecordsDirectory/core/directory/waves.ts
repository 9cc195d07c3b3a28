import { codeOf, type Plan, type PlannedEntry } from './plan';
import { asText, type JsonObject } from '../json';

/** The organization above each one, once the plan has been carried out. */
type Parents = ReadonlyMap<string, string>;

export const parentsOf = ({ planned, missing }: Plan): Parents =>
	new Map(
		[...planned.map(({ body }) => body), ...missing].map((row) => [
			codeOf(row),
			asText(row.parentCode ?? ''),
		]),
	);

/**
 * Sorts the imports into waves. An entry that is created or moved below another one comes in a later wave,
 * because the document does not say in which order the service processes the entries of one import.
 */
export function wavesOf(plan: Plan): PlannedEntry[][] {
	const parents = parentsOf(plan);
	const placed = plan.planned.filter(isPlaced);
	const codes = new Set(placed.map(({ code }) => code));
	const waves: PlannedEntry[][] = [];
	for (const one of plan.planned.filter(({ action }) => action !== 'unchanged')) {
		const wave = isPlaced(one) ? above(one.code, parents).filter((code) => codes.has(code)) : [];
		(waves[wave.length] ??= []).push(one);
	}
	return waves;
}

/** Whether the plan gives an entry a place in the tree. */
export const isPlaced = ({ action, changes }: PlannedEntry) =>
	action === 'create' || Object.hasOwn(changes, 'parentCode');

/** Sorts entries to remove, the lowest in the tree first. */
export function lowestFirst(plan: Plan, rows: readonly JsonObject[]): JsonObject[] {
	const parents = parentsOf(plan);
	return rows
		.map((row) => ({ row, depth: above(codeOf(row), parents).length }))
		.sort((a, b) => b.depth - a.depth)
		.map(({ row }) => row);
}

/** Returns the organizations above one, the nearest first, up to the start of a circle. */
function above(code: string, parents: Parents): string[] {
	const found = new Set<string>();
	for (let at = parents.get(code); at && at !== code && !found.has(at); at = parents.get(at))
		found.add(at);
	return [...found];
}

/**
 * Returns the circle that an organization is part of, itself first; nothing for one that is in none, such as
 * one that is only below a circle.
 */
export function circleOf(code: string, parents: Parents): readonly string[] {
	const circle = [code, ...above(code, parents)];
	return parents.get(circle.at(-1) ?? code) === code ? circle : [];
}
