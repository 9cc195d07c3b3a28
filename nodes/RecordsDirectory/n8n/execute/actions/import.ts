import type { Operation } from '../../../api/define';
import { toBatches, withSubjects } from '../../../core/bulk/batches';
import type { JsonObject } from '../../../core/json';
import { Failure } from '../../../core/request/failure';
import type { RawReply } from '../../../core/request/outcome';
import { toRows } from '../../../core/request/reply';
import { toBody, toPath } from '../../../core/request/request';
import type { Subject } from '../../../core/request/subject';
import { isImported, type Checked, type Job, type Step } from '../job';
import { knownForm, sendEntries, type Rows, type Sought } from './look-up';
import { requestSteps } from './single';

/** An entry of an import request. */
interface ImportEntry extends Sought {
	readonly subject: Subject;
	readonly path: string;
	/** Returns its output if the service accepted the request. */
	readonly rowsFrom: (reply: RawReply) => Rows;
	/** How many requests may be sent in parallel. Default: 1. */
	readonly atOnce?: number | undefined;
	/** Whether to look up the ID of the new record. Default: false. */
	readonly findsNew?: boolean | undefined;
}

/**
 * The only sender of imports, so that every error about an entry names its input item: up to 100 entries per request
 * (Limits).
 */
export const importSteps = (job: Job, all: readonly ImportEntry[]): Step[] =>
	toBatches(all).map(({ path, entries }) => importStep(job, path, entries));

function importStep(job: Job, path: string, entries: readonly ImportEntry[]): Step {
	const { client, outcomes } = job;
	const items = entries.map(({ subject }) => subject);
	return {
		items,
		atOnce: Math.min(...entries.map(({ atOnce = 1 }) => atOnce)),
		async work(calledOff) {
			const root = importRoot(job.entry.operation);
			const body = { [root]: entries.map((one) => one.body) };
			const request = { method: 'POST', path, query: {}, body } as const;
			const rows = await sendEntries(job, entries, {
				findsNew: entries.some(({ findsNew }) => findsNew),
				async send() {
					const reply = await client.send(request, calledOff).catch((error: unknown) => {
						throw error instanceof Failure ? withSubjects(error, root, items) : error;
					});
					return entries.map(({ rowsFrom }) => rowsFrom(reply));
				},
				rowsOfSaved: (_, n) => entries[n]?.rowsFrom(ACCEPTED) ?? [],
			});
			return items.map((item, n) => outcomes.toOutputs(item, rows[n] ?? []));
		},
	};
}

/** The reply to use for an import that was found saved. */
const ACCEPTED: RawReply = { statusCode: 204, headers: {}, body: undefined };

/** The property of the body that lists the entries. */
function importRoot({ path, runs }: Operation): string {
	if ('root' in runs) return runs.root;
	throw new Error(`${path} takes no import`);
}

/** Imports send many input items per request; each item still gets its own output. */
export const itemImportSteps = (job: Job, checked: readonly Checked[], isNew = false): Step[] =>
	importSteps(
		job,
		checked.map(({ item, values }) => ({
			subject: item,
			path: toPath(job.entry.operation, values),
			body: toBody(job.entry.operation, values),
			rowsFrom: (reply) => toRows(job.entry, values, reply),
			isNew,
			atOnce: values.requestsAtOnce,
			form: knownForm(values),
			findsNew: values.findNew,
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
export const singleStep = (
	{ outcomes }: Job,
	{ subject, row }: SubjectRow,
	send: () => Promise<unknown>,
): Step => ({
	items: [subject],
	async work() {
		await send();
		return [outcomes.toOutputs(subject, [row])];
	},
});

/** Outputs of entries for which nothing is sent. */
export const idleStep = ({ outcomes }: Job, entries: readonly SubjectRow[]): Step => ({
	items: entries.map(({ subject }) => subject),
	work: async () => entries.map(({ subject, row }) => outcomes.toOutputs(subject, [row])),
	isIdle: true,
});
