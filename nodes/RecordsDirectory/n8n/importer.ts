import type { IDataObject } from 'n8n-workflow';
import { batchesOf } from '../core/batches';
import type { RawReply } from '../core/failure';
import type { Row } from '../core/json';
import { rowsOf } from '../core/reply';
import { bodyOf, pathOf } from '../core/request';
import type { Checked, Job, Step } from './job';

/** Imports take many input items in one request; each item still has its own output. */
export function importSteps(job: Job, root: string, checked: readonly Checked[]): Step[] {
	const { resource, operation } = job.entry;
	const bodies = ({ values }: Checked) => bodyOf(operation, values);
	return batchSteps(job, root, checked, bodies, ({ values }, reply) =>
		rowsOf(resource, operation, values, reply),
	);
}

/** Input items a hundred in a request, each with its entry in the body and its rows of output. */
export function batchSteps<T extends Checked>(
	{ entry, client }: Job,
	root: string,
	checked: readonly T[],
	entryOf: (one: T) => Row,
	outputOf: (one: T, reply: RawReply) => readonly Row[],
): Step[] {
	const placed = checked.map((one) => ({ ...one, path: pathOf(entry.operation, one.values) }));
	return batchesOf(placed).map(({ path, entries }) => ({
		items: entries.map(({ item }) => item),
		async work() {
			const body = { [root]: entries.map(entryOf) };
			const reply = await client.send({ method: 'POST', path, query: {}, body });
			return entries.map((one) =>
				outputOf(one, reply).map((row) => ({
					json: row as IDataObject,
					pairedItem: { item: one.item },
				})),
			);
		},
	}));
}
