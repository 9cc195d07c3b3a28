import { type Dialect, startService } from '../../sandbox/service/service.ts';
import type { CredentialReference, SavedWorkflow } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox, Service } from '../../sandbox/start/sandbox.ts';
import { everyTwentySeconds, triggerNode } from './watchers.ts';

/** A second site besides the sandbox's: nobody else uses its rate limit. */
export interface OwnSite {
	service: Service;
	credential: CredentialReference;
	/** The data of the credential. */
	data: Record<string, unknown>;
}

/** The behaviour of a site, and the settings of its credential for it. */
export interface Being {
	dialect?: Partial<Dialect>;
	said?: Record<string, unknown>;
}

export async function startOwnSite(
	{ n8n, credentialData }: Sandbox,
	name: string,
	limit: number,
	{ dialect = {}, said = {} }: Being = {},
): Promise<OwnSite> {
	const service = await startService({ limits: { per100Seconds: limit }, dialect });
	const base = { ...credentialData, baseUrl: service.url, requestsPer100Seconds: limit };
	const data = { ...base, ...said };
	const credential = await n8n.createCredential(name, 'recordsDirectoryApi', data);
	return { service, credential, data };
}

/** Publishes a trigger on it, and waits for nothing. */
export async function publishAt(
	{ n8n }: Sandbox,
	{ credential }: OwnSite,
	{ name, ...parameters }: { name: string } & Record<string, unknown>,
): Promise<SavedWorkflow> {
	const trigger = triggerNode({
		name,
		credential,
		parameters: { ...parameters, pollTimes: { item: everyTwentySeconds } },
	});
	const settings = { executionOrder: 'v1' };
	const workflow = { name, nodes: [trigger], connections: {}, settings };
	return await n8n.publish(await n8n.createWorkflow(workflow));
}

/** Adds this many users to the site. */
export function addUsers({ service: { store } }: OwnSite, count: number): string[] {
	const [like] = store.users.list({ limit: 1 });
	const codes = Array.from({ length: count }, (_, n) => `U${1_000 + n}`);
	store.change(() => {
		for (const code of codes) store.users.add({ ...like!, code, name: code });
	});
	return codes;
}

/** The most requests of any 100 seconds. */
export const mostRequests = ({ service: { log } }: OwnSite): number =>
	Math.max(
		...log.map(({ at: from }) => log.filter(({ at }) => at >= from && at < from + 100_000).length),
	);

export const byCode = (value: number | string) => ({ __rl: true, mode: 'id', value: `${value}` });
