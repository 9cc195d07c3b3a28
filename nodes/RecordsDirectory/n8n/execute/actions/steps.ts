import type { IDataObject } from 'n8n-workflow';
import { batchesOf, partsOf, placesIn, withSubjects, type Batch } from '../../../core/bulk/batches';
import type { Subject } from '../../../core/request/subject';
import { changed, Failure, type RawReply } from '../../../core/request/failure';
import type { Row } from '../../../core/json';
import type { Job, Step } from '../job';
import { lookUp, sendAndLook, type Sought } from './look-up';

/** How entries of one kind travel in import requests, up to 100 in each (Limits). */
export interface Import<T> {
	/** The property of the body that lists the entries. */
	readonly root: string;
	readonly subjectOf: (one: T) => Subject;
	readonly pathOf: (one: T) => string;
	readonly bodyOf: (one: T) => Row;
	/** The output of an entry whose request the service has accepted. */
	readonly rowsOf: (one: T, reply: RawReply) => readonly Row[];
	/** How many requests may be sent in parallel; one where it is absent. */
	readonly atOnce?: (one: T) => number;
	/** The form of records, where its fields are known anyway. */
	readonly formOf?: (one: T) => unknown;
	/** Whether the entry is known not to have been there before; not where it is absent. */
	readonly isNew?: (one: T) => boolean;
	/** Whether a rejected request may be sent again in parts; not where it is absent. */
	readonly isSplit?: (one: T) => boolean;
}

/** The only sender of imports: whatever the service says of an entry names its input item. */
export function importSteps<T>(job: Job, entries: readonly T[], way: Import<T>): Step[] {
	const { root, subjectOf, bodyOf, rowsOf, atOnce = () => 1, isSplit = () => false } = way;
	const soughtOf = (one: T): Sought => ({
		body: bodyOf(one),
		form: way.formOf?.(one),
		isNew: way.isNew?.(one) ?? false,
	});
	const rowsOfSaved = (one: T | undefined) => (one === undefined ? [] : rowsOf(one, ACCEPTED));
	const stepFor = ({ path, entries: some }: Batch<T>): Step => {
		const items = some.map(subjectOf);
		const isParted = some.length > 1 && some.every(isSplit);
		return {
			items,
			atOnce: Math.min(...some.map(atOnce)),
			async work(calledOff) {
				const rows = await sendAndLook({
					count: some.length,
					isSplit: isParted,
					async send() {
						const body = { [root]: some.map(bodyOf) };
						const reply = await job.client
							.send({ method: 'POST', path, query: {}, body }, calledOff)
							.catch((error: unknown) => {
								throw error instanceof Failure ? namingSubjects(error, root, items) : error;
							});
						return some.map((one) => rowsOf(one, reply));
					},
					async look() {
						const looks = await lookUp(job, some.map(soughtOf));
						return looks.map((look, n) => ({ ...look, rows: rowsOfSaved(some[n]) }));
					},
				});
				return some.map((one, n) => outputsOf(job, subjectOf(one), rows[n] ?? []));
			},
			...(isParted && {
				// Of many details the message holds the first only.
				parts: ({ message, details }) =>
					partsOf(some, placesIn([message, ...details].join(), root)).map((part) =>
						stepFor({ path, entries: part }),
					),
			}),
		};
	};
	return batchesOf(entries, way.pathOf).map(stepFor);
}

/** What an import that is there would have been answered with. */
const ACCEPTED: RawReply = { statusCode: 204, headers: {}, body: undefined };

/** A failure of several entries, in which those that the service names by place are named by item. */
function namingSubjects(failure: Failure, root: string, subjects: readonly Subject[]): Failure {
	const [place] = placesIn(failure.message, root);
	const subject = place === undefined ? undefined : subjects[place];
	if (subject === undefined) return failure;
	const message = withSubjects(failure.message, root, subjects);
	return changed(failure, { message, subject });
}

/** What a step is about, and its output. */
export interface Subjected {
	readonly subject: Subject;
	readonly row: Row;
}

/** A step of one request for some entries, and the output of each. */
export const stepOf = (
	job: Job,
	entries: readonly Subjected[],
	send: () => Promise<unknown>,
): Step => ({
	items: entries.map(({ subject }) => subject),
	async work() {
		await send();
		return entries.map(({ subject, row }) => outputsOf(job, subject, [row]));
	},
});

/** Outputs for which nothing is sent. */
export const idleStep = (job: Job, entries: readonly Subjected[]): Step => ({
	...stepOf(job, entries, async () => {}),
	isIdle: true,
});

/** The outputs of a subject for n8n. */
export const outputsOf = ({ linkOf }: Job, subject: Subject, rows: readonly Row[]) =>
	rows.map((row) => ({ json: row as IDataObject, pairedItem: linkOf(subject) }));
