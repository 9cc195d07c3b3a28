import { resources } from '../../../api';
import { grouped, type NonEmpty } from '../../../core/grouped';
import { listInWords } from '../../../core/request/subject';
import { hasStatus } from '../../../core/request/failure';
import { isDeleted, objectIn } from '../../../core/request/reply';
import { toPath } from '../../../core/request/request';
import {
	hasValues,
	keyReader,
	matchFields,
	wantedKey,
	Lookalikes,
} from '../../../core/form/equality';
import type { FormField } from '../../../core/form/field';
import { withOneShape } from '../../../core/form/kinds/people';
import { incomplete, mergedRecord, needsCurrent } from '../../../core/form/record-writer';
import { identifiersIn } from '../../../core/values/list-parameters';
import { idIn, isAbove, type Id } from '../../../core/id';
import { rowsPerPage } from '../../../core/limits';
import { textIn, type JsonObject } from '../../../core/json';
import { recordIn } from '../../../core/values/record-properties';
import { formIn, type Values } from '../../../core/values/validate';
import { mistake } from '../../../core/values/input-error';
import { readList, requireRecordId } from '../../transport/list-reader';
import type { Checked, Job, Step } from '../job';
import { eachItemWithPauses, eachWithPauses } from '../pauses';
import { idleStep, importSteps, singleStep } from './import';
import { learnNewest, recordList } from './look-up';

/**
 * Creates records with imports of 100 and updates them one by one. Skips items that change
 * nothing. Reads the list of each form once to find existing records.
 */
export async function recordUpsertSteps(job: Job, checked: readonly Checked[]): Promise<Step[]> {
	const planned: PlannedWrite[] = [];
	const targets = grouped(checked, ({ values }) => JSON.stringify([values.form, matchOn(values)]));
	for (const [, items] of targets) {
		try {
			planned.push(...(await planWrites(job, items)));
		} catch (error) {
			// Items of other forms are not affected.
			for (const { item } of items) job.outcomes.reject(item, error);
		}
	}
	return writeSteps(job, planned);
}

const matchOn = ({ mapped, matchOn: named }: Values): readonly string[] => {
	const chosen = mapped?.matchOn ?? [];
	return chosen.length > 0 ? chosen : identifiersIn(named ?? []);
};

/** The items of a form, and how to compare them with its records. */
interface Matching {
	readonly form: Values['form'];
	/** All fields of the form. */
	readonly fields: readonly FormField[];
	readonly keyIn: (record: JsonObject) => string;
	/** The items by their match values. Two items with the same values would change one record twice. */
	readonly wanted: Map<string, Checked>;
	readonly lookalikes: Lookalikes;
	/** Whether a record has all values to send. */
	readonly has: ReturnType<typeof hasValues>;
}

async function planWrites(job: Job, items: NonEmpty<Checked>): Promise<PlannedWrite[]> {
	const [{ values: target }] = items;
	const fields = await job.forms(formIn(target));
	const by = matchFields(fields, matchOn(target));
	const zone = job.zone.named;
	const matching: Matching = {
		form: target.form,
		fields,
		keyIn: keyReader(by, zone),
		wanted: new Map(),
		lookalikes: new Lookalikes(by, job.zone),
		has: hasValues(fields, zone),
	};
	const { wanted, lookalikes } = matching;
	const sent = new Set<string>();
	await eachItemWithPauses(job, items, (one) => {
		const { record: changes = {} } = one.values;
		for (const id of Object.keys(changes)) sent.add(id);
		const key = wantedKey(by, changes, zone);
		const other = wanted.get(key);
		if (other) throw mistake('sameMatch', { first: other.item, second: one.item });
		wanted.set(key, one);
		lookalikes.takeItem(one.item, changes);
	});
	if (wanted.size === 0) return [];
	const found = await findRecords(job, matching, shownFields(sent, fields, by));
	const planned: PlannedWrite[] = [];
	await eachItemWithPauses(job, wanted.values(), (one) => {
		const row = chooseRecord(one, found.get(one) ?? [], lookalikes);
		const { item, values } = one;
		planned.push(
			row
				? planUpdate(job, one, row, matching)
				: { item, values, record: values.record ?? {}, action: 'created' },
		);
	});
	return planned;
}

/**
 * Returns the record that an item changes; undefined if the item needs a new one. Throws an `InputError` if
 * neither is certain.
 */
function chooseRecord(
	{ item, values, lacking }: Checked,
	matching: readonly JsonObject[],
	lookalikes: Lookalikes,
): JsonObject | undefined {
	const [row, ...others] = matching;
	if (others.length > 0) {
		const ids = matching.map(({ recordId }) => String(recordId));
		throw mistake('severalRecords', { records: listInWords(ids) });
	}
	if (!row) lookalikes.mustBeNew(item, values.record ?? {});
	if (!row && lacking) throw incomplete(lacking);
	return row;
}

