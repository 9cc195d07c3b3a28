import type {
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';
import { withIdentifiers } from '../../../sandbox/service/seed/identifiers';
import { execute, type NodeRun } from '../../support/n8n';
import { sentTo, type Sent } from '../../support/world';
import type { Run } from './runs';
import { dialectOf, optionsOf, type Setting } from './settings';
import { siteOf, type Site } from './site';
import { inPlainWords, withHugeIds, withoutHugeIds } from './words';

/** The result of a run as lines of JSON: what must not depend on the service's dialect. */
export interface Outcome {
	readonly sent: readonly string[];
	/** The outputs with their links, or the one error. */
	readonly shown: readonly string[];
	/** What the service has that it had not, and what it no longer has. */
	readonly left: readonly string[];
}

interface Result {
	readonly output: readonly INodeExecutionData[];
	readonly error?: NodeApiError;
}

export interface Tried extends Result {
	readonly sent: readonly Sent[];
	readonly outcome: Outcome;
}

/** Runs the node, in n8n's own context unless `executed` runs it elsewhere. */
export async function tried(
	run: Run,
	settings: readonly Setting[],
	executed: (run: NodeRun) => Promise<INodeExecutionData[]> = execute,
): Promise<Tried> {
	const site = await siteOf(settings);
	const { service } = site;
	const { identifiers = 'hyphens', limits } = optionsOf(settings);
	site.restore(run);
	service.dialect = { ...service.dialect, ...dialectOf(settings) };
	for (const { meanwhile } of settings) meanwhile?.(service);
	if (limits?.per100Seconds) await useUp(site, limits.per100Seconds);
	const isHuge = dialectOf(settings).ids === 'huge';
	const parameters = isHuge ? withHugeIds(run.parameters) : run.parameters;
	const named = withIdentifiers({ parameters, items: run.items }, identifiers);
	const credentials = credentialsFor(run, settings, site);
	let result: Result = { output: [] };
	let sent: Sent[] = [];
	const plain = (text: string) =>
		withoutHugeIds(inPlainWords(text, { form: run.form, identifiers, url: service.url }));
	const left = await site.left(run, plain, async () => {
		result = await executed({ ...named, credentials }).then(
			(output) => ({ output }),
			(error: NodeApiError) => ({ output: [], error }),
		);
		sent = sentTo(service);
	});
	return {
		...result,
		sent,
		outcome: {
			sent: sent.map((request) => plain(JSON.stringify(request))),
			shown: shownBy(result).map(plain),
			left,
		},
	};
}

/** What the limit allows is gone when the node begins. */
async function useUp({ service, http }: Site, requests: number): Promise<void> {
	for (let sent = 0; sent < requests; sent++) await http.get('/api/apps/forms/1');
	service.log.length = 0;
}

function credentialsFor(
	{ form }: Run,
	settings: readonly Setting[],
	{ service: { url } }: Site,
): ICredentialDataDecryptedObject {
	const usual = { baseUrl: url, apiKey: 'sandbox-key', requestsPer100Seconds: 1e6 };
	const more = settings.map(({ credential }) => credential?.({ url, form }));
	return Object.assign({}, usual, ...more) as ICredentialDataDecryptedObject;
}

function shownBy({ output, error }: Result): string[] {
	if (!error) return output.map((item) => JSON.stringify(item));
	const { message, description, context } = error;
	return [JSON.stringify({ message, description, item: context?.itemIndex as unknown })];
}
