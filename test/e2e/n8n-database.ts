import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

function text(dataFolder: string, query: string, workflowId: string): string {
	const file = join(dataFolder, 'n8n', '.n8n', 'database.sqlite');
	const database = new DatabaseSync(file, { readOnly: true });
	try {
		const row = database.prepare(query).get(workflowId) as { text: string | null } | undefined;
		return row?.text ?? '';
	} finally {
		database.close();
	}
}

/** The state that n8n would start from if it were killed now. */
export const savedState = (dataFolder: string) => (workflowId: string) =>
	text(dataFolder, 'SELECT staticData AS text FROM workflow_entity WHERE id = ?', workflowId);

/** The same where its durable cursors are on. */
export const durableCursor = (dataFolder: string) => (workflowId: string) =>
	text(dataFolder, 'SELECT cursor AS text FROM poller_state WHERE workflowId = ?', workflowId);

/** Why n8n could not publish a workflow; empty if it could, or has not tried yet. */
export const publicationFailure = (dataFolder: string) => (workflowId: string) =>
	text(
		dataFolder,
		'SELECT errorMessage AS text FROM workflow_publication_outbox WHERE workflowId = ? ORDER BY id DESC',
		workflowId,
	);

/** How many executions there are of each workflow, mode and status; without those that n8n does not keep. */
export function executionsOf(dataFolder: string): Record<string, number> {
	const file = join(dataFolder, 'n8n', '.n8n', 'database.sqlite');
	const database = new DatabaseSync(file, { readOnly: true });
	try {
		const rows = database
			.prepare(
				'SELECT workflowId, mode, status, count(*) AS count FROM execution_entity WHERE deletedAt IS NULL GROUP BY 1, 2, 3',
			)
			.all();
		return Object.fromEntries(
			rows.map(({ workflowId, mode, status, count }) => [
				`${workflowId} ${mode} ${status}`,
				Number(count),
			]),
		);
	} finally {
		database.close();
	}
}

/** n8n ignores the fourth without one of the first three. */
export const durableCursors = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};
