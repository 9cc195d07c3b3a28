import { NodeConnectionTypes, type INodeProperties, type INodeType } from 'n8n-workflow';
import { RecordsDirectory } from '../../nodes/RecordsDirectory/RecordsDirectory.node';
import { RecordsDirectoryTrigger } from '../../nodes/RecordsDirectory/RecordsDirectoryTrigger.node';
import { breaches, descriptionRules, propertyRules } from '../support/conventions';
import { brokenDescriptions, brokenProperties, faultless } from './broken-descriptions';

test.each([new RecordsDirectory(), new RecordsDirectoryTrigger()])(
	"$description.displayName: as n8n's guidelines ask",
	(node) => expect(breaches(node)).toEqual([]),
);

describe('the checks can fail', () => {
	const withProperty = (property: Partial<INodeProperties>): INodeType => {
		const plain = { displayName: 'Some Text', name: 'some', type: 'string', default: '' } as const;
		const properties = [...faultless.properties, { ...plain, ...property }];
		return { description: { ...faultless, properties } };
	};
	const rulesBrokenBy = (node: INodeType) => breaches(node).map((breach) => breach.split(': ')[0]);

	test('a node without fault has none', () => {
		expect(breaches({ description: faultless })).toEqual([]);
		expect(breaches(withProperty({}))).toEqual([]);
		expect(faultless.outputs).toEqual([NodeConnectionTypes.Main]);
	});

	test('every rule has a broken example', () => {
		expect(new Set(brokenProperties.map(([rule]) => rule))).toEqual(
			new Set(Object.keys(propertyRules)),
		);
		expect(new Set(brokenDescriptions.map(([rule]) => rule))).toEqual(
			new Set(Object.keys(descriptionRules)),
		);
	});

	test.each(brokenProperties)('%s (%#)', (rule, property) => {
		expect(rulesBrokenBy(withProperty(property))).toContain(rule);
	});

	test.each(brokenDescriptions)('%s (%#)', (rule, change) => {
		expect(rulesBrokenBy({ description: { ...faultless, ...change } })).toContain(rule);
	});
});
