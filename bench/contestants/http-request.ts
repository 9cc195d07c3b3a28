import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { INodeParameters, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { paged, posting, requestTo } from './http-parameters';
import { bodiesOf, idsTo, ordersOf, RECORDS, type Task } from './job';
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

const request = (parameters: INodeParameters): Setting => ({
	type: nodeVersions[currentVersion]!,
	version: currentVersion,
	parameters,
});

export const imports: Task = async ({ url, count }) => {
	const items = itemsOf(ordersOf(count));
	const node = request(posting(url + RECORDS, '={{ { record: $json } }}'));
	return async () => (await runNode(node, items)).length;
};

export const batchedImports: Task = async ({ url, count }) => {
	const items = itemsOf(bodiesOf(count));
	const node = request(posting(`${url}${RECORDS}/import`, '={{ $json }}'));
	return async () => {
		await runNode(node, items);
		return count;
	};
};

/** One item per record. */
export const splitReads: Task = async (job) => async () => {
	const pages = await runNode(request(paged(job.url)), [...ONE_ITEM]);
	const type = new SplitOut();
	const split = { type, version: 1, parameters: { fieldToSplitOut: 'records' } };
	return (await runNode(split, pages)).length;
};

export const gets: Task = async ({ url, count, interval }) => {
	const items = itemsOf(idsTo(count).map((id) => ({ id })));
	const batch = { batchSize: 1, batchInterval: interval ?? 0 };
	const options = interval === undefined ? {} : { batching: { batch } };
	const node = request({ ...requestTo(`=${url}${RECORDS}/{{ $json.id }}`), options });
	return async () => (await runNode(node, items)).length;
};
