import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	itemNotSent,
	nothingSent,
	outcomesInWords,
	type Effect,
	type ItemOutcome,
} from '../../core/bulk/effect';
import { Mistakes } from '../../core/bulk/mistakes';
import { countedFromZero, type Subject } from '../../core/request/subject';
import { toItemError, toNodeError, type ItemFate, type ErrorPlace } from '../transport/errors';
import { hint } from './hints';
import { linksOf, type Checked, type Job, type LinkOf } from './job';
import type { Progress } from './progress';

interface Known {
	readonly outcome: ItemOutcome;
	readonly rows: readonly INodeExecutionData[];
}

/** Collects the outcome of each subject. A failure ends the run unless the node continues on errors. */
export class Outcomes {
	readonly linkOf: LinkOf;
	/** Input that was not sent; part of an error that stops the node. */
	readonly notes: string[] = [];
	private readonly progress: Progress;
	private readonly context: IExecuteFunctions;
	private readonly total: number;
	private readonly known = new Map<Subject, Known>();
	private readonly mistakes = new Mistakes();
	private isStopped = false;
	/** The outcome of items that fail before anything is sent; a read has nothing to send. */
	private readonly unsent: { readonly run?: Effect; readonly item?: Effect };

	constructor(progress: Progress, { context, entry }: Pick<Job, 'context' | 'entry'>) {
		this.progress = progress;
		this.context = context;
		this.total = context.getInputData().length;
		this.linkOf = linksOf(this.total);
		this.unsent = entry.operation.method === 'GET' ? {} : { run: nothingSent, item: itemNotSent };
	}

	succeed(subject: Subject, rows: readonly INodeExecutionData[]): void {
		this.known.set(subject, { outcome: 'saved', rows });
	}

	/** Throws unless the node continues on errors. */
	fail(subject: Subject, caught: unknown, fate: ItemFate): void {
		const itemIndex = typeof subject === 'number' ? subject : undefined;
		if (!this.context.continueOnFail()) this.throwError(caught, { itemIndex, effect: fate.effect });
		const error = toItemError(caught, fate);
		const named = itemIndex === undefined ? { message: `${subject}: ${error.message}` } : {};
		// Every version of n8n recognizes the error output by this name alone, and adds the item's own columns.
		const json = { error: { ...error, ...named } };
		const rows = [{ json, pairedItem: this.linkOf(subject) }];
		this.known.set(subject, { outcome: fate.outcome, rows });
	}

	/** Takes a problem found before anything is sent. Problems are gathered, so that one error names all of them. */
	reject(item: Subject, error: unknown): void {
		if (this.context.continueOnFail())
			this.fail(item, error, { outcome: 'not sent', effect: this.unsent.item });
		else this.mistakes.add(Number(item), error);
	}

	/** Throws the gathered problems. */
	throwMistakes(): void {
		const all = this.mistakes.joined(this.total);
		if (all) this.throwError(all.error, { itemIndex: all.item, effect: this.unsent.run });
	}

	/** Takes a failure that is not an item's fault and stops all of them from being sent. */
	failAll(checked: readonly Checked[], error: unknown): void {
		this.throwMistakes();
		this.logStop(this.unsent.run);
		for (const { item } of checked)
			if (!this.known.has(item))
				this.fail(item, error, { outcome: 'not sent', effect: this.unsent.run });
	}

	/** Throws an error that ends the run before anything is sent. */
	stop(error: unknown): never {
		return this.throwError(error, { effect: this.unsent.run });
	}

	/** Writes what a run had done when it stopped. n8n shows neither error nor output of a cancelled run. */
	logStop(effect: Effect | undefined): void {
		if (!effect || this.isStopped) return;
		this.isStopped = true;
		const words = ['stopped.', effect.words, effect.again, countedFromZero(effect.words)];
		this.progress.write(words.filter(Boolean).join(' '));
	}

	hasFailed(subject: Subject): boolean {
		return (this.known.get(subject)?.outcome ?? 'saved') !== 'saved';
	}

	/** Whether an item is saved but its output has no record ID. */
	lacksRecordId(item: number): boolean {
		const { outcome, rows = [] } = this.known.get(item) ?? {};
		return outcome === 'saved' && rows.every(({ json }) => json.recordId === undefined);
	}

	/** Hints at the number of items with each outcome, if any failed. */
	hintAtFailures(done: string): void {
		const all = [...this.known.values()].map(({ outcome }) => outcome);
		if (all.some((outcome) => outcome !== 'saved'))
			hint(this.context, outcomesInWords(all, done), 'warning');
	}

	/** Returns the outputs of input items in order, then the outputs that belong to no item. */
	outputsInOrder(): INodeExecutionData[] {
		const others = [...this.known.keys()].filter((subject) => typeof subject === 'string');
		const subjects = [...this.context.getInputData().keys(), ...others];
		return subjects.flatMap((subject) => this.known.get(subject)?.rows ?? []);
	}

	private throwError(error: unknown, place: ErrorPlace): never {
		this.logStop(place.effect);
		throw toNodeError(this.context.getNode(), error, { ...place, notes: this.notes });
	}
}
