import type { Strategy } from '../../api/define';
import {
	entrySyncSteps,
	entryUpsertSteps,
	rejectExisting,
	sendableEntries,
} from './actions/directory';
import { createSteps, itemImportSteps } from './actions/import';
import { recordUpsertSteps } from './actions/record-upsert';
import { completeEntity, completeRecord, pageSteps, requestSteps } from './actions/single';
import type { Checked, Job, Step } from './job';

/** Makes the steps of a run, in order. Some runs first read what the service already has. */
type Runner = (job: Job, checked: readonly Checked[]) => Step[] | Promise<Step[]>;

/** The code of the strategies of the table. A strategy without a row does not compile. */
export const RUNNERS: { readonly [K in Strategy['kind']]: Runner } = {
	single: requestSteps,
	pages: pageSteps,
	update: (job, checked) => requestSteps(job, sendableEntries(job, checked), completeEntity),
	updateRecord: (job, checked) => requestSteps(job, checked, completeRecord),
	rewrite: (job, checked) => requestSteps(job, checked, completeEntity),
	createRecords: (job, checked) => createSteps(job, checked),
	createEntries: (job, checked) => createSteps(job, sendableEntries(job, checked), rejectExisting),
	import: (job, checked) => itemImportSteps(job, sendableEntries(job, checked)),
	upsertRecords: recordUpsertSteps,
	upsertEntries: entryUpsertSteps,
	syncEntries: entrySyncSteps,
};
