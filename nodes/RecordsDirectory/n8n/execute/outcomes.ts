import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';
import type { Entry } from '../../api';
import type { Operation, Resource } from '../../api/define';
import {
	ACTIONS,
	joinedMistakes,
	NOT_SENT,
	outcomesInWords,
	type Effect,
	type ItemOutcome,
	type RunKind,
} from '../../core/bulk/effect';
import { omit, type JsonObject } from '../../core/json';
import { asHtml, countedFromZero, shortened, type Subject, withThousands } from '../../core/text';
import { InputError } from '../../core/values/input-error';
import type { ExecutionStart } from '../parameters/item-reader';
import { toItemError, toNodeError, type ErrorPlace } from '../transport/error-messages';

const RUN_KINDS = { GET: 'read', POST: 'write', PUT: 'write', DELETE: 'deletion' } as const;

/** A run that compares with what the service has can have all its items again after a failure. */
const runKind = ({ returns, method }: Operation): RunKind =>
	['upserted', 'synced'].includes(returns.kind) ? 'comparison' : RUN_KINDS[method];

/** Not yet linked to its input. */
export interface Output extends Pick<INodeExecutionData, 'binary'> {
	readonly json: JsonObject;
}

/** `wrong` is about the whole plan. If `stopsAll`, nothing of it would be sent. */
interface Obstacles {
	readonly problems: Map<number, InputError>;
	wrong?: InputError | undefined;
	readonly stopsAll?: boolean;
}

interface ItemFate {
	readonly outcome: ItemOutcome;
	readonly effect?: Effect | undefined;
}

interface Known {
	/** Undefined if there was nothing to do. */
	readonly outcome?: ItemOutcome;
	readonly rows: readonly INodeExecutionData[];
}

export class Outcomes {
	readonly progress: ReturnType<typeof progressLines>;
	readonly kind: RunKind;
	/** What would prevent the plan of a dry run; undefined for a run that sends. */
	plan: Obstacles | undefined;
	/** What each subject writes, for its output. */
	written: ReadonlyMap<Subject, JsonObject> = new Map();
	/** What writes have done, where it is the same for all items. */
	private readonly action: JsonObject | undefined;
	/** Part of an error that stops the node. */
	private readonly notes = new Set<string>();
	private readonly context: IExecuteFunctions;
	private readonly total: number;
	private readonly known = new Map<Subject, Known>();
	private readonly mistakes = new Map<number, unknown>();
	private readonly hinted = new Set<string>();
	private isStopped = false;
	private allItems: IPairedItemData | IPairedItemData[] | undefined;
	/** The outcome of items that fail before anything is sent; a read has nothing to send. */
	private readonly unsent: { readonly run?: Effect; readonly item?: Effect };

	constructor({ context, entry }: Pick<ExecutionStart, 'context' | 'entry'>) {
		this.progress = progressLines(context, entry);
		this.context = context;
		this.total = context.getInputData().length;
		this.kind = runKind(entry.operation);
		const { kind: action } = entry.operation.returns;
		if (['created', 'updated', 'imported'].includes(action))
			this.action = { success: true, action };
		this.unsent = this.kind === 'read' ? {} : NOT_SENT;
	}

	/** What the output has besides the properties of a record: no field takes these names. */
	get own(): Resource['entity'] {
		const ofPlan = { dryRun: 'boolean', changes: 'object', problem: 'string' } as const;
		return { success: 'boolean', action: 'string', ...(this.plan && ofPlan) } as const;
	}

	succeed(subject: Subject, outputs: readonly Output[], outcome?: ItemOutcome): void {
		this.known.set(subject, { ...(outcome && { outcome }), rows: this.done(subject, outputs) });
	}

	/** What the node says comes first; nothing that was sent replaces it. */
	private done(subject: Subject, outputs: readonly Output[]): readonly INodeExecutionData[] {
		const { action, plan } = this;
		const written = this.written.get(subject);
		// A read may have a million rows.
		if (!action && !written && !plan) return this.linked(subject, outputs);
		const told = outputs.map((output) => {
			const row = { ...action, ...output.json };
			const json = plan ? plannedRow(row) : row;
			return { ...output, json: { ...json, ...written, ...json } };
		});
		return this.linked(subject, told);
	}

	/** Throws unless the node continues on errors. */
	fail(subject: Subject, caught: unknown, fate: ItemFate): void {
		const itemIndex = typeof subject === 'number' ? subject : undefined;
		if (!this.context.continueOnFail()) this.throwError(caught, { itemIndex, effect: fate.effect });
		const error = toItemError(caught, fate.outcome, fate.effect);
		const named = itemIndex === undefined ? { message: `${subject}: ${error.message}` } : {};
		// Every version of n8n recognizes the error output by this name alone, and adds the item's own columns.
		const rows = this.linked(subject, [{ json: { error: { ...error, ...named } } }]);
		this.known.set(subject, { outcome: fate.outcome, rows });
	}

	/** Before anything is sent. Problems are gathered, so that one error names all of them. */
	reject(item: number, error: unknown): void {
		if (this.plan && error instanceof InputError) {
			this.plan.problems.set(item, error);
			const problem = `${error.message}. ${error.advice}`;
			this.succeed(item, [{ json: { action: 'unknown', problem } }]);
		} else if (this.context.continueOnFail())
			this.fail(item, error, { outcome: 'not sent', effect: this.unsent.item });
		else this.mistakes.set(item, error);
	}

	throwMistakes(): void {
		const all = joinedMistakes(this.mistakes, this.total);
		if (all) this.throwError(all.error, { itemIndex: all.item, effect: this.unsent.run });
	}

