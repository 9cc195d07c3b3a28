import type { IDataObject } from 'n8n-workflow';
import { batchesOf, partsOf, placesIn, withItems, type Batch } from '../core/batches';
import { changed, Failure, type RawReply } from '../core/failure';
import type { Row } from '../core/json';
import { rowsOf } from '../core/reply';
import { bodyOf, pathOf } from '../core/request';
import type { Checked, Job, Step } from './job';
import { singleSteps } from './single';

/** Imports take many input items in one request; each item still has its own output. */
export function importSteps(job: Job, root: string, checked: readonly Checked[]): Step[] {
	const { resource, operation } = job.entry;
	const bodies = ({ values }: Checked) => bodyOf(operation, values);
	return batchSteps(job, root, checked, bodies, ({ values }, reply) =>
		rowsOf(resource, operation, values, reply),
	);
}

/** One request an item, or those of an import for the items that are to go so. */
export function createSteps(job: Job, checked: readonly Checked[]): Step[] {
	const { import: operation } = job.entry.resource.operations;
	if (operation?.returns.kind !== 'imported') return singleSteps(job, checked);
	const importing = { ...job, entry: { ...job.entry, operation } };
	return [
		...importSteps(importing, operation.returns.root, checked.filter(isImported)),
		...singleSteps(
			job,
			checked.filter((one) => !isImported(one)),
		),
	];
}

export const isImported = ({ values }: Checked) => values.throughImport === true;

/** Input items a hundred in a request, each with its entry in the body and its rows of output. */
export function batchSteps<T extends Checked>(
	{ entry, client }: Job,
	root: string,
	checked: readonly T[],
	entryOf: (one: T) => Row,
	outputOf: (one: T, reply: RawReply) => readonly Row[],
): Step[] {
	const stepOf = ({ path, entries }: Batch<T>): Step => {
		const items = entries.map(({ item }) => item);
		const mayBeSplit = entries.length > 1 && entries.every(isSplit);
		return {
			items,
			atOnce: Math.min(...entries.map(atOnce)),
			async work(calledOff) {
				const body = { [root]: entries.map(entryOf) };
				const reply = await client
					.send({ method: 'POST', path, query: {}, body }, calledOff)
					.catch((error: unknown) => {
						throw error instanceof Failure ? ofItems(error, root, items) : error;
					});
				return entries.map((one) =>
					outputOf(one, reply).map((row) => ({
						json: row as IDataObject,
						pairedItem: { item: one.item },
					})),
				);
			},
			...(mayBeSplit && {
				// Of many details the message holds the first only.
				parts: ({ message, details }) =>
					partsOf(entries, placesIn([message, ...details].join(), root)).map((some) =>
						stepOf({ path, entries: some }),
					),
			}),
		};
	};
	return batchesOf(checked, ({ values }) => pathOf(entry.operation, values)).map(stepOf);
}

const atOnce = ({ values }: Checked) => Number(values.requestsAtOnce ?? 1);
const isSplit = ({ values }: Checked) => values.splitRefused === true;

/** A failure of several items, with those named that the service names by their places. */
function ofItems(failure: Failure, root: string, items: readonly number[]): Failure {
	const [place] = placesIn(failure.message, root);
	const item = place === undefined ? undefined : items[place];
	if (item === undefined) return failure;
	return changed(failure, { message: withItems(failure.message, root, items), item });
}
