import { readFileSync } from 'node:fs';
import { listSearch } from '../../support/n8n';
import { inWorld } from '../../support/world';

/** Lists of users need the Directory API Key; without it, or with a wrong one, they say what the documentation says. */
const documentation = readFileSync('docs/administration.md', 'utf8');
const [, missing, wrong] =
	/`([^`]+)` there means that it is missing[^`]*`([^`]+)` that it is wrong/.exec(documentation) ??
	[];

it.each([
	['missing', undefined, missing],
	['wrong', 'nobody-knows-it', wrong],
])('a Directory API Key that is %s', async (_, directoryApiKey, message = 'nothing') => {
	const keys = [{ key: 'app-key', scopes: ['app'] as const }];
	await inWorld({ keys }, async ({ credentials }) => {
		const parameters = { resource: 'user', operation: 'get' };
		const given = directoryApiKey ? { ...credentials, directoryApiKey } : credentials;
		const list = listSearch('searchUser', { parameters, credentials: given });
		await expect(list).rejects.toThrow(message);
	});
});
