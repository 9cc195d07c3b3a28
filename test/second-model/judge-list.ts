import type { IDataObject } from 'n8n-workflow';
import type { Row, Rows } from './rows';
import { foundBy, isBad, requestsOf } from './found';
import type { Played, Said } from './run';
import { pathOf } from './service';
import { Problem, understood } from './spelling';
import { fieldsIn, isQuiet, type Field } from './story';
import { told } from './told';
import { same, violation, type Violation } from './violation';

/** A list has each row once, as it was at some time of the run, and all that were there throughout. */
export function* listViolations(played: Played, said: Said): Generator<Violation> {
	const { story, rows } = played;
	const { on, others, options } = story;
	const { limit = 0, returnAll } = options;
	const most = returnAll ? Infinity : limit;
	const failure = said.error ?? said.outputs.find(({ json }) => json.error !== undefined)?.json;
	if (failure !== undefined) {
		if (isQuiet(story)) yield violation('fails without need', 'the rows', failure);
		return;
	}
	const lists = rows.got.slice(...said.requests).filter(({ path }) => path === pathOf(on));
	const [from, to] = [lists[0]!.at, lists.at(-1)!.at];
	const shown = said.outputs.map(({ json }) => ({ json, row: rowOf(rows.of[on], json, from, to) }));
	const found = new Set(shown.map(({ row }) => row));
	const strange = shown.find(({ row }) => !row);
	if (strange) return yield violation('returns no row', 'rows', strange.json);
	if (found.size < shown.length)
		yield violation('returns a row twice', 'once', `${shown.length} rows`);
	if (shown.length > most)
		yield violation('returns more than the limit', `${most}`, `${shown.length}`);
	const throughout = rows.of[on].filter((row) => row.between(from, to).every(Boolean));
	const missing = throughout.find((row) => !found.has(row));
	if (missing && shown.length < most)
		yield violation('misses rows', `${throughout.length} rows`, `not ${missing.id}`);
	for (const { json, row } of shown) yield* shownViolations(played, said, row!, json);
	if (on !== 'records' || others.length > 0 || returnAll) return;
	const newest = throughout.toSorted((a, b) => b.createdAt - a.createdAt);
	const wrong = shown.find(({ row }, place) => row!.createdAt !== newest[place]?.createdAt);
	if (wrong) yield violation('not the first rows', 'the newest first', wrong.json);
}

/** Each item comes out with the record that matches it, or without, as the user chose. */
export function* lookUpViolations(played: Played, said: Said): Generator<Violation> {
	const { story } = played;
	const { keep, resultName = 'record', severalMatches } = story.options;
	const lists = requestsOf(played, said).filter(({ path }) => path === pathOf('records'));
	const [from, to] = [lists[0]?.at ?? said.from, lists.at(-1)?.at ?? said.from];
	const isOpen = !isQuiet(story) || (story.onError === 'stop' && story.items.some(isBad));
	for (const [item, { claim, text }] of told(played, said).entries()) {
		const given = story.items[item]!;
		const isFailed = said.error !== undefined || claim === 'not saved' || claim === 'unknown';
		if (isFailed && !isOpen && !isBad(given))
			yield violation('fails without need', 'a result', text, { item });
		if (isFailed) continue;
		const outputs = said.outputs.filter(({ of }) => of === item).map(({ json }) => json);
		const surely = foundBy(played, item, [from, to]);
		const maybe = foundBy(played, item, [from, to], 'some');
		const shown = outputs.map((json) => json[resultName] as IDataObject | null);
		const places = shown.map((json) => maybe.findIndex(({ id }) => id === String(json?.recordId)));
		const isAll = severalMatches === 'all';
		const found = places.map((place) => maybe[place]);
		const isFound =
			keep !== 'notFound' &&
			places.every((place, n) => place > (places[n - 1] ?? -1)) &&
			(isAll || (places.length === 1 && surely.every((row) => maybe.indexOf(row) >= places[0]!))) &&
			(!isAll || surely.every((row) => found.includes(row)));
		const isNothing = keep !== 'found' && surely.length === 0 && outputs.length === 1;
		const isLeftOut =
			keep === 'found' ? surely.length === 0 : keep === 'notFound' && maybe.length > 0;
		const isValueBad =
			isBad(given) && Object.values(given).every(({ means }) => means?.length !== 0);
		const isRight = shown.length === 0 ? isLeftOut : shown[0] === null ? isNothing : isFound;
		if (!isRight || isValueBad)
			yield violation(
				'not what matches',
				surely.map(({ id }) => id),
				outputs,
				{ item },
			);
		for (const json of outputs)
			for (const [name, { json: value }] of Object.entries(given))
				if (name !== resultName && !same(json[name], value))
					yield violation('changes the item', value, json, { item });
		for (const [n, row] of found.entries())
			if (row) yield* shownViolations(played, { from, to }, row, shown[n]!);
	}
}

const rowOf = (all: readonly Row[], json: IDataObject, from: number, to: number) =>
	all.find((row) =>
		row
			.between(from, to)
			.some((state) =>
				json.recordId === undefined
					? state?.code === json.code
					: state && row.id === String(json.recordId),
			),
	);

/** Whether a row is shown as it was at some time of the run. */
function* shownViolations(
	{ story, rows }: Played,
	{ from, to }: Pick<Said, 'from' | 'to'>,
	row: Row,
	json: IDataObject,
): Generator<Violation> {
	const states = row.between(from, to).map((state) => state ?? row.last);
	for (const field of fieldsIn(story)) {
		const { name, caption, isSecret } = field;
		const value = json[`record.${caption}`] ?? json[caption];
		const isLeftOut = value === undefined && story.on !== 'records';
		const isRight = isSecret
			? value === undefined
			: states.some((state) => isShown(rows, field, state[name], value));
		if (!isRight && !isLeftOut)
			yield violation('returns another value', states[0]![name], value, { field: name });
	}
}

/** Whether a value is shown as the node shows what a row has. */
function isShown({ dialect }: Rows, field: Field, held: unknown, value: unknown): boolean {
	try {
		return same(understood(field, value, { dialect, by: 'caption' }), held);
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		return false;
	}
}
