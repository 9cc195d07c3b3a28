/** The vocabulary for describing the service's operations as data: routes, fields and shapes of replies. */

import { pickables, type Pickable, type PickableName } from './pickables';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Route = `${Method} /api/${string}`;

type Slots<R extends string> = R extends `${string}{${infer Slot}}${infer Rest}`
	? Slot | Slots<Rest>
	: never;

/** `core/values/validate.ts` says what each type accepts, `n8n/description/field-property.ts` how it looks. */
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
	/** names of n8n's binary fields, sent as files */
	| 'files'
	/** field IDs, sent comma-separated */
	| 'identifiers'
	/** the value of any field of a form */
	| 'anything';

interface FieldSettings {
	readonly description?: string;
	readonly placeholder?: string;
	/** The name in the request, if it differs. */
	readonly wire?: string;
	/** Where the value goes, if not by the rule: slot of the route, else query of a GET, else body. */
	readonly place?: 'local' | 'path and body';
	/** In characters, from the document. */
	readonly maxLength?: number;
	readonly min?: number;
	readonly max?: number;
	/** The kind of entity that the value is the ID or code of. */
	readonly from?: Pickable;
	readonly default?: string | number | boolean;
	/** A parameter that may stay empty. All others in `params` are required. */
	readonly optional?: boolean;
	/** What '' does, in a sentence for the description. Without it, '' is no value. */
	readonly whenEmpty?: string;
	readonly password?: boolean;
	readonly multiline?: boolean;
	/** The default that the service may use if the field is missing (Resources, User). */
	readonly whenAbsent?: string | number | boolean;
	/** Sent for new entries only; existing entries keep their value. */
	readonly initial?: boolean;
	/** Whether it is the same for all items: no expression. */
	readonly isFixed?: boolean;
	/** Shown only if another parameter has one of these values; `/name` for one outside the collection. */
	readonly shownIf?: Readonly<Record<string, string[]>>;
	/** The label of the option that comes before it in the panel, as they belong together. */
	readonly beside?: string;
	/** The value to send if a switch is on. Nothing is sent if it is off. */
	readonly sends?: unknown;
}

export interface Field<K extends ParameterKind = ParameterKind> extends FieldSettings {
	readonly kind: K;
	readonly label: string;
	readonly choices?: readonly Choice[];
	readonly columns?: Fields;
	/** What the panel calls one row of the list. */
	readonly row?: string;
}

interface Choice {
	readonly name: string;
	readonly value: string;
	readonly description?: string;
}

export type Fields = Readonly<Record<string, Field>>;

type ReplyShape =
	| { readonly kind: 'one'; readonly root?: string | undefined }
	| { readonly kind: 'many'; readonly root: string }
	/** 201 with an undocumented body; `identity` names the ID of the new entity if the service returns it */
	| { readonly kind: 'created'; readonly identity: string }
	| { readonly kind: 'updated' }
	| { readonly kind: 'deleted' }
	/** of an import: confirms only that it was accepted */
	| { readonly kind: 'imported' }
	| { readonly kind: 'upserted' }
	| { readonly kind: 'synced' }
	| { readonly kind: 'notices' };

/** How an operation is carried out; `n8n/execute/run.ts` maps it to code. Imports send entries below `root`. */
export type Strategy =
	| { readonly kind: 'single' }
	/** the pages of a list, in order of record ID if it can be sorted and no other order was chosen */
	| { readonly kind: 'pages'; readonly isSortable?: boolean }
	| { readonly kind: 'lookUp'; readonly as: string }
	/** changes only what the options name; reads first and sends the whole entity if the user wants that */
	| { readonly kind: 'update' }
	| { readonly kind: 'updateRecord' }
	/** reads one entity and sends it back whole, with `sets` applied */
	| { readonly kind: 'rewrite'; readonly sets: Readonly<Record<string, unknown>> }
	| { readonly kind: 'create' }
	| { readonly kind: 'import'; readonly root: string }
	| { readonly kind: 'upsertRecords'; readonly root: string }
	| { readonly kind: 'upsertEntries'; readonly root: string }
	| { readonly kind: 'syncEntries'; readonly root: string };

type SlotField<Slot extends string> = Slot extends 'appsId' ? 'form' : Slot;

interface OperationEntry<R extends string> {
	readonly description: string;
	/** A sentence above the inputs about what cannot be guaranteed. */
	readonly warning?: string;
	readonly params: Fields & { readonly [S in Slots<R> as SlotField<S>]: Field };
	readonly filters?: Fields;
	readonly additionalFields?: Fields;
	/** How the node works. For records also fields of the service: their values are mapped to the form. */
	readonly options?: Fields;
	readonly returns: ReplyShape;
	readonly runs?: Strategy;
}

export interface Operation extends OperationEntry<string> {
	readonly runs: Strategy;
	readonly method: Method;
	readonly path: string;
}

export type Part = 'params' | 'filters' | 'additionalFields' | 'options';

/** A route with a slot that has no parameter does not compile. */
export function operation<const R extends Route, const E extends Pick<OperationEntry<R>, Part>>(
	route: R,
	entry: OperationEntry<R> & E,
): Omit<Operation, Part> & Pick<E, Part & keyof E> {
	// `split` returns plain strings; the type `Route` guarantees two parts.
	const [method, path] = route.split(' ') as [Method, string];
	return { runs: { kind: 'single' }, ...entry, method, path };
}

type EntityType = 'string' | 'number' | 'boolean' | 'array' | 'object';
export type Entity = Readonly<Record<string, EntityType>>;

export interface Resource {
	readonly label: string;
	/** All properties that the service returns. */
	readonly entity: Entity;
	/** The properties that Simplify keeps. Leave out if there is nothing to simplify. */
	readonly simplified?: readonly string[];
	readonly operations: Readonly<Record<string, Operation>>;
}

const field =
	<const K extends ParameterKind>(kind: K) =>
	(label: string, settings: FieldSettings = {}): Field<K> => ({ kind, label, ...settings });

export const text = field('text');
export const integer = field('integer');
export const flag = field('boolean');
/** A calendar date, sent as `yyyy/MM/dd`. */
export const date = field('date');
/** A date and time as the site writes it, sent as `yyyy-MM-dd hh:mm:ss`. */
export const dateTime = field('dateTime');

export const choice = (
	label: string,
	choices: readonly Choice[],
	settings: FieldSettings = {},
): Field<'choice'> => ({ kind: 'choice', label, choices, ...settings });

/** With `default`, one row is there from the start. */
export const rows = (
	label: string,
	columns: Fields,
	settings: FieldSettings & Pick<Field, 'row'> = {},
): Field<'rows'> => ({ kind: 'rows', label, columns, ...settings });

/** One existing entity: from a list or by ID; forms and records also by URL. */
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

/** n8n's required wording for such lists. */
const FROM_LIST =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

export const picks = (label: string, from: PickableName): Field<'picks'> => ({
	kind: 'picks',
	label,
	from: pickables[from],
	description: FROM_LIST,
});

export const fieldPicks = (
	label: string,
	from: PickableName = 'outputField',
	description?: string,
): Field<'identifiers'> => ({
	kind: 'identifiers',
	label,
	from: pickables[from],
	description: description === undefined ? FROM_LIST : `${description} ${FROM_LIST}.`,
});
