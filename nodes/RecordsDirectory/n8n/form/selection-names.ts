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

/** Returns the `record` of a body with users and organizations as the service accepts them. */
export type Shaped = (fields: readonly FormField[], record: JsonObject) => Promise<JsonObject>;

/** Reads each name once, however many items need it. */
export function shapedFor(client: Client): Shaped {
	const { selections: shape } = client;
	const names = new Map<string, string>();
	const findName = (ref: CodeRef) => names.get(toKey(ref));
	return async (fields, record) => {
		for (const ref of shape === 'codeAndName' ? missingNames(fields, record) : [])
			if (!names.has(toKey(ref))) names.set(toKey(ref), await readName(client, ref));
		return withOneShape(fields, record, { shape, findName });
	};
}

/**
 * The same, but also finds the codes of users and organizations given by name. Reads each list once, if a
 * record needs it.
 */
export function foundByNameFor(client: Client): Shaped {
	const lists = new Map<string, ReturnType<typeof indexByName>>();
	return async (fields, record) => {
		for (const { resource } of missingNames(fields, record))
			if (!lists.has(resource))
				lists.set(resource, indexByName(await allEntries(client, resources[resource])));
		return withCodesForNames(fields, record, (resource) => lists.get(resource));
	};
}

const toKey = ({ resource, code }: CodeRef) => `${resource} ${code}`;

async function readName(client: Client, { resource: kind, code }: CodeRef): Promise<string> {
	const call = { resource: resources[kind], operation: resources[kind].operations.get };
	const [entity] = rowsOf(call, { code }, await client.send(requestOf(call.operation, { code })));
	return textIn(entity?.name);
}
