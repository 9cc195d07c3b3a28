import type { IDataObject } from 'n8n-workflow';
import { batchesOf } from '../core/batches';
import { rowsOf } from '../core/reply';
import { bodyOf, pathOf } from '../core/request';
import type { Checked, Job, Step } from './job';

/** Imports take many items in one request; each item still has its own output. */
export function importSteps(
	{ entry, client }: Job,
	root: string,
	checked: readonly Checked[],
): Step[] {
	const { resource, operation } = entry;
	const entries = checked.map(({ item, values }) => ({
		item,
		values,
		path: pathOf(operation, values),
	}));
	return batchesOf(entries).map((batch) => ({
		items: batch.entries.map(({ item }) => item),
		async work() {
			const body = { [root]: batch.entries.map(({ values }) => bodyOf(operation, values)) };
			const reply = await client.send({ method: 'POST', path: batch.path, query: {}, body });
			return batch.entries.map(({ item, values }) =>
				rowsOf(resource, operation, values, reply).map((row) => ({
					json: row as IDataObject,
					pairedItem: { item },
				})),
			);
		},
	}));
}
