import { sleep } from 'n8n-workflow';
import { grouped, type NonEmpty } from '../../core/grouped';
import type { Id } from '../../core/id';
import type { Failure } from '../../core/request/failure';
import type { JsonObject } from '../../core/json';
import type { Subject } from '../../core/text';
import type { InputError } from '../../core/values/input-error';
import type { Values } from '../../core/values/validate';
import { formReaders } from '../form/form-readers';
import type { ExecutionStart } from '../parameters/item-reader';
import type { Client } from '../transport/client';
import type { Outcomes, Output } from './outcomes';

interface SentRecords {
	/** The highest record ID that it has seen, 0 for an empty form; undefined if it has seen none. */
	newest?: Id | undefined;
	/** How many records it has sent with each key since then. */
	readonly sent: Map<string, number>;
	/** Whether the run has read the newest one. */
	isRead?: true;
	/** Whether a look-up has shown as many as the form has. */
	areAllListed?: boolean;
}

export const makeJob = (start: ExecutionStart, client: Client, outcomes: Outcomes) => ({
	...start,
	client,
	outcomes,
	...formReaders(client),
	/** By form. */
	records: new Map<string, SentRecords>(),
});

export type Job = Readonly<ReturnType<typeof makeJob>>;

export interface Checked {
	readonly item: number;
	readonly values: Values;
	/** What is wrong with it, if a plan shows that; then `values` contains only the valid ones. */
	readonly problem?: InputError;
	/** What a new record would lack, in words for messages. */
	readonly lacking?: readonly string[];
	/** Throws an `InputError` if its record, read again, is no longer the one that it found. */
	readonly check?: (current: JsonObject) => void;
	/** The record that it deletes, if that was read. */
	readonly record?: JsonObject;
	/** What it changes in its record, if that was read. */
	readonly changes?: JsonObject | undefined;
}

/** They are sent together; `work` returns the outputs of each, in order. */
export interface Step {
	readonly items: readonly Subject[];
	/** Whether it is a request for many, and not the rest of a rejected one. */
	readonly isBatch?: boolean;
	/** Returns the steps to take instead, if it is not to be sent as it is. */
	split?(): readonly Step[];
	/** Returns the steps for what a rejected request has not saved, without what the service blames. */
	again?(rejection: Failure): readonly Step[];
	/** Returns the outputs of each item as if the service had accepted it, with the changes that are known. */
	plan?(): ReadonlyArray<readonly JsonObject[]>;
	work(): Promise<ReadonlyArray<readonly Output[]>>;
}

/** How long other executions, polls and the editor of the same n8n may have to wait. */
const LONGEST_MS = 50;

/** Lets other work run from time to time. `work` returns a promise only if it must: there may be 100,000 elements. */
export async function eachWithPauses<T>(
	all: Iterable<T>,
	work: (one: T) => Promise<void> | void,
): Promise<void> {
	let since = performance.now();
	for (const one of all) {
		if (performance.now() - since >= LONGEST_MS) {
			await sleep(0);
			since = performance.now();
		}
		const working = work(one);
		if (working instanceof Promise) await working;
	}
}

/** Groups have the same key, such as the form. If the work for one throws, only its items are rejected. */
export async function eachGroup<T>(
	{ outcomes }: Job,
	checked: readonly Checked[],
	toKey: (one: Checked) => string,
	work: (items: NonEmpty<Checked>) => Promise<readonly T[]>,
): Promise<T[]> {
	const made: T[] = [];
	for (const [, items] of grouped(checked, toKey)) {
		try {
			for (const one of await work(items)) made.push(one);
		} catch (error) {
			for (const { item } of items) outcomes.reject(item, error);
		}
	}
	return made;
}

/** Rejects each item whose work throws. */
export async function eachItemWithPauses<C extends Checked, T>(
	{ outcomes }: Job,
	items: Iterable<C>,
	work: (one: C) => Promise<T> | T,
): Promise<readonly T[]> {
	const made: T[] = [];
	const take = (result: T) => void made.push(result);
	await eachWithPauses(items, (one) => {
		const reject = (error: unknown) => outcomes.reject(one.item, error);
		try {
			const working = work(one);
			return working instanceof Promise ? working.then(take, reject) : take(working);
		} catch (error) {
			return reject(error);
		}
	});
	return made;
}
