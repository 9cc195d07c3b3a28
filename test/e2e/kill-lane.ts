import { setTimeout as sleep } from 'node:timers/promises';
import type { SavedWorkflow, WorkflowNode } from '../../sandbox/start/n8n-client.ts';
import { startN8n } from '../../sandbox/start/n8n-process.ts';
import { ProgramDied } from '../../sandbox/start/running-program.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import type { Moment, Sign } from './kill-plan.ts';
import { type Ports, startOwn } from './own-sandbox.ts';
import { everyTwentySeconds } from './watchers.ts';
import { eventually } from './waiting.ts';

/** One n8n with its service, killed again and again. */
export interface Lane {
	sandbox: Sandbox;
	ports: Ports;
	settings: NodeJS.ProcessEnv;
	/** Starts that n8n did not survive: it ended by itself, and was started again. */
	failedStarts: number;
}

const mostStarts = 3;
/** Longer than the time between two polls, so that something may have happened until then. */
const patience = 60_000;

export async function startLane(
	dataFolder: string,
	ports: Ports,
	settings: NodeJS.ProcessEnv,
	savedState: (workflowId: string) => string,
): Promise<Lane> {
	const sandbox = await startOwn(dataFolder, ports, settings);
	for (const workflow of sandbox.workflows) await hurry(sandbox, workflow);
	for (const { id, name, nodes } of sandbox.workflows)
		if (nodes.some(isOurTrigger))
			await eventually(
				`saved state of ${name}`,
				() => savedState(id).includes('"state"') || undefined,
			);
	return { sandbox, ports, settings, failedStarts: 0 };
}

const isOurTrigger = ({ type }: WorkflowNode) => type.endsWith('.recordsDirectoryTrigger');

/** Three times a minute instead of once, for more kills in less time. */
async function hurry({ n8n }: Sandbox, { id, name }: SavedWorkflow): Promise<void> {
	const saved = await n8n.workflow(id);
	const nodes = saved.nodes.map((node) => {
		if (isOurTrigger(node))
			return {
				...node,
				parameters: { ...node.parameters, pollTimes: { item: everyTwentySeconds } },
			};
		if (node.type.endsWith('.scheduleTrigger') && name === 'Retry crashed executions')
			return {
				...node,
				parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 20 }] } },
			};
		return node;
	});
	await n8n.publish(await n8n.updateWorkflow({ ...saved, nodes }));
}

/** Kills n8n at that moment and starts it again. */
export async function killAt(lane: Lane, { after, ms }: Moment): Promise<void> {
	if (after === 'start') await sleep(ms);
	else {
		await running(lane);
		await sign(lane.sandbox, after);
		await sleep(ms);
	}
	lane.sandbox.n8nProcess.kill();
	await lane.sandbox.n8nProcess.exited;
	await start(lane);
}

async function start({ sandbox, ports, settings }: Lane): Promise<void> {
	sandbox.n8nProcess = await startN8n(sandbox.userFolder, ports.n8nPort, sandbox.logFile, settings);
}

/** Until n8n answers. It has been seen to end by itself in the first start after a kill. */
export async function running(lane: Lane): Promise<void> {
	for (let attempt = 1; ; attempt++)
		try {
			return await lane.sandbox.n8nProcess.ready();
		} catch (error) {
			if (!(error instanceof ProgramDied) || attempt === mostStarts) throw error;
			lane.failedStarts++;
			await start(lane);
		}
}

/** Until the next sign of that kind, or until patience ends. */
function sign(sandbox: Sandbox, kind: Exclude<Sign, 'start'>): Promise<void> {
	const { service, neighbours } = sandbox;
	const known = service.log.length;
	return new Promise((resolve) => {
		const done = () => {
			clearTimeout(timer);
			clearInterval(looking);
			service.events.off('comment', done);
			neighbours.channel.events.off('message', done);
			resolve();
		};
		const timer = setTimeout(done, patience);
		const looking = setInterval(() => {
			if (kind === 'poll' && service.log.slice(known).some(isPoll)) done();
		}, 2);
		if (kind === 'comment') service.events.on('comment', done);
		if (kind === 'message') neighbours.channel.events.on('message', done);
	});
}

const isPoll = ({ method, path }: Sandbox['service']['log'][number]) =>
	method === 'GET' && (path === '/api/apps/1/records' || path.startsWith('/api/common/notices/'));
