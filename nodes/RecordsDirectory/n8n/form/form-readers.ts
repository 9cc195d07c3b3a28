import { resources } from '../../api';
import type { Resource } from '../../api/define';
import { parseForm } from '../../core/form/definition';
import { simplified, valuesReader, type FormField } from '../../core/form/field';
import {
	indexByName,
	missingNames,
	withCodesForNames,
	withOneShape,
	withUsers,
	type CodeRef,
	type SelectionShape,
} from '../../core/form/kinds/people';
import { idIn, type Id } from '../../core/id';
import { asText, textIn, type JsonObject } from '../../core/json';
import { Failure } from '../../core/request/failure';
import { toRows } from '../../core/request/reply';
import { pageRequest, toAddress, toRequest, type ApiRequest } from '../../core/request/request';
import { folded, glimpse } from '../../core/text';
import { mistake } from '../../core/values/input-error';
import { identifiersIn, UNKNOWN_WORD } from '../../core/values/list-parameters';
import { formIn, type Values } from '../../core/values/validate';
import type { Client } from '../transport/client';
import { allEntries, readRows, recordCount, recordList } from '../transport/list-reader';

type FormFields = readonly FormField[];

/** Each part is read once, however many items need it. */
export const formReaders = (client: Client) => ({
	forms: once((form: Id) => readForm(client, form).catch(inOtherWords)),
	counts: once((form: Id) => recordCount(client, { form })),
	keywords: keywordChecker(client),
	...recordFinder(client),
	...selectionWriters(client),
});

/** All callers share the result, also an error. `known` returns what was asked before. */
function once<S, T>(
	ask: (about: S) => Promise<T>,
	keyOf: (about: S) => unknown = (about) => about,
) {
	const results = new Map<unknown, Promise<T>>();
	const askOnce = (about: S): Promise<T> => {
		const key = keyOf(about);
		const result = results.get(key) ?? ask(about);
		results.set(key, result);
		return result;
	};
	return Object.assign(askOnce, { known: (about: S) => results.get(keyOf(about)) });
}

/** A user who reads or watches records does not know that the node also reads the definition. */
function inOtherWords(error: unknown): never {
	throw error instanceof Failure && ['key', 'right', 'refused'].includes(error.kind)
		? error.with({ message: `The fields of the form cannot be read: ${error.message}` })
		: error;
}

export async function readForm(client: Client, form: Id): Promise<FormFields> {
	const list = { resource: resources.field, operation: resources.field.operations.getAll };
	return parseForm(await readRows(client, { ...list, values: { form } }));
}

/** Its function throws an `InputError` for a keyword in a form that ignores it. */
function keywordChecker(client: Client) {
	const isIgnored = once((form: Id) => ignoresKeywords(client, form));
	return async (values: Values): Promise<void> => {
		if (values.keyword === undefined) return;
		const form = formIn(values);
		if (await isIgnored(form)) throw mistake('keywordIgnored', { form });
	};
}

/** An empty form does no harm. */
export async function ignoresKeywords(client: Client, form: Id): Promise<boolean> {
	const values = { form, keyword: UNKNOWN_WORD };
	const request = pageRequest(toRequest(recordList.operation, values), 1, 1);
	return toRows(recordList, values, await client.send(request)).length > 0;
}

/** The number in SUP00040 is usually the ID, but only the record says so: `readOnce` keeps its reply for Get. */
function recordFinder(client: Client) {
	const readOnce = once((request: ApiRequest) => client.send(request), toAddress);
	const call = { resource: resources.record, operation: resources.record.operations.get };
	const withRecordId = async <T extends { readonly values: Values }>(one: T): Promise<T> => {
		const seen = asText(one.values.recordId ?? '').trim();
		if (seen === '' || idIn(seen) !== undefined) return one;
		const recordId = idIn(folded(seen).replace(/^.*\D/s, '')) ?? 0;
		const values = { ...one.values, recordId };
		const reply = await readOnce(toRequest(call.operation, values));
		const [row = {}] = toRows(call, values, reply);
		if (folded(asText(row.uniqueId ?? '')) === folded(seen)) return { ...one, values };
		throw mistake('otherRecord', { record: recordId, form: formIn(values), seen: glimpse(seen) });
	};
	return { readOnce, withRecordId };
}

