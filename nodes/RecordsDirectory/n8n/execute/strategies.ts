import type { Strategy } from '../../api/define';
import type { RunKind } from '../../core/bulk/advice';
import { entityCompletion, recordCompletion } from './actions/completion';
import { entryUpsertSteps, sendableEntries } from './actions/directory-plan';
import { entrySyncSteps } from './actions/directory-sync';
import { entryCreateSteps, itemImportSteps, recordCreateSteps } from './actions/import';
import { recordUpsertSteps } from './actions/record-upsert';
import { pageSteps, requestSteps } from './actions/single';
import type { Checked, Fail, Job, Step } from './job';

/** How the operations of a strategy run. */
interface Way {
	/** Makes the steps, in order. Some ways first read what the service already has. */
	steps(job: Job, checked: readonly Checked[], fail: Fail): Step[] | Promise<Step[]>;
	/** Whether it compares with what the service has, so that all items can be run again after a failure. */
	readonly compares?: boolean;
}

/** The ways of the strategies of the table. A strategy without a row does not compile. */
const WAYS: { readonly [K in Strategy['kind']]: Way } = {
	single: { steps: (job, checked) => requestSteps(job, checked) },
	pages: { steps: pageSteps },
	update: {
		steps: (job, checked, fail) =>
			requestSteps(job, sendableEntries(job, checked, fail), entityCompletion(job)),
	},
	updateRecord: { steps: (job, checked) => requestSteps(job, checked, recordCompletion(job)) },
	rewrite: { steps: (job, checked) => requestSteps(job, checked, entityCompletion(job)) },
	createRecords: { steps: recordCreateSteps },
	createEntries: { steps: entryCreateSteps },
	import: {
		steps: (job, checked, fail) => itemImportSteps(job, sendableEntries(job, checked, fail)),
	},
	upsertRecords: { steps: recordUpsertSteps, compares: true },
	upsertEntries: { steps: entryUpsertSteps, compares: true },
	syncEntries: { steps: entrySyncSteps, compares: true },
};

const wayOf = ({ entry }: Job): Way => WAYS[entry.operation.runs.kind];

/** Makes the steps for the items. */
export const stepsOf = async (job: Job, checked: readonly Checked[], fail: Fail): Promise<Step[]> =>
	await wayOf(job).steps(job, checked, fail);

const KINDS = { GET: 'read', POST: 'creation', PUT: 'change', DELETE: 'deletion' } as const;

/** What the run does with its items. */
export const runKindOf = (job: Job): RunKind =>
	wayOf(job).compares ? 'comparison' : KINDS[job.entry.operation.method];
