import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	Workflow,
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INode,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';
import { completed, credentialType } from './credentials';
import { NODE, nodeType, surroundings } from './host';

/**
 * The 'Test' button of a credential. n8n-core sends the request; what the answer means is decided
 * by a service of the package n8n (credentials-tester.service.js, 2.40); the credential declares no rules.
 */
export async function testCredential(
	credentials: ICredentialDataDecryptedObject,
): Promise<{ status: 'OK' | 'Error'; message: string }> {
	try {
		await send(credentialType.test!.request, credentials);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: messageOf(error as Error) };
	}
}

async function send(
	request: object,
	credentials: ICredentialDataDecryptedObject,
): Promise<unknown> {
	const name = credentialType.name;
	const saved = { id: '1', name: 'Test', type: name, data: completed(credentials) };
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'probe',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [name]: { id: '1', name: 'Test' } },
	};
	const type = probe(request);
	const nodeTypes: INodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const context = new ExecuteContext(
		workflow,
		node,
		surroundings(credentials, 'internal', node.parameters),
		'internal',
		createRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const output = await new RoutingNode(context, type, saved).runNode();
	return output?.[0]?.[0]?.json;
}

/** n8n puts the request of the test into a node of its own. */
function probe(request: Partial<IHttpRequestOptions>): INodeType {
	const routing = { request } as object;
	return {
		description: {
			...nodeType('source').description,
			name: 'probe',
			defaults: { name: NODE },
			credentials: [{ name: credentialType.name, required: true }],
			properties: [{ displayName: 'Temp', name: 'temp', type: 'string', routing, default: '' }],
		},
	};
}

function messageOf(error: Error): string {
	const { response, code } = (error.cause ?? {}) as {
		response?: { status: number; statusText: string };
		code?: string;
	};
	return response?.statusText || (code ?? error.message);
}
