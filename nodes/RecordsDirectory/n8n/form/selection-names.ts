import { resources } from '../../api';
import type { FormField } from '../../core/form/field';
import {
	indexByName,
	missingNames,
	withCodesForNames,
	withOneShape,
	type CodeRef,
} from '../../core/form/selections';
import { textIn, type JsonObject } from '../../core/json';
import { rowsOf } from '../../core/request/reply';
import { requestOf } from '../../core/request/request';
import type { Client } from '../transport/client';
import { allEntries } from '../transport/list-reader';
import { oncePer } from './form-cache';

/** Returns the `record` of a body with users and organizations as the service accepts them. */
export type Shaped = (fields: readonly FormField[], record: JsonObject) => Promise<JsonObject>;

/** Reads each name once, however many items need it. */
export function shapedFor(client: Client): Shaped {
	const { selections: shape } = client;
	const readName = oncePer(toKey, (ref: CodeRef) => nameIn(client, ref));
	return async (fields, record) => {
		const names = new Map<string, string>();
		for (const ref of shape === 'codeAndName' ? missingNames(fields, record) : [])
			names.set(toKey(ref), await readName(ref));
		return withOneShape(fields, record, { shape, findName: (ref) => names.get(toKey(ref)) });
	};
}

/**
 * The same, but also finds the codes of users and organizations given by name. Reads each list once, if a
 * record needs it.
 */
export function foundByNameFor(client: Client): Shaped {
	type Kind = CodeRef['resource'];
	const readIndex = oncePer(
		(resource: Kind) => resource,
		async (resource) => indexByName(await allEntries(client, resources[resource])),
	);
	return async (fields, record) => {
		const lists = new Map<Kind, ReturnType<typeof indexByName>>();
		for (const { resource } of missingNames(fields, record))
			lists.set(resource, await readIndex(resource));
		return withCodesForNames(fields, record, (resource) => lists.get(resource));
	};
}

const toKey = ({ resource, code }: CodeRef) => `${resource} ${code}`;

async function nameIn(client: Client, { resource: kind, code }: CodeRef): Promise<string> {
	const call = { resource: resources[kind], operation: resources[kind].operations.get };
	const [entity] = rowsOf(call, { code }, await client.send(requestOf(call.operation, { code })));
	return textIn(entity?.name);
}
