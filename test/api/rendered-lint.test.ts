import { ESLint } from 'eslint';
import type { INodeTypeDescription } from 'n8n-workflow';
import { RecordsDirectory } from '../../nodes/RecordsDirectory/RecordsDirectory.node';
import { RecordsDirectoryTrigger } from '../../nodes/RecordsDirectory/RecordsDirectoryTrigger.node';

/**
 * n8n's lint rules check literals, but our descriptions are made from a table: here they are written out as
 * literals.
 */
function rendered(name: string, description: INodeTypeDescription): string {
	const literal = JSON.stringify(description, null, '\t')
		.replace(/^(\t*)"([A-Za-z_]\w*)":/gm, '$1$2:')
		.replace(/(inputs|outputs): \[\s*"main"\s*\]/g, '$1: [NodeConnectionTypes.Main]');
	return `import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

export class ${name} implements INodeType {
	description: INodeTypeDescription = ${literal};
}
`;
}

// In a test run, n8n's rules treat every file as that of a trigger.
const { NODE_ENV } = process.env;
beforeAll(() => void (process.env.NODE_ENV = 'production'));
afterAll(() => void (process.env.NODE_ENV = NODE_ENV));
const eslint = new ESLint({ allowInlineConfig: false });

/** n8n's Data Table has the same list under this name, without a description, and exempts it from the same rules. */
const AS_IN_DATA_TABLE = [
	'n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options',
	'n8n-nodes-base/node-param-description-missing-from-dynamic-options',
];

async function problemsOf(name: string, description: INodeTypeDescription): Promise<string[]> {
	const filePath = `nodes/RecordsDirectory/${name}.node.ts`;
	const [result] = await eslint.lintText(rendered(name, description), { filePath });
	const lines = result?.source?.split('\n') ?? [];
	return (result?.messages ?? []).flatMap(({ ruleId, message, line }) => {
		const isCondition = lines
			.slice(line - 3, line)
			.join()
			.includes('displayName: "Condition"');
		if (isCondition && AS_IN_DATA_TABLE.includes(ruleId ?? '')) return [];
		return `${ruleId}: ${message} (${lines[line - 1]?.trim()})`;
	});
}

test.each([
	['RecordsDirectory', new RecordsDirectory().description],
	['RecordsDirectoryTrigger', new RecordsDirectoryTrigger().description],
])(
	'%s: n8n finds nothing to lint in the finished description',
	async (name, description) => {
		expect(await problemsOf(name, description)).toEqual([]);
	},
	60_000,
);

test('it would find a limit of 100', async () => {
	const limit = { displayName: 'Limit', name: 'limit', type: 'number', default: 100 } as const;
	const { description } = new RecordsDirectory();
	const broken = { ...description, properties: [...description.properties, limit] };
	expect((await problemsOf('RecordsDirectory', broken)).join('\n')).toContain('wrong-for-limit');
}, 60_000);
