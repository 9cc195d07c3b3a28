import { rowsOf } from '../../../core/request/reply';
import { bodyOf, pathOf } from '../../../core/request/request';
import type { Operation } from '../../../api/define';
import type { Checked, Job, Step } from '../job';
import { singleSteps } from './single';
import { importSteps } from './steps';

/** Imports take many input items in one request; each item still has its own output. */
export function itemImportSteps(job: Job, root: string, checked: readonly Checked[]): Step[] {
	const { resource, operation } = job.entry;
	return importSteps(job, checked, {
		...ofItems(operation),
		root,
		bodyOf: ({ values }) => bodyOf(operation, values),
		rowsOf: ({ values }, reply) => rowsOf(resource, operation, values, reply),
		atOnce: ({ values }) => Number(values.requestsAtOnce ?? 1),
		isSplit: ({ values }) => values.splitRefused === true,
	});
}

/** Where an input item goes, and what it is called when it fails. */
export const ofItems = (operation: Operation) => ({
	subjectOf: ({ item }: Checked) => item,
	pathOf: ({ values }: Checked) => pathOf(operation, values),
	// The fields of a record given as JSON are not known.
	formOf: ({ values }: Checked) => (values.mapped ? values.form : undefined),
});

/** One request an item, or those of an import for the items that are to go so. */
export function createSteps(job: Job, checked: readonly Checked[]): Step[] {
	const { import: operation } = job.entry.resource.operations;
	if (operation?.returns.kind !== 'imported') return singleSteps(job, checked);
	const importing = { ...job, entry: { ...job.entry, operation } };
	return [
		...itemImportSteps(importing, operation.returns.root, checked.filter(isImported)),
		...singleSteps(
			job,
			checked.filter((one) => !isImported(one)),
		),
	];
}

export const isImported = ({ values }: Checked) => values.throughImport === true;
