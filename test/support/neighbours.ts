import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** Passes on its items: the node in front of ours in a test workflow. */
export class Source implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Source',
		name: 'source',
		group: ['trigger'],
		version: 1,
		description: 'Hands on what it is given',
		defaults: { name: 'Source' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}
}

/** Evaluates an expression for each item: the node after ours, which shows whether items are linked. */
export class Expression implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Expression',
		name: 'expression',
		group: ['transform'],
		version: 1,
		description: 'Evaluates an expression for each item',
		defaults: { name: 'Expression' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const value = (item: number) => ({ value: this.getNodeParameter('value', item) as string });
		const items = this.getInputData();
		return [items.map((_, item) => ({ json: value(item), pairedItem: { item } }))];
	}
}