/**
 * `withSelections` makes the accepted shape, and with `findByName` codes from names; names are read if
 * needed. `otherSelections` makes other shapes, once per run, after a rejection, if nobody chose a shape.
 */
function selectionWriters(client: Client) {
	const { selections: chosen, learnt } = client;
	let mayLearn = chosen === 'given';
	const readIndex = once(async (resource: CodeRef['resource']) =>
		indexByName(await allEntries(client, resources[resource])),
	);
	const readName = once((ref: CodeRef) => readEntryName(client, ref), toKey);
	const inShape = async (fields: FormFields, record: JsonObject, shape: SelectionShape) => {
		const names = new Map<string, string>();
		for (const ref of shape === 'codeAndName' ? missingNames(fields, record) : [])
			names.set(toKey(ref), await readName(ref));
		return withOneShape(fields, record, shape, (ref) => names.get(toKey(ref)));
	};
	const withSelections = async (fields: FormFields, given: JsonObject, findByName = false) => {
		const lists = new Map<string, ReturnType<typeof indexByName>>();
		for (const { resource } of findByName ? missingNames(fields, given) : [])
			lists.set(resource, await readIndex(resource));
		const record = findByName
			? withCodesForNames(fields, given, (resource) => lists.get(resource))
			: given;
		const shape = chosen === 'given' ? (learnt.selections ?? chosen) : chosen;
		return await inShape(fields, record, shape);
	};
	async function* otherSelections(
		fields: FormFields,
		given: JsonObject,
		{ message, details }: Failure,
	) {
		const words = [message, ...details].join();
		const isNamed = ({ id, caption, kind }: FormField) =>
			kind.resource !== undefined && (words.includes(id) || words.includes(caption));
		if (!mayLearn || !fields.flatMap((field) => [field, ...field.columns]).some(isNamed)) return;
		mayLearn = false;
		for (const shape of ['codeAndName', 'code', 'text'] as const) {
			// The directory may not have the name of what the service rejects.
			const other = await inShape(fields, given, shape).catch(() => given);
			if (JSON.stringify(other) !== JSON.stringify(given)) yield { other, shape };
		}
	}
	return { withSelections, otherSelections };
}

const toKey = ({ resource, code }: CodeRef) => `${resource} ${code}`;

async function readEntryName(client: Client, { resource: kind, code }: CodeRef): Promise<string> {
	const call = { resource: resources[kind], operation: resources[kind].operations.get };
	const [entity] = toRows(call, { code }, await client.send(toRequest(call.operation, { code })));
	return textIn(entity?.name);
}

/** Reads the definition of the form if needed. */
export async function readLayout(
	resource: Resource,
	forms: (form: Id) => Promise<FormFields>,
	values: Values,
): Promise<(row: JsonObject) => JsonObject> {
	if (values.simplify !== true) return (row) => row;
	const usersAs = (['names', 'codes'] as const).find((as) => as === values.usersAs) ?? 'objects';
	const isRecord = 'record' in resource.entity && values.form !== undefined;
	// By identifier, values stay as the service spells them.
	const isRaw = values.names === 'identifiers';
	if (!isRecord || (isRaw && usersAs === 'objects')) return (row) => simplified(resource, row);
	const all = await forms(formIn(values));
	if (isRaw) return (row) => simplified(resource, withUsers(all, row, usersAs));
	const output = values.fields === undefined ? undefined : identifiersIn(values.fields);
	const fields = output ? all.filter(({ id }) => output.includes(id)) : all;
	const eachValue = valuesReader(fields, { keys: 'captions', among: all, usersAs });
	return (row) => simplified(resource, row, eachValue);
}
