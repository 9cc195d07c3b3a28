import { resources } from '../../../api';
import { grouped, type NonEmpty } from '../../../core/grouped';
import { PAGE_LIMIT } from '../../../core/limits';
import { listInWords } from '../../../core/request/subject';
import { Failure } from '../../../core/request/failure';
import { comparer } from '../../../core/form/comparison';
import { isDeleted, recordIn } from '../../../core/form/edits';
import type { FormField } from '../../../core/form/definition';
import { Lookalikes, looseKeyReader } from '../../../core/form/lookalikes';
import { keyReader, matchFields, wantedKey } from '../../../core/form/match';
import { keptIn, mergedRecord, needsCurrent, type KeptFields } from '../../../core/form/merge';
import { withOneShape, type SelectionShape } from '../../../core/form/selections';
import { incomplete } from '../../../core/form/record-writer';
import { identifiersIn } from '../../../core/values/identifier-list';
import { idIn, isAbove, type Id } from '../../../core/id';
import { textIn, type JsonObject } from '../../../core/json';
import { recordValuesIn, formIn, type Values } from '../../../core/values/validate';
import { InputError } from '../../../core/values/input-error';
import { readList, largestPage } from '../../transport/list-reader';
import type { Checked, Fail, ImportJob, Job, Step } from '../job';
import { eachWithPauses } from '../pauses';
import { lastEdit } from './record-edits';
import { writeSteps, type FormOf, type PlannedWrite } from './record-writes';

const { record } = resources;
const list = { resource: record, operation: record.operations.getAll };

/**
 * Creates records with imports of 100 and updates them one by one or with imports. Skips items that change
 * nothing. Reads the list of each form once to find existing records.
 */
export async function recordUpsertSteps(
	job: ImportJob,
	checked: readonly Checked[],
	fail: Fail,
): Promise<Step[]> {
	const planned: PlannedWrite[] = [];
	const targetOf = ({ values }: Checked) => JSON.stringify([values.form, matchOn(values)]);
	for (const [, items] of grouped(checked, targetOf)) {
		const found = await plan(job, items, fail).catch((error: unknown) => {
			// Items of other forms are not affected.
			for (const { item } of items) fail(item, error);
			return [];
		});
		for (const one of found) planned.push(one);
	}
	return writeSteps(job, planned);
}

const matchOn = ({ mapped, matchOn: named }: Values): readonly string[] => {
	const chosen = mapped?.matchOn ?? [];
	return chosen.length > 0 ? chosen : identifiersIn(named ?? []);
};

async function plan(job: Job, items: NonEmpty<Checked>, fail: Fail): Promise<PlannedWrite[]> {
	const [{ values: target }] = items;
	const fields = await job.forms(formIn(target));
	const by = matchFields(fields, matchOn(target));
	const zone = job.zone.named;
	const wanted = await wantedIn(items, (changes) => wantedKey(by, changes, zone), fail);
	if (wanted.size === 0) return [];
	const [keyOf, looseKeyOf] = [keyReader(by, zone), looseKeyReader(by, job.zone)];
	const lookalikes = new Lookalikes(by, job.zone);
	await eachWithPauses(wanted.values(), ({ item, values }) =>
		lookalikes.want(item, recordValuesIn(values)),
	);
	const needsMore = [...wanted.values()].some(({ values }) =>
		needsCurrent(fields, recordValuesIn(values), keptIn(values)),
	);
	const since = needsMore ? await lastEdit(job, { form: target.form }) : '';
	const shown = shownFields(items, fields, by);
	const sought = { keyOf, shown, wanted, lookalikes };
	const { found, newest, query, edits } = await search(job, items, sought);
	const known = largestPage(job.client, list) || PAGE_LIMIT;
	const page = edits.length > known ? known : PAGE_LIMIT;
	const ties = edits.filter((time) => time >= since).length;
	const listing = { query, since, ties, rows: edits.length, page };
	const compare = comparer(fields, zone);
	const form = { fields, compare, keyOf, looseKeyOf, newest, listing };
	const planOf = planner(form, job.client.selections);
	const planned: PlannedWrite[] = [];
	await eachWithPauses(wanted, ([key, one]) => {
		try {
			planned.push(planOf(one, matchOf(one, found.get(key) ?? [], lookalikes)));
		} catch (error) {
			fail(one.item, error);
		}
	});
	return planned;
}

/** Groups the items by their match values. Two items with the same values would change one record twice. */
async function wantedIn(
	items: readonly Checked[],
	keyOf: (changes: JsonObject) => string,
	fail: Fail,
): Promise<ReadonlyMap<string, Checked>> {
	const wanted = new Map<string, Checked>();
	await eachWithPauses(items, (one) => {
		try {
			const key = keyOf(recordValuesIn(one.values));
			const other = wanted.get(key);
			if (other) throw twice(other.item, one.item);
			wanted.set(key, one);
		} catch (error) {
			fail(one.item, error);
		}
	});
	return wanted;
}

/**
 * Returns the record that an item changes; undefined if the item needs a new one. Throws an `InputError` if
 * neither is certain.
 */
