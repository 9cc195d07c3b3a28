import type { INodeExecutionData } from 'n8n-workflow';
import type { Id } from '../../core/id';
import type { Subject } from '../../core/request/subject';
import type { InputError } from '../../core/values/input-error';
import type { Values } from '../../core/values/validate';
import { formReader, keywordChecker, selectionWriter, type Forms } from '../form/form-cache';
import type { ExecutionStart } from '../parameters/item-values';
import type { Client } from '../transport/client';
import type { StopSignal } from '../transport/pacer';
import type { Outcomes } from './outcomes';
import type { Progress } from './progress';

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
	readonly outcomes: Outcomes;
	readonly progress: Progress;
	readonly forms: Forms;
	readonly keywords: ReturnType<typeof keywordChecker>;
	readonly withSelections: ReturnType<typeof selectionWriter>;
	/** What the run knows about the records of each form. */
	readonly records: Map<string, KnownRecords>;
}

export const makeJob = (start: ExecutionStart, client: Client, outcomes: Outcomes): Job => ({
	...start,
	client,
	outcomes,
	progress: outcomes.progress,
	forms: formReader(client),
	keywords: keywordChecker(client),
	withSelections: selectionWriter(client),
	records: new Map(),
});

/** An input item with valid values. */
export interface Checked {
	readonly item: number;
	readonly values: Values;
	/** What is wrong with it, if a plan shows that; then `values` contains only the valid ones. */
	readonly problem?: InputError;
	/** What a new record would lack, in words for messages; undefined for nothing. */
	readonly lacking?: readonly string[];
}

/** Whether it goes into a request with others, by the option Send in Batches. */
export const isImported = ({ values }: Checked): boolean => values.throughImport === true;

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
