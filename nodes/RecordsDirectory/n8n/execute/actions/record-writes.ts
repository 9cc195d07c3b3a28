import { resources } from '../../../api';
import { grouped } from '../../../core/grouped';
import type { Comparison } from '../../../core/form/comparison';
import { recordIn } from '../../../core/form/edits';
import { IMPORT_LIMIT } from '../../../core/limits';
import { idIn, isAbove, type Id } from '../../../core/id';
import type { JsonObject } from '../../../core/json';
import { InputError } from '../../../core/values/input-error';
import { Failure } from '../../../core/request/failure';
import { itemsInWords, type Subject } from '../../../core/request/subject';
import type { Values } from '../../../core/values/validate';
import { objectIn, rowsOf } from '../../../core/request/reply';
import { pageOf, pathOf, requestOf } from '../../../core/request/request';
import { ofItems } from './import';
import { exactRequests, type Checked, type Job, type Requests, type Step } from '../job';
import {
	Edits,
	recordList,
	recordNow,
	type KeptRecord,
	type Listing,
	type Upkeep,
} from './record-edits';
import { idleStep, importSteps, stepOf } from './steps';

const { get } = resources.record.operations;

/** An item and its body. */
export interface PlannedWrite extends Checked {
	readonly body: JsonObject;
	readonly form: FormOf;
	/** The record that it changes; undefined for a new one. */
	readonly present?: Present;
}

/** What is known about a form. */
export interface FormOf {
	/** Compares a record with the values to send. */
	readonly compare: (record: JsonObject, sent: JsonObject) => Comparison;
	/** Returns the match key of a record, equal also for values that the service may consider equal. */
	readonly looseKeyOf: (record: JsonObject) => string;
	/** The highest record ID before anything was sent. */
	readonly newest: Id | undefined;
	readonly listing: Listing;
}

interface Present {
	readonly recordId: Id;
	/** How the item's values differ from the record's. */
	readonly comparison: Comparison;
	/** Set if the update sends values of the record that the item does not give. */
	readonly kept?: KeptRecord;
}

interface Update extends PlannedWrite {
	readonly present: Present;
}

const isUpdate = (one: PlannedWrite): one is Update => one.present !== undefined;
const isUnchanged = ({ present }: PlannedWrite) =>
	present !== undefined &&
	[...present.comparison.values()].every((likeness) => likeness === 'same');

const keptOf = ({ present }: PlannedWrite): KeptRecord[] => (present?.kept ? [present.kept] : []);

/** Creates records with imports; updates them one by one, or with imports if the user wants that. */
export function writeSteps(job: Job, planned: readonly PlannedWrite[]): Step[] {
	const unchanged = planned.filter(isUnchanged);
	const changing = planned.filter((one) => !isUnchanged(one));
	return [
		idleStep(
			job,
			unchanged.map((one) => ({ subject: one.item, row: rowOf(one) })),
		),
		...grouped(changing, ofItems(job.entry.operation).pathOf).flatMap(([, ofForm]) =>
			formSteps(new Edits(job, ofForm[0].form.listing, ofForm.flatMap(keptOf)), ofForm),
		),
	];
}

function formSteps(edits: Edits, planned: readonly PlannedWrite[]): Step[] {
	const created = planned.filter((one) => !isUpdate(one));
	const updated = planned.filter(isUpdate);
	const imported = updated.filter(({ values }) => values.updateByImport === true);
	const trial = imported.find(({ present }) => differing(present.comparison).length > 0);
	// If no value can show whether an import updates, each record is updated with its own request.
	const singly = trial ? updated.filter((one) => !imported.includes(one)) : updated;
	return [
		...(trial
			? updatingSteps(edits, {
					trial,
					created,
					others: imported.filter((one) => one !== trial),
				})
			: recordSteps(edits, created)),
		...singly.map((one) => updateStep(edits, one)),
	];
}

function recordSteps(edits: Edits, planned: readonly PlannedWrite[]): Step[] {
	const steps = importSteps(edits.job, planned, {
		...ofItems(edits.job.entry.operation),
		formOf: ({ values }) => values.form,
		bodyOf: (one) => ({ recordId: one.present?.recordId, record: bodyOf(edits, one) }),
		rowsOf: (one) => [rowOf(one)],
		// Only records that differ are sent.
		isNew: () => true,
	});
	const kept = new Map(planned.map((one) => [one.item, keptOf(one)]));
	return steps.map((step) => {
		const theirs = step.items.flatMap((item) => kept.get(Number(item)) ?? []);
		const upkeep = edits.before(theirs, step.items.length);
		return {
			...step,
			requests: withUpkeep(upkeep, step),
			async work(calledOff) {
				await upkeep.refresh().catch((error: unknown) => {
					throw error instanceof InputError ? together(step.items, error) : error;
				});
				return await step.work(calledOff);
			},
		};
	});
}

/** A write with the work before it. */
const withUpkeep =
	({ requests: { least, most } }: Upkeep, { requests }: Pick<Step, 'requests'>) =>
	async (): Promise<Requests> => {
		const own = (await requests?.()) ?? exactRequests(1);
		return { least: own.least + least, most: own.most + most };
	};

/** If one entry of an import cannot be sent, none can. */
const together = (items: readonly Subject[], { message, advice }: InputError) =>
	new InputError(`The import of ${itemsInWords(items)} was not sent: ${message}`, advice);

