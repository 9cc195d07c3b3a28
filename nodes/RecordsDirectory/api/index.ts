import { comment } from './comment';
import type { Field, Fields, Operation, Part, Resource } from './define';
import { field } from './field';
import type { listing } from './fields/shared';
import { form } from './form';
import { notice } from './notice';
import { organization } from './organization';
import { position } from './position';
import { record } from './record';
import type { triggerEvents } from './trigger';
import { user } from './user';

/** In comments, 'the document' is the API documentation of the service; names in brackets are its sections. */
export const resources = {
	comment,
	field,
	form,
	notice,
	organization,
	position,
	record,
	user,
};

type ResourceName = keyof typeof resources;

type OperationKey = {
	[R in ResourceName]: `${R}.${Extract<keyof (typeof resources)[R]['operations'], string>}`;
}[ResourceName];

export interface Entry {
	readonly key: OperationKey;
	readonly resourceName: ResourceName;
	readonly operationName: string;
	/** What n8n calls it: `Get Many`. */
	readonly name: string;
	/** What n8n lists it as: `Get many records`. */
	readonly action: string;
	readonly resource: Resource;
	readonly operation: Operation;
}

const NAMES: Readonly<Record<string, string>> = {
	getAll: 'Get Many',
	lookUp: 'Look Up',
	upsert: 'Create or Update',
};
const OF_MANY = ['many', 'notices', 'imported', 'synced'];

function titles(key: string, { label }: Resource, { returns }: Operation) {
	const name = NAMES[key] ?? `${key[0]?.toUpperCase()}${key.slice(1)}`;
	const action = `${name} ${label}${OF_MANY.includes(returns.kind) ? 's' : ''}`;
	return { name, action: `${action[0]}${action.slice(1).toLowerCase()}` };
}

export const entries: readonly Entry[] = Object.entries(resources).flatMap(
	([resourceName, resource]: [string, Resource]) =>
		Object.entries(resource.operations).map(([operationName, operation]) => ({
			// `Object.entries` types all keys as `string`.
			key: `${resourceName}.${operationName}` as OperationKey,
			resourceName: resourceName as ResourceName,
			operationName,
			...titles(operationName, resource, operation),
			resource,
			operation,
		})),
);

// The names and fields of the table as types: code that uses any other name does not compile.

type FieldsOf<O> = O extends unknown ? O[keyof O & Part] : never;
type AnyOf<T> = T extends unknown ? T[keyof T] : never;
type Operations = (typeof resources)[keyof typeof resources]['operations'];
type Event = AnyOf<typeof triggerEvents>;
type OfTrigger = Event['source']['params'] | Event['options'];
type Tables = Extract<FieldsOf<AnyOf<Operations>> | OfTrigger | typeof listing, Fields>;

type NamesOf<T> = T extends unknown ? keyof T & string : never;
type Named<T, N> = T extends unknown ? (N extends keyof T ? T[N] : never) : never;

/** If several fields have the same name, any of them. */
export type FieldsByName = {
	readonly [N in NamesOf<Tables>]: Extract<Named<Tables, N>, Field>;
};
