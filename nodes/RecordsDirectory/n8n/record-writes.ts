import { resources } from '../api';
import type { FormField } from '../core/form/definition';
import { holds } from '../core/form/match';
import type { Row } from '../core/json';
import { IMPORT_LIMIT } from '../core/limits';
import { Refusal } from '../core/refusal';
import { objectIn } from '../core/reply';
import { pathOf } from '../core/request';
import { batchSteps } from './importer';
import type { Checked, Job, Step } from './job';

const { get } = resources.record.operations;

/** An item, the record it is to change (none for a new one), and what is sent for it. */
export interface Planned extends Checked {
	readonly recordId?: number;
	readonly body: Row;
	readonly fields: readonly FormField[];
}

/** New records by import; updates one by one, or by import where that is wanted. */
export function writeSteps(job: Job, root: string, planned: readonly Planned[]): Step[] {
	const created = planned.filter(({ recordId }) => recordId === undefined);
	const updated = planned.filter(({ recordId }) => recordId !== undefined);
	const imported = updated.filter(({ values }) => values.updateByImport === true);
	const singly = updated.filter(({ values }) => values.updateByImport !== true);
	return [
		...(imported.length > 0
			? updatingImports(job, root, imported, created)
			: importSteps(job, root, created)),
		...singly.map((one) => ({ items: [one.item], work: async () => [await update(job, one)] })),
	];
}

const importSteps = (job: Job, root: string, planned: readonly Planned[]): Step[] =>
	batchSteps(
		job,
		root,
		planned,
		({ recordId, body }) => ({ recordId, record: body }),
		(one) => [outputOf(one)],
	);

/**
 * Whether an import updates is not in the document, and one that creates would double every record: the
 * first update goes with nothing but new records, and the rest follows only when it is seen.
 */
function updatingImports(
	job: Job,
	root: string,
	[first, ...updated]: readonly Planned[],
	created: readonly Planned[],
): Step[] {
	if (!first) return [];
	let hasUpdated = false;
	const beside = IMPORT_LIMIT - 1;
	const trials = importSteps(job, root, [first, ...created.slice(0, beside)]);
	const rest = importSteps(job, root, [...created.slice(beside), ...updated]);
	const tried = async (work: Step['work']) => {
		const outputs = await work();
		const path = pathOf(get, { ...first.values, recordId: first.recordId });
		const reply = await job.client.send({ method: 'GET', path, query: {} });
		const now = objectIn(objectIn(reply.body).record);
		if (!holds(first.fields, now, first.body)) throw notUpdated(Number(first.recordId));
		hasUpdated = true;
		return outputs;
	};
	const afterwards = async (work: Step['work']) => {
		if (!hasUpdated) throw notSent;
		return await work();
	};
	return [...trials, ...rest].map(({ items, work, ...step }, n) =>
		n === 0 ? { items, work: () => tried(work) } : { ...step, items, work: () => afterwards(work) },
	);
}

const REMEDY = "Switch 'Update Through Import' off, and look for a record too many.";
const notUpdated = (recordId: number) =>
	new Refusal(`The import did not update record ${recordId}; it may have created another`, REMEDY);
const notSent = new Refusal('Not sent, as it is not certain that imports update', REMEDY);

async function update(job: Job, planned: Planned) {
	const { item } = planned;
	const path = pathOf(get, { ...planned.values, recordId: planned.recordId });
	await job.client.send({ method: 'PUT', path, query: {}, body: { record: planned.body } });
	return [{ json: outputOf(planned), pairedItem: { item } }];
}

const outputOf = ({ recordId }: Planned) => ({
	success: true,
	action: recordId === undefined ? 'created' : 'updated',
	...(recordId === undefined ? {} : { recordId }),
});
