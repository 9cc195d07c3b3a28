import type { Effect } from '../../core/bulk/effect';
import { entityCompletion, recordCompletion } from './actions/completion';
import { entryUpsertSteps } from './actions/directory-plan';
import { entrySyncSteps } from './actions/directory-sync';
import {
	entryCreateSteps,
	importsFor,
	isImported,
	itemImportSteps,
	recordCreateSteps,
} from './actions/import';
import { recordUpsertSteps } from './actions/record-upsert';
import { checkSteps } from './actions/site-check';
import { pageSteps, requestSteps } from './actions/single';
import type { Checked, Fail, Job, Step } from './job';

/**
 * The steps of each strategy of the table, in order. A strategy without a case does not compile. Some read
 * first what the service already has.
 */
export async function stepsOf(job: Job, checked: readonly Checked[], fail: Fail): Promise<Step[]> {
	const { runs } = job.entry.operation;
	switch (runs.kind) {
		case 'single':
			return requestSteps(job, checked);
		case 'pages':
			return pageSteps(job, checked);
		case 'update':
			return requestSteps(job, checked, entityCompletion(job));
		case 'updateRecord':
			return requestSteps(job, checked, recordCompletion(job));
		case 'rewrite':
			return requestSteps(job, checked, entityCompletion(job, runs.sets));
		case 'createRecords':
			return recordCreateSteps(job, checked);
		case 'createEntries':
			return await entryCreateSteps(job, checked, fail);
		case 'import':
			return itemImportSteps({ ...job, root: runs.root }, checked);
		case 'check':
			return checkSteps(job, checked);
		case 'upsertRecords':
			return await recordUpsertSteps({ ...job, root: runs.root }, checked, fail);
		case 'upsertEntries':
			return await entryUpsertSteps({ ...job, root: runs.root }, checked, fail);
		case 'syncEntries':
			return await entrySyncSteps({ ...job, root: runs.root }, checked, fail);
	}
}

/** The least number of requests for the items, as far as it is known before anything is read. */
export function leastRequests(job: Job, checked: readonly Checked[]): number {
	switch (job.entry.operation.runs.kind) {
		case 'single':
		case 'pages':
		case 'updateRecord':
			return checked.length;
		case 'update':
			return checked.length + checked.filter(({ values }) => values.keepOthers === true).length;
		case 'rewrite':
			return 2 * checked.length;
		case 'createRecords':
			return leastForCreates(job, checked, 0);
		case 'createEntries':
			return leastForCreates(job, checked, 1);
		case 'import':
			return importsFor(job, checked);
		case 'upsertRecords':
		case 'upsertEntries':
		case 'syncEntries':
		case 'check':
			return 1;
	}
}

function leastForCreates(job: Job, checked: readonly Checked[], looks: number): number {
	const imported = checked.filter(isImported);
	const before = imported.length > 0 ? looks : 0;
	return before + importsFor(job, imported) + checked.length - imported.length;
}

/** Which items to run again: all of them, if the strategy compares with what the service has. */
export const itemsToRunAgain = ({ entry }: Job): Effect['again'] =>
	['upsertRecords', 'upsertEntries', 'syncEntries'].includes(entry.operation.runs.kind)
		? 'all'
		: 'remaining';
