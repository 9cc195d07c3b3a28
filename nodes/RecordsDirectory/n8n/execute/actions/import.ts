import { alreadyThere } from '../../../core/directory/checks';
import { toRows } from '../../../core/request/reply';
import { toBody, toPath } from '../../../core/request/request';
import type { Operation } from '../../../api/define';
import { allEntries } from '../../transport/list-reader';
import type { Checked, Fail, Job, Step } from '../job';
import { sendableEntries, usableOf, wantedEntries } from './directory-plan';
import { formOfSought, readEntry } from './look-up';
import { requestSteps } from './single';
import { importSteps } from './steps';

/** Imports send many input items per request; each item still gets its own output. */
export function itemImportSteps(
	job: Job,
	checked: readonly Checked[],
	{ isNew }: { readonly isNew: boolean } = { isNew: false },
): Step[] {
	const { operation } = job.entry;
	return importSteps(job, checked, {
		...ofItems(operation),
		bodyOf: ({ values }) => toBody(operation, values),
		rowsOf: ({ values }, reply) => toRows(job.entry, values, reply),
		isNew: () => isNew,
		atOnce: ({ values }) => values.requestsAtOnce ?? 1,
	});
}

/** Links an output to its input item, and names the item if it fails. */
export const ofItems = (operation: Operation) => ({
	subjectOf: ({ item }: Checked) => item,
	pathOf: ({ values }: Checked) => toPath(operation, values),
	formOf: ({ values }: Checked) => formOfSought(values),
	findsNew: ({ values }: Checked) => values.findNew === true,
});

/** Makes one request per item, or imports for items with Send in Batches. */
export const recordCreateSteps = (job: Job, checked: readonly Checked[]): Step[] => [
	...itemImportSteps(importing(job), checked.filter(isImported)),
	...singlySteps(job, checked),
];

/** The same for directory entries, where an import overwrites existing codes. */
export async function entryCreateSteps(
	job: Job,
	checked: readonly Checked[],
	fail: Fail,
): Promise<Step[]> {
	const sendable = sendableEntries(job, checked, fail);
	const added = await newEntries(importing(job), sendable.filter(isImported), fail);
	return [
		...itemImportSteps(importing(job), added, { isNew: true }),
		...singlySteps(job, sendable),
	];
}

const singlySteps = (job: Job, checked: readonly Checked[]): Step[] =>
	requestSteps(
		job,
		checked.filter((one) => !isImported(one)),
	);

/** Returns the job with the import of its resource. */
function importing(job: Job): Job {
	const { import: operation } = job.entry.resource.operations;
	if (!operation) throw new Error('The resource has no import');
	return { ...job, entry: { ...job.entry, operation } };
}

export const isImported = ({ values }: Checked): boolean => values.throughImport === true;

/**
 * Returns the items whose entries an import may create and fails the others. An import overwrites an entry with
 * the same code, so the codes are looked up first: a single one by one read, several in the list.
 */
async function newEntries(
	job: Job,
	checked: readonly Checked[],
	fail: Fail,
): Promise<readonly Checked[]> {
	const wanted = wantedEntries(job, checked);
	const [only] = wanted;
	if (!only) return [];
	const present =
		wanted.length === 1
			? await readEntry(job, only.code)
			: await allEntries(job.client, job.entry.resource);
	const added = new Set(
		usableOf(wanted, alreadyThere(wanted, present), fail).map(({ item }) => item),
	);
	return checked.filter(({ item }) => added.has(item));
}
