import { resources } from '../../api';
import type { FormField } from '../../core/form/definition';
import {
	byName,
	findableIn,
	nameless,
	shaped,
	type Findable,
	type Coded,
	type NameOf,
} from '../../core/form/selections';
import { textIn, type JsonObject } from '../../core/json';
import { rowsOf } from '../../core/request/reply';
import { requestOf } from '../../core/request/request';
import type { Client } from '../transport/client';
import { allOf } from '../transport/list-reader';

/** The `record` of a body with its users and organizations as the service takes them. */
export type Shaped = (fields: readonly FormField[], record: JsonObject) => Promise<JsonObject>;

/** Reads each name once, however many items need it. */
export function shapedFor(client: Client): Shaped {
	const names = new Map<string, string | undefined>();
	const nameOf: NameOf = (coded) => names.get(keyOf(coded));
	const { selections: shape } = client;
	return async (fields, record) => {
		for (const coded of shape === 'codeAndName' ? nameless(fields, record) : [])
			if (!names.has(keyOf(coded))) names.set(keyOf(coded), await nameIn(client, coded));
		return shaped(fields, record, { shape, nameOf });
	};
}

/** The same with codes for users and organizations that are given by name. Reads each list once, if a record needs it. */
export function foundByNameFor(client: Client): Shaped {
	const known = new Map<Coded['resource'], Findable>();
	return async (fields, record) => {
		for (const { resource } of nameless(fields, record))
			if (!known.has(resource))
				known.set(resource, findableIn(await allOf(client, resources[resource])));
		return byName(fields, record, (resource) => known.get(resource));
	};
}

const keyOf = ({ resource, code }: Coded) => `${resource} ${code}`;

async function nameIn(client: Client, { resource: kind, code }: Coded): Promise<string> {
	const resource = resources[kind];
	const operation = resource.operations.get;
	const reply = await client.send(requestOf(operation, { code }));
	return textIn(rowsOf({ resource, operation }, { code }, reply)[0]?.name);
}
