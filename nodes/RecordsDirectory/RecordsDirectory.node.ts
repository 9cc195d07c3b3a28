import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { listMethods, resourceMapping } from './n8n/methods/lists';
import { properties } from './n8n/description/node-properties';
import { run } from './n8n/execute/run';

export class RecordsDirectory implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Records and Directory',
		name: 'recordsDirectory',
		icon: {
			light: 'file:../../icons/records-directory.svg',
			dark: 'file:../../icons/records-directory.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ $parameter.operation.replace("getAll", "get many").replace("lookUp", "look up").replace("upsert", "create or update") + ": " + $parameter.resource }}',
		description:
			'Work with forms, records, comments, the directory and notices of a records service',
		defaults: { name: 'Records and Directory' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: { searchHint: "For many items use 'Look Up'. As a tool, output few fields." },
		credentials: [{ name: 'recordsDirectoryApi', required: true }],
		properties: properties(),
	};

	methods = { ...listMethods, resourceMapping };

	execute = run;
}
