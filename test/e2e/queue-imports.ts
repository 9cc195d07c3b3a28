import type { QueueSandbox } from '../../sandbox/queue/sandbox.ts';
import type { Execution, SavedWorkflow, WorkflowNode } from '../../sandbox/start/n8n-client.ts';
import { readRunData } from './run-data.ts';

export const ASSETS = 3;
export const rowsEach = 500;
/** What an interrupted import may have left: the service takes all rows of a request or none. */
export const rowsInRequest = 100;

const path = 'import';
const nameField = 'field-31';

const node = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
): WorkflowNode => ({ id: name, name, type, typeVersion, position: [0, 0], parameters });

/** Each record carries the number of its execution and its own, so that a double would show. */
const rows =
	`={{ JSON.stringify({ rows: Array.from({ length: ${rowsEach} }, ` +
	`(_, n) => ({ '${nameField}': $execution.id + '-' + n, 'field-34': n }) ) }) }}`;

/** Publishes a workflow that imports 500 records each time its address is called. */
export async function publishImport({ n8n, credential }: QueueSandbox): Promise<SavedWorkflow> {
	const nodes = [
		{
			...node('Call', 'n8n-nodes-base.webhook', 2.1, { httpMethod: 'POST', path, options: {} }),
			webhookId: path,
		},
		node('Rows', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: rows, options: {} }),
		node('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'rows', options: {} }),
		{
			...node('Import', 'n8n-nodes-records-directory.recordsDirectory', 1, {
				resource: 'record',
				operation: 'import',
				form: { __rl: true, mode: 'id', value: `${ASSETS}` },
				specifyRecord: 'form',
				recordMapper: { mappingMode: 'autoMapInputData', value: null, schema: [] },
			}),
			credentials: { recordsDirectoryApi: { id: credential.id, name: credential.name } },
		},
	];
	const next = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	return n8n.publish(
		await n8n.createWorkflow({
			name: 'Import',
			nodes,
			connections: { Call: next('Rows'), Rows: next('Split'), Split: next('Import') },
			settings: { executionOrder: 'v1' },
		}),
	);
}

export async function callImport({ editorUrl }: QueueSandbox): Promise<void> {
	const { ok, status } = await fetch(`${editorUrl}/webhook/${path}`, { method: 'POST' });
	if (!ok) throw new Error(`The webhook answered with ${status}.`);
}

/** What an execution itself says at its end. */
export interface Report {
	id: string;
	status: string;
	error: string | undefined;
	/** Items that the import gave: one for each record, says the node. */
	items: number;
}

export function reportOf({ id, status, data }: Execution): Report {
	const { error, runData } = readRunData(data).resultData;
	const items = runData['Import']?.[0]?.data?.main[0]?.length ?? 0;
	return { id, status, error: error?.message, items };
}

/** A row that was saved: its number, its record, and the execution that saved it. */
export interface SavedRow {
	execution: string;
	row: number;
	recordId: number;
}

interface SavedRecord {
	recordId: number;
	data: string;
}

/** Nothing for a record that no import has saved. */
export function savedRow({ recordId, data }: SavedRecord): SavedRow | undefined {
	const { [nameField]: name = '' } = JSON.parse(data) as Record<string, string>;
	const [, execution, row] = /^(\d+)-(\d+)$/.exec(name) ?? [];
	return execution === undefined ? undefined : { execution, row: Number(row), recordId };
}

/** What imports have saved, in the order of record IDs. */
export const savedRows = ({ service }: QueueSandbox): SavedRow[] =>
	service.store.database
		.all<SavedRecord>(
			'SELECT recordId, data FROM record WHERE appsId = ? ORDER BY recordId',
			ASSETS,
		)
		.flatMap((record) => savedRow(record) ?? []);
