import type { Entity, Operation, Resource } from '../api/define';
import { Failure, type RawReply } from './failure';
import type { Values } from './limits';
import { noticeRows } from './notice-rows';

export type Row = Record<string, unknown>;

/**
 * The rows that a success reply holds (Endpoints). Reads must have the documented shape, or a
 * `Failure` says so; writes may answer with anything, so only what is certain is taken from them.
 */
export function rowsOf(
	resource: Resource,
	operation: Operation,
	values: Values,
	reply: RawReply,
): readonly Row[] {
	const { returns } = operation;
	switch (returns.kind) {
		case 'deleted':
			return [{ deleted: true }];
		case 'updated':
			return [{ success: true, ...identityOf(operation, values) }];
		case 'imported':
			return [{ success: true, ...importedOf(values) }];
		case 'created':
			return [createdRow(resource, operation, values, reply, returns.identity)];
		case 'notices':
			return noticeRows(objectIn(reply.body), values.split === 'person');
		case 'one': {
			const body = objectIn(reply.body);
			const row = returns.root ? objectIn(body[returns.root]) : body;
			if (Object.keys(onlyOf(resource, row)).length === 0) throw unreadable();
			return [ofEntity(resource.entity, row)];
		}
		case 'many':
			return listIn(reply.body, returns.root).map((row) =>
				ofEntity(resource.entity, objectIn(row)),
			);
	}
}

/** What the path names. */
const identityOf = (operation: Operation, values: Values): Row =>
	Object.fromEntries(
		Object.entries(operation.params)
			.filter(([name, { wire }]) => operation.path.includes(`{${wire ?? name}}`))
			.map(([name, { wire }]) => [wire ?? name, values[name]]),
	);

const importedOf = ({ code, recordId }: Values): Row => ({
	...(code === undefined ? {} : { code }),
	...(recordId === undefined ? {} : { recordId }),
});

/** The new entity as far as the service tells it: in the body, or by a `Location` header. */
function createdRow(
	resource: Resource,
	operation: Operation,
	values: Values,
	reply: RawReply,
	identity: string,
): Row {
	const body = isObject(reply.body) ? reply.body : {};
	const told = body[identity] ?? values[identity] ?? lastSegment(reply.headers.location);
	const known =
		told === undefined ? {} : { [identity]: identity === 'code' ? told : numeric(told) };
	// A body may speak of something else (a notice, say); of it, only what the entity has is taken.
	const entity =
		body[identity] === undefined ? {} : ofEntity(resource.entity, onlyOf(resource, body));
	return { success: true, ...identityOf(operation, values), ...entity, ...known };
}

const onlyOf = ({ entity }: Resource, row: Row): Row =>
	Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(entity, name)));

function lastSegment(location: unknown): string | undefined {
	const segment = /\/(\d+)\/?$/.exec(String(location ?? ''));
	return segment?.[1];
}

/** Properties that the document gives as numbers, as numbers, however the service spells them. */
export function ofEntity(entity: Entity, row: Row): Row {
	return Object.fromEntries(
		Object.entries(row).map(([name, value]) => [
			name,
			Object.hasOwn(entity, name) && entity[name] === 'number' ? numeric(value) : value,
		]),
	);
}

/** A number written as text becomes the number, unless that would change it. */
export const numeric = (value: unknown): unknown =>
	typeof value === 'string' && /^-?\d+$/.test(value) && String(Number(value)) === value
		? Number(value)
		: value;

const isObject = (value: unknown): value is Row =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export function objectIn(value: unknown): Row {
	if (isObject(value)) return value;
	throw unreadable();
}

export function listIn(body: unknown, root: string): readonly unknown[] {
	const list = objectIn(body)[root];
	if (Array.isArray(list)) return list;
	throw unreadable();
}

const unreadable = () =>
	new Failure({
		kind: 'foreign',
		message: 'The answer does not have the shape of the records service',
	});
