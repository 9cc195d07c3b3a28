import { comment } from './comment';
import type { Operation, Resource } from './define';
import { field } from './field';
import { form } from './form';
import { notice } from './notice';
import { organization } from './organization';
import { position } from './position';
import { record } from './record';
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

export type ResourceName = keyof typeof resources;

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
