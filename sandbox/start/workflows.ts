import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Share } from './steps.ts';
import type {
	CredentialReference,
	N8nClient,
	SavedWorkflow,
	Workflow,
	WorkflowNode,
} from './n8n-client.ts';

const folder = join(import.meta.dirname, '..', '..', 'workflows');
const SLACK_PATH = 'neighbours/slack/T000/B000/sandbox';
const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
const neighbour = /http:\/\/127\.0\.0\.1:\d+\/neighbours\//g;

/** The examples that run by themselves in the sandbox; the others wait for the user. */
const RUNNING = ['Notice to Slack', 'Orders to records', 'Support request alert'];

export type Example = Workflow & { id: string };

export const runsByItself = ({ name }: Pick<Example, 'name'>): boolean => RUNNING.includes(name);

export const exampleWorkflows = (): Example[] =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Example);

export interface Published {
	/** They run by themselves. */
	workflows: SavedWorkflow[];
	/** The user starts them in the editor. */
	toTry: SavedWorkflow[];
}

/**
 * Imports the workflows that n8n does not have yet, and publishes those that run by themselves; existing ones keep
 * their edits.
 */
export async function publishExamples(
	n8n: N8nClient,
	credentials: readonly CredentialReference[],
	serviceOrigin: string,
	show: (share: Share) => void,
): Promise<Published> {
	const published: Published = { workflows: [], toTry: [] };
	const examples = exampleWorkflows();
	for (const [index, example] of examples.entries()) {
		show(() => index / examples.length);
		const saved = await importedOnce(n8n, example, credentials, serviceOrigin);
		published[runsByItself(example) ? 'workflows' : 'toTry'].push(saved);
	}
	return published;
}

async function importedOnce(
	n8n: N8nClient,
	example: Example,
	credentials: readonly CredentialReference[],
	serviceOrigin: string,
): Promise<SavedWorkflow> {
	if (await n8n.workflowExists(example.id))
		return moveAddresses(n8n, await n8n.workflow(example.id), serviceOrigin);
	const created = await n8n.createWorkflow(adapt(example, credentials, serviceOrigin));
	return runsByItself(example) ? n8n.publish(created) : created;
}

type Parameters = WorkflowNode['parameters'];

const post = (url: string, body: Record<string, unknown>): Parameters => ({
	method: 'POST',
	url,
	sendBody: true,
	bodyParameters: { parameters: Object.entries(body).map(([name, value]) => ({ name, value })) },
});

/** The neighbour that takes the place of another system, by the type of its node: what to ask it instead. */
const STAND_INS: Readonly<Record<string, (given: Parameters, origin: string) => Parameters>> = {
	'n8n-nodes-base.slack': ({ text }, origin) => post(`${origin}/${SLACK_PATH}`, { text }),
	'n8n-nodes-base.googleSheets': ({ sheetName }, origin) => ({
		url: `${origin}/neighbours/sheets/${(sheetName as { value: string }).value}`,
	}),
	'n8n-nodes-base.gSuiteAdmin': ({ username }, origin) =>
		post(`${origin}/neighbours/accounts`, { username }),
	'n8n-nodes-base.httpRequest': (given, origin) => ({
		...given,
		url: String(given['url']).replace('https://shop.example.com', `${origin}/neighbours`),
	}),
};

/** The credential that a node needs, by the type of the node. */
const CREDENTIALS: Readonly<Record<string, string>> = {
	'n8n-nodes-records-directory.recordsDirectory': 'recordsDirectoryApi',
	'n8n-nodes-records-directory.recordsDirectoryTool': 'recordsDirectoryApi',
	'n8n-nodes-records-directory.recordsDirectoryTrigger': 'recordsDirectoryApi',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
};

/** Returns an example as the sandbox can run it: with its credentials, and its neighbours in the place of other systems. */
export function adapt(
	example: Example,
	credentials: readonly CredentialReference[],
	serviceOrigin: string,
): Workflow {
	const nodes = example.nodes.map((node) => {
		const own = credentials.find(({ type }) => type === CREDENTIALS[node.type]);
		const standIn = STAND_INS[node.type]?.(node.parameters, serviceOrigin);
		return {
			...node,
			...(standIn && { type: HTTP_REQUEST, typeVersion: 4.5, parameters: standIn }),
			...(own && { credentials: { [own.type]: { id: own.id, name: own.name } } }),
		};
	});
	return { ...example, nodes };
}

/** If this start has another port, the addresses of an earlier start are wrong. */
async function moveAddresses(n8n: N8nClient, saved: SavedWorkflow, serviceOrigin: string) {
	const before = JSON.stringify(saved.nodes);
	const after = before.replaceAll(neighbour, `${serviceOrigin}/neighbours/`);
	if (after === before) return saved;
	const nodes = JSON.parse(after) as WorkflowNode[];
	const moved = await n8n.updateWorkflow({ ...saved, nodes });
	return saved.active ? await n8n.publish(moved) : moved;
}
