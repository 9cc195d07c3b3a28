import type { INodeParameters } from 'n8n-workflow';
import { entries } from '../../nodes/RecordsDirectory/api/index.ts';
import type { Field, Fields } from '../../nodes/RecordsDirectory/api/define.ts';
import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger.ts';
import type { CredentialReference, Workflow } from '../../sandbox/start/n8n-client.ts';
import { examples } from '../n8n/dialects/runs.ts';
import { chain, operationNode, triggerNode } from './operation-runs.ts';

/** A form with a detail table. */
const customers = { __rl: true, mode: 'id', value: 2 };
const required = { 'field-21': 'C-900', 'field-22': 'Sakura Tea House' };
const oneCell = {
	row: [{ cells: { cell: [{ column: JSON.stringify(['field-24', 'field-241']), value: '' }] } }],
};

/** A field as the editor leaves it that was added and not filled in. */
function added({ kind, default: value, columns, from }: Field): unknown {
	switch (kind) {
		case 'pick':
			return { __rl: true, mode: 'list', value: '' };
		case 'picks':
			return [];
		case 'identifiers':
			return from ? [] : '';
		case 'boolean':
			return value ?? false;
		case 'integer':
			return value ?? 1;
		case 'rows':
			return { row: [allOf(columns)] };
		default:
			return value ?? '';
	}
}

const allOf = (fields: Fields = {}) =>
	Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, added(field)]));

/** A chain with the scenario of each operation as a node, and in it everything that can be added to it. */
export function everyControl(credential: CredentialReference): Workflow {
	const nodes = examples.map(({ name, parameters }) => {
		const { operation } = entries.find(({ key }) => key === name)!;
		const given = withoutExpressions(parameters);
		const collections = (['filters', 'additionalFields', 'options'] as const).flatMap((part) => {
			const fields = operation[part];
			return fields ? [[part, { ...allOf(fields), ...Object(given[part]) }]] : [];
		});
		const all = {
			...given,
			...Object.fromEntries(collections),
			...(operation.params.record
				? { form: customers, recordMapper: mapped(required), detailRows: oneCell }
				: {}),
		};
		return operationNode(name, all, credential);
	});
	const all = [triggerNode, ...nodes];
	return { name: 'Every control', nodes: all, connections: chain(all), settings: {} };
}

/** Without a run, the editor has no value for them. */
const withoutExpressions = (parameters: INodeParameters): INodeParameters =>
	JSON.parse(
		JSON.stringify(parameters, (_, value: unknown) =>
			typeof value === 'string' && value.startsWith('=') ? 'text' : value,
		),
	) as INodeParameters;

const mapped = (value: object) => ({
	mappingMode: 'defineBelow',
	value,
	matchingColumns: ['field-21'],
	schema: [],
});

/** The trigger with everything that can be added to it for changes of records. */
export const everyTriggerControl = ({ id, name }: { id: string; name: string }): Workflow => ({
	name: 'Every control of the trigger',
	nodes: [
		{
			id: 'trigger',
			name: 'Trigger',
			type: 'n8n-nodes-records-directory.recordsDirectoryTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				pollTimes: { item: [{ mode: 'everyHour' }] },
				event: 'recordUpdated',
				form: customers,
				options: allOf(triggerEvents.recordUpdated.options),
			},
			credentials: { recordsDirectoryApi: { id, name } },
		},
	],
	connections: {},
});
