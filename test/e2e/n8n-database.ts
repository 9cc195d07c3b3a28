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

/** n8n ignores the fourth without one of the first three. */
export const durableCursors = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};
