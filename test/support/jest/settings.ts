import { join } from 'node:path';

// n8n-core reads these once, when it is first imported. Each worker has a folder of its own,
// because n8n writes its settings file there without a lock.
process.env.N8N_USER_FOLDER = join(
	process.cwd(),
	'node_modules/.cache/n8n-of-tests',
	process.env.JEST_WORKER_ID ?? '1',
);
process.env.N8N_ENCRYPTION_KEY = 'key-of-the-tests';
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
