import type { Resource } from '../../api/define';
import {
	asList,
	canonical,
	isEmpty,
	isJsonObject,
	isNothing,
	type JsonObject,
	ownProperty,
	put,
} from '../json';
import { grouped } from '../grouped';
import { idIn, isAbove, type Id } from '../id';
import type { LookedUpEntry } from '../request/failure';
import { isDeleted } from '../request/reply';
import { foldedWithoutSpaces, listInWords } from '../text';
import { mistake } from '../values/input-error';
import { recordIn } from '../values/record-properties';
import type { ValueContext } from '../values/moment';
import type { Values } from '../values/validate';
import {
	isOfUnknownZone,
	isTable,
	simplified,
	valueKey,
	valuesReader,
	type FormField,
} from './field';
import { unwrapCells } from './kinds/table';
import { looseMeaning } from './kinds/text';
import { fieldFor, fieldLabel } from './names';

/** The named fields, else the key fields. Throws an `InputError` if there are none, and for detail tables. */
export function matchFields(
	fields: readonly FormField[],
	names: readonly string[],
): readonly FormField[] {
	const found =
		names.length > 0
			? names.map((name) => fieldFor(fields, name))
			: fields.filter(({ isKey }) => isKey);
	const table = found.find(isTable);
	if (table) throw mistake('matchOnTable', { field: fieldLabel(table) });
	if (found.length > 0) return found;
	throw mistake('noKeyField');
}

type KeyReader = (record: JsonObject) => string;

/** `untypedKey`: for values of unknown type. Its function throws an `InputError` for a time of an unknown zone. */
export function keyReader(
	by: readonly FormField[],
	zone: string | undefined,
	untypedKey?: (value: unknown) => unknown,
): KeyReader {
	const readers = by.map((field) => {
		const keyIn = untypedKey && field.kind.isUntyped ? untypedKey : valueKey(field, zone);
		return (record: JsonObject) => {
			const key = keyIn(ownProperty(record, field.id));
			if (!isOfUnknownZone(field, key)) return key;
			throw mistake('matchNeedsZone', { field: fieldLabel(field) });
		};
	});
	return (record) => canonical(readers.map((read) => read(record)));
}

/** Returns equal texts also for values that may be equal, because the type of some fields is unknown. */
const looseKeyReader = (by: readonly FormField[], zone: ValueContext): KeyReader =>
	keyReader(by, zone.named, (value) => looseMeaning(value, zone));

/** Throws an `InputError` if a value to match by is missing. */
export function wantedKey(by: readonly FormField[], record: JsonObject, keyIn: KeyReader): string {
	const missing = by.filter(({ id }) => isNothing(record[id]));
	if (missing.length === 0) return keyIn(record);
	throw mistake('nothingToMatch', { fields: missing.map(fieldLabel).join(' and ') });
}

type Comparison = (record: JsonObject, sent: JsonObject) => boolean;

/** Whether a record certainly has all values. An ambiguous value proves nothing, nor one of a field not in the form. */
export const hasValues = (fields: readonly FormField[], zone: string | undefined): Comparison =>
	everyValue(fields, false, (field) => {
		const keyIn = valueKey(field, zone);
		return (current, sent) =>
			(isEmpty(current) || !field.kind.isAmbiguous?.(field, current)) &&
			canonical(keyIn(current)) === canonical(keyIn(sent));
	});

/** Its function shows the values to send that a record may not have, with its own, named as in outputs. */
export function changesReader(
	resource: Resource,
	fields: readonly FormField[],
	zone: string | undefined,
	one: Values,
) {
	const has = hasValues(fields, zone);
	const ids = new Set(fields.map(({ id }) => id));
	const read = valuesReader(fields, {
		keys: one.mapped ? 'captions' : 'identifiers',
		isPart: true,
	});
	const shown = (id: string, value: unknown) =>
		simplified(resource, { record: { [id]: value } }, read);
	return (record: JsonObject, sent: JsonObject): JsonObject => {
		const changes: JsonObject = {};
		for (const [id, now] of Object.entries(sent)) {
			// The service ignores other fields (Common request rules, 4).
			if (!ids.has(id) || has(record, { [id]: now })) continue;
			const was = shown(id, ownProperty(record, id) ?? null);
			for (const [key, to] of Object.entries(shown(id, now)))
				put(changes, key, { from: was[key], to });
		}
		return changes;
	};
}

/** Like `hasValues`, but services may change the case, width or spaces of a value, ignore fields and fill in columns. */
const seemToHaveValues = (fields: readonly FormField[], zone: string | undefined): Comparison =>
	everyValue(fields, true, (field) => (current, sent) => {
		const keyIn = valueKey(withColumnsIn(sent, field), zone);
		const folded = (value: unknown) => foldKey(canonical(keyIn(value)));
		return folded(current) === folded(sent);
	});

function withColumnsIn(sent: unknown, field: FormField): FormField {
	const rows = asList(sent).filter(isJsonObject);
	const isSent = ({ id }: FormField) =>
		rows.some((row) => Object.hasOwn(unwrapCells(row, field.columns), id));
	return { ...field, columns: field.columns.filter(isSent) };
}

