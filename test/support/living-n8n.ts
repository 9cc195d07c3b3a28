import {
	ActiveWorkflowTriggers,
	PollContext,
	PollTriggerExecutor,
	Tracing,
	TriggersAndPollers,
	type ErrorReporter,
	type ScheduledTaskManager,
} from 'n8n-core';
import {
	deepCopy,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type Logger,
	type Workflow,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { NODE, nodeOf, recordLog, surroundings, workflowOf } from './host';

const ID = 'living';
const NAME = `${NODE} Trigger`;
const written = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const stateIn = (staticData: IDataObject | undefined): unknown =>
	(staticData?.[`node:${NAME}`] as IDataObject | undefined)?.state;

/** What all processes of one n8n share. */
export class Database {
	staticData: IDataObject = {};
	/** The items of each execution. */
	readonly executions: IDataObject[][] = [];
	readonly failures: Error[] = [];

	/** What the trigger has saved. */
	get saved(): unknown {
		return stateIn(this.staticData);
	}

	get items(): IDataObject[] {
		return this.executions.flat();
	}

	save(workflow: Workflow): void {
		const data = workflow.staticData as IDataObject & { __dataChanged?: boolean };
		if (!data.__dataChanged) return;
		this.staticData = written(data);
		data.__dataChanged = false;
	}
}

interface Trigger {
	readonly parameters: INodeParameters;
	readonly credentials: ICredentialDataDecryptedObject;
}

/**
 * A process of n8n that publishes a workflow and polls its trigger, without durable cursors. The classes of
 * n8n-core register the trigger, poll it and discard results; the test is only its clock and its database.
 */
export class LivingN8n {
	private readonly database: Database;
	private readonly trigger: Trigger;
	private readonly active: ActiveWorkflowTriggers;
	private readonly ticks = new Map<string, () => void>();
	private readonly running = new Set<Promise<unknown>>();
	private readonly node: INodeType;
	private workflow: Workflow | undefined;

	constructor(database: Database, trigger: Trigger) {
		this.database = database;
		this.trigger = trigger;
		this.node = ownCopyOfTheNode();
		const logger = quiet();
		const pollers = new TriggersAndPollers();
		const reporter = { error: () => {} } as Partial<ErrorReporter> as ErrorReporter;
		const { running } = this;
		class Executor extends PollTriggerExecutor {
			override create(...given: Parameters<PollTriggerExecutor['create']>) {
				const run = super.create(...given);
				return async (isFirst?: boolean) => {
					const polled = run(isFirst);
					running.add(polled.catch(() => {}));
					return await polled;
				};
			}
		}
		const executor = new Executor(logger, pollers, new Tracing(), reporter);
		this.active = new ActiveWorkflowTriggers(logger, this.clock(), pollers, reporter, executor);
	}

	/** The cron jobs of n8n-core, which would take minutes. */
	private clock(): ScheduledTaskManager {
		const { ticks } = this;
		return {
			register: (given: { targetId: string }, onTick: () => void) =>
				void ticks.set(given.targetId, onTick),
			deregisterTarget: (_: unknown, id: string) => ticks.delete(id),
			deregisterGroup: () => ticks.size > 0 && (ticks.clear(), true),
			hasGroup: () => ticks.size > 0,
			getTargetIds: () => [...ticks.keys()],
		} as unknown as ScheduledTaskManager;
	}

	/**
	 * Registers the trigger, as n8n does: it reads the state, removes the earlier registration, and polls.
	 * `meanwhile` runs while n8n's database is busy.
	 */
	async publish(mode: WorkflowActivateMode, meanwhile = async () => {}): Promise<void> {
		const { staticData } = this.database;
		await this.unpublish();
		await meanwhile();
		const { parameters, credentials } = this.trigger;
		const named = nodeOf('recordsDirectoryTrigger', NAME, parameters);
		const workflow = workflowOf([named], ID, deepCopy(staticData));
		const nodeTypes = { ...workflow.nodeTypes, getByNameAndVersion: () => this.node };
		Object.assign(workflow, { nodeTypes });
		this.workflow = workflow;
		const node = workflow.getNode(NAME)!;
		// A parameter that n8n adds to triggers that poll.
		node.parameters.pollTimes = { item: [{ mode: 'everyMinute' }] };
		const around = surroundings(credentials, 'trigger');
		await this.active.addTriggers(
			ID,
			workflow,
			[node.id],
			around,
			'trigger',
			mode,
			() => {
				throw new Error('The trigger polls');
			},
			(...given) => this.contextOf(...given),
		);
		this.database.save(workflow);
	}

	private contextOf(
		...[workflow, node, around, mode, activation]: ConstructorParameters<typeof PollContext>
	): PollContext {
		const { database } = this;
		const emit = ([items = []]: INodeExecutionData[][]) => {
			database.save(workflow);
			database.executions.push(written(items.map(({ json }) => json)));
		};
		const fail = (error: Error) => void database.failures.push(error);
		const context = new PollContext(workflow, node, around, mode, activation, emit, fail);
		recordLog(context.logger);
		return context;
	}

	/** What the trigger has kept in its registration. */
	get kept(): unknown {
		return stateIn(this.workflow?.staticData);
	}

	/** Removes the registration; a poll that runs continues. */
	async unpublish(): Promise<void> {
		await this.active.removeTriggers(ID, new Set([...this.ticks.keys()]));
	}

	/** Lets a minute pass: n8n polls. */
	tick(): void {
		for (const tick of this.ticks.values()) tick();
	}

	/** Waits for all polls that run. */
	async quiet(): Promise<void> {
		await Promise.all(this.running);
		this.running.clear();
	}

	async poll(): Promise<void> {
		this.tick();
		await this.quiet();
	}
}

/** Another process has its own memory. */
function ownCopyOfTheNode(): INodeType {
	let node: INodeType | undefined;
	jest.isolateModules(() => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports
		const loaded = require('../../nodes/RecordsDirectory/RecordsDirectoryTrigger.node') as {
			RecordsDirectoryTrigger: new () => INodeType;
		};
		node = new loaded.RecordsDirectoryTrigger();
	});
	return node!;
}

function quiet() {
	const nothing = () => {};
	const logger = {
		scoped: () => logger,
		debug: nothing,
		info: nothing,
		warn: nothing,
		error: nothing,
	};
	return logger as Partial<Logger> as ConstructorParameters<typeof PollTriggerExecutor>[0];
}
