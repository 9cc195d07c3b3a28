import type { INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import type { Subject } from '../../core/request/subject';
import type { InputError } from '../../core/values/input-error';
import type { Values } from '../../core/values/validate';
import type { Progress } from './progress';
import type { Client } from '../transport/client';
import type { Forms, KeywordCheck } from '../form/form-cache';
import type { ExecutionStart } from '../parameters/item-values';
import type { Id } from '../../core/id';
import type { SelectionWriter } from '../form/selection-names';
import type { StopSignal } from '../transport/pacer';

/** What a run knows about the records of a form. */
export interface KnownRecords {
	/** The highest record ID that it has seen, 0 for an empty form; undefined if it has seen none. */
	newest?: Id | undefined;
	/** How many records it has sent with each key since then. */
	readonly sent: Map<string, number>;
	/** Reads the newest records; undefined if that has not begun. */
	reading?: Promise<void>;
}

/** What an execution works with: the chosen operation and the client of the site. */
export interface Job extends ExecutionStart {
	readonly client: Client;
	readonly progress: Progress;
	readonly forms: Forms;
	readonly keywords: KeywordCheck;
	readonly withSelections: SelectionWriter;
	/** What the run knows about the records of each form. */
	readonly records: Map<string, KnownRecords>;
	readonly linkOf: LinkOf;
	/** Input that was not sent; shown as hints, and in an error that stops the node. */
	readonly notes: string[];
}

/** An input item with valid values. */
export interface Checked {
	readonly item: number;
	readonly values: Values;
	/** What is wrong with it, if a plan shows that; then `values` contains only the valid ones. */
	readonly problem?: InputError;
	/** What a new record would lack, in words for messages; undefined for nothing. */
	readonly lacking?: readonly string[];
}

/**
 * Records the outcome of a subject that failed, and throws unless the node continues on errors. Problems found
 * before anything is sent are gathered, so that one error names all of them.
 */
export type Fail = (subject: Subject, error: unknown) => void;

/** Subjects that are sent together; `work` returns the outputs of each, in order. */
export interface Step {
	readonly items: readonly Subject[];
	/** Whether nothing is sent for them. */
	readonly isIdle?: boolean;
	/** How many steps may run in parallel if this is one of them. Default: 1. */
	readonly atOnce?: number;
	/** Does the work; sends nothing more once it is cancelled. */
	work(calledOff?: StopSignal): Promise<ReadonlyArray<readonly INodeExecutionData[]>>;
}

export type LinkOf = (subject: Subject) => IPairedItemData | IPairedItemData[];

/** Links an output to its input item, or to all items if it belongs to none. */
export function linksOf(total: number): LinkOf {
	let all: IPairedItemData | IPairedItemData[] | undefined;
	return (subject) => (typeof subject === 'number' ? { item: subject } : (all ??= toAll(total)));
}

const toAll = (total: number): IPairedItemData | IPairedItemData[] =>
	total === 1 ? { item: 0 } : Array.from({ length: total }, (_, item) => ({ item }));
