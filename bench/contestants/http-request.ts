import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { INodeParameters, INodeType, IVersionedNodeType } from 'n8n-workflow';
import {
	bodiesOf,
	idsTo,
	KEY,
	KEY_HEADER,
	ordersOf,
	PAGE,
	RECORDS,
	type Job,
	type Task,
} from './job';
import { itemsOf, ONE_ITEM, runNode, type Setting } from './n8n';

type Class<Type> = new () => Type;

// The nodes of the whole n8n; the packages of this project do not contain them.
const ofN8n = createRequire(resolve(process.env.BENCH_N8N ?? ''));
const nodes = 'n8n-nodes-base/dist/nodes';
const { HttpRequest } = ofN8n(`${nodes}/HttpRequest/HttpRequest.node.js`) as {
	HttpRequest: Class<IVersionedNodeType>;
};
const { SplitOut } = ofN8n(`${nodes}/Transform/SplitOut/SplitOut.node.js`) as {
	SplitOut: Class<INodeType>;
};
const { nodeVersions, currentVersion } = new HttpRequest();

/** The key goes into a header by hand: the least work for a user. */
const request = (url: string, parameters: INodeParameters): Setting => ({
	type: nodeVersions[currentVersion]!,
	version: currentVersion,
	parameters: {
		url,
		sendHeaders: true,
		headerParameters: { parameters: [{ name: KEY_HEADER, value: KEY }] },
		...parameters,
	},
});

const posting = (url: string, jsonBody: string): Setting =>
	request(url, { method: 'POST', sendBody: true, specifyBody: 'json', jsonBody });

export const imports: Task = async ({ url, count }) => {
	const items = itemsOf(ordersOf(count));
	const node = posting(url + RECORDS, '={{ { record: $json } }}');
	return async () => (await runNode(node, items)).length;
};

export const batchedImports: Task = async ({ url, count }) => {
	const items = itemsOf(bodiesOf(count));
	const node = posting(`${url}${RECORDS}/import`, '={{ $json }}');
	return async () => {
		await runNode(node, items);
		return count;
	};
};

const paged = ({ url }: Job): Setting =>
	request(url + RECORDS, {
		sendQuery: true,
		queryParameters: {
			parameters: [
				{ name: 'limit', value: String(PAGE) },
				{ name: 'order', value: 'recordId:desc' },
			],
		},
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: {
						parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
					},
					paginationCompleteWhen: 'other',
					completeExpression: `={{ $response.body.records.length < ${PAGE} }}`,
				},
			},
		},
	});

/** One item per record. */
export const splitReads: Task = async (job) => async () => {
	const pages = await runNode(paged(job), [...ONE_ITEM]);
	const type = new SplitOut();
	const split = { type, version: 1, parameters: { fieldToSplitOut: 'records' } };
	return (await runNode(split, pages)).length;
};

export const gets: Task = async ({ url, count, interval }) => {
	const items = itemsOf(idsTo(count).map((id) => ({ id })));
	const batch = { batchSize: 1, batchInterval: interval ?? 0 };
	const options = interval === undefined ? {} : { batching: { batch } };
	const node = request(`=${url}${RECORDS}/{{ $json.id }}`, { options });
	return async () => (await runNode(node, items)).length;
};
