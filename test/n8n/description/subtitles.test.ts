import type { INodeParameters } from 'n8n-workflow';
import { entries } from '../../../nodes/RecordsDirectory/api';
import { triggerEvents } from '../../../nodes/RecordsDirectory/api/trigger';
import { NODE, nodeOf, nodeType, workflowOf } from '../../support/host';

/** The text below the node's name on the canvas. */
function subtitleOf(type: string, parameters: INodeParameters): unknown {
	const node = nodeOf(type, NODE, parameters);
	const { subtitle } = nodeType(node.type).description;
	return workflowOf([node]).expression.getSimpleParameterValue(node, subtitle, 'internal', {});
}

it.each(
	entries.map(({ resourceName, operationName, name }) => [
		`${name.toLowerCase()}: ${resourceName}`,
		{ resource: resourceName, operation: operationName },
	]),
)('%s', (words, parameters) => {
	expect(subtitleOf('recordsDirectory', parameters as INodeParameters)).toBe(words);
});

it.each(Object.entries(triggerEvents))('%s', (event, { name }) => {
	expect(subtitleOf('recordsDirectoryTrigger', { event })).toBe(name.toLowerCase());
});
