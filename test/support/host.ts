import 'reflect-metadata';
import { ExecutionLifecycleHooks } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	deepCopy,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type Logger,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { RecordsDirectory } from '../../nodes/RecordsDirectory/RecordsDirectory.node';
import { RecordsDirectoryTrigger } from '../../nodes/RecordsDirectory/RecordsDirectoryTrigger.node';
import { Credentials, completed, credentialType } from './credentials';
import { Expression, Source } from './neighbours';

export const NODE = 'Records and Directory';

const types: Record<string, INodeType> = {
	recordsDirectory: new RecordsDirectory(),
	recordsDirectoryTool: new RecordsDirectory(),
	recordsDirectoryTrigger: new RecordsDirectoryTrigger(),
	source: new Source(),
	expression: new Expression(),
};

export function nodeType(name: string): INodeType {
	const type = types[name];
	if (!type) throw new Error(`The tests know no node type '${name}'`);
	return type;
}

const nodeTypes: INodeTypes = {
	getByName: nodeType,
	getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(nodeType(name), version),
	getKnownTypes: () => ({}),
};

/** The services of n8n around an execution that n8n-core asks for; everything else is n8n's own. */
export function surroundings(
	credentials: ICredentialDataDecryptedObject,
	mode: WorkflowExecuteMode,
	currentNodeParameters?: INodeParameters,
): IWorkflowExecuteAdditionalData {
	const url = 'http://n8n.example/';
	const urls = {
		restApiUrl: url,
		instanceBaseUrl: url,
		webhookBaseUrl: url,
		webhookWaitingBaseUrl: url,
		webhookTestBaseUrl: url,
		formBaseUrl: url,
		formWaitingBaseUrl: url,
		formTestBaseUrl: url,
		mcpBaseUrl: url,
		mcpTestBaseUrl: url,
	};
	const workflow = {
		id: '1',
		name: 'Test',
		active: false,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		activeVersionId: null,
		nodes: [],
		connections: {},
	};
	return {
		...urls,
		credentialsHelper: new Credentials(completed(credentials)),
		currentNodeExecutionIndex: 0,
		currentNodeParameters,
		executionId: '1',
		hooks: new ExecutionLifecycleHooks(mode, '1', workflow),
		variables: {},
		logAiEvent: () => {},
		sendDataToUI: (type, data) => void consoleLines.push({ type, ...data }),
	} as Partial<IWorkflowExecuteAdditionalData> as IWorkflowExecuteAdditionalData;
}

/** Every line that n8n's logger was given since the last call, with its metadata, as text. */
export const logLines: string[] = [];

/** Everything that the editor was sent since the last call. */
export const consoleLines: IDataObject[] = [];

const recorder = {
	child: () => recorder,
	log: (level: string, message: string, metadata: object) =>
		logLines.push(`${level} ${message} ${JSON.stringify(metadata)}`),
};

export function recordLog(logger: Logger): void {
	// The level 'silent' mutes n8n's output, not the calls that lead to it.
	(logger as unknown as { setInternalLogger(internal: object): void }).setInternalLogger(recorder);
}

export function nodeOf(type: string, name: string, parameters: INodeParameters): INode {
	const credentials = { [credentialType.name]: { id: '1', name: 'Test' } };
	const ours = type.startsWith('recordsDirectory');
	return {
		id: `${type}-1`,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: deepCopy(parameters),
		...(ours && { credentials }),
	};
}

export function workflowOf(nodes: INode[], id = '1', staticData?: IDataObject): Workflow {
	const connections = Object.fromEntries(
		nodes.slice(0, -1).map((node, index) => {
			const to = { node: nodes[index + 1]!.name, type: 'main' as const, index: 0 };
			return [node.name, { main: [[to]] }];
		}),
	);
	const settings = { executionOrder: 'v1' as const };
	const name = 'Workflow of the tests';
	return new Workflow({
		id,
		name,
		nodes,
		connections,
		active: false,
		nodeTypes,
		staticData,
		settings,
	});
}
