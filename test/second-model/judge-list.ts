import type { IDataObject } from 'n8n-workflow';
import type { Row } from './rows';
import type { Played, Said } from './run';
import { compared, pathOf } from './service';
import { Problem, understood } from './spelling';
import { fieldsIn, isQuiet, type Field, type Values } from './story';
import { same, show, type Violation } from './violation';

/** A list has each row once, as it was at some time of the run, and all that were there throughout. */
export function* listViolations(played: Played, said: Said): Generator<Violation> {
	const { story, rows } = played;
	const { on, dialect, others, options } = story;
	const { order, limit = 0, returnAll } = options;
	const most = returnAll ? Infinity : limit;
	const failure = said.error ?? said.outputs.find(({ json }) => json.error !== undefined)?.json;
	if (failure !== undefined) {
		const mayMove = order !== undefined && dialect.equals === 'shuffled';
		if (isQuiet(story) && !mayMove)
			yield { kind: 'fails without need', expected: 'the rows', found: show(failure) };
		return;
	}
	const lists = rows.got.slice(...said.requests).filter(({ path }) => path === pathOf(on));
	const [from, to] = [lists[0]!.at, lists.at(-1)!.at];
	const shown = said.outputs.map(({ json }) => ({ json, row: rowOf(rows.of[on], json, from, to) }));
	const found = new Set(shown.map(({ row }) => row));
	const strange = shown.find(({ row }) => !row);
	if (strange) return yield { kind: 'returns no row', expected: 'rows', found: show(strange.json) };
	if (found.size < shown.length)
		yield { kind: 'returns a row twice', expected: 'once', found: `${shown.length} rows` };
	if (shown.length > most)
		yield { kind: 'returns more than the limit', expected: `${most}`, found: `${shown.length}` };
	const throughout = rows.of[on].filter((row) => row.between(from, to).every(Boolean));
	const missing = throughout.find((row) => !found.has(row));
	if (missing && shown.length < most)
		yield {
			kind: 'misses rows',
			expected: `${throughout.length} rows`,
			found: `not ${missing.id}`,
		};
	for (const { json, row } of shown) yield* shownViolations(played, said, row!, json);
	if (on !== 'records' || others.length > 0) return;
	const values = shown.map(({ row }) => row!);
	const byField = sorter(fieldsIn(story), order);
	const all = throughout.toSorted(byField);
	const wrong = values.find((row, place) => !all[place] || byField(row, all[place]) !== 0);
	if (wrong && (order !== undefined || !returnAll))
		yield { kind: 'not the first rows', expected: 'the largest first', found: show(wrong.last) };
}

/** Largest first; the newest without an order. */
function sorter(fields: readonly Field[], order?: string): (a: Row, b: Row) => number {
	const field = fields.find(({ name }) => name === order);
	if (field) return (a, b) => compared(field, b.last, a.last);
	const second = (row: Row) =>
		Math.floor((order === 'updatedAt' ? row.updatedAt : row.createdAt) / 4);
	return order === undefined
		? (a, b) => b.createdAt - a.createdAt
		: (a, b) => second(b) - second(a);
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
	{ from, to }: Said,
	row: Row,
	json: IDataObject,
): Generator<Violation> {
	const states = row.between(from, to).map((state) => state ?? row.last);
	const fields = fieldsIn(story).filter(({ kind }) => kind !== 'formula');
	for (const field of fields) {
		const { name, isSecret } = field;
		const value = columnOf(json, fields, field);
		const isLeftOut = value === undefined && story.on !== 'records';
		const isRight = isSecret
			? value === undefined
			: states.some((state) => isShown(field, state, value));
		if (!isRight && !isLeftOut)
			yield {
				kind: 'returns another value',
				field: name,
				expected: show(states[0]![name]),
				found: show(value),
			};
	}

	function isShown(field: Field, state: Values, value: unknown): boolean {
		try {
			const shown = understood(field, value, { dialect: rows.dialect, by: 'caption' });
			return same(shown, state[field.name]);
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			return false;
		}
	}
}

/** Columns are named by the captions, and two of one caption by their IDs as well. */
function columnOf(json: IDataObject, fields: readonly Field[], { id, caption }: Field): unknown {
	const isTwin = fields.filter((one) => one.caption === caption).length > 1;
	const name = isTwin ? `${caption} (${id})` : caption;
	return json[`record.${name}`] ?? json[name];
}
