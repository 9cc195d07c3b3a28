/**
 * The vocabulary in which the service's operations are written down.
 * An operation is data: its route, its fields and the shape of its reply. Nothing here does anything.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Route = `${Method} /api/${string}`;

/** The names between braces in a route. */
export type Slots<R extends string> = R extends `${string}{${infer Slot}}${infer Rest}`
	? Slot | Slots<Rest>
	: never;

/** What a field holds; `core/limits.ts` says what each accepts, `n8n/property.ts` how it looks. */
export type FieldKind =
	| 'text'
	| 'integer'
	| 'boolean'
	| 'date'
	| 'choice'
	| 'rows'
	| 'pick'
	| 'picks'
	| 'record'
	| 'files'
	| 'identifiers';

/** The existing things that can be picked from a list. */
export type Pickable =
	| 'comment'
	| 'field'
	| 'form'
	| 'organization'
	| 'outputField'
	| 'position'
	| 'record'
	| 'sortField'
	| 'table'
	| 'user';

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

export interface Field extends FieldSettings {
	readonly kind: FieldKind;
	readonly label: string;
	readonly choices?: readonly Choice[];
	readonly columns?: Fields;
}

export interface Choice {
	readonly name: string;
	readonly value: string;
	readonly description?: string;
}

export type Fields = Readonly<Record<string, Field>>;

/** The shape of a success reply. */
export type Shape =
	/** one entity, below `root` where there is one */
	| { readonly kind: 'one'; readonly root?: string | undefined }
	/** a page of entities below `root` */
	| { readonly kind: 'many'; readonly root: string }
	/** 201 whose body is not promised; `identity` names the new entity where the service tells it */
	| { readonly kind: 'created'; readonly identity: string }
	| { readonly kind: 'updated' }
	| { readonly kind: 'deleted' }
	/** many input items in one request, below `root` of its body */
	| { readonly kind: 'imported'; readonly root: string }
	/** items created or updated, in as few requests as possible; imports carry them below `root` */
	| { readonly kind: 'upserted'; readonly root: string }
	/** the items are the whole list: what differs is imported below `root`, the rest may be removed */
	| { readonly kind: 'synced'; readonly root: string }
	/** one entity is read and sent back whole, with `sets` in it */
	| { readonly kind: 'rewritten'; readonly sets: Readonly<Record<string, unknown>> }
	/** a person's notices, one row an entry or one a person */
	| { readonly kind: 'notices' };

type SlotField<Slot extends string> = Slot extends 'appsId' ? 'form' : Slot;

interface Entry<R extends string> {
	readonly name: string;
	readonly action: string;
	readonly description: string;
	/** What cannot be promised, in a sentence above the inputs. */
	readonly warning?: string;
	readonly params: Fields & { readonly [S in Slots<R> as SlotField<S>]: Field };
	readonly filters?: Fields;
	readonly options?: Fields;
	readonly returns: Shape;
}

export interface Operation extends Entry<string> {
	readonly method: Method;
	/** The path with its slots, for example `/api/admin/positions/{code}`. */
	readonly path: string;
}

/** One operation of the document. A slot of the route without a parameter does not compile. */
export function operation<const R extends Route>(route: R, entry: Entry<R>): Operation {
	// What the type of a route says, `split` cannot.
	const [method, path] = route.split(' ') as [Method, string];
	return { ...entry, method, path };
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
	(kind: FieldKind) =>
	(label: string, settings: FieldSettings = {}): Field => ({ kind, label, ...settings });

export const text = field('text');
export const integer = field('integer');
export const flag = field('boolean');
/** A calendar date, `yyyy/MM/dd` on the wire. */
export const date = field('date');
/** The values of a form's fields, by identifier. */
export const recordBody = field('record');
/** Names of n8n's binary fields; files on the wire. */
export const files = field('files');
/** Field identifiers, comma-separated on the wire. */
export const identifiers = field('identifiers');

export const choice = (
	label: string,
	choices: readonly Choice[],
	settings: FieldSettings = {},
): Field => ({ kind: 'choice', label, choices, ...settings });

/** A list of rows, each with the given columns. */
export const rows = (label: string, columns: Fields, settings: FieldSettings = {}): Field => ({
	kind: 'rows',
	label,
	columns,
	...settings,
});

/** Something that exists at the service: from a list, by ID, forms and records by URL as well. */
export const pick = (label: string, from: Pickable, settings: FieldSettings = {}): Field => ({
	kind: 'pick',
	label,
	from,
	...settings,
});

/** The words that n8n wants for such lists. */
const FROM_LIST =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

/** Several existing things from a list, or a list of their IDs by an expression. */
export const picks = (label: string, from: Pickable): Field => ({
	kind: 'picks',
	label,
	from,
	description: FROM_LIST,
});

/** Fields of the form from a list, or their identifiers by an expression; comma-separated on the wire. */
export const fieldPicks = (label: string): Field => ({
	kind: 'identifiers',
	label,
	from: 'outputField',
	description: FROM_LIST,
});

export const one = (root?: string): Shape => ({ kind: 'one', root });
export const many = (root: string): Shape => ({ kind: 'many', root });
export const created = (identity: string): Shape => ({ kind: 'created', identity });
export const imported = (root: string): Shape => ({ kind: 'imported', root });
export const upserted = (root: string): Shape => ({ kind: 'upserted', root });
export const synced = (root: string): Shape => ({ kind: 'synced', root });
export const rewritten = (sets: Readonly<Record<string, unknown>>): Shape => ({
	kind: 'rewritten',
	sets,
});
export const updated: Shape = { kind: 'updated' };
export const deleted: Shape = { kind: 'deleted' };
export const notices: Shape = { kind: 'notices' };
