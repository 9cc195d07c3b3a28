import { PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { NODE, nodeOf, recordLog, surroundings, workflowOf } from '../support/host';
import { takeLog } from '../support/n8n';
import { says } from './said';

/*
 * n8n's polls, saves and restarts: what its database contains, what its process remembers, and when one is
 * copied to the other.
 */

/** A poll and what came of it. */
export interface Poll {
	readonly mode: 'trigger' | 'manual';
	readonly activation: WorkflowActivateMode;
	/** Why n8n may have been away: since when the trigger did not poll. */
	readonly since?: 'start' | 'publish' | 'filter';
	readonly parameters: INodeParameters;
	/** The polls whose states led to the one that it began with. */
	readonly chain: readonly number[];
	readonly from: number;
	/** The time of the service when it began. */
	readonly ms: number;
	to: number;
	items?: readonly IDataObject[] | null;
	error?: { readonly type: string; readonly message: string; readonly cause?: string };
	log: readonly string[];
	/** Whether the items became an execution; maybe: the documentation says that they can be lost. */
	delivered: 'yes' | 'no' | 'maybe';
	/** n8n gave it up. */
	isAbandoned?: boolean;
	/** n8n registers the trigger: it is published, changed, or n8n starts. */
	readonly isRegistration: boolean;
	/** Whether the user was informed that the earlier state is lost: the trigger starts without knowledge. */
	isNew?: boolean;
	/**
	 * Whether n8n dropped what it learned when it was published, and ended before the next poll (durable
	 * cursors).
	 */
	isForgotten?: boolean;
	/** Whether the state before was damaged. */
	isSpoiled?: boolean;
	/** Virtual milliseconds that it slept. */
	slept: number;
	/** Seconds that each request took, at least. */
	slowness?: number;
	/** Polls beside it, and other things that a person should know. */
	readonly notes: string[];
}

interface Saved {
	state: unknown;
	chain: readonly number[];
}

interface Registration {
	readonly workflow?: Workflow;
	/** n8n makes one for all polls of a registration; with durable cursors the polls on schedule have their own. */
	context?: PollContext;
	chain: readonly number[];
	readonly mode: WorkflowActivateMode;
	readonly parameters: INodeParameters;
}

export interface PollRun {
	readonly activation: WorkflowActivateMode;
	readonly isRegistration?: boolean;
	readonly crash?: 'before saving' | 'before the execution';
	/** Whether n8n gave it up while it ran. */
	isAbandoned?(): boolean;
}

const NAME = `${NODE} Trigger`;
const KEY = `node:${NAME}`;
const ID = 'workflow-1';
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export class Host {
	readonly polls: Poll[] = [];
	readonly older: Saved[] = [];
	isPublished = false;
	parameters: INodeParameters;
	/** Why the next poll is the first after a while. */
	since: Poll['since'];
	private readonly isDurable: boolean;
	private readonly credentials: ICredentialDataDecryptedObject;
	private readonly moment: () => number;
	private readonly time: () => number;
	private saved: Saved = { state: {}, chain: [] };
	private whole: Saved | undefined;
	private spoilt = '';
	private registration: Registration | undefined;
	private node!: INodeType;
	private readonly open: number[] = [];
	/** Polls of publishing whose state n8n has dropped; the process still knows it. */
	private dropped: Poll[] = [];

	constructor(
		parameters: INodeParameters,
		{
			saving,
			credentials,
			moment,
			time,
		}: {
			saving: 'plain' | 'durable';
			credentials: ICredentialDataDecryptedObject;
			moment: () => number;
			time: () => number;
		},
	) {
		this.parameters = parameters;
		this.isDurable = saving === 'durable';
		this.credentials = credentials;
		this.moment = moment;
		this.time = time;
		this.startProcess();
	}

	/** A new process: nothing of the package's memory is left. */
	private startProcess(): void {
		jest.isolateModules(() => {
			// eslint-disable-next-line @typescript-eslint/no-require-imports
			const loaded = require('../../nodes/RecordsDirectory/RecordsDirectoryTrigger.node') as {
				RecordsDirectoryTrigger: new () => INodeType;
			};
			this.node = new loaded.RecordsDirectoryTrigger();
		});
		this.registration = undefined;
		for (const poll of this.dropped) poll.isForgotten = true;
		this.dropped = [];
	}

	private workflow(state: unknown, parameters: INodeParameters): Workflow {
		const node = nodeOf('recordsDirectoryTrigger', NAME, parameters);
		return workflowOf([node], ID, { [KEY]: copyOf(state) } as IDataObject);
	}

	private save(state: unknown, chain: readonly number[]): void {
		this.saved = { state: copyOf(state), chain };
		// Until a poll succeeds there is no state that n8n could go back to.
		if (Object.keys(this.saved.state as object).length > 0) this.older.push(this.saved);
	}

	/** How large the state is that the next poll begins with, in characters. */
	get size(): number {
		const state = this.registration?.workflow?.staticData[KEY] ?? this.saved.state;
		return JSON.stringify(state).length;
	}

	/** The poll that runs, or the last that ran. */
	get running(): number {
		return this.open.at(-1) ?? this.polls.length - 1;
	}

	get chain(): readonly number[] {
		return this.isDurable ? this.saved.chain : (this.registration?.chain ?? this.saved.chain);
	}

	async publish(since: Poll['since'] = 'publish'): Promise<void> {
		this.isPublished = true;
		this.since = this.polls.length === 0 ? undefined : since;
		await this.register('activate');
	}

	unpublish(): void {
		this.isPublished = false;
		this.registration = undefined;
	}

	async restart(): Promise<void> {
		this.startProcess();
		if (!this.isPublished) return;
		this.since = 'start';
		if (this.isDurable)
			this.registration = { mode: 'update', parameters: this.parameters, chain: [] };
		else await this.register('init');
	}

	/** A new version whose trigger has other parameters. */
	async version(parameters: INodeParameters, isFilter: boolean): Promise<void> {
		this.parameters = parameters;
		if (isFilter) this.since = 'filter';
		if (this.isPublished) await this.register('update');
	}

	olderState(back: number): boolean {
		const found = this.older.at(-1 - back);
		if (!found || this.isDurable || !this.isPublished) return false;
		this.saved = found;
		return true;
	}

	/** Damages the saved state; the user restores it when the trigger reports it. */
	spoil(how: (state: unknown) => unknown): void {
		this.whole ??= this.saved;
		this.saved = { ...this.saved, state: how(copyOf(this.saved.state)) };
		this.spoilt = JSON.stringify(this.saved.state);
	}

	async register(mode: WorkflowActivateMode): Promise<void> {
		const { parameters } = this;
		const chain = this.saved.chain;
		const workflow = this.isDurable ? undefined : this.workflow(this.saved.state, parameters);
		const registration: Registration = { mode, parameters, chain, workflow };
		this.registration = registration;
		const poll = await this.run({ activation: mode, isRegistration: true });
		if (poll.error) {
			// n8n does not keep the registration and tries again later.
			if (this.registration === registration) this.registration = undefined;
			return;
		}
		// What is spoiled is nothing that n8n would go back to.
		if (!this.isDurable && this.registration === registration && !this.whole)
			this.save(workflow!.staticData[KEY] ?? {}, registration.chain);
	}

	/** A poll of the schedule, or what n8n tries again if it could not register the trigger. */
	async tick(run: Omit<PollRun, 'activation'> = {}): Promise<void> {
		if (!this.isPublished) return;
		if (!this.registration)
			return await this.register(this.polls.length === 0 ? 'activate' : 'init');
		await this.run({
			...run,
			activation: this.isDurable ? 'update' : this.registration.mode,
		});
	}

	/** The test step of the editor. */
	async test(): Promise<void> {
		const workflow = this.workflow(this.saved.state, this.parameters);
		await this.polled(
			workflow,
			this.newPoll({
				mode: 'manual',
				activation: 'manual',
				chain: this.saved.chain,
				isRegistration: false,
			}),
		);
	}

	private newPoll(
		given: Pick<Poll, 'mode' | 'activation' | 'chain' | 'since' | 'isRegistration'>,
	): Poll {
		const poll: Poll = {
			...given,
			parameters: this.registration?.parameters ?? this.parameters,
			from: this.moment(),
			ms: this.time(),
			to: 0,
			log: [],
			delivered: 'no',
			slept: 0,
			notes: [],
		};
		this.polls.push(poll);
		return poll;
	}

	private async run({
		activation,
		crash,
		isAbandoned,
		isRegistration = false,
	}: PollRun): Promise<Poll> {
		const registration = this.registration!;
		const index = this.polls.length;
		const workflow =
			registration.workflow ?? this.workflow(this.saved.state, registration.parameters);
		const chain = this.isDurable ? this.saved.chain : registration.chain;
		const poll = this.newPoll({
			mode: 'trigger',
			activation,
			isRegistration,
			chain,
			...(this.since && { since: this.since }),
		});
		poll.isSpoiled = this.whole !== undefined;
		await this.polled(workflow, poll);
		if (isAbandoned?.()) {
			poll.isAbandoned = true;
			return poll;
		}
		if (poll.error) {
			if (this.whole) {
				this.saved = { ...this.whole };
				// What is put back counts from the next registration on.
				if (!this.isDurable) this.registration = undefined;
			}
			this.whole = undefined;
			return poll;
		}
		poll.isNew = says(poll, 'isUnusable');
		const known = poll.isNew ? [] : chain;
		const after = workflow.staticData[KEY] ?? {};
		// What was not replaced is still there for the next poll.
		if (JSON.stringify(after) !== this.spoilt) this.whole = undefined;
		// A poll beside another does nothing, and one that is repeated did not succeed.
		if (this.open.length === 0 && !says(poll, 'isRepeated')) this.since = undefined;
		const { items } = poll;
		if (crash === 'before saving') {
			poll.isAbandoned = true;
			await this.restart();
			return poll;
		}
		const state = workflow.staticData[KEY] ?? {};
		if (this.isDurable) {
			// A poll beside another saves what it was given.
			if (this.open.length > 0) this.save(state, [...known, index]);
			else if (!isRegistration || items) {
				// A poll that waits for its turn hands over nothing of what the process knows.
				const isSame = JSON.stringify(state) === JSON.stringify(this.saved.state);
				const handed = isSame ? [] : this.dropped;
				this.save(state, [...known, ...handed.map((one) => this.polls.indexOf(one)), index]);
				this.dropped = this.dropped.filter((one) => !handed.includes(one));
			} else this.dropped.push(poll);
			poll.delivered = items && items.length > 0 ? 'yes' : 'no';
			if (crash) await this.restart();
			return poll;
		}
		registration.chain = poll.isNew ? [index] : [...registration.chain, index];
		if (items) {
			this.save(state, registration.chain);
			poll.delivered = crash ? 'maybe' : 'yes';
		}
		if (crash) await this.restart();
		return poll;
	}

	private async polled(workflow: Workflow, poll: Poll): Promise<void> {
		const node = workflow.getNode(NAME)!;
		const around = surroundings(this.credentials, poll.mode);
		const budget = this.isDurable && poll.activation === 'update' ? 36_000 : 300_000;
		const more = [...new Array<undefined>(5), () => budget] as unknown as [];
		const { registration } = this;
		const isRegistered = poll.mode === 'trigger' && registration?.workflow === workflow;
		const known = isRegistered ? registration.context : undefined;
		const context =
			known ?? new PollContext(workflow, node, around, poll.mode, poll.activation, ...more);
		if (isRegistered) registration.context = context;
		recordLog(context.logger);
		takeLog();
		const index = this.polls.indexOf(poll);
		this.open.push(index);
		try {
			const output = await this.node.poll!.call(context);
			const items: INodeExecutionData[] | undefined = output?.[0];
			poll.items = items ? items.map(({ json }) => copyOf(json)) : null;
		} catch (error) {
			const { constructor, message, description, cause } = error as Error & {
				description?: string;
			};
			poll.error = {
				type: constructor.name,
				message: description ? `${message} / ${description}` : message,
				...(cause instanceof Error && { cause: `${cause.constructor.name}: ${cause.message}` }),
			};
		}
		this.open.splice(this.open.indexOf(index), 1);
		poll.to = this.moment();
		poll.log = takeLog();
	}
}
