import { rowsOf } from '../../../core/request/reply';
import { bodyOf, pathOf } from '../../../core/request/request';
import type { Operation, Resource } from '../../../api/define';
import type { Checked, Fail, Job, Step } from '../job';
import { newEntries } from './directory-create';
import { singleSteps } from './single';
import { importSteps } from './steps';

/** Imports take many input items in one request; each item still has its own output. */
export function itemImportSteps(
	job: Job,
	checked: readonly Checked[],
	{ root, isNew = false }: { readonly root: string; readonly isNew?: boolean },
): Step[] {
	const { resource, operation } = job.entry;
	return importSteps(job, checked, {
		...ofItems(operation),
		root,
		bodyOf: ({ values }) => bodyOf(operation, values),
		rowsOf: ({ values }, reply) => rowsOf(resource, operation, values, reply),
		isNew: () => isNew,
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
export async function createSteps(
	job: Job,
	checked: readonly Checked[],
	fail: Fail,
): Promise<Step[]> {
	const { resource } = job.entry;
	const { import: operation } = resource.operations;
	if (operation?.returns.kind !== 'imported') return singleSteps(job, checked);
	const importing = { ...job, entry: { ...job.entry, operation } };
	const imported = checked.filter(isImported);
	const isNew = looksForCodes(resource);
	const added = isNew ? await newEntries(importing, imported, fail) : imported;
	return [
		...itemImportSteps(importing, added, { root: operation.returns.root, isNew }),
		...singleSteps(
			job,
			checked.filter((one) => !isImported(one)),
		),
	];
}

/** An import overwrites entries of the directory by their code. */
export const looksForCodes = ({ entity }: Resource): boolean => 'code' in entity;

export const isImported = ({ values }: Checked) => values.throughImport === true;
