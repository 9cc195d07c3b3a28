import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';
import { RecordsDirectoryTrigger } from '../../../nodes/RecordsDirectory/RecordsDirectoryTrigger.node';
import { NODE, nodeOf, nodeType } from '../../support/host';
import { byId } from '../../support/world';

/** The labels of the inputs that the editor shows for these parameters, with those of Options. */
function shownFor(parameters: INodeParameters): string[] {
	const node = nodeOf('recordsDirectory', NODE, parameters);
	const { description } = nodeType(node.type);
	const all = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		node,
		description,
	) as INodeParameters;
	const isShown = (
		property: Parameters<typeof NodeHelpers.displayParameterPath>[1],
		path: string,
	) => NodeHelpers.displayParameterPath(all, property, path, node, description);
	return description.properties
		.filter((property) => isShown(property, ''))
		.flatMap((property) => [
			property,
			...(property.type === 'collection'
				? ((property.options ?? []) as typeof description.properties).filter((option) =>
						isShown(option, property.name),
					)
				: []),
		])
		.map(({ displayName }) => displayName);
}

const LIMIT = 'Removal Limit';
const EXCLUDED = 'Excluded';

it.each([
	['organization', 'nothing', []],
	['organization', 'delete', [LIMIT, EXCLUDED]],
	['position', 'nothing', []],
	['position', 'delete', [LIMIT, EXCLUDED]],
	// Retired users may be in the input.
	['user', 'nothing', [LIMIT]],
	['user', 'retire', [LIMIT, EXCLUDED]],
	['user', 'delete', [LIMIT, EXCLUDED]],
	['organization', '={{ $json.missing }}', [LIMIT, EXCLUDED]],
])('Sync of %s, entries not in input: %s', (resource, missing, expected) => {
	const shown = shownFor({ resource, operation: 'sync', missing });
	const words = shown.map((label) => label.replace(/^Excluded .*/, EXCLUDED));
	expect(words.filter((word) => [LIMIT, EXCLUDED].includes(word))).toEqual(expected);
	expect(shown.some((label) => label.endsWith('s Not in Input'))).toBe(true);
});

it.each(['create', 'import', 'update', 'upsert'])(
	'Record %s: options about fields are not offered for JSON',
	(operation) => {
		const ofFields = (specifyRecord: string) =>
			shownFor({ resource: 'record', operation, form: byId(1), specifyRecord }).filter((label) =>
				['Clear Empty Fields', 'Find Users and Organizations by Name', 'Unknown Columns'].includes(
					label,
				),
			);
		expect(ofFields('form')).toContain('Unknown Columns');
		expect(ofFields('json')).toEqual([]);
	},
);

describe('Conditions of records', () => {
	const inputs = (type: string) =>
		nodeType(nodeOf('recordsDirectory', NODE, {}).type)
			.description.properties.concat(new RecordsDirectoryTrigger().description.properties)
			.filter(({ name }) => name === type);

	it.each(['empty', 'notEmpty'])(
		'have no value if they ask whether there is one: %s',
		(condition) => {
			const rows = inputs('conditions').flatMap(
				({ options = [] }) => options as INodePropertyCollection[],
			);
			expect(rows).toHaveLength(2);
			for (const { values } of rows) {
				const isShown = (asked: string) =>
					values
						.filter((property) =>
							NodeHelpers.displayParameter({ condition: asked }, property, null, null),
						)
						.map(({ displayName }) => displayName);
				expect(isShown(condition)).toEqual(['Field', 'Condition']);
				expect(isShown('equals')).toEqual(['Field', 'Condition', 'Value']);
				expect(isShown('={{ $json.condition }}')).toEqual(['Field', 'Condition', 'Value']);
			}
		},
	);
});

test('what to do with earlier records stands together', () => {
	const { properties } = new RecordsDirectoryTrigger().description;
	const options = properties.find(({ name }) => name === 'options')?.options as INodeProperties[];
	const labels = options.map(({ displayName }) => displayName);
	expect(labels.slice(0, 2)).toEqual(['After Downtime', 'Existing Records Since']);
	expect(labels.slice(2)).toEqual(labels.slice(2).toSorted((a, b) => a.localeCompare(b, 'en')));
});

test('no option names an entity as soon as it is added', () => {
	const { properties } = nodeType(nodeOf('recordsDirectory', NODE, {}).type).description;
	const options = properties.flatMap(({ options = [] }) => options as typeof properties);
	const ids = options.filter(({ name }) => /Id$|^code$/.test(name));
	expect(ids.length).toBeGreaterThan(1);
	const starts = ids.map(({ default: start }) => start);
	expect(
		starts.filter((start) => start !== '' && (start as { value?: unknown }).value !== ''),
	).toEqual([]);
});
