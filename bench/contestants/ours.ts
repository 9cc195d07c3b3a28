import type { INodeParameters } from 'n8n-workflow';
import { RecordsDirectory } from '../../nodes/RecordsDirectory/RecordsDirectory.node';
import { byId } from '../../test/support/world';
import { FORM } from '../orders';
import { idsTo, KEY, ordersOf, type Job, type Task } from './job';
import { itemsOf, ONE_ITEM, runNode, type Setting } from './n8n';

export const record = (job: Job, operation: string, parameters: INodeParameters): Setting => ({
	type: new RecordsDirectory(),
	version: 1,
	parameters: { resource: 'record', operation, form: byId(FORM), ...parameters },
	credentials: { recordsDirectoryApi: credentialOf(job) },
});

const credentialOf = ({ url, requestsPer100Seconds = 1_000_000 }: Job) => ({
	baseUrl: url,
	apiKey: KEY,
	requestsPer100Seconds,
});

const importing =
	(parameters: INodeParameters): Task =>
	async (job) => {
		const items = itemsOf(ordersOf(job.count, job.from));
		const node = record(job, 'import', parameters);
		return async () => (await runNode(node, items)).length;
	};

/** The usual ways to give a record: as JSON, each field with an expression, or the whole item. */
export const WAYS = {
	json: { specifyRecord: 'json', recordJson: '={{ $json }}' },
	byHand: {
		specifyRecord: 'form',
		recordMapper: {
			mappingMode: 'defineBelow',
			value: Object.fromEntries(
				Object.keys(ordersOf(1)[0]!).map((field) => [field, `={{ $json['${field}'] }}`]),
			),
		},
	},
	mapped: {
		specifyRecord: 'form',
		recordMapper: { mappingMode: 'autoMapInputData', value: null },
	},
} satisfies Record<string, INodeParameters>;

export const imports = importing(WAYS.json);
export const mappedImports = importing(WAYS.mapped);

const reading =
	(simplify: boolean): Task =>
	async (job) => {
		const node = record(job, 'getAll', { returnAll: true, simplify });
		return async () => (await runNode(node, [...ONE_ITEM])).length;
	};

export const reads = reading(true);
export const rawReads = reading(false);

export const gets: Task = async (job) => {
	const items = itemsOf(idsTo(job.count).map((id) => ({ id })));
	const node = record(job, 'get', { recordId: byId('={{ $json.id }}') });
	return async () => (await runNode(node, items)).length;
};