function matchOf(
	{ item, values, lacking }: Checked,
	matching: readonly JsonObject[],
	lookalikes: Lookalikes,
): JsonObject | undefined {
	const [row] = matching;
	if (matching.length > 1) throw several(matching);
	if (!row) lookalikes.mustBeNew(item, recordValuesIn(values));
	if (!row && lacking) throw incomplete(lacking);
	return row;
}

interface Search {
	readonly keyOf: (record: JsonObject) => string;
	/** The fields to list; undefined for all. */
	readonly shown: Shown | undefined;
	readonly wanted: ReadonlyMap<string, Checked>;
	readonly lookalikes: Lookalikes;
}

/** The records that match, by key, and the highest record ID of the form. */
interface Matches {
	readonly found: ReadonlyMap<string, readonly JsonObject[]>;
	readonly newest: Id | undefined;
	/** The query of the list. */
	readonly query: Values;
	/** The time of the last edit of each record of the form. */
	readonly edits: readonly string[];
}

/** Finds the records that the items match, by their match values. */
async function search(
	{ client }: Job,
	[{ values }]: NonEmpty<Checked>,
	{ keyOf, shown, wanted, lookalikes }: Search,
): Promise<Matches> {
	const pass = async (query: Values): Promise<Matches> => {
		const found = new Map<string, JsonObject[]>();
		const edits: string[] = [];
		let newest: Id | undefined;
		for await (const rows of readList(client, { ...list, values: query }, Infinity)) {
			for (const row of rows) {
				edits.push(textIn(row.updatedAt));
				const id = idIn(row.recordId);
				if (isAbove(id, newest)) newest = id;
				if (isDeleted(row)) continue;
				const record = recordIn(row);
				const key = keyOf(record);
				if (wanted.has(key)) found.set(key, [...(found.get(key) ?? []), row]);
				lookalikes.pass(textIn(row.recordId), record);
			}
		}
		return { found, newest, query, edits };
	};
	const { form } = values;
	if (!shown) return await pass({ form });
	return await pass({ form, fields: shown.ids }).catch((error: unknown) => {
		const mayBeUnlistable = shown.isToCompare && error instanceof Failure && error.status === 400;
		return mayBeUnlistable ? pass({ form }) : Promise.reject(error);
	});
}

interface Shown {
	/** Comma-separated field IDs. */
	readonly ids: string;
	/** Whether some fields are only compared; their type may not be allowed as output (Output-field limiting, 7). */
	readonly isToCompare: boolean;
}

function shownFields(
	items: readonly Checked[],
	fields: readonly FormField[],
	by: readonly FormField[],
): Shown | undefined {
	if (items.some(({ values }) => values.wholeRecord === true)) return undefined;
	const sent = new Set(items.flatMap(({ values }) => Object.keys(recordValuesIn(values))));
	const needed = new Set([...by, ...fields.filter(({ isKey }) => isKey)]);
	const shown = new Set([...needed, ...fields.filter(({ id }) => sent.has(id))]);
	const ids = [...shown].map(({ id }) => id).join();
	return ids.length > LONGEST_IDS ? undefined : { ids, isToCompare: shown.size > needed.size };
}

/** Servers limit the length of addresses. */
const LONGEST_IDS = 1_000;

function planner(form: FormOf, shape: SelectionShape) {
	const { fields, compare, keyOf } = form;
	const whole = (now: JsonObject, changes: JsonObject, kept: KeptFields) =>
		withOneShape(fields, mergedRecord(fields, now, { changes, kept }), { shape });
	return (one: Checked, row: JsonObject | undefined): PlannedWrite => {
		const { item, values } = one;
		const changes = recordValuesIn(values);
		if (!row) return { ...one, form, body: changes };
		const [recordId, kept] = [idOf(row), keptIn(values)];
		const bodyWith = (now: JsonObject) => {
			if (isDeleted(now) || keyOf(recordIn(now)) !== keyOf(changes)) throw another(recordId);
			return whole(recordIn(now), changes, kept);
		};
		const listed = recordIn(row);
		const present = {
			recordId,
			comparison: compare(listed, changes),
			...(needsCurrent(fields, changes, kept) && { kept: { item, recordId, listed, bodyWith } }),
		};
		return { ...one, form, body: whole(listed, changes, kept), present };
	};
}

const another = (recordId: Id) =>
	new InputError(
		`Record ${recordId} was changed during the run and no longer matches its item`,
		'Run the whole list again: the node then looks for each record again.',
	);

/** Returns the exact record ID. A rounded number would be the ID of another record. */
function idOf({ recordId }: JsonObject): Id {
	const id = idIn(recordId);
	if (id !== undefined) return id;
	throw new InputError(
		`The service returns the ID of the record as ${textIn(recordId)}, a number that is not exact`,
		'Such a record can only be changed in the service itself.',
	);
}

const twice = (first: number, second: number) =>
	new InputError(
		`Items ${first} and ${second} have the same values to match on`,
		'Remove one of them, for example with a Remove Duplicates node.',
	);

const several = (rows: readonly JsonObject[]) =>
	new InputError(
		`Several records match: ${listInWords(rows.map(({ recordId }) => String(recordId)))}`,
		'Match on more fields, or correct the records.',
	);