	/**
	 * Takes a failure that stops all items from being sent. If the node continues on errors, it must not throw:
	 * n8n would pass on its input as if it had succeeded. `place` is empty for a failure that is about no item.
	 */
	failAll(
		items: ReadonlyArray<{ readonly item: number }>,
		error: unknown,
		place: ErrorPlace = { itemIndex: items[0]?.item },
	): void {
		const effect = this.unsent.run;
		this.throwMistakes();
		if (!this.context.continueOnFail()) this.throwError(error, { ...place, effect });
		this.logStop(effect);
		for (const { item } of items)
			if (!this.known.has(item)) this.fail(item, error, { outcome: 'not sent', effect });
	}

	/** n8n shows neither error nor output of a cancelled run. */
	logStop(effect: Effect | undefined): void {
		if (!effect || this.isStopped) return;
		this.isStopped = true;
		const words = ['stopped.', effect.words, effect.again, countedFromZero(effect.words)];
		this.progress.write(words.filter(Boolean).join(' '));
	}

	hasFailed(subject: Subject): boolean {
		return (this.known.get(subject)?.outcome ?? 'saved') !== 'saved';
	}

	lacksRecordId(item: number): boolean {
		const one = this.known.get(item);
		return one?.outcome === 'saved' && one.rows.every(({ json }) => json.recordId === undefined);
	}

	/** Above the output of the node, once. */
	hint(text: string, type?: 'warning'): void {
		if (this.hinted.has(text)) return;
		this.hinted.add(text);
		const counting = countedFromZero(text);
		this.context.addExecutionHints({
			message: asHtml(shortened(counting ? `${text.replace(/\.?$/, '.')} ${counting}` : text)),
			...(type ? { type } : {}),
			location: 'outputPane',
		});
	}

	/** A hint, and part of an error that stops the node: n8n shows no hints of a failed one. */
	note(text: string, type?: 'warning'): undefined {
		this.hint(text, type);
		this.notes.add(text.replace(/\.?$/, '.'));
	}

	hintAtFailures(): void {
		if (this.plan) return this.hintAtPlan(this.plan);
		const all = [...this.known].flatMap(
			([subject, { outcome }]) => outcome ?? (typeof subject === 'number' ? 'unchanged' : []),
		);
		if (all.some((outcome) => outcome !== 'saved' && outcome !== 'unchanged'))
			this.hint(outcomesInWords(all, this.kind), 'warning');
	}

	private hintAtPlan({ problems, wrong, stopsAll = !this.context.continueOnFail() }: Obstacles) {
		const actions = this.outputsInOrder().map(({ json }) => json.action);
		const summary = `The plan: ${outcomesInWords(actions)}.`;
		const found = joinedMistakes(problems, this.total);
		const place = problems.size === 1 ? ` (item ${[...problems.keys()].join()})` : '';
		const problem = found && (found.error as Error).message + place;
		const reasons = [wrong?.message, problem].filter(Boolean).join('; ');
		if (reasons === '') return this.hint(summary);
		const unsent = wrong || stopsAll ? 'nothing would' : 'these items would not';
		this.hint(`${summary} Without 'Dry Run' ${unsent} be sent: ${reasons}`, 'warning');
	}

	/** Those of input items in order, then those that belong to no item. */
	outputsInOrder(): INodeExecutionData[] {
		const others = [...this.known.keys()].filter((subject) => typeof subject === 'string');
		const subjects = [...this.context.getInputData().keys(), ...others];
		return subjects.flatMap((subject) => this.known.get(subject)?.rows ?? []);
	}

	/** To all items if they belong to none. */
	private linked(subject: Subject, outputs: readonly Output[]): INodeExecutionData[] {
		const pairedItem =
			typeof subject === 'number' ? { item: subject } : (this.allItems ??= linkAll(this.total));
		return outputs.map(({ json, ...more }) => ({ json: json as IDataObject, pairedItem, ...more }));
	}

	private throwError(error: unknown, place: ErrorPlace): never {
		this.logStop(place.effect);
		throw toNodeError(this.context.getNode(), error, { ...place, notes: [...this.notes] });
	}
}

/** From the row of a write that succeeded. */
function plannedRow({ action: done = 'deleted', ...row }: JsonObject): JsonObject {
	const action = Object.entries(ACTIONS).find(([, word]) => word === done)?.[0];
	return { dryRun: true, action, ...omit(row, ['success', 'deleted']) };
}

const linkAll = (total: number): IPairedItemData | IPairedItemData[] =>
	total === 1 ? { item: 0 } : Array.from({ length: total }, (_, item) => ({ item }));

const OFTEN_MS = 10_000;

/** For n8n's log, and for the console of the editor that runs the execution. */
function progressLines(context: IExecuteFunctions, { action }: Entry) {
	/** How far the execution is, such as `2,300 of 10,000 items`; empty until it is known. */
	let far = '';
	let writtenAt = performance.now();
	const write = (sentence: string): void => {
		const line = shortened(`${action}: ${sentence}`);
		const workflow = context.getWorkflow().name;
		context.logger.info(`'${context.getNode().name}' of workflow '${workflow}': ${line}`);
		context.sendMessageToUI(line);
	};
	const writeOften = (sentence: string): void => {
		if (performance.now() - writtenAt < OFTEN_MS) return;
		writtenAt = performance.now();
		write(sentence);
	};
	return {
		write,
		/** Writes only from time to time. */
		done(count: number, what: string, total?: number): void {
			const all = total === undefined ? '' : ` of ${withThousands(total)}`;
			far = `${withThousands(count)}${all} ${what}`;
			writeOften(far);
		},
		sent(requests: number): void {
			if (far === '') writeOften(`${withThousands(requests)} requests so far`);
		},
		waits(sentence: string): void {
			write(far === '' ? sentence : `${far}. ${sentence}`);
		},
	};
}
