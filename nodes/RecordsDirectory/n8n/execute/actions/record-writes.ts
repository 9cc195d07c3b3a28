import { resources } from '../../../api';
import { grouped } from '../../../core/grouped';
import type { Id } from '../../../core/id';
import type { JsonObject } from '../../../core/json';
import { objectIn } from '../../../core/request/reply';
import { toPath } from '../../../core/request/request';
import { ofItems } from './import';
import type { Checked, Job, Step } from '../job';
import { idleStep, importSteps, stepOf } from './steps';

const { get } = resources.record.operations;

/** An item and its body. */
export interface PlannedWrite extends Checked {
	readonly body: JsonObject;
	/** The record that it changes; undefined for a new one. */
	readonly present?: Present;
}

interface Present {
	readonly recordId: Id;
	/** Whether it has all values of the item already. */
	readonly isUnchanged: boolean;
	/**
	 * Set if the update sends values of the record that the item does not give: returns the body for the record in
	 * its current state. Throws an `InputError` if it no longer matches.
	 */
	readonly bodyWith?: (row: JsonObject) => JsonObject;
}

interface Update extends PlannedWrite {
	readonly present: Present;
}

const isUpdate = (one: PlannedWrite): one is Update => one.present !== undefined;
const isUnchanged = ({ present }: PlannedWrite) => present?.isUnchanged === true;

/** Creates records with imports and updates them one by one. */
export function writeSteps(job: Job, planned: readonly PlannedWrite[]): Step[] {
	const unchanged = planned.filter(isUnchanged);
	const changing = planned.filter((one) => !isUnchanged(one));
	return [
		idleStep(
			job,
			unchanged.map((one) => ({ subject: one.item, row: rowOf(one) })),
		),
		...grouped(changing, ofItems(job.entry.operation).pathOf).flatMap(([, ofForm]) => [
			...importSteps(
				job,
				ofForm.filter((one) => !isUpdate(one)),
				{
					...ofItems(job.entry.operation),
					formOf: ({ values }) => values.form,
					bodyOf: ({ body }) => ({ record: body }),
					rowsOf: (one) => [rowOf(one)],
					isNew: () => true,
				},
			),
			...ofForm.filter(isUpdate).map((one) => updateStep(job, one)),
		]),
	];
}

function updateStep(job: Job, one: Update): Step {
	const { recordId, bodyWith } = one.present;
	const path = toPath(get, { ...one.values, recordId });
	return stepOf(job, [{ subject: one.item, row: rowOf(one) }], async () => {
		const now = bodyWith && (await job.client.send({ method: 'GET', path, query: {} }));
		const record = now ? bodyWith(objectIn(now.body)) : one.body;
		return await job.client.send({ method: 'PUT', path, query: {}, body: { record } });
	});
}

const rowOf = (one: PlannedWrite): JsonObject => ({
	success: true,
	action: isUnchanged(one) ? 'unchanged' : isUpdate(one) ? 'updated' : 'created',
	...(one.present && { recordId: one.present.recordId }),
});
