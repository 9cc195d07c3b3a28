import type { Strategy } from '../../api/define';
import type { RunKind } from '../../core/bulk/effect';
import { entryUpsertSteps, rejectExisting, sendableEntries } from './actions/directory-plan';
import { entrySyncSteps } from './actions/directory-sync';
import { createSteps, itemImportSteps } from './actions/import';
import { recordUpsertSteps } from './actions/record-upsert';
import { completeEntity, completeRecord, pageSteps, requestSteps } from './actions/single';
import type { Checked, Job, Step } from './job';

/** Makes the steps of a run, in order. Some runs first read what the service already has. */
type Runner = (job: Job, checked: readonly Checked[]) => Step[] | Promise<Step[]>;

/** The code of the strategies of the table. A strategy without a row does not compile. */
const RUNNERS: { readonly [K in Strategy['kind']]: Runner } = {
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

/** Makes the steps for the items. */
export const makeSteps = async (job: Job, checked: readonly Checked[]): Promise<Step[]> =>
	await RUNNERS[job.entry.operation.runs.kind](job, checked);

/** Strategies that compare with what the service has, so that all items can be run again after a failure. */
const COMPARING: ReadonlyArray<Strategy['kind']> = [
	'upsertRecords',
	'upsertEntries',
	'syncEntries',
];
const KINDS = { GET: 'read', POST: 'creation', PUT: 'change', DELETE: 'deletion' } as const;

/** Returns what the run does with its items. */
export const runKind = ({ entry: { operation } }: Pick<Job, 'entry'>): RunKind =>
	COMPARING.includes(operation.runs.kind) ? 'comparison' : KINDS[operation.method];
