import type { Got, Row } from './rows';
import type { Played, Said } from './run';
import { shownId } from './service';
import { matchOf, type Item, type Value, type Values } from './story';
import { same, show } from './violation';

/* What items find by values of fields and by IDs (docs/records.md), and what a run wrote for them. */

export const isBad = (item: Item) => Object.values(item).some(({ means }) => means === undefined);

/** Several choices or users have no order. */
const unordered = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);

/** What the records of an item must have; undefined if a value is missing, or nobody can use it. */
function wantedBy({ story, own, rows }: Played, index: number): readonly Value[] | undefined {
	const target = own[story.targets[index] ?? -1];
	const ids = target && { recordId: target.id, uniqueId: shownId(target, rows.dialect) };
	const given: Readonly<Record<string, Value | undefined>> = { ...ids };
	const values = story.matches.map(
		(name) => given[name] ?? story.items[index]![matchOf(name)]?.means,
	);
	return values.every((value) => value?.length) ? (values as Value[]) : undefined;
}

/** The records that an item finds, newest first, in all states of a time or in some. */
export function foundBy(
	played: Played,
	index: number,
	[from, to]: readonly [number, number],
	how: 'every' | 'some' = 'every',
): readonly Row[] {
	const { rows, own } = played;
	const { matches, target, targets } = played.story;
	const isIn = (row: Row, test: (state: Values) => boolean) =>
		row.between(from, to)[how]((state) => state !== undefined && test(state));
	if (matches.length === 0) {
		// The number in an identification ID need not be that of the record.
		const isKnown = target === 'recordId' || rows.dialect.shown === 'of the record ID';
		const row = own[targets[index] ?? -1];
		return isKnown && row && isIn(row, () => true) ? [row] : [];
	}
	const wanted = wantedBy(played, index);
	const found = rows.of.records.filter((row) => {
		const ids: Values = { recordId: row.id, uniqueId: shownId(row, rows.dialect) };
		const isEqual = (state: Values) =>
			matches.every((name, n) => same(unordered(ids[name] ?? state[name]), unordered(wanted![n])));
		return wanted && isIn(row, isEqual);
	});
	return found.toReversed();
}

/** The records that each item of a run changes: none for one with which something is wrong. */
export function changedBy(played: Played, { from }: Said): ReadonlyArray<readonly Row[]> {
	const { items, matches, operation, options } = played.story;
	const wanted = items.map((item, index) =>
		matches.length === 0 || isBad(item) ? index : show(wantedBy(played, index)?.map(unordered)),
	);
	const all = items.map((item, index) => {
		const found = foundBy(played, index, [from, from]);
		const isOpen = found.length > 1 && options.severalMatches !== 'all';
		return isOpen || isBad(item) || wanted.indexOf(wanted[index]!) < index ? [] : found;
	});
	const { mostRemovals = 10 } = options;
	// What is named by its record ID counts, whether it exists or not.
	const isNamed = matches.length === 0 && played.story.target === 'recordId';
	const count = isNamed ? items.filter((item) => !isBad(item)).length : all.flat().length;
	const isTooMany = operation === 'delete' && count > mostRemovals;
	return isTooMany ? items.map(() => []) : all;
}

/** What a run of the node wrote. */
export interface Write {
	readonly row: Row;
	readonly at: number;
	readonly before: Values | undefined;
	/** Undefined: deleted. */
	readonly state: Values | undefined;
}

export const writesOf = ({ rows, story: { on } }: Played, { from, to }: Said): Write[] =>
	rows.of[on].flatMap((row) =>
		row.versions.flatMap(({ at, by, state }, index) =>
			by === 'node' && at > from && at <= to
				? [{ row, at, state, before: row.versions[index - 1]?.state }]
				: [],
		),
	);

export const requestsOf = ({ rows }: Played, { requests }: Said): readonly Got[] =>
	rows.got.slice(...requests);

/** The item that a row is of; -1 for none. */
export function itemOf(played: Played, said: Said, { row, at, before, state }: Write): number {
	const { on, operation, items } = played.story;
	if (on !== 'records') {
		const code = (before ?? state)!.code!;
		return items.findIndex((item) => item.code!.means === code);
	}
	const titled = Number(/^Item (\d+)\./.exec(String(state?.title))?.[1] ?? -1);
	if (!before || (operation !== 'update' && operation !== 'delete')) return titled;
	const told = said.outputs.find(({ json }) => String(json.recordId) === row.id)?.of ?? -1;
	const finds = (item: number) =>
		item in items && foundBy(played, item, [said.from, at], 'some').includes(row);
	return [titled, told, ...items.keys()].find(finds) ?? -1;
}
