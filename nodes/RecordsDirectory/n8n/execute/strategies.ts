import type { Strategy } from '../../api/define';
import type { RunKind } from '../../core/bulk/advice';
import { entityCompletion, recordCompletion } from './actions/completion';
import { entryUpsertSteps, sendableEntries } from './actions/directory-plan';
import { entrySyncSteps } from './actions/directory-sync';
import {
	entryCreateSteps,
	importsFor,
	isImported,
	itemImportSteps,
	recordCreateSteps,
} from './actions/import';
import { recordUpsertSteps } from './actions/record-upsert';
import { pageSteps, requestSteps } from './actions/single';
import type { Checked, Fail, Job, Step } from './job';

/** How the operations of a strategy run. */
interface Way {
	/** Makes the steps, in order. Some ways first read what the service already has. */
	steps(job: Job, checked: readonly Checked[], fail: Fail): Step[] | Promise<Step[]>;
	/** The least number of requests for the items, as far as it is known before anything is read. */
	least(checked: readonly Checked[], job: Job): number;
	/** Whether it compares with what the service has, so that all items can be run again after a failure. */
	readonly compares?: boolean;
}

const onePerItem: Way['least'] = ({ length }) => length;
const onlyOne: Way['least'] = () => 1;

/** The ways of the strategies of the table. A strategy without a row does not compile. */
const WAYS: { readonly [K in Strategy['kind']]: Way } = {
	single: { steps: (job, checked) => requestSteps(job, checked), least: onePerItem },
	pages: { steps: pageSteps, least: onePerItem },
	update: {
		steps: (job, checked, fail) =>
			requestSteps(job, sendableEntries(job, checked, fail), entityCompletion(job)),
		least: (checked) => checked.length + checked.filter(({ values }) => values.keepOthers).length,
	},
	updateRecord: {
		steps: (job, checked) => requestSteps(job, checked, recordCompletion(job)),
		least: onePerItem,
	},
	rewrite: {
		steps: (job, checked) => requestSteps(job, checked, entityCompletion(job)),
		least: (checked) => 2 * checked.length,
	},
	createRecords: { steps: recordCreateSteps, least: leastForCreates },
	createEntries: {
		steps: entryCreateSteps,
		// An import of entries first looks whether the codes are new.
		least: (checked, job) => leastForCreates(checked, job) + Number(checked.some(isImported)),
	},
	import: {
		steps: (job, checked, fail) => itemImportSteps(job, sendableEntries(job, checked, fail)),
		least: (checked, job) => importsFor(job, checked),
	},
	upsertRecords: { steps: recordUpsertSteps, least: onlyOne, compares: true },
	upsertEntries: { steps: entryUpsertSteps, least: onlyOne, compares: true },
	syncEntries: { steps: entrySyncSteps, least: onlyOne, compares: true },
};

function leastForCreates(checked: readonly Checked[], job: Job): number {
	const imported = checked.filter(isImported);
	return importsFor(job, imported) + checked.length - imported.length;
}

const wayOf = ({ entry }: Job): Way => WAYS[entry.operation.runs.kind];

/** Makes the steps for the items. */
export const stepsOf = async (job: Job, checked: readonly Checked[], fail: Fail): Promise<Step[]> =>
	await wayOf(job).steps(job, checked, fail);

export const leastRequests = (job: Job, checked: readonly Checked[]): number =>
	wayOf(job).least(checked, job);

const KINDS = { GET: 'read', POST: 'creation', PUT: 'change', DELETE: 'deletion' } as const;

/** What the run does with its items. */
export const runKindOf = (job: Job): RunKind =>
	wayOf(job).compares ? 'comparison' : KINDS[job.entry.operation.method];
