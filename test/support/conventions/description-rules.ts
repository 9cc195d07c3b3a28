import type { IDisplayOptions, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { choicesOf } from './property-rules';

type Rule = (description: INodeTypeDescription) => string[];

const isTrigger = ({ group }: INodeTypeDescription) => group.includes('trigger');

const when = (wrong: boolean, text: string) => (wrong ? [text] : []);

const operationsOf = ({ properties }: INodeTypeDescription) =>
	properties
		.filter(({ name }) => name === 'operation')
		.flatMap((property) => {
			const resources = (property.displayOptions?.show?.resource ?? []) as string[];
			const all = choicesOf(property);
			return resources.flatMap((resource) => all.map((choice) => ({ resource, choice })));
		});

const resourcesOf = ({ properties }: INodeTypeDescription) =>
	properties.filter(({ name }) => name === 'resource').flatMap(choicesOf);

/** Whether some values of the other parameters show both. */
function canMeet(one: IDisplayOptions = {}, other: IDisplayOptions = {}): boolean {
	const apart = (a: IDisplayOptions, b: IDisplayOptions) =>
		Object.entries(a.show ?? {}).some(([key, values = []]) => {
			const shown = b.show?.[key];
			const hidden = b.hide?.[key] as unknown[] | undefined;
			const outside = shown && !values.some((value) => (shown as unknown[]).includes(value));
			return outside || (hidden && values.every((value) => hidden.includes(value)));
		});
	return !apart(one, other) && !apart(other, one);
}

function mentions(action: string, label: string): boolean {
	const stem = label.toLowerCase().replace(/y$/, '');
	return action.toLowerCase().includes(stem);
}

/** What n8n's UX guidelines ask of a whole node and its lint does not find; each returns what is wrong. */
export const descriptionRules: Record<string, Rule> = {
	'the default name is the display name': (d) =>
		when(d.defaults.name !== d.displayName, String(d.defaults.name)),
	'a trigger has no input, a node has one': (d) =>
		when(d.inputs.length !== (isTrigger(d) ? 0 : 1), 'inputs'),
	'a trigger asks Trigger On': (d) =>
		when(isTrigger(d) && !d.properties.some((p) => p.displayName === 'Trigger On'), d.name),
	'the resource comes first, the operation second': (d) => {
		const names = [...new Set(d.properties.map(({ name }) => name))].slice(0, 2);
		return when(!isTrigger(d) && names.join() !== 'resource,operation', names.join());
	},
	'every resource has operations': (d) =>
		resourcesOf(d)
			.filter(({ value }) => !operationsOf(d).some(({ resource }) => resource === value))
			.map(({ name }) => name),
	'every operation has a description': (d) =>
		operationsOf(d)
			.filter(({ choice }) => !choice.description)
			.map(({ resource, choice }) => `${resource}: ${choice.name}`),
	'actions have no articles': (d) =>
		operationsOf(d)
			.map(({ choice }) => choice.action ?? '')
			.filter((action) => /\b(a|an|the)\b/i.test(action)),
	'actions name the resource': (d) =>
		operationsOf(d)
			.filter(({ resource, choice }) => {
				const label = resourcesOf(d).find(({ value }) => value === resource)?.name ?? resource;
				return !mentions(choice.action ?? '', label);
			})
			.map(({ choice }) => choice.action ?? choice.name),
	'the action of getAll is Get many': (d) =>
		operationsOf(d)
			.map(({ choice }) => choice)
			.filter(({ value, action }) => value === 'getAll' && !action?.startsWith('Get many'))
			.map(({ action, name }) => action ?? name),
	// n8n keeps what was typed when another operation shows a parameter of that name.
	'a name has one type everywhere': ({ properties }) =>
		properties
			.filter(({ name, type }) => type !== properties.find((first) => first.name === name)?.type)
			.map(({ name, type }) => `${name}: ${type}`),
	'no two properties of one name are shown together': ({ properties }) =>
		properties
			.filter(({ name, displayOptions }, index) =>
				properties.some(
					(other: INodeProperties, at) =>
						at < index && other.name === name && canMeet(displayOptions, other.displayOptions),
				),
			)
			.map(({ name, displayOptions }) => `${name} ${JSON.stringify(displayOptions?.show)}`),
};
