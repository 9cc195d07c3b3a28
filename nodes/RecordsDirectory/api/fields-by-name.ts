import type { resources } from './index';
import type { Field, Fields, Part } from './define';
import type { triggerEvents } from './trigger';

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
