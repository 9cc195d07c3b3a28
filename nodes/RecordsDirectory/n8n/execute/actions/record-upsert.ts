import { grouped, type NonEmpty } from '../../../core/grouped';
import { listInWords } from '../../../core/request/subject';
import { hasStatus } from '../../../core/request/failure';
import { isDeleted } from '../../../core/request/reply';
import {
	hasValues,
	keyReader,
	matchFields,
	wantedKey,
	type Comparison,
	Lookalikes,
} from '../../../core/form/equality';
import type { FormField } from '../../../core/form/field';
import { withOneShape, type SelectionShape } from '../../../core/form/selections';
import { incomplete, mergedRecord, needsCurrent } from '../../../core/form/record-writer';
import { identifiersIn } from '../../../core/values/list-parameters';
import { idIn, isAbove, type Id } from '../../../core/id';
import { rowsPerPage } from '../../../core/limits';
import { textIn, type JsonObject } from '../../../core/json';
import { recordIn } from '../../../core/values/record-properties';
import { formIn, type Values } from '../../../core/values/validate';
import { InputError } from '../../../core/values/input-error';
import { readList, requireRecordId } from '../../transport/list-reader';
import type { Checked, Fail, Job, Step } from '../job';
import { eachItemWithPauses, eachWithPauses } from '../pauses';
import { learnNewest, recordList } from './look-up';
import { writeSteps, type PlannedWrite } from './record-writes';

/**
 * Creates records with imports of 100 and updates them one by one. Skips items that change
 * nothing. Reads the list of each form once to find existing records.
 */
export async function recordUpsertSteps(
	job: Job,
	checked: readonly Checked[],
	fail: Fail,
): Promise<Step[]> {
	const planned: PlannedWrite[][] = [];
	const targetOf = ({ values }: Checked) => JSON.stringify([values.form, matchOn(values)]);
	for (const [, items] of grouped(checked, targetOf)) {
		const ofForm = plan(job, items, fail).catch((error: unknown) => {
			// Items of other forms are not affected.
			for (const { item } of items) fail(item, error);
			return [];
		});
		planned.push(await ofForm);
	}
	return writeSteps(job, planned.flat());
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
	const lookalikes = new Lookalikes(by, job.zone);
	const wanted = new Map<string, Checked>();
	const sent = new Set<string>();
	await eachItemWithPauses(items, fail, (one) => {
		const { record: changes = {} } = one.values;
		for (const id of Object.keys(changes)) sent.add(id);
		const key = wantedKey(by, changes, zone);
		const other = wanted.get(key);
		if (other) throw twice(other.item, one.item);
		wanted.set(key, one);
		lookalikes.takeItem(one.item, changes);
	});
	if (wanted.size === 0) return [];
	const keyOf = keyReader(by, zone);
	const found = await search(job, {
		form: target.form,
		keyOf,
		shown: shownFields(sent, fields, by),
		fields,
		wanted,
		lookalikes,
	});
	const planning = { has: hasValues(fields, zone), fields, keyOf, shape: job.client.selections };
	const planned: PlannedWrite[] = [];
	await eachItemWithPauses(wanted.values(), fail, (one) => {
		planned.push(plannedWrite(one, matchOf(one, found.get(one) ?? [], lookalikes), planning));
	});
	return planned;
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
	if (!row) lookalikes.mustBeNew(item, values.record ?? {});
	if (!row && lacking) throw incomplete(lacking);
	return row;
}

interface Search {
	readonly form: Values['form'];
	readonly keyOf: (record: JsonObject) => string;
	/** The fields to list; undefined for all. */
	readonly shown: Shown | undefined;
	/** All fields of the form. */
	readonly fields: readonly FormField[];
	/** The items by their match values. Two items with the same values would change one record twice. */
	readonly wanted: ReadonlyMap<string, Checked>;
	readonly lookalikes: Lookalikes;
}

/** The records that match each item. */
type Matches = ReadonlyMap<Checked, readonly JsonObject[]>;

/** Finds the records that the items match, by their match values. */
async function search(
	job: Job,
	{ form, keyOf, shown, fields, wanted, lookalikes }: Search,
): Promise<Matches> {
	const { client } = job;
	const pass = async (query: Values, count: number): Promise<Matches> => {
		// The newest record may be a deleted one.
		const list = {
			...recordList,
			values: query,
			withDeleted: true,
			pageSize: rowsPerPage(count),
		};
		const found = new Map<Checked, JsonObject[]>();
		let newest: Id | undefined;
		for await (const rows of readList(client, list, Infinity)) {
			await eachWithPauses(rows, (row) => {
				const id = idIn(row.recordId);
				if (isAbove(id, newest)) newest = id;
				if (isDeleted(row)) return;
				const record = recordIn(row);
				const one = wanted.get(keyOf(record));
				if (one) found.set(one, [...(found.get(one) ?? []), row]);
				lookalikes.takeRecord(textIn(row.recordId), record);
			});
		}
		learnNewest(job, formIn(query), newest === undefined ? [] : [{ recordId: newest }]);
		return found;
	};
	const whole = () => pass({ form }, fields.length);
	if (!shown) return await whole();
	return await pass({ form, fields: shown.ids }, shown.count).catch((error: unknown) => {
		const isRejected = hasStatus(error, 400);
		return isRejected && shown.isToCompare ? whole() : Promise.reject(error);
	});
}

interface Shown {
	/** Comma-separated field IDs. */
	readonly ids: string;
	readonly count: number;
	/** Whether some fields are only compared; their type may not be allowed as output (Output-field limiting, 7). */
	readonly isToCompare: boolean;
}

function shownFields(
	sent: ReadonlySet<string>,
	fields: readonly FormField[],
	by: readonly FormField[],
): Shown | undefined {
	const needed = new Set([...by, ...fields.filter(({ isKey }) => isKey)]);
	const shown = new Set([...needed, ...fields.filter(({ id }) => sent.has(id))]);
	const ids = [...shown].map(({ id }) => id).join();
	if (ids.length > LONGEST_IDS) return undefined;
	return { ids, count: shown.size, isToCompare: shown.size > needed.size };
}

/** Servers limit the length of addresses. */
const LONGEST_IDS = 1_000;

interface Planning {
	readonly has: Comparison;
	readonly fields: readonly FormField[];
	readonly keyOf: (record: JsonObject) => string;
	readonly shape: SelectionShape;
}

/** Plans the write of an item to the record that it matches; undefined for a new one. */
function plannedWrite(
	one: Checked,
	row: JsonObject | undefined,
	{ has, fields, keyOf, shape }: Planning,
): PlannedWrite {
	const { record: changes = {}, wholeRecord: isWhole } = one.values;
	if (!row) return { ...one, body: changes };
	const recordId = requireRecordId(row);
	const bodyFor = (now: JsonObject) =>
		withOneShape(fields, mergedRecord(fields, now, { changes, isWhole }), { shape });
	const bodyWith = (now: JsonObject) => {
		if (isDeleted(now) || keyOf(recordIn(now)) !== keyOf(changes)) throw another(recordId);
		return bodyFor(recordIn(now));
	};
	const listed = recordIn(row);
	const present = {
		recordId,
		isUnchanged: has(listed, changes),
		...(needsCurrent(fields, { changes, isWhole }) && { bodyWith }),
	};
	return { ...one, body: bodyFor(listed), present };
}

const another = (recordId: Id) =>
	new InputError(
		`Record ${recordId} was changed during the run and no longer matches its item`,
		'Run the whole list again: the node then looks for each record again.',
	);

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
