import { resources } from '../../api';
import type { FormField } from '../../core/form/field';
import {
	withCodesForNames,
	findableIn,
	nameless,
	withOneShape,
	type Findable,
	type Coded,
	type NameOf,
} from '../../core/form/selections';
import { textIn, type JsonObject } from '../../core/json';
import { toRows } from '../../core/request/reply';
import { toRequest } from '../../core/request/request';
import type { Client } from '../transport/client';
import { allEntries } from '../transport/list-reader';

/** Returns the `record` of a body with users and organizations as the service accepts them. */
export type Shaped = (fields: readonly FormField[], record: JsonObject) => Promise<JsonObject>;

/** Reads each name once, however many items need it. */
export function shapedFor(client: Client): Shaped {
	const names = new Map<string, string | undefined>();
	const nameOf: NameOf = (coded) => names.get(keyOf(coded));
	return async (fields, record) => {
		for (const coded of client.selections === 'codeAndName' ? nameless(fields, record) : [])
			if (!names.has(keyOf(coded))) names.set(keyOf(coded), await nameIn(client, coded));
		return withOneShape(fields, record, { shape: client.selections, nameOf });
	};
}

/**
 * The same, but also finds the codes of users and organizations given by name. Reads each list once, if a
 * record needs it.
 */
export function foundByNameFor(client: Client): Shaped {
	const lists = new Map<Coded['resource'], Findable>();
	return async (fields, record) => {
		for (const { resource } of nameless(fields, record))
			if (!lists.has(resource))
				lists.set(resource, findableIn(await allEntries(client, resources[resource])));
		return withCodesForNames(fields, record, (resource) => lists.get(resource));
	};
}

const keyOf = ({ resource, code }: Coded) => `${resource} ${code}`;

async function nameIn(client: Client, { resource: kind, code }: Coded): Promise<string> {
	const call = { resource: resources[kind], operation: resources[kind].operations.get };
	const [entity] = toRows(call, { code }, await client.send(toRequest(call.operation, { code })));
	return textIn(entity?.name);
}
