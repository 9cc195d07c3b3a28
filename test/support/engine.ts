import { LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type INode,
	type INodeExecutionData,
	type IRun,
} from 'n8n-workflow';
import { NODE, nodeOf, recordLog, surroundings, workflowOf } from './host';
import type { NodeRun } from './n8n';

interface WorkflowRun extends NodeRun {
	onError?: INode['onError'];
	/** Evaluated after the node for each item of its first output, e.g. `={{ $('Source').item.json }}`. */
	expression?: string;
}

interface WorkflowResult {
	run: IRun;
	/** The items of each output of the node: the second is the error output. */
	outputs: INodeExecutionData[][];
	/** The node's message, if its last try did not succeed. */
	error?: string;
	values: unknown[];
}

/** A workflow Source -> node -> Expression, run by n8n's own engine. */
export async function runWorkflow(run: WorkflowRun): Promise<WorkflowResult> {
	const source = nodeOf('source', 'Source', {});
	const node = nodeOf('recordsDirectory', NODE, run.parameters);
	const after = nodeOf('expression', 'Expression', { value: run.expression ?? '' });
	node.onError = run.onError ?? (run.continueOnFail ? 'continueRegularOutput' : undefined);
	const workflow = workflowOf([source, node, after]);
	const start = { node: source, data: { main: [run.items ?? [{ json: {} }]] }, source: null };
	const data = createRunExecutionData({ executionData: { nodeExecutionStack: [start] } });
	const around = surroundings(run.credentials, 'manual');
	recordLog(new LoadOptionsContext(workflow, node, around, '').logger);
	const execution = new WorkflowExecute(around, 'manual', data).processRunExecutionData(workflow);
	run.abort?.addEventListener('abort', () => execution.cancel());
	const result = await execution;
	const { runData } = result.data.resultData;
	const ours = runData[NODE]?.at(-1);
	return {
		run: result,
		outputs: (ours?.data?.main ?? []).map((items) => items ?? []),
		error: ours?.error?.message,
		values: (runData.Expression?.at(-1)?.data?.main?.[0] ?? []).map((item) => item.json.value),
	};
}
