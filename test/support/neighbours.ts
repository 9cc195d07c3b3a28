import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

const described = (displayName: string) => ({
	displayName,
	name: displayName.toLowerCase(),
	version: 1,
	description: '',
	defaults: { name: displayName },
	outputs: [NodeConnectionTypes.Main],
});

/** Passes on its items: the node in front of ours in a test workflow. */
export class Source implements INodeType {
	description: INodeTypeDescription = {
		...described('Source'),
		group: ['trigger'],
		inputs: [],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}
}

/** Evaluates an expression for each item: the node after ours, which shows whether items are linked. */
export class Expression implements INodeType {
	description: INodeTypeDescription = {
		...described('Expression'),
		group: ['transform'],
		inputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const value = (item: number) => ({ value: this.getNodeParameter('value', item) as string });
		const items = this.getInputData();
		return [items.map((_, item) => ({ json: value(item), pairedItem: { item } }))];
	}
}
