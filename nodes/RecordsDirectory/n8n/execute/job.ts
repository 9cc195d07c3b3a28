import type { INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import type { Subject } from '../../core/request/subject';
import type { Failure } from '../../core/request/failure';
import type { InputError } from '../../core/values/input-error';
import type { Values } from '../../core/values/validate';
import type { Client } from '../transport/client';
import type { Forms } from '../form/form-cache';
import type { Start } from '../parameters/item-values';
import type { Keywords } from '../form/keywords';
import type { Shaped } from '../form/selection-names';
import type { Stop } from '../transport/pacer';

/** What one execution works with: the chosen operation and the site's client. */
export interface Job extends Start {
	readonly client: Client;
	readonly forms: Forms;
	readonly keywords: Keywords;
	readonly shaped: Shaped;
	readonly foundByName: Shaped;
	readonly linkOf: LinkOf;
	/** What is not sent of the items; hints, and part of an error that stops the node. */
	readonly notes: string[];
}

/** What it needs to send imports. */
export interface ImportJob extends Job {
	/** The property of their bodies that lists the entries. */
	readonly root: string;
}

/** An input item whose values keep the document's bounds. */
export interface Checked {
	readonly item: number;
	readonly values: Values;
	/** What is wrong with it, where a plan is to show that; then its values are only those that are right. */
	readonly problem?: InputError;
	/** What its record would lack if it were new, as in messages; absent for nothing. */
	readonly lacking?: readonly string[];
}

/**
 * Takes what became of a subject that did not succeed, and throws unless the node is to continue. What is wrong before
 * anything is sent is gathered, so that one error names all of it.
 */
export type Fail = (subject: Subject, error: unknown) => void;

/** A number of requests: these at least, and no more than these. */
export interface Requests {
	readonly least: number;
	readonly most: number;
}

export const exactly = (count: number): Requests => ({ least: count, most: count });

/** Subjects that go to the service together; `work` gives the outputs of each, in their order. */
export interface Step {
	readonly items: readonly Subject[];
	/** Nothing is sent for them. */
	readonly isIdle?: boolean;
	/** How many requests it sends where nothing fails and nobody else edits; one where it is absent. */
	requests?(): Promise<Requests>;
	/** It only checks what an earlier step has saved: its items stay saved, whatever becomes of it. */
	readonly isLook?: boolean;
	/** How many steps may be under way beside each other where this is one of them; absent for one alone. */
	readonly atOnce?: number;
	/** Steps that may be taken instead when this one was refused. */
	parts?(refusal: Failure): readonly Step[];
	/** One that is called off sends nothing more. */
	work(calledOff?: Stop): Promise<ReadonlyArray<readonly INodeExecutionData[]>>;
}

export type LinkOf = (subject: Subject) => IPairedItemData | IPairedItemData[];

/** What an output is linked to in n8n: its input item, or all of them where none names its subject. */
export function linksOf(total: number): LinkOf {
	let all: IPairedItemData | IPairedItemData[] | undefined;
	return (subject) => (typeof subject === 'number' ? { item: subject } : (all ??= toAll(total)));
}

const toAll = (total: number): IPairedItemData | IPairedItemData[] =>
	total === 1 ? { item: 0 } : Array.from({ length: total }, (_, item) => ({ item }));
