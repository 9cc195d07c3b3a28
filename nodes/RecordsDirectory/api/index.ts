import { comment } from './comment';
import type { Field, Fields, Operation, Part, Resource } from './define';
import { field } from './field';
import { form } from './form';
import { notice } from './notice';
import { organization } from './organization';
import { position } from './position';
import { record } from './record';
import type { triggerEvents } from './trigger';
import { user } from './user';

/** All resources of the service. */
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

/** Every operation as `resource.operation`, for requirements such as "has a test scenario". */
export type OperationKey = {
	[R in ResourceName]: `${R}.${Extract<keyof (typeof resources)[R]['operations'], string>}`;
}[ResourceName];

export interface Entry {
	readonly key: OperationKey;
	readonly resourceName: ResourceName;
	readonly operationName: string;
	readonly resource: Resource;
	readonly operation: Operation;
}

/** All operations, in the order of the table. */
export const entries: readonly Entry[] = Object.entries(resources).flatMap(
	([resourceName, resource]: [string, Resource]) =>
		Object.entries(resource.operations).map(([operationName, operation]) => ({
			// `Object.entries` types all keys as `string`.
			key: `${resourceName}.${operationName}` as OperationKey,
			resourceName: resourceName as ResourceName,
			operationName,
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
type Tables = Extract<FieldsOf<AnyOf<Operations>> | OfTrigger, Fields>;

type NamesOf<T> = T extends unknown ? keyof T & string : never;
type Named<T, N> = T extends unknown ? (N extends keyof T ? T[N] : never) : never;

/** All fields of operations and events, by name. If several have the same name, any of them. */
export type FieldsByName = {
	readonly [N in NamesOf<Tables>]: Extract<Named<Tables, N>, Field>;
};
