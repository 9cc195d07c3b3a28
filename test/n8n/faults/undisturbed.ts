import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Entry } from '../../../nodes/RecordsDirectory/api';
import type { Subject } from '../../../nodes/RecordsDirectory/core/text';
import type { LogEntry } from '../../../sandbox/service/service';
import { execute } from '../../support/n8n';
import type { Scenario } from '../scenarios/scenario';
import { pairs } from './pairs';
import type { Site } from './site';

/** One request of a run, and what it is for. */
export interface Part {
	readonly request: LogEntry;
	/** Items by number, and by their codes entries that are to go; all items for what is read first. */
	readonly subjects: readonly Subject[];
	/** Read before anything else, for all. */
	readonly isLook: boolean;
}

/** A run in which nothing goes wrong. */
export interface Undisturbed {
	readonly parts: readonly Part[];
	readonly items: readonly INodeExecutionData[];
	readonly parameters: INodeParameters;
	readonly output: readonly INodeExecutionData[];
}

export async function undisturbed(
	site: Site,
	entry: Entry,
	scenario: Scenario,
): Promise<Undisturbed> {
	const { resourceName: resource, operationName: operation } = entry;
	const { items = [{ json: {} }], given } = scenario;
	const parameters = { resource, operation, ...given };
	const { credentials } = site;
	const run = () => {
		site.restore();
		return execute({ parameters, items, credentials });
	};
	// The first run also learns how the service updates records.
	await run();
	const output = await run();
	const parts = [...site.service.log].map(partsOf(entry, scenario, items));
	return { parts, items, parameters, output };
}

/** Whom a request is for, as its body or its place among the requests says. */
function partsOf(
	{ key, operation }: Entry,
	{ given }: Scenario,
	items: readonly INodeExecutionData[],
) {
	const all = items.map((_, item) => item);
	const codes = items.map(({ json }) => json.code ?? given.newCode);
	const { kind } = operation.returns;
	const isTogether = kind === 'upserted' || kind === 'synced';
	let next = 0;
	return (request: LogEntry): Part => {
		const { method, path, body } = request;
		const isForm = path.endsWith('/fields') && !operation.path.endsWith('/fields');
		const isRead = method === 'GET';
		if (isForm || (isRead && (isTogether || given.findBy === 'values')))
			return { request, subjects: all, isLook: true };
		// Items that read the same share it.
		if (operation.method === 'GET' && !pairs[key]) return { request, subjects: all, isLook: true };
		const rows = Object.values((body ?? {}) as object).find(Array.isArray) as object[] | undefined;
		if (path.endsWith('/import') && rows) {
			const subjects = rows.map((row, n) => subjectOf(row, n, codes));
			return { request, subjects, isLook: false };
		}
		if (isTogether) return { request, subjects: [path.split('/').at(-1)!], isLook: false };
		// One item after the other; an item's last request is the one that its operation is named for.
		const item = next;
		if (method === operation.method) next++;
		return { request, subjects: [item], isLook: false };
	};
}

function subjectOf(row: { code?: unknown }, n: number, codes: readonly unknown[]): Subject {
	if (row.code === undefined) return n;
	const item = codes.indexOf(row.code);
	return item >= 0 ? item : String(row.code);
}
