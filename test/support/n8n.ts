import { ExecuteContext, LoadOptionsContext, PollContext } from 'n8n-core';
import {
	createRunExecutionData,
	deepCopy,
	type IBinaryData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodePropertyOptions,
	type NodeExecutionHint,
	type ResourceMapperFields,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import {
	NODE,
	consoleLines,
	logLines,
	nodeOf,
	nodeType,
	recordLog,
	surroundings,
	workflowOf,
} from './host';

interface Settings {
	parameters: INodeParameters;
	credentials: ICredentialDataDecryptedObject;
}

export interface NodeRun extends Settings {
	/** Default: one empty item. */
	items?: INodeExecutionData[];
	continueOnFail?: boolean;
	/** Whether it is a tool of an AI agent. */
	isTool?: boolean;
	/** Default: 'manual', a run from the editor. */
	mode?: 'trigger' | 'manual';
	abort?: AbortSignal;
}

/** Runs the node once in n8n's own ExecuteContext and returns the items of its output. */
export async function execute(run: NodeRun): Promise<INodeExecutionData[]> {
	return (await executeWithHints(run)).items;
}

export async function executeWithHints(
	run: NodeRun,
): Promise<{ items: INodeExecutionData[]; hints: NodeExecutionHint[] }> {
	const context = contextOf(run);
	const { type } = context.getNode();
	const output = (await nodeType(type).execute!.call(context)) as INodeExecutionData[][];
	return { items: output[0] ?? [], hints: context.hints };
}

/** The context in which n8n runs the node once. */
export function contextOf(run: NodeRun): ExecuteContext {
	const node = nodeOf(
		run.isTool ? 'recordsDirectoryTool' : 'recordsDirectory',
		NODE,
		run.parameters,
	);
	if (run.continueOnFail) node.onError = 'continueRegularOutput';
	const { mode = 'manual', items = [{ json: {} }] } = run;
	const data = { main: [items] };
	const context = new ExecuteContext(
		workflowOf([node]),
		node,
		surroundings(run.credentials, mode),
		mode,
		createRunExecutionData({ resultData: { runData: {} } }),
		0,
		items,
		data,
		{ data, node, source: { main: [{ previousNode: 'Source' }] } },
		[],
		run.abort,
	);
	recordLog(context.logger);
	return context;
}

export interface PollRun extends Settings {
	/** 'manual' is the test step of the editor. */
	mode?: 'trigger' | 'manual';
	activation?: WorkflowActivateMode;
	/** The node's state: pass the same object to every poll; n8n would save its content. */
	staticData?: IDataObject;
	workflowId?: string;
	nodeId?: string;
	/** Milliseconds that n8n gives the poll, where it says so. */
	budgetMs?: number;
}

/** One poll of the trigger in n8n's own PollContext, as n8n's scheduler begins it. */
export const poll = async (run: PollRun) => await registration({ activation: 'update', ...run })();

/** A trigger as n8n registers it when its workflow is published: all its polls have one context, of one mode. */
export function registration(run: PollRun): () => Promise<INodeExecutionData[] | null> {
	const node = nodeOf('recordsDirectoryTrigger', `${NODE} Trigger`, run.parameters);
	node.id = run.nodeId ?? node.id;
	const key = `node:${node.name}`;
	const workflow = workflowOf([node], run.workflowId, { [key]: deepCopy(run.staticData ?? {}) });
	const { mode = 'trigger', activation = 'activate', budgetMs } = run;
	const around = surroundings(run.credentials, mode);
	const budget = budgetMs === undefined ? [] : [...new Array<undefined>(5), () => budgetMs];
	const context = new PollContext(workflow, node, around, mode, activation, ...(budget as []));
	recordLog(context.logger);
	const save = () => {
		// n8n saves the state only when it noticed a change, and saves it as JSON.
		const state = workflow.staticData as IDataObject & { __dataChanged?: boolean };
		if (!run.staticData || !state.__dataChanged) return;
		for (const name of Object.keys(run.staticData)) delete run.staticData[name];
		Object.assign(run.staticData, JSON.parse(JSON.stringify(state[key] ?? {})));
	};
	return async () => {
		try {
			const output = await nodeType(node.type).poll!.call(context);
			return output?.[0] ?? null;
		} finally {
			save();
		}
	};
}

interface ListRun extends Settings {
	/** Default: the action node. */
	node?: 'recordsDirectory' | 'recordsDirectoryTool' | 'recordsDirectoryTrigger';
	filter?: string;
	paginationToken?: string;
	/** The path of the input whose list it is, such as `parameters.conditions.row[0].condition`. */
	path?: string;
}

/** What the editor shows under 'From list': one page of a search method of the node. */
export async function listSearch(method: string, run: ListRun): Promise<INodeListSearchResult> {
	const search = nodeType(run.node ?? 'recordsDirectory').methods?.listSearch?.[method];
	if (!search) throw new Error(`The node has no list search '${method}'`);
	return await search.call(loadOptions(run), run.filter, run.paginationToken);
}

/** What the editor shows in a list of which several can be chosen. */
export async function loadedOptions(method: string, run: ListRun): Promise<INodePropertyOptions[]> {
	const load = nodeType(run.node ?? 'recordsDirectory').methods?.loadOptions?.[method];
	if (!load) throw new Error(`The node has no options '${method}'`);
	return await load.call(loadOptions(run));
}

/** The inputs that the editor shows for a resource mapper. */
export async function mapperFields(method: string, run: ListRun): Promise<ResourceMapperFields> {
	const fields = nodeType(run.node ?? 'recordsDirectory').methods?.resourceMapping?.[method];
	if (!fields) throw new Error(`The node has no resource mapping '${method}'`);
	return await fields.call(loadOptions(run));
}

function loadOptions(run: ListRun): LoadOptionsContext {
	const node = nodeOf(run.node ?? 'recordsDirectory', 'Temp-Node', run.parameters);
	const workflow = workflowOf([node]);
	const around = surroundings(run.credentials, 'internal', node.parameters);
	const context = new LoadOptionsContext(workflow, node, around, run.path ?? '');
	recordLog(context.logger);
	return context;
}

/** The log lines written since the last call. */
export function takeLog(): string[] {
	return logLines.splice(0);
}

/** The lines that the editor's console got since the last call. */
export function takeConsole(): unknown[] {
	return consoleLines.splice(0).flatMap(({ messages }) => messages);
}

/** A file as n8n keeps it beside an item: `{ json: {}, binary: { data: file('a.txt', 'text/plain', 'A') } }`. */
export function file(fileName: string, mimeType: string, content: string | Buffer): IBinaryData {
	return { fileName, mimeType, data: Buffer.from(content).toString('base64') };
}
