import { toBatches, withSubjects } from '../../../core/bulk/batches';
import type { JsonObject } from '../../../core/json';
import { Failure } from '../../../core/request/failure';
import { toPath } from '../../../core/request/request';
import type { Subject } from '../../../core/request/subject';
import { isImported, type Checked, type Job, type Step } from '../job';
import { sendEntries, toEntry, type SentEntry } from './look-up';
import { requestSteps } from './single';

/** An entry of an import request. */
interface ImportEntry extends SentEntry {
	readonly subject: Subject;
	readonly path: string;
	/** How many requests may be sent in parallel. Default: 1. */
	readonly atOnce?: number | undefined;
}

/**
 * The only sender of imports, so that every error about an entry names its input item: up to 100 entries per request
 * (Limits).
 */
export const importSteps = (job: Job, all: readonly ImportEntry[]): Step[] =>
	toBatches(all).map(({ path, entries }) => importStep(job, path, entries));

function importStep(job: Job, path: string, entries: readonly ImportEntry[]): Step {
	const { client, entry } = job;
	const items = entries.map(({ subject }) => subject);
	return {
		items,
		atOnce: Math.min(...entries.map(({ atOnce = 1 }) => atOnce)),
		async work(calledOff) {
			const { path: route, runs } = entry.operation;
			if (!('root' in runs)) throw new Error(`${route} takes no import`);
			const { root } = runs;
			const body = { [root]: entries.map((one) => one.body) };
			const outputs = await sendEntries(job, entries, () =>
				client
					.send({ method: 'POST', path, query: {}, body }, calledOff)
					.catch((error: unknown) => {
						throw error instanceof Failure ? withSubjects(error, root, items) : error;
					}),
			);
			return outputs.map((rows) => rows.map((json) => ({ json })));
		},
	};
}

/** Imports send many input items per request; each item still gets its own output. */
export const itemImportSteps = (job: Job, checked: readonly Checked[], isNew = false): Step[] =>
	importSteps(
		job,
		checked.map(({ item, values }) => ({
			...toEntry(job, values, isNew),
			subject: item,
			path: toPath(job.entry.operation, values),
			atOnce: values.requestsAtOnce,
		})),
	);

/** Returns the items whose entries do not exist yet and rejects the others. */
type RejectExisting = (job: Job, checked: readonly Checked[]) => Promise<readonly Checked[]>;

/**
 * Makes one request per item, or imports for items with Send in Batches. An import may overwrite an existing entry;
 * then `rejectExisting` is needed.
 */
export async function createSteps(
	job: Job,
	checked: readonly Checked[],
	rejectExisting?: RejectExisting,
): Promise<Step[]> {
	const { import: operation } = job.entry.resource.operations;
	if (!operation) throw new Error('The resource has no import');
	const importing = { ...job, entry: { ...job.entry, operation } };
	const imported = checked.filter(isImported);
	const single = checked.filter((one) => !isImported(one));
	const added = rejectExisting ? await rejectExisting(importing, imported) : imported;
	const isNew = rejectExisting !== undefined;
	return [...itemImportSteps(importing, added, isNew), ...requestSteps(job, single)];
}

/** What a step is about, and its output. */
export interface SubjectRow {
	readonly subject: Subject;
	readonly row: JsonObject;
}

/** Makes a step of one request for an entry. */
export const singleStep = ({ subject, row }: SubjectRow, send: () => Promise<unknown>): Step => ({
	items: [subject],
	async work() {
		await send();
		return [[{ json: row }]];
	},
});

/** Outputs entries for which nothing is sent. */
export function passOn({ outcomes }: Job, entries: readonly SubjectRow[]): void {
	for (const { subject, row } of entries) outcomes.succeed(subject, [{ json: row }]);
}
