import type { Login, N8nClient } from './n8n-client.ts';
import { publishExamples } from './workflows.ts';

export const apiKey = 'sandbox-key';
export const limits = { per100Seconds: 100, perMonth: 300_000 };
export const login: Login = { email: 'owner@sandbox.example', password: 'Sandbox-2026' };
const credentialName = 'Records and Directory (sandbox)';

export const credentialFor = (baseUrl: string) => ({
	baseUrl,
	apiKey,
	directoryApiKey: '',
	apiKeyHeader: 'X-Service-API-Key',
	methodOverride: false,
	requestsPer100Seconds: limits.per100Seconds,
	allowUnauthorizedCerts: false,
});

/** Login, credential and workflows, made through the REST interface of n8n where they are missing. */
export async function prepare(
	n8n: N8nClient,
	data: Record<string, unknown>,
	serviceOrigin: string,
) {
	await n8n.enter(login);
	const known = (await n8n.credentials()).find(({ name }) => name === credentialName);
	// The service's address changes with the port of this start.
	if (known) await n8n.updateCredential(known, data);
	const credential =
		known ?? (await n8n.createCredential(credentialName, 'recordsDirectoryApi', data));
	return { credential, workflows: await publishExamples(n8n, credential, serviceOrigin) };
}
