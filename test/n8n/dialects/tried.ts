import type {
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	INodeParameters,
	NodeApiError,
} from 'n8n-workflow';
import { hugeId } from '../../../sandbox/service/ids';
import { withIdentifiers } from '../../../sandbox/service/seed/identifiers';
import type { Field } from '../../../sandbox/service/resources';
import { execute, type NodeRun } from '../../support/n8n';
import { sentTo, type Sent } from '../../support/world';
import { heldBy } from '../faults/site';
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
	const fields = service.store.forms.get(run.form)?.fields ?? [];
	const plain = (text: string) =>
		withoutHugeIds(withUsualNames(withoutTimes(text, service.url), fields));
	const before = new Set(heldBy(service));
	const result: Result = await executed({ ...named, credentials }).then(
		(output) => ({ output }),
		(error: NodeApiError) => ({ output: [], error }),
	);
	const sent = sentTo(service);
	const after = new Set(heldBy(service));
	const signed = (sign: string, rows: ReadonlySet<string>, others: ReadonlySet<string>) =>
		[...rows.difference(others)].map((row) => `${sign} ${sorted(plain(row))}`);
	const outcome = {
		sent: sent.map((request) => plain(JSON.stringify(request))),
		shown: shownBy(result).map(plain),
		left: [...signed('+', after, before), ...signed('-', before, after)],
	};
	return { ...result, sent, outcome };
}

/** A row of the service's tables; the order of the values in its document means nothing. */
function sorted(row: string): string {
	const { document, data, ...columns } = JSON.parse(row) as Record<string, string>;
	const held = Object.entries(JSON.parse(document ?? data ?? '{}') as object);
	return JSON.stringify({ ...columns, held: Object.fromEntries(held.sort()) });
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

type Named = Pick<Field, 'fieldId' | 'uniqueId' | 'subTable'>;

/** A text with the usual names of the fields of a form; the last of them has the longest number. */
const withUsualNames = (text: string, fields: readonly Named[]): string =>
	fields.reduceRight(
		(before, { uniqueId, fieldId, subTable = [] }) =>
			withUsualNames(before, subTable).replaceAll(uniqueId, `field-${fieldId}`),
		text,
	);

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
