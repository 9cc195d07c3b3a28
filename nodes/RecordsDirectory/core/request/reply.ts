import type { Entry } from '../../api';
import type { Entity, Operation, Resource } from '../../api/define';
import { Failure, type RawReply } from './failure';
import { pathFields } from './request';
import {
	asText,
	isJsonObject,
	jsonObjectsIn,
	numberIn,
	numeric,
	omit,
	textIn,
	type JsonObject,
} from '../json';
import { folded, glimpse } from '../text';
import type { Values } from '../values/validate';

export type Call = Pick<Entry, 'resource' | 'operation'>;

/** Reads must have the documented shape (Endpoints), else throws a `Failure`. Of writes only some values are taken. */
export function toRows(
	{ resource, operation }: Call,
	values: Values,
	reply: RawReply = { statusCode: 204, headers: {}, body: {} },
): readonly JsonObject[] {
	const { returns } = operation;
	// The following nodes must find the entity under its new code.
	const code = values.newCode ? { code: values.newCode } : {};
	switch (returns.kind) {
		case 'deleted':
			return [{ deleted: true, ...pathValues(operation, values) }];
		case 'updated':
			return [{ success: true, ...pathValues(operation, values), ...code }];
		case 'imported':
		case 'upserted':
		case 'synced':
			// The service does not say whether it updated the record or created another one.
			return [{ success: true, ...code }];
		case 'created':
			return [createdRow({ resource, operation }, returns.identity, values, reply)];
		case 'notices':
			return readNotices(objectIn(reply.body), values);
		case 'one': {
			const body = objectIn(reply.body);
			const row = returns.root ? objectIn(body[returns.root]) : body;
			if (Object.keys(entityProperties(resource, row)).length === 0) throw unreadable();
			return [entityReader(resource.entity)(row)];
		}
		case 'many': {
			const read = entityReader(resource.entity);
			return listIn(reply.body, returns.root).map((row) => read(objectIn(row)));
		}
	}
}

const pathValues = (operation: Operation, values: Readonly<JsonObject>): JsonObject =>
	Object.fromEntries(pathFields(operation).map(({ name, wire }) => [wire, values[name]]));

/** One row as the service returns them, or one per notice with its app (Resources, Notice). */
function readNotices(body: JsonObject, values: Values): readonly JsonObject[] {
	const { code = values.code, notices } = body;
	// An empty list may be missing, but an unreadable one must not count as no notices.
	const isMissing = (notices ?? undefined) === undefined && body.code !== undefined;
	const isReadable = Array.isArray(notices) && notices.every(isApp);
	if (!isMissing && !isReadable) throw unreadable();
	// The service finds a code in any case and width, and returns its own spelling.
	if (folded(asText(code)) !== folded(String(values.code)))
		throw new Failure({
			kind: 'service',
			message: `The service returned the notices of user ${glimpse(asText(code))}, not of ${String(values.code)}`,
		});
	if (values.split === 'person') return [{ ...body, code }];
	return jsonObjectsIn(notices).flatMap(({ appsId, appsName, icon, noticeList }) =>
		jsonObjectsIn(noticeList).map(({ id, label, count, url }) => ({
			code,
			appsId,
			appsName,
			id,
			label,
			count: numberIn(count) ?? count,
			url,
			icon,
		})),
	);
}

/** An app without notices may have no list of them. */
const isApp = (app: unknown) =>
	isJsonObject(app) &&
	(Array.isArray(app.noticeList) || (app.noticeList ?? undefined) === undefined);

/** From the body, or from a `Location` header. `identity` is the property with the ID or code. */
function createdRow(
	{ resource, operation }: Call,
	identity: string,
	values: Values,
	reply: RawReply,
): JsonObject {
	const body = isJsonObject(reply.body) ? reply.body : {};
	const [, located] = /\/(\d+)\/?$/.exec(String(reply.headers.location ?? '')) ?? [];
	const told = body[identity] ?? values.newCode ?? located;
	const known =
		told === undefined ? {} : { [identity]: identity === 'code' ? told : numeric(told) };
	// A body may be about something else, such as a notice; only the entity's properties are taken.
	const entity =
		body[identity] === undefined
			? {}
			: entityReader(resource.entity)(entityProperties(resource, body));
	return { success: true, ...pathValues(operation, values), ...entity, ...known };
}

const entityProperties = ({ entity }: Resource, row: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(entity, name)));

/** The document says that it is never returned; if a service returns it anyway, it must not become visible. */
const SECRET = 'loginPass';

/** Converts numbers and flags, however the service writes them. A row that needs no change is not copied. */
export function entityReader(entity: Entity): (row: JsonObject) => JsonObject {
	const types = Object.entries(entity).filter(
		([, type]) => type === 'number' || type === 'boolean',
	);
	const isOther = (row: JsonObject, [name, type]: (typeof types)[number]) =>
		Object.hasOwn(row, name) && typeof row[name] !== type;
	return (row) => {
		const other = types.filter((one) => isOther(row, one));
		if (!Object.hasOwn(row, SECRET) && other.length === 0) return row;
		const read = other.map(([name, type]) => {
			return [name, (type === 'number' ? numeric : flagIn)(row[name])];
		});
		return omit({ ...row, ...Object.fromEntries(read) }, [SECRET]);
	};
}

const flagIn = (value: unknown): unknown =>
	/^(true|1)$/i.test(asText(value)) || (/^(false|0)$/i.test(asText(value)) ? false : value);

export function objectIn(value: unknown): JsonObject {
	if (isJsonObject(value)) return value;
	throw unreadable();
}

/** What a reply names beside its list: the form and the record. */
const PLACE = ['appsId', 'recordId'];

/** An empty list may be `null` or `{}`, or left out. */
export function listIn(body: unknown, root: string): readonly unknown[] {
	const given = objectIn(body);
	const list = Object.hasOwn(given, root) ? (given[root] ?? {}) : omit(given, PLACE);
	if (Array.isArray(list)) return list;
	if (isJsonObject(list) && Object.keys(list).length === 0) return [];
	throw unreadable(textIn(given.message));
}

export const hasList = (body: unknown, { returns }: Operation): boolean =>
	returns.kind !== 'many' || Array.isArray(objectIn(body)[returns.root]);

const unreadable = (said = '') =>
	new Failure({
		kind: 'foreign',
		message: `The response is not from the records service${said && `: ${said}`}`,
	});

/** 0 for a live one, also without a flag. Undefined for an unclear flag: a guess could be wrong (Resources, Record). */
export function deletionIn({ isDeleted: flag }: JsonObject): number | undefined {
	if (/^(0|false)?$/i.test(asText(flag ?? ''))) return 0;
	return /^true$/i.test(textIn(flag)) ? 1 : numberIn(flag);
}

/** Throws a `Failure` if the record or comment does not say that clearly. */
export function isDeleted(row: object): boolean {
	const type = deletionIn(row as JsonObject);
	if (type === undefined) throw unclearDeletion(row as JsonObject);
	return type !== 0;
}

/** Throws a `Failure` if no row says clearly whether it is deleted: then the service means something else. */
export function mustSayDeletion(rows: readonly JsonObject[]): void {
	const [first] = rows;
	if (first && rows.every((row) => deletionIn(row) === undefined)) throw unclearDeletion(first);
}

export const unclearDeletion = ({ recordId, id = recordId }: JsonObject): Failure =>
	new Failure({
		kind: 'foreign',
		message: `The service does not say clearly whether record ${textIn(id)} is deleted`,
	});
