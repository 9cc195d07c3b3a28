import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Share } from './steps.ts';
import type { CredentialReference, N8nClient, SavedWorkflow, Workflow } from './n8n-client.ts';

const folder = join(import.meta.dirname, '..', '..', 'workflows');
const neighbour = /http:\/\/127\.0\.0\.1:\d+\/neighbours\//g;
const ownApi = /http:\/\/127\.0\.0\.1:\d+\/api\/v1\//g;

/** `active` means that it runs by itself in the sandbox; the others wait for the user. */
export type Example = Workflow & { id: string; active: boolean };

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
 * Imports the workflows that n8n does not have yet and has the credentials for, and publishes those that run by
 * themselves; existing ones keep their edits.
 */
export async function publishExamples(
	n8n: N8nClient,
	credentials: readonly CredentialReference[],
	serviceOrigin: string,
	show: (share: Share) => void,
): Promise<Published> {
	const published: Published = { workflows: [], toTry: [] };
	const examples = exampleWorkflows().filter((example) => canRun(example, credentials));
	for (const [index, example] of examples.entries()) {
		show(() => index / examples.length);
		const saved = await importedOnce(n8n, example, credentials, {
			n8n: n8n.origin,
			service: serviceOrigin,
		});
		published[example.active ? 'workflows' : 'toTry'].push(saved);
	}
	return published;
}

const canRun = ({ nodes }: Example, credentials: readonly CredentialReference[]) =>
	nodes
		.flatMap(({ credentials: needed = {} }) => Object.keys(needed))
		.every((needed) => credentials.some(({ type }) => type === needed));

async function importedOnce(
	n8n: N8nClient,
	example: Example,
	credentials: readonly CredentialReference[],
	origins: Origins,
): Promise<SavedWorkflow> {
	if (await n8n.workflowExists(example.id))
		return moveAddresses(n8n, await n8n.workflow(example.id), origins);
	const created = await n8n.createWorkflow(adapt(example, credentials, origins));
	return example.active ? n8n.publish(created) : created;
}

interface Origins {
	n8n: string;
	service: string;
}

const withAddresses = <T>(value: T, { n8n, service }: Origins): T =>
	JSON.parse(
		JSON.stringify(value)
			.replaceAll(neighbour, `${service}/neighbours/`)
			.replaceAll(ownApi, `${n8n}/api/v1/`),
	) as T;

function adapt(
	example: Example,
	credentials: readonly CredentialReference[],
	origins: Origins,
): Workflow {
	const { id, name, connections, settings = {} } = example;
	const nodes = withAddresses(example.nodes, origins).map((node) => {
		const own = credentials.find(({ type }) => node.credentials?.[type]);
		return own ? { ...node, credentials: { [own.type]: { id: own.id, name: own.name } } } : node;
	});
	return { id, name, nodes, connections, settings };
}

/** If this start has another port, the addresses of an earlier start are wrong. */
async function moveAddresses(n8n: N8nClient, saved: SavedWorkflow, origins: Origins) {
	const nodes = withAddresses(saved.nodes, origins);
	if (JSON.stringify(nodes) === JSON.stringify(saved.nodes)) return saved;
	const moved = await n8n.updateWorkflow({ ...saved, nodes });
	return saved.active ? await n8n.publish(moved) : moved;
}
