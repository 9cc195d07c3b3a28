/**
 * The vocabulary in which the service's operations are written down.
 * An operation is data: its route, its fields and the shape of its reply. Nothing here does anything.
 */

import { pickables, type Pickable, type PickableName, type SeveralName } from './pickables';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Route = `${Method} /api/${string}`;

/** The names between braces in a route. */
export type Slots<R extends string> = R extends `${string}{${infer Slot}}${infer Rest}`
	? Slot | Slots<Rest>
	: never;

/** What a field holds; `core/values/validate.ts` says what each accepts, `n8n/description/field-property.ts` how it looks. */
export type ParameterKind =
	| 'text'
	| 'integer'
	| 'boolean'
	| 'date'
	| 'dateTime'
	| 'choice'
	| 'rows'
	| 'pick'
	| 'picks'
	| 'record'
	| 'files'
	| 'identifiers'
	| 'anything';

interface FieldSettings {
	readonly description?: string;
	readonly placeholder?: string;
	/** The name on the wire, where it differs from the parameter's. */
	readonly wire?: string;
	/** Where the value goes, where the rule (slot, else query of a GET, else body) does not say it. */
	readonly place?: 'local' | 'path and body';
	/** Most characters, as the document bounds it. */
	readonly maxLength?: number;
	readonly min?: number;
	readonly max?: number;
	/** Of which kind of thing it is the ID or code. */
	readonly from?: Pickable;
	readonly default?: string | number | boolean;
	/** A parameter that may stay empty; everything in `params` is required otherwise. */
	readonly optional?: boolean;
	/** Whether '' may be sent to clear it, where it is an option; yes unless the service needs it. */
	readonly clearable?: boolean;
	readonly password?: boolean;
	readonly multiline?: boolean;
	/** What the service may take it for where it is left out (Resources, User). */
	readonly whenAbsent?: string | number | boolean;
	/** Sent for what is new only; what exists keeps its own. */
	readonly initial?: boolean;
	/** Shown only where the record is given as JSON. */
	readonly withJson?: boolean;
	/** What goes on the wire when a switch is on; nothing does when it is off. */
	readonly sends?: unknown;
}

export interface Field<K extends ParameterKind = ParameterKind> extends FieldSettings {
	readonly kind: K;
	readonly label: string;
	readonly choices?: readonly Choice[];
	readonly columns?: Fields;
	/** What a row of them is called. */
	readonly row?: string;
}

export interface Choice {
	readonly name: string;
	readonly value: string;
	readonly description?: string;
}

export type Fields = Readonly<Record<string, Field>>;

/** The shape of a success reply. */
export type ReplyShape =
	/** one entity, below `root` where there is one */
	| { readonly kind: 'one'; readonly root?: string | undefined }
	/** a page of entities below `root` */
	| { readonly kind: 'many'; readonly root: string }
	/** 201 whose body is not promised; `identity` names the new entity where the service tells it */
	| { readonly kind: 'created'; readonly identity: string }
	| { readonly kind: 'updated' }
	| { readonly kind: 'deleted' }
	/** of an import: that it was accepted */
	| { readonly kind: 'imported' }
	/** whether the node has created the entity, updated it or left it as it was */
	| { readonly kind: 'upserted' }
	/** a row of the plan for a whole list */
	| { readonly kind: 'synced' }
	/** a person's notices, one row an entry or one a person */
	| { readonly kind: 'notices' }
	/** what the site does where the document is silent, a row for each point */
	| { readonly kind: 'findings' };

/** How an operation is carried out; `n8n/execute/strategies.ts` leads to its code. Imports carry entries below `root`. */
export type Strategy =
	/** a request an item */
	| { readonly kind: 'single' }
	/** the pages of a list; by record ID where nobody asks for another order, if it can be sorted */
	| { readonly kind: 'pages'; readonly isSortable?: boolean }
	/** what the options name is changed, and nothing else; read first and sent whole where that is wanted */
	| { readonly kind: 'update' }
	/** a record is changed; what has to go with the changes is read first */
	| { readonly kind: 'updateRecord' }
	/** one entity is read and sent back whole, with `sets` in it */
	| { readonly kind: 'rewrite'; readonly sets: Readonly<Record<string, unknown>> }
	/** a request an item, or those of the resource's import for the items that are to go so */
	| { readonly kind: 'createRecords' }
	/** the same where an import overwrites what has the code, so that the codes are looked up first */
	| { readonly kind: 'createEntries' }
	/** many items in one request */
	| { readonly kind: 'import'; readonly root: string }
	/** records are matched by values; new ones are imported */
	| { readonly kind: 'upsertRecords'; readonly root: string }
	/** entries of the directory are matched by code; what is new or differs is imported */
	| { readonly kind: 'upsertEntries'; readonly root: string }
	/** the items are the whole list: what differs is imported, the rest may be removed */
	| { readonly kind: 'syncEntries'; readonly root: string }
	/** many requests, once for all items, which show what the site does */
	| { readonly kind: 'check' };

type SlotField<Slot extends string> = Slot extends 'appsId' ? 'form' : Slot;

