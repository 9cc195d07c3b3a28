import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import { surroundings } from '../../test/support/host';

/** A node as a user has set it up. */
export interface Setting {
	readonly type: INodeType;
	readonly version: number;
	readonly parameters: INodeParameters;
	readonly credentials?: Readonly<Record<string, ICredentialDataDecryptedObject>>;
}

/** Returns what n8n passes to a node that runs once, on all items. */
export function contextOf(
	{ type, version, parameters, credentials = {} }: Setting,
	items: INodeExecutionData[],
): ExecuteContext {
	const names = Object.keys(credentials);
	const node: INode = {
		id: 'measured',
		name: 'Measured',
		type: type.description.name,
		typeVersion: version,
		position: [0, 0],
		parameters,
		credentials: Object.fromEntries(names.map((name) => [name, { id: '1', name }])),
	};
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const settings = { executionOrder: 'v1' as const };
	const nodes = [node];
	const workflow = new Workflow({
		id: '1',
		nodes,
		connections: {},
		active: false,
		nodeTypes,
		settings,
	});
	const data = { main: [items] };
	return new ExecuteContext(
		workflow,
		node,
		surroundings(credentials[names[0] ?? ''] ?? {}, 'trigger'),
		'trigger',
		createRunExecutionData({ resultData: { runData: {} } }),
		0,
		items,
		data,
		{ data, node, source: { main: [{ previousNode: 'Source' }] } },
		[],
	);
}

/** Runs a node once in n8n's own context, on all items, as n8n does. */
export async function runNode(
	setting: Setting,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const context = contextOf(setting, items);
	const output = (await setting.type.execute!.call(context)) as INodeExecutionData[][];
	return output[0] ?? [];
}

export const itemsOf = (rows: readonly object[]): INodeExecutionData[] =>
	rows.map((json) => ({ json: json as IDataObject }));

export const ONE_ITEM: readonly INodeExecutionData[] = [{ json: {} }];
