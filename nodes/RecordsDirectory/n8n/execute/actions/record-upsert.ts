import { resources } from '../../../api';
import type { NonEmpty } from '../../../core/grouped';
import { listInWords } from '../../../core/text';
import { hasStatus } from '../../../core/request/failure';
import { isDeleted, objectIn } from '../../../core/request/reply';
import { toPath } from '../../../core/request/request';
import {
	changesReader,
	keyReader,
	matchFields,
	wantedKey,
	Lookalikes,
} from '../../../core/form/equality';
import { incomplete } from '../../../core/form/record-writer';
import { identifiersIn } from '../../../core/values/list-parameters';
import type { Id } from '../../../core/id';
import { rowsPerPage } from '../../../core/limits';
import { textIn, type JsonObject } from '../../../core/json';
import { recordIn } from '../../../core/values/record-properties';
import { formIn, type Values } from '../../../core/values/validate';
import { mistake } from '../../../core/values/input-error';
import { readList, recordList, requireRecordId } from '../../transport/list-reader';
import { adviseCount } from '../hints';
import {
	eachGroup,
	eachItemWithPauses,
	eachWithPauses,
	type Checked,
	type Job,
	type Step,
} from '../job';
import { importSteps, passOn, singleStep } from './import';
import { learnNewest, toEntry, type SentEntry } from './sent';
import { mustKeepOthers, updateRecord } from './record-update';

/** Creates with imports of 100, updates one by one, and skips what changes nothing. Reads each form once. */
export async function recordUpsertSteps(job: Job, checked: readonly Checked[]): Promise<Step[]> {
	return await eachGroup(
		job,
		checked,
		({ values }) => String(values.form),
		(items) => formSteps(job, items),
	);
}

const matchOn = ({ mapped, matchOn: named }: Values): readonly string[] => {
	const chosen = mapped?.matchOn ?? [];
	return chosen.length > 0 ? chosen : identifiersIn(named ?? []);
};

type Matching = Awaited<ReturnType<typeof matchItems>>;

async function matchItems(job: Job, items: NonEmpty<Checked>) {
	const [{ values: target }] = items;
	const { form } = target;
	if (items.some(({ values }) => String(matchOn(values)) !== String(matchOn(target))))
		throw mistake('settingDiffers', { label: 'Match On' });
	const fields = await job.forms(formIn(target));
	const by = matchFields(fields, matchOn(target));
	const keyIn = keyReader(by, job.zone.named);
	/** The items by their match values. Two items with the same values would change one record twice. */
	const wanted = new Map<string, Checked>();
	const lookalikes = new Lookalikes(by, job.zone);
	/** By field ID: those for which items have a value. */
	const sent = new Set<string>();
	await eachItemWithPauses(job, items, (one) => {
		const { record: changes = {} } = one.values;
		for (const id of Object.keys(changes)) sent.add(id);
		const key = wantedKey(by, changes, keyIn);
		const other = wanted.get(key);
		if (other) throw mistake('sameMatch', { first: other.item, second: one.item });
		wanted.set(key, one);
		lookalikes.takeItem(one.item, changes);
	});
	return { form, fields, keyIn, by, sent, wanted, lookalikes };
}

async function formSteps(job: Job, items: NonEmpty<Checked>): Promise<Step[]> {
	const [{ values: target }] = items;
	const matching = await matchItems(job, items);
	const { form, fields, keyIn, wanted, lookalikes } = matching;
	if (wanted.size === 0) return [];
	const { found, count } = await findRecords(job, matching);
	const readChanges = changesReader(job.entry.resource, fields, job.zone.named, target);
	const path = toPath(recordList.operation, target);
	const written = new Set(job.client.learnt.justWritten(path).map(keyIn));
	const entries: SentEntry[] = [];
	const updates: Step[] = [];
	await eachItemWithPauses(job, wanted.values(), (one) => {
		const row = chooseRecord(one, found.get(one) ?? [], lookalikes);
		const { record = {}, keepExisting } = one.values;
		if (!row) {
			if (written.has(keyIn(record))) throw mistake('justWritten');
			const entry = { ...toEntry(job, one, true), ...writtenRow(one, 'created') };
			return void entries.push({ ...entry, form });
		}
		const recordId = requireRecordId(row);
		const changes = readChanges(recordIn(row), record);
		if (keepExisting || Object.keys(changes).length === 0) {
			const same = writtenRow(one, 'unchanged', recordId);
			passOn(job, [{ ...same, row: { ...same.row, ...earlierIn(changes, job.outcomes.own) } }]);
		} else
			updates.push(updateStep(job, mustKeepOthers(job, { ...one, changes }), recordId, matching));
	});
	if (entries.length > 0) await adviseCount(job, { form }, count);
	return [...importSteps(job, entries), ...updates];
}