interface OperationEntry<R extends string> {
	readonly name: string;
	readonly action: string;
	readonly description: string;
	/** What cannot be promised, in a sentence above the inputs. */
	readonly warning?: string;
	readonly params: Fields & { readonly [S in Slots<R> as SlotField<S>]: Field };
	readonly filters?: Fields;
	/** What the service takes beside the parameters. */
	readonly additionalFields?: Fields;
	/** How the node works. Records have theirs here, too: what a record holds is mapped to its form. */
	readonly options?: Fields;
	readonly returns: ReplyShape;
	/** A request an item where it is absent. */
	readonly runs?: Strategy;
}

export interface Operation extends OperationEntry<string> {
	readonly runs: Strategy;
	readonly method: Method;
	/** The path with its slots, for example `/api/admin/positions/{code}`. */
	readonly path: string;
}

/** The inputs of an operation by their place in the panel. */
export type Part = 'params' | 'filters' | 'additionalFields' | 'options';

/** One operation of the document. A slot of the route without a parameter does not compile. */
export function operation<const R extends Route, const E extends Pick<OperationEntry<R>, Part>>(
	route: R,
	entry: OperationEntry<R> & E,
): Omit<Operation, Part> & Pick<E, Part & keyof E> {
	// What the type of a route says, `split` cannot.
	const [method, path] = route.split(' ') as [Method, string];
	return { runs: { kind: 'single' }, ...entry, method, path };
}

/** What a property of an entity holds; arrays and objects are as the document gives them. */
export type EntityType = 'string' | 'number' | 'boolean' | 'array' | 'object';
export type Entity = Readonly<Record<string, EntityType>>;

interface ResourceSettings<O> {
	readonly label: string;
	/** Everything the service returns of it, by property. */
	readonly entity: Entity;
	/** The properties that Simplify keeps; absent where there is nothing to simplify. */
	readonly simplified?: readonly string[];
	readonly operations: O;
}

export type Resource = ResourceSettings<Readonly<Record<string, Operation>>>;

export function resource<const O extends Readonly<Record<string, Operation>>>(
	settings: ResourceSettings<O>,
): ResourceSettings<O> {
	return settings;
}

const field =
	<const K extends ParameterKind>(kind: K) =>
	(label: string, settings: FieldSettings = {}): Field<K> => ({ kind, label, ...settings });

export const text = field('text');
export const integer = field('integer');
export const flag = field('boolean');
/** A calendar date, `yyyy/MM/dd` on the wire. */
export const date = field('date');
/** A date and time as the site writes it, `yyyy-MM-dd hh:mm:ss`. */
export const dateTime = field('dateTime');
/** The values of a form's fields, by identifier. */
export const recordBody = field('record');
/** A value of a field of a form, whatever it takes. */
export const anything = field('anything');
/** Names of n8n's binary fields; files on the wire. */
export const files = field('files');
/** Field identifiers, comma-separated on the wire. */
export const identifiers = field('identifiers');

export const choice = (
	label: string,
	choices: readonly Choice[],
	settings: FieldSettings = {},
): Field<'choice'> => ({ kind: 'choice', label, choices, ...settings });

/** A list of rows, each with the given columns. */
export const rows = (
	label: string,
	columns: Fields,
	settings: FieldSettings & { readonly row?: string } = {},
): Field<'rows'> => ({
	kind: 'rows',
	label,
	columns,
	...settings,
});

/** Something that exists at the service: from a list, by ID, forms and records by URL as well. */
export const pick = <const P extends PickableName>(
	label: string,
	from: P,
	settings: FieldSettings = {},
): Field<'pick'> & { readonly from: (typeof pickables)[P] } => ({
	...settings,
	kind: 'pick',
	label,
	from: pickables[from],
});

/** The words that n8n wants for such lists. */
const FROM_LIST =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

/** Several existing things from a list, or a list of their IDs by an expression. */
export const picks = (label: string, from: SeveralName): Field<'picks'> => ({
	kind: 'picks',
	label,
	from: pickables[from],
	description: FROM_LIST,
});

/** Fields of the form from a list, or their identifiers by an expression; comma-separated on the wire. */
export const fieldPicks = (
	label: string,
	from: SeveralName = 'outputField',
	description?: string,
): Field<'identifiers'> => ({
	kind: 'identifiers',
	label,
	from: pickables[from],
	description: description === undefined ? FROM_LIST : `${description} ${FROM_LIST}.`,
});

export const one = (root?: string): ReplyShape => ({ kind: 'one', root });
export const many = (root: string): ReplyShape => ({ kind: 'many', root });
export const created = (identity: string): ReplyShape => ({ kind: 'created', identity });
export const updated: ReplyShape = { kind: 'updated' };
export const deleted: ReplyShape = { kind: 'deleted' };
export const imported: ReplyShape = { kind: 'imported' };
export const upserted: ReplyShape = { kind: 'upserted' };
export const synced: ReplyShape = { kind: 'synced' };
export const notices: ReplyShape = { kind: 'notices' };
export const findings: ReplyShape = { kind: 'findings' };
