import type {
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	INodeParameters,
	NodeApiError,
} from 'n8n-workflow';
import { hugeId } from '../../../sandbox/service/ids';
import { withIdentifiers } from '../../../sandbox/service/seed/identifiers';
import type { Identifiers } from '../../../sandbox/service/service';
import { execute, type NodeRun } from '../../support/n8n';
import { sentTo, type Sent } from '../../support/world';
import { writesTo } from '../faults/site';
import type { Run } from './runs';
import { dialectOf, optionsOf, type Setting } from './settings';
import { siteOf } from './site';

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
	// The limit is used up when the node begins.
	for (let sent = 0; sent < (limits?.per100Seconds ?? 0); sent++)
		await site.http.get('/api/apps/forms/1');
	service.log.length = 0;
	const isHuge = dialectOf(settings).ids === 'huge';
	const parameters = isHuge ? withHugeIds(run.parameters) : run.parameters;
	const named = withIdentifiers({ parameters, items: run.items }, identifiers);
	const usual = { baseUrl: service.url, apiKey: 'sandbox-key', requestsPer100Seconds: 1e6 };
	const place = { url: service.url, form: run.form };
	const more = settings.map(({ credential }) => credential?.(place));
	const credentials = Object.assign({}, usual, ...more) as ICredentialDataDecryptedObject;
	const plain = (text: string) =>
		withoutHugeIds(withUsualNames(withoutTimes(text, service.url), run.form, identifiers));
	const before = writesTo(service);
	const result: Result = await executed({ ...named, credentials }).then(
		(output) => ({ output }),
		(error: NodeApiError) => ({ output: [], error }),
	);
	const sent = sentTo(service);
	const outcome = {
		sent: sent.map((request) => plain(JSON.stringify(request))),
		shown: shownBy(result).map(plain),
		left: writesTo(service) === before ? [] : site.undo(run, plain),
	};
	return { ...result, sent, outcome };
}

function shownBy({ output, error }: Result): string[] {
	if (!error) return output.map((item) => JSON.stringify(item));
	const { message, description, context } = error;
	return [JSON.stringify({ message, description, item: context?.itemIndex as unknown })];
}

/** A text without what differs by its nature: the address of the site, and the time of the run. */
const withoutTimes = (text: string, url: string): string =>
	text
		.replaceAll(url, '<site>')
		.replace(/2026-(03-31|04-\d\d|1[01]-\d\d) \d\d:\d\d:\d\d/g, '<now>');

/** The fields of each form that a site with names of JavaScript calls so. */
const HOSTILE: Readonly<Record<number, readonly [proto: number, constructor: number]>> = {
	1: [2, 3],
	2: [25, 23],
	3: [36, 35],
	4: [42, 43],
};

/** A text with the usual names of the fields of a form. */
function withUsualNames(text: string, form: number, identifiers: Identifiers): string {
	if (identifiers === 'hyphens') return text;
	const usual = text.replaceAll(identifiers === 'japanese' ? '項目' : 'field_', 'field-');
	const [proto, constructor] = (identifiers === 'javascript' && HOSTILE[form]) || [];
	return proto === undefined
		? usual
		: usual
				.replaceAll('__proto__', `field-${proto}`)
				.replaceAll('constructor', `field-${constructor}`);
}

/** What a person enters at a service of huge IDs. */
const withHugeIds = (given: INodeParameters): INodeParameters =>
	JSON.parse(
		JSON.stringify(given).replace(
			/("recordId":|"mode":"id","value":)(\d+)(?=[,}])/g,
			(_, before: string, id: string) => `${before}"${String(hugeId(id))}"`,
		),
	) as INodeParameters;

/** A text with the IDs of the usual service in the place of huge ones. */
export const withoutHugeIds = (text: string): string =>
	text
		.replace(/"9007199254740993(\d{6})"/g, (_, id: string) => String(Number(id)))
		.replace(/9007199254740993(\d{6})(?!\d)/g, (_, id: string) => String(Number(id)));
