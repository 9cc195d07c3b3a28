import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { listMethods } from './n8n/methods/lists';
import { poll } from './n8n/trigger/poll';
import { triggerProperties } from './n8n/description/node-properties';

export class RecordsDirectoryTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Records and Directory Trigger',
		name: 'recordsDirectoryTrigger',
		icon: {
			light: 'file:../../icons/records-directory.svg',
			dark: 'file:../../icons/records-directory.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter.event.replace(/([A-Z])/g, " $1").toLowerCase() }}',
		description: 'Starts the workflow when a record, a notice count or the directory changes',
		defaults: { name: 'Records and Directory Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'recordsDirectoryApi', required: true }],
		properties: triggerProperties(),
	};

	methods = listMethods;

	poll = poll;
}