/** The records that match each item. */
type Matches = ReadonlyMap<Checked, readonly JsonObject[]>;

/** Finds the records that the items match, by their match values. Lists the shown fields; undefined for all. */
async function findRecords(
	job: Job,
	matching: Matching,
	shown: Shown | undefined,
): Promise<Matches> {
	const { form, fields } = matching;
	const readWhole = () => readMatches(job, matching, { form }, fields.length);
	if (!shown) return await readWhole();
	const query = { form, fields: shown.ids };
	return await readMatches(job, matching, query, shown.count).catch((error: unknown) => {
		const isRejected = hasStatus(error, 400);
		return isRejected && shown.isToCompare ? readWhole() : Promise.reject(error);
	});
}

async function readMatches(
	job: Job,
	{ keyIn, wanted, lookalikes }: Matching,
	values: Values,
	fieldCount: number,
): Promise<Matches> {
	// The newest record may be a deleted one.
	const list = { ...recordList, values, withDeleted: true, pageSize: rowsPerPage(fieldCount) };
	const found = new Map<Checked, JsonObject[]>();
	let newest: Id | undefined;
	for await (const rows of readList(job.client, list, Infinity)) {
		await eachWithPauses(rows, (row) => {
			const id = idIn(row.recordId);
			if (isAbove(id, newest)) newest = id;
			if (isDeleted(row)) return;
			const record = recordIn(row);
			const one = wanted.get(keyIn(record));
			if (one) found.set(one, [...(found.get(one) ?? []), row]);
			lookalikes.takeRecord(textIn(row.recordId), record);
		});
	}
	learnNewest(job, formIn(values), newest === undefined ? [] : [{ recordId: newest }]);
	return found;
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

/** An item, and what to write. */
interface PlannedWrite extends Checked {
	/** The `record` of the body. */
	readonly record: JsonObject;
	readonly action: 'created' | 'updated' | 'unchanged';
	/** The record that it changes; undefined for a new one. */
	readonly recordId?: Id;
	/**
	 * Set if the update sends values of the record that the item does not give: returns the `record` of the body for
	 * the current row. Throws an `InputError` if that no longer matches.
	 */
	readonly mergeInto?: ((row: JsonObject) => JsonObject) | false;
}

function planUpdate(
	{ client: { selections: shape } }: Job,
	{ item, values }: Checked,
	row: JsonObject,
	{ fields, keyIn, has }: Matching,
): PlannedWrite {
	const { record: changes = {}, wholeRecord: isWhole } = values;
	const recordId = requireRecordId(row);
	const merge = (current: JsonObject) =>
		withOneShape(fields, mergedRecord(fields, current, { changes, isWhole }), { shape });
	const listed = recordIn(row);
	const mergeInto = (now: JsonObject) => {
		if (isDeleted(now) || keyIn(recordIn(now)) !== keyIn(changes))
			throw mistake('changedMeanwhile', { record: recordId });
		return merge(recordIn(now));
	};
	return {
		item,
		values,
		record: merge(listed),
		action: has(listed, changes) ? 'unchanged' : 'updated',
		recordId,
		mergeInto: needsCurrent(fields, { changes, isWhole }) && mergeInto,
	};
}

/** Creates records with imports and updates them one by one. */
function writeSteps(job: Job, planned: readonly PlannedWrite[]): Step[] {
	const having = (some: readonly PlannedWrite[], action: PlannedWrite['action']) =>
		some.filter((one) => one.action === action);
	const changing = planned.filter(({ action }) => action !== 'unchanged');
	return [
		idleStep(job, having(planned, 'unchanged').map(toSubjectRow)),
		...grouped(changing, ({ values }) => toPath(job.entry.operation, values)).flatMap(
			([path, some]) => [
				...importSteps(
					job,
					having(some, 'created').map((one) => ({
						subject: one.item,
						path,
						body: { record: one.record },
						rowsFrom: () => [toSubjectRow(one).row],
						isNew: true,
						form: one.values.form,
						findsNew: one.values.findNew,
					})),
				),
				...having(some, 'updated').map((one) => updateStep(job, one)),
			],
		),
	];
}

const toSubjectRow = ({ item, action, recordId }: PlannedWrite) => ({
	subject: item,
	row: { success: true, action, ...(recordId !== undefined && { recordId }) },
});

function updateStep(job: Job, one: PlannedWrite): Step {
	const { client } = job;
	const { recordId, mergeInto } = one;
	const path = toPath(resources.record.operations.get, { ...one.values, recordId });
	return singleStep(job, toSubjectRow(one), async () => {
		const now = mergeInto && (await client.send({ method: 'GET', path, query: {} }));
		const record = now && mergeInto ? mergeInto(objectIn(now.body)) : one.record;
		return await client.send({ method: 'PUT', path, query: {}, body: { record } });
	});
}
