import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../api';

/** From so many items on, a hundred in a request are worth telling. */
const MANY = 20;

/** Tells who creates one by one that an import takes a hundredth of the requests. */
export function adviseImport(context: IExecuteFunctions, entry: Entry, items: number): void {
	const { import: importing } = entry.resource.operations;
	if (entry.operation.returns.kind !== 'created' || !importing || items < MANY) return;
	context.addExecutionHints({
		message: `${items} items were ${items} requests. The operation '${importing.name}' sends a hundred in one.`,
		location: 'outputPane',
	});
}