/** Under the names of the output. */
const earlierIn = (changes: JsonObject, own: object) =>
	Object.fromEntries(
		Object.entries(changes).map(([name, one]) => [
			Object.hasOwn(own, name) ? `record.${name}` : name,
			objectIn(one).from,
		]),
	);

const writtenRow = ({ item }: Checked, action: string, recordId?: Id) => {
	const row = { success: true, action, ...(recordId !== undefined && { recordId }) };
	return { subject: item, row, rowsFrom: () => [row] };
};

/** Undefined if the item needs a new record. Throws an `InputError` if neither is certain. */
function chooseRecord(
	{ item, values, lacking = [] }: Checked,
	matching: readonly JsonObject[],
	lookalikes: Lookalikes,
): JsonObject | undefined {
	const [row, ...others] = matching;
	if (others.length > 0) {
		const ids = matching.map(({ recordId }) => String(recordId));
		throw mistake('severalRecords', { records: listInWords(ids) });
	}
	if (!row) lookalikes.mustBeNew(item, values.record ?? {});
	if (!row && lacking.length > 0) throw incomplete(lacking);
	return row;
}

/** Lists only the needed fields if it can. */
async function findRecords(job: Job, matching: Matching) {
	const { form, fields, by, sent, keyIn, wanted, lookalikes } = matching;
	const needed = new Set([...by, ...fields.filter(({ isKey }) => isKey)]);
	const shown = new Set([...needed, ...fields.filter(({ id }) => sent.has(id))]);
	const ids = [...shown].map(({ id }) => id).join();
	const read = async (values: Values, fieldCount: number) => {
		const found = new Map<Checked, JsonObject[]>();
		const count = await eachRecord(job, values, fieldCount, (row) => {
			const record = recordIn(row);
			const one = wanted.get(keyIn(record));
			if (one) found.set(one, [...(found.get(one) ?? []), row]);
			lookalikes.takeRecord(textIn(row.recordId), record);
		});
		return { found, count };
	};
	const readWhole = () => read({ form }, fields.length);
	// Servers limit the length of addresses.
	if (ids.length > 1_000) return await readWhole();
	// The type of fields that are only compared may not be allowed as output (Output-field limiting, 7).
	return await read({ form, fields: ids }, shown.size).catch((error: unknown) =>
		hasStatus(error, 400) && shown.size > needed.size ? readWhole() : Promise.reject(error),
	);
}

/** Newest first, page by page until `isDone`. Returns the number of records. */
export async function eachRecord(
	job: Job,
	values: Values,
	fieldCount: number,
	take: (row: JsonObject) => void,
	isDone?: () => boolean,
): Promise<number> {
	// The newest record may be a deleted one.
	const list = { ...recordList, values, withDeleted: true, pageSize: rowsPerPage(fieldCount) };
	let count = 0;
	for await (const rows of readList(job.client, list, Infinity)) {
		learnNewest(job, formIn(values), rows);
		await eachWithPauses(rows, (row) => {
			if (isDeleted(row)) return;
			count += 1;
			take(row);
		});
		if (isDone?.()) break;
	}
	return count;
}

function updateStep(job: Job, one: Checked, recordId: Id, { keyIn }: Matching): Step {
	const { values, changes } = one;
	const path = toPath(resources.record.operations.get, { ...values, recordId });
	return singleStep({ ...writtenRow(one, 'updated', recordId), changes }, async () => {
		const check = (current: JsonObject) => {
			if (isDeleted(current) || keyIn(recordIn(current)) !== keyIn(values.record ?? {}))
				throw mistake('changedMeanwhile', { record: recordId });
		};
		await updateRecord(job, values, { method: 'PUT', path, query: {} }, { check });
	});
}