const bodyOf = (edits: Edits, { item, body }: PlannedWrite): JsonObject =>
	edits.bodyOf(item) ?? body;

interface Updating {
	readonly trial: Update;
	readonly created: readonly PlannedWrite[];
	readonly others: readonly PlannedWrite[];
}

/**
 * The document does not say whether an import updates records; one that creates would double the form. So the
 * first import contains a single update of a record that differs. The others follow if that record has changed
 * and has no twin.
 */
function updatingSteps(edits: Edits, { trial, created, others }: Updating): Step[] {
	let isProven = false;
	// At most one page, so that the check takes one request.
	const { records, pageSize } = trial.form.listing;
	const createdBeside = Math.min(IMPORT_LIMIT - 1, Math.max(0, Math.min(records, pageSize) - 2));
	const check: Step = {
		...stepOf(edits.job, [{ subject: trial.item, row: rowOf(trial) }], async () => {
			const isUpdated = await wasUpdated(edits, trial).catch((error: unknown) => {
				throw unchecked(trial.present.recordId, error);
			});
			if (!isUpdated) throw notUpdated(trial.present.recordId);
			isProven = true;
		}),
		isCheck: true,
		// One request for the record itself, one for the newest records.
		requests: async () => exactRequests(2),
	};
	return [
		...recordSteps(edits, [trial, ...created.slice(0, createdBeside)]),
		check,
		...recordSteps(edits, [...created.slice(createdBeside), ...others]).map((step) => ({
			...step,
			work: (...calledOff: Parameters<Step['work']>) =>
				isProven ? step.work(...calledOff) : Promise.reject(notSent),
		})),
	];
}

/** Returns whether the import updated the record. A new value alone could come from another user. */
const wasUpdated = async (edits: Edits, trial: Update): Promise<boolean> =>
	hasChanged(trial, await recordNow(edits.job, addressOf(trial))) && !(await hasTwin(edits, trial));

/** Values that name the form and the record. */
const addressOf = ({ values, present }: Update): Values => ({
	...values,
	recordId: present.recordId,
});

/**
 * Returns whether a new record matches as the updated one does. Fails if the pages do not reach back to older
 * records.
 */
async function hasTwin(edits: Edits, { values, form, body }: Update): Promise<boolean> {
	const list = requestOf(recordList.operation, { form: values.form });
	const key = form.looseKeyOf(body);
	const isNew = (row: JsonObject | undefined) => isAbove(idIn(row?.recordId), form.newest);
	let limit = NEWEST;
	for (let page = 1, seen = 0; seen < NEWEST; page++) {
		const rows = rowsOf(
			recordList,
			list.query,
			await edits.job.client.send(pageOf(list, page, limit)),
		);
		edits.learnFrom(rows);
		if (rows.some((row) => isNew(row) && form.looseKeyOf(recordIn(row)) === key)) return true;
		if (rows.length === 0) throw new Failure({ kind: 'service', message: CUT_OFF });
		if (!isNew(rows.at(-1))) return false;
		seen += rows.length;
		// A site that cuts pages will cut the next one at the same size.
		limit = rows.length;
	}
	throw new Failure({ kind: 'service', message: TOO_MANY_NEW });
}

const CUT_OFF = 'The list of the newest records was cut off';
const TOO_MANY_NEW = 'Too many records were created during the check';

/** The first import creates at most 100 records; other users may add more. */
const NEWEST = 2 * IMPORT_LIMIT;

/** Whether a value that was different is now the value that was sent. */
function hasChanged({ form, body, present }: Update, { record }: JsonObject): boolean {
	const comparison = form.compare(objectIn(record), body);
	return differing(present.comparison).some((id) => comparison.get(id) !== 'different');
}

const differing = (comparison: Comparison): string[] =>
	[...comparison].flatMap(([id, like]) => (like === 'different' ? [id] : []));

const notUpdated = (recordId: Id) =>
	new InputError(
		`The import was saved, but it did not update record ${recordId}: it may have created a new record`,
		"Delete the new record, switch 'Update with Import' off, and run the whole list again.",
	);

const unchecked = (recordId: Id, error: unknown) =>
	new InputError(
		`The import was saved, but record ${recordId} could not be read to check it: ${(error as Error).message}`,
		`Look at record ${recordId}. If it has the new values, run the whole list again: saved items are skipped. If there is a second record instead, delete that one and switch 'Update with Import' off.`,
	);

const notSent = new InputError(
	'Not sent because it is not certain that an import updates records',
	'Look at the item that failed first. It says what to do.',
);

function updateStep(edits: Edits, one: Update): Step {
	const upkeep = edits.before(keptOf(one), 1);
	const step = stepOf(edits.job, [{ subject: one.item, row: rowOf(one) }], async () => {
		await upkeep.refresh();
		return await edits.job.client.send({
			method: 'PUT',
			path: pathOf(get, addressOf(one)),
			query: {},
			body: { record: bodyOf(edits, one) },
		});
	});
	return { ...step, requests: withUpkeep(upkeep, step) };
}

const rowOf = (one: PlannedWrite): JsonObject => ({
	success: true,
	action: isUnchanged(one) ? 'unchanged' : isUpdate(one) ? 'updated' : 'created',
	...(one.present && { recordId: one.present.recordId }),
});
