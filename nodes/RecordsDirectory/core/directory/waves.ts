import { codeOf, type Plan, type Planned } from './plan';
import type { Row } from '../json';
import { Refusal } from '../values/input-error';

/** The organization above each one, once the plan is carried out. */
type Parents = ReadonlyMap<string, string>;

export const parentsOf = ({ planned, missing }: Plan): Parents =>
	new Map(
		[...planned.map(({ body }) => body), ...missing].map((row) => [
			codeOf(row),
			String(row.parentCode ?? ''),
		]),
	);

/**
 * What is to be imported, in waves that follow each other: what is created or moved below another
 * one comes in a later wave than that, as the document does not say in which order the service
 * takes the entries of one import. Throws a `Refusal` for a circle.
 */
export function wavesOf(plan: Plan): Planned[][] {
	const parents = parentsOf(plan);
	const placed = plan.planned.filter(isPlaced);
	const codes = new Set(placed.map(({ code }) => code));
	const waves: Planned[][] = [];
	for (const one of plan.planned) {
		if (one.action === 'unchanged') continue;
		const wave = isPlaced(one) ? above(one.code, parents).filter((code) => codes.has(code)) : [];
		(waves[wave.length] ??= []).push(one);
	}
	return waves;
}

const isPlaced = ({ action, changes }: Planned) =>
	action === 'create' || Object.hasOwn(changes, 'parentCode');

/** Entries that are to go, the lowest in the tree first. */
export function lowestFirst(plan: Plan, rows: readonly Row[]): Row[] {
	const parents = parentsOf(plan);
	const depths = new Map(rows.map((row) => [row, above(codeOf(row), parents).length]));
	return [...rows].sort((a, b) => (depths.get(b) ?? 0) - (depths.get(a) ?? 0));
}

function above(code: string, parents: Parents): string[] {
	const found = new Set<string>();
	for (let at = parents.get(code); at; at = parents.get(at)) {
		if (at === code) throw circle([code, ...found]);
		// A circle of others is theirs.
		if (found.has(at)) break;
		found.add(at);
	}
	return [...found];
}

const circle = (codes: readonly string[]) =>
	new Refusal(
		`The organizations ${codes.map((code) => `"${code}"`).join(', ')} stand below each other`,
		"Correct 'Parent Organization': following it upwards must lead to the top level.",
	);
