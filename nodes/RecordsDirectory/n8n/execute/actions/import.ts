import { batchesOf } from '../../../core/bulk/batches';
import { alreadyThere, repeated } from '../../../core/directory/checks';
import { rowsOf } from '../../../core/request/reply';
import { bodyOf, pathOf } from '../../../core/request/request';
import type { Operation } from '../../../api/define';
import { allOf } from '../../transport/list-reader';
import type { Checked, Fail, ImportJob, Job, Step } from '../job';
import { wantedOf, without } from './directory-plan';
import { formOfSought, readEntry } from './look-up';
import { requestSteps } from './single';
import { importSteps } from './steps';

/** Imports take many input items in one request; each item still has its own output. */
export function itemImportSteps(
	job: ImportJob,
	checked: readonly Checked[],
	{ isNew }: { readonly isNew: boolean } = { isNew: false },
): Step[] {
	const { operation } = job.entry;
	return importSteps(job, checked, {
		...ofItems(operation),
		bodyOf: ({ values }) => bodyOf(operation, values),
		rowsOf: ({ values }, reply) => rowsOf(job.entry, values, reply),
		isNew: () => isNew,
		atOnce: ({ values }) => values.requestsAtOnce ?? 1,
		isSplit: ({ values }) => values.splitRefused === true,
	});
}

/** Where an input item goes, and what it is called when it fails. */
export const ofItems = (operation: Operation) => ({
	subjectOf: ({ item }: Checked) => item,
	pathOf: ({ values }: Checked) => pathOf(operation, values),
	formOf: ({ values }: Checked) => formOfSought(values),
	findsNew: ({ values }: Checked) => values.findNew === true,
});

/** How many requests it takes to import items. */
export const importsFor = ({ entry }: Job, checked: readonly Checked[]): number =>
	batchesOf(checked, ofItems(entry.operation).pathOf).length;

/** One request an item, or those of an import for the items that are to go so. */
export const recordCreateSteps = (job: Job, checked: readonly Checked[]): Step[] => [
	...itemImportSteps(importing(job), checked.filter(isImported)),
	...singlySteps(job, checked),
];

/** The same for entries of the directory: an import overwrites what has their codes. */
export async function entryCreateSteps(
	job: Job,
	checked: readonly Checked[],
	fail: Fail,
): Promise<Step[]> {
	const importJob = importing(job);
	const added = await newEntries(importJob, checked.filter(isImported), fail);
	return [...itemImportSteps(importJob, added, { isNew: true }), ...singlySteps(job, checked)];
}

const singlySteps = (job: Job, checked: readonly Checked[]): Step[] =>
	requestSteps(
		job,
		checked.filter((one) => !isImported(one)),
	);

/** The job with the import of its resource. */
function importing(job: Job): ImportJob {
	const { import: operation } = job.entry.resource.operations;
	if (operation?.runs.kind !== 'import') throw new Error('The resource has no import');
	return { ...job, entry: { ...job.entry, operation }, root: operation.runs.root };
}

export const isImported = ({ values }: Checked): boolean => values.throughImport === true;

/**
 * The items whose entries an import may create; the others fail. An import overwrites an entry that has the code, so
 * it is looked up first: a single code by one read, several in the list.
 */
async function newEntries(
	job: Job,
	checked: readonly Checked[],
	fail: Fail,
): Promise<readonly Checked[]> {
	const all = wantedOf(job, checked);
	const wanted = without(all, repeated(all), fail);
	const [only] = wanted;
	if (!only) return [];
	const present =
		wanted.length === 1
			? await readEntry(job, only.code)
			: await allOf(job.client, job.entry.resource);
	const added = new Set(
		without(wanted, alreadyThere(wanted, present), fail).map(({ item }) => item),
	);
	return checked.filter(({ item }) => added.has(item));
}
