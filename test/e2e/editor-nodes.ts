import { entries } from '../../nodes/RecordsDirectory/api/index.ts';
import type { Field, Fields } from '../../nodes/RecordsDirectory/api/define.ts';
import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger.ts';
import type { Workflow } from '../../sandbox/start/n8n-client.ts';
import { everyOperation } from './every-operation.ts';

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

/** A chain with each operation as a node, and in it everything that can be added to it. */
export function everyControl(credential: { id: string; name: string }): Workflow {
	const workflow = everyOperation(credential);
	const nodes = workflow.nodes.map((node) => {
		const operation = entries.find(({ key }) => key === node.name)?.operation;
		if (!operation) return node;
		const { params } = operation;
		const collections = (['filters', 'additionalFields', 'options'] as const).flatMap((part) => {
			const [fields, given] = [operation[part], node.parameters[part]];
			return fields ? [[part, { ...allOf(fields), ...Object(given) }]] : [];
		});
		const parameters = {
			...node.parameters,
			...Object.fromEntries(collections),
			...(params.record
				? { form: customers, recordMapper: mapped(required), detailRows: oneCell }
				: {}),
		};
		return { ...node, parameters };
	});
	return { ...workflow, name: 'Every control', nodes };
}

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
