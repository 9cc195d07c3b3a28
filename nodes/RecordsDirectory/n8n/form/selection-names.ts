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
import { toRows } from '../../core/request/reply';
import { toRequest } from '../../core/request/request';
import type { Client } from '../transport/client';
import { allEntries } from '../transport/list-reader';

/**
 * Returns the `record` of a body with users and organizations as the service accepts them. With `findByName`,
 * finds the codes of those that are given by name.
 */
export type SelectionWriter = (
	fields: readonly FormField[],
	record: JsonObject,
	findByName?: boolean,
) => Promise<JsonObject>;

/** Reads each name and each list of names once, if a record needs it, however many items need it. */
export function selectionWriter(client: Client): SelectionWriter {
	const { selections: shape } = client;
	const names = new Map<string, string>();
	const lists = new Map<string, ReturnType<typeof indexByName>>();
	const findName = (ref: CodeRef) => names.get(toKey(ref));
	return async (fields, given, findByName = false) => {
		for (const { resource } of findByName ? missingNames(fields, given) : [])
			if (!lists.has(resource))
				lists.set(resource, indexByName(await allEntries(client, resources[resource])));
		const record = findByName
			? withCodesForNames(fields, given, (resource) => lists.get(resource))
			: given;
		for (const ref of shape === 'codeAndName' ? missingNames(fields, record) : [])
			if (!names.has(toKey(ref))) names.set(toKey(ref), await readName(client, ref));
		return withOneShape(fields, record, { shape, findName });
	};
}

const toKey = ({ resource, code }: CodeRef) => `${resource} ${code}`;

async function readName(client: Client, { resource: kind, code }: CodeRef): Promise<string> {
	const call = { resource: resources[kind], operation: resources[kind].operations.get };
	const [entity] = toRows(call, { code }, await client.send(toRequest(call.operation, { code })));
	return textIn(entity?.name);
}
