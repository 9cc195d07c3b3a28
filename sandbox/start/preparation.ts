import type { Dialect } from '../service/dialects.ts';
import { directoryKeyOf } from '../service/keys.ts';
import { modelKey } from '../site/model.ts';
import { enter } from './login.ts';
import type { CredentialReference, Login, N8nClient } from './n8n-client.ts';
import type { Share } from './steps.ts';
import { publishExamples } from './workflows.ts';

export const apiKey = 'sandbox-key';
export const limits = { per100Seconds: 100, perMonth: 300_000 };
const credentialName = 'Records and Directory (sandbox)';
const modelName = 'Scripted model (sandbox)';

export const credentialFor = (baseUrl: string, { scopes }: Partial<Dialect> = {}) => ({
	baseUrl,
	apiKey,
	directoryApiKey: scopes === 'twoKeys' ? directoryKeyOf(apiKey) : '',
	apiKeyHeader: 'X-Service-API-Key',
	methodOverride: false,
	requestsPer100Seconds: limits.per100Seconds,
	timeZone: 'Asia/Tokyo',
	allowUnauthorizedCerts: false,
});

/** The stand-in for a language model, used by the agent among the workflows. */
const modelCredentialFor = (serviceOrigin: string) => ({
	apiKey: modelKey,
	url: `${serviceOrigin}/neighbours/model/v1`,
});

interface Wanted {
	login: Login;
	credentialData: Record<string, unknown>;
	serviceOrigin: string;
}

/** Creates missing login, credentials and workflows through n8n's REST interface. */
export async function prepare(
	n8n: N8nClient,
	{ login, credentialData, serviceOrigin }: Wanted,
	show: (share: Share) => void,
) {
	await enter(n8n, login);
	const credential = await kept(n8n, credentialName, 'recordsDirectoryApi', credentialData);
	const model = await kept(n8n, modelName, 'openAiApi', modelCredentialFor(serviceOrigin));
	const examples = await publishExamples(n8n, [credential, model], serviceOrigin, show);
	return { credential, ...examples };
}

/** The address of the service changes with the port of this start. */
async function kept(
	n8n: N8nClient,
	name: string,
	type: string,
	data: Record<string, unknown>,
): Promise<CredentialReference> {
	const known = (await n8n.credentials()).find((one) => one.name === name);
	if (!known) return n8n.createCredential(name, type, data);
	await n8n.updateCredential(known, data);
	return known;
}
