import type { INodeProperties, INodeType } from 'n8n-workflow';
import { descriptionRules } from './description-rules';
import { propertyRules, sectionsOf, type Place } from './property-rules';

export { descriptionRules, propertyRules };

/** Everything in a node's finished description that is not as n8n's guidelines ask: rule, then where. */
export function breaches({ description, methods = {} }: INodeType): string[] {
	const ofNode = Object.entries(descriptionRules).flatMap(([rule, check]) =>
		check(description).map((where) => `${rule}: ${where}`),
	);
	const ofProperties = description.properties.flatMap((property) =>
		propertyBreaches(property, { nested: false, methods }, nameOf(property)),
	);
	return [...ofNode, ...ofProperties];
}

function propertyBreaches(property: INodeProperties, place: Place, path: string): string[] {
	const own = Object.entries(propertyRules)
		.filter(([, isRight]) => !isRight(property, place))
		.map(([rule]) => `${rule}: ${path}`);
	const fields = property.type === 'collection' ? (property.options as INodeProperties[]) : [];
	const inner = [...fields, ...sectionsOf(property).flatMap((section) => section.values)];
	return own.concat(
		inner.flatMap((field) =>
			propertyBreaches(field, { ...place, nested: true }, `${path}.${field.name}`),
		),
	);
}

function nameOf({ name, displayOptions }: INodeProperties): string {
	const { resource = [], operation = [] } = displayOptions?.show ?? {};
	return resource.length ? `${name} (${resource.join('|')}: ${operation.join('|')})` : name;
}