function everyValue(
	fields: readonly FormField[],
	otherwise: boolean,
	equalsFor: (field: FormField) => (current: unknown, sent: unknown) => boolean,
): Comparison {
	const byId = new Map(fields.map((field) => [field.id, equalsFor(field)]));
	return (record, sent) =>
		Object.entries(sent).every(
			([id, value]) => byId.get(id)?.(ownProperty(record, id), value) ?? otherwise,
		);
}

/** If a field's type is unknown, the same value may have another spelling: creating the item would duplicate it. */
export class Lookalikes {
	private readonly by: readonly FormField[];
	private readonly keyOf: (record: JsonObject) => string;
	private readonly items = new Map<string, number>();
	private readonly records = new Map<string, Set<string>>();

	constructor(by: readonly FormField[], zone: ValueContext) {
		this.by = by;
		this.keyOf = looseKeyReader(by, zone);
	}

	takeItem(item: number, record: JsonObject): void {
		const key = this.keyOf(record);
		if (!this.items.has(key)) this.items.set(key, item);
	}

	takeRecord(recordId: string, record: JsonObject): void {
		if (!this.by.some(({ kind }) => kind.isUntyped)) return;
		const key = this.keyOf(record);
		// A form may be read twice.
		if (this.items.has(key))
			this.records.set(key, (this.records.get(key) ?? new Set()).add(recordId));
	}

	/** Throws an `InputError` if a record may have the key of an item that matches none. */
	mustBeMissing(record: JsonObject): void {
		const records = this.records.get(this.keyOf(record));
		if (records) throw mayBeOne(this.by, `record ${listInWords([...records])}`);
	}

	/** The same, and if another item may have the same key. */
	mustBeNew(item: number, record: JsonObject): void {
		this.mustBeMissing(record);
		const first = this.items.get(this.keyOf(record));
		if (first !== undefined && first !== item) throw mayBeOne(this.by, `item ${first}`);
	}
}

const mayBeOne = (by: readonly FormField[], other: string) =>
	mistake('mayBeSame', { fields: listInWords(by.map(fieldLabel)), other });

interface FormAt {
	readonly fields: readonly FormField[];
	readonly zone: ValueContext;
}

/** With an ID, it was to update that record. */
export interface SentRecord {
	readonly record: JsonObject;
	readonly recordId?: unknown;
}

interface NewestRecords {
	readonly rows: readonly JsonObject[];
	/** The highest record ID before the run sent its own records; 0 for an empty form, undefined if unknown. */
	readonly newest: Id | undefined;
	/** How many records with a key the run has sent, those in question included. */
	readonly sentWith: (key: string) => number;
}

/** Undefined without all key fields. A list proves nothing: services return lists in other shapes than they accept. */
export function keyOfSent({ fields, zone }: FormAt, { record }: SentRecord): string | undefined {
	const by = fields.filter(({ isKey }) => isKey);
	const isPlain = (value: unknown) => !isEmpty(value) && typeof value !== 'object';
	const isWhole = by.length > 0 && by.every(({ id }) => isPlain(record[id]));
	return isWhole ? keyReader(by, zone.named)(record) : undefined;
}

/** A key without its spaces and its case; JSON writes line breaks and tabs as two characters. */
const foldKey = (key: string): string => foldedWithoutSpaces(key.replace(/\\[nrt]/g, ''));

/**
 * Saved if a newer record than before has its key and all its values. If it is unknown which are newer, a
 * record with its key proves nothing. A key that differs only in case, width or spaces may be the service's.
 */
export function recordsLookedUp(
	form: FormAt,
	sent: readonly SentRecord[],
	{ rows, newest, sentWith }: NewestRecords,
): readonly LookedUpEntry[] {
	const { fields, zone } = form;
	const by = fields.filter(({ isKey }) => isKey);
	const readKey = keyReader(by, zone.named);
	const readLooseKey = looseKeyReader(by, zone);
	const foldedKey = (record: JsonObject) => foldKey(readLooseKey(record));
	const seemsToHave = seemToHaveValues(fields, zone.named);
	const live = rows.filter((row) => !isDeleted(row));
	const fresh = live.filter(
		({ recordId }) => newest === undefined || isAbove(idIn(recordId), newest),
	);
	const byKey = new Map(grouped(fresh, (row) => readKey(recordIn(row))));
	const spellings = new Set(fresh.map((row) => foldedKey(recordIn(row))));
	const keys = sent.map((one) => keyOfSent(form, one));
	return sent.map((one, n) => {
		const key = keys[n];
		// A record to update may have had its values before.
		if (one.recordId !== undefined || key === undefined) return { fate: 'unknown' };
		const found = byKey.get(key) ?? [];
		if (found.length === 0)
			return { fate: spellings.has(foldedKey(one.record)) ? 'unknown' : 'absent' };
		const alike = found.filter((row) => seemsToHave(recordIn(row), one.record));
		// If more or fewer have the key than were sent, it is unknown which of them is there.
		const isCertain = newest !== undefined && alike.length === sentWith(key);
		const row = alike.at(-1 - keys.slice(0, n).filter((other) => other === key).length);
		return isCertain && row ? { fate: 'saved', rows: [row] } : { fate: 'unknown' };
	});
}
