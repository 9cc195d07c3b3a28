import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CredentialReference, N8nClient, SavedWorkflow, Workflow } from './n8n-client.ts';

const folder = join(import.meta.dirname, '..', '..', 'workflows');
const neighbour = /http:\/\/127\.0\.0\.1:\d+\/neighbours\//g;

type Example = Workflow & { id: string };

export async function exampleWorkflows(): Promise<Example[]> {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	return Promise.all(
		names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Example),
	);
}

/** Imports and publishes the workflows that n8n does not have yet; the others keep their edits. */
export async function publishExamples(
	n8n: N8nClient,
	credential: CredentialReference,
	serviceOrigin: string,
): Promise<SavedWorkflow[]> {
	const published: SavedWorkflow[] = [];
	for (const example of await exampleWorkflows())
		published.push(
			(await n8n.workflowExists(example.id))
				? await moveNeighbours(n8n, await n8n.workflow(example.id), serviceOrigin)
				: await n8n.publish(await n8n.createWorkflow(adapt(example, credential, serviceOrigin))),
		);
	return published;
}

const withNeighboursAt = <T>(value: T, origin: string): T =>
	JSON.parse(JSON.stringify(value).replaceAll(neighbour, `${origin}/neighbours/`)) as T;

function adapt(example: Example, credential: CredentialReference, origin: string): Workflow {
	const { id, name, connections, settings = {} } = example;
	const nodes = withNeighboursAt(example.nodes, origin).map((node) =>
		node.credentials?.[credential.type]
			? {
					...node,
					credentials: { [credential.type]: { id: credential.id, name: credential.name } },
				}
			: node,
	);
	return { id, name, nodes, connections, settings };
}

/** The addresses of an earlier start are wrong when this start has another port. */
async function moveNeighbours(n8n: N8nClient, saved: SavedWorkflow, origin: string) {
	const nodes = withNeighboursAt(saved.nodes, origin);
	if (JSON.stringify(nodes) === JSON.stringify(saved.nodes)) return saved;
	const moved = await n8n.updateWorkflow({ ...saved, nodes });
	return saved.active ? await n8n.publish(moved) : moved;
}
