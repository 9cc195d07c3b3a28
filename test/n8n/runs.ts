import type { INodeExecutionData, INodeParameters, NodeApiError } from 'n8n-workflow';
import type { toItemError } from '../../nodes/RecordsDirectory/n8n/transport/error-messages';
import type { Service } from '../../sandbox/service/service';
import { byId, sentTo } from '../support/world';

/** An operation of the records of a form. */
export const recordsOf = (
	form: number | string,
	operation: string,
	more: INodeParameters = {},
): INodeParameters => ({ resource: 'record', operation, form: byId(form), ...more });

const mapper = (mappingMode: string, value: INodeParameters | null, matchingColumns: string[]) => ({
	recordMapper: { mappingMode, value, matchingColumns, schema: [] },
});
/** A record whose fields are entered one by one. */
export const byHand = (value: INodeParameters, matchingColumns: string[] = []) =>
	mapper('defineBelow', value, matchingColumns);
/** A record whose fields are the properties of its item. */
export const wholeItem = (...matchingColumns: string[]) =>
	mapper('autoMapInputData', null, matchingColumns);

/** Runs of the node that several tests use; all concern form 1, which has 40 records. */
const record = (operation: string, more: INodeParameters) => recordsOf(1, operation, more);

const body = { specifyRecord: 'json', recordJson: '={{ { "field-1": $json.subject ?? "x" } }}' };

export const create = record('create', body);
/** One request each: captions would cost another one, for the definition of the form. */
export const plain = { names: 'identifiers' };
export const get = record('get', { recordId: byId(1), options: plain });
/** Each item reads another record, so that they share no request. */
export const getEach = { ...get, recordId: byId('={{ $itemIndex + 1 }}') };
export const update = record('update', { recordId: byId(1), ...body });
export const remove = record('delete', { recordId: byId(1) });
export const importing = record('import', body);
export const byMethod = { GET: get, POST: create, PUT: update, DELETE: remove };

export const subjects = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({ json: { subject: `Subject ${n}` } }));

/** The output for a subject that was written as JSON, with the IDs that its operation returns. */
export const subjectDone = (subject: unknown, ids: object = { appsId: 1 }, action = 'created') => ({
	...{ success: true, action, ...ids },
	'field-1': subject,
});

/** An expression of a later node that finds its item only if the items are linked. */
export const linked = { expression: "={{ $('Source').item.json.subject }}" };

/** The error of a run that must not succeed. */
export async function failureOf(run: Promise<unknown>): Promise<NodeApiError> {
	const outcome = await run.then(
		() => undefined,
		(error: unknown) => error as NodeApiError,
	);
	if (!outcome) throw new Error('The run succeeded');
	return outcome;
}

export type ItemError = ReturnType<typeof toItemError>;

/** The error of a failed item; undefined for others. */
export const errorOf = (item: INodeExecutionData | undefined) =>
	item?.json.error as unknown as ItemError | undefined;

/** The headline of each failed item; undefined for others. */
export const headlinesOf = (items: readonly INodeExecutionData[]) =>
	items.map((item) => errorOf(item)?.message);

/** The requests that change something. */
export const writesTo = (service: Service) =>
	sentTo(service).filter(({ method }) => method !== 'GET');

export const countOf = ({ store }: Service, form = 1) => store.records.count(form);

/** Waits until the service has this many requests, and a little longer, in case more arrive. */
export async function whenSent({ log }: Service, requests: number): Promise<void> {
	while (log.length < requests) await rest(5);
	await rest(150);
}

export const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
