import { canonical } from '../fingerprint';
import { isEmpty, isJsonObject, isNothing, ownProperty, type JsonObject } from '../json';
import { mistake } from '../values/input-error';
import type { ComparisonZone } from '../values/time-zone';
import { isTable, type FormField } from './field';
import { unwrapCells } from './kinds/table';
import { fieldFor, fieldLabel } from './names';
import { isOfUnknownZone, rowsIn, looseValueKey, valueKey } from './value';
import { listInWords } from '../request/subject';

/**
 * Returns the fields to match records by: the named ones, else the key fields of the form. Throws an
 * `InputError` if there are none, and for detail tables.
 */
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

/** Returns a function that makes equal match keys for records with equal values. */
export const keyReader = (by: readonly FormField[], zone: string | undefined): KeyReader =>
	joinedKeys(by, (field) => certainKey(field, zone));

/**
 * Like `keyReader`, but returns equal texts also for values that may be equal, because the type of some fields
 * is unknown.
 */
export const looseKeyReader = (by: readonly FormField[], zone: ComparisonZone): KeyReader =>
	joinedKeys(by, (field) =>
		field.kind.isUntyped ? looseValueKey(field, zone) : certainKey(field, zone.named),
	);

type KeyReader = (record: JsonObject) => string;

function joinedKeys(
	by: readonly FormField[],
	keyFor: (field: FormField) => (value: unknown) => unknown,
): KeyReader {
	const keys = by.map((field) => ({ id: field.id, keyIn: keyFor(field) }));
	return (record) => canonical(keys.map(({ id, keyIn }) => keyIn(ownProperty(record, id))));
}

function certainKey(field: FormField, zone: string | undefined): (value: unknown) => unknown {
	const keyIn = valueKey(field, zone);
	return (value) => {
		const key = keyIn(value);
		if (!isOfUnknownZone(field, key)) return key;
		throw mistake('matchNeedsZone', { field: fieldLabel(field) });
	};
}

/** Returns the match key of an input item. Throws an `InputError` if a value to match by is missing. */
export function wantedKey(
	by: readonly FormField[],
	record: JsonObject,
	zone: string | undefined,
): string {
	const missing = by.filter(({ id }) => isNothing(record[id]));
	if (missing.length === 0) return keyReader(by, zone)(record);
	throw mistake('nothingToMatch', { fields: missing.map(fieldLabel).join(' and ') });
}

/** Compares a record with values to send. */
export type Comparison = (record: JsonObject, sent: JsonObject) => boolean;

type Equals = (current: unknown, sent: unknown) => boolean;

/**
 * Returns whether a record certainly has all values to send. A value that can be read in several ways proves
 * nothing, and neither does one of a field that the form does not have.
 */
export const hasValues = (fields: readonly FormField[], zone: string | undefined): Comparison =>
	everyValue(fields, false, (field) => {
		const keyIn = valueKey(field, zone);
		return (current, sent) =>
			(isEmpty(current) || !field.kind.isAmbiguous?.(field, current)) &&
			canonical(keyIn(current)) === canonical(keyIn(sent));
	});

/** Returns whether a record may have all values to send, in the spelling of the service. */
export const mayHaveValues = (fields: readonly FormField[], zone: ComparisonZone): Comparison =>
	everyValue(fields, true, (field) => {
		if (isTable(field)) return mayHaveRows(field, mayHaveValues(field.columns, zone));
		const keyIn = looseValueKey(field, zone);
		return (current, sent) => {
			const [one, other] = [keyIn(current), keyIn(sent)];
			return one === undefined || other === undefined || one === other;
		};
	});

function everyValue(
	fields: readonly FormField[],
	otherwise: boolean,
	equalsFor: (field: FormField) => Equals,
): Comparison {
	const byId = new Map(fields.map((field) => [field.id, equalsFor(field)]));
	return (record, sent) =>
		Object.entries(sent).every(
			([id, value]) => byId.get(id)?.(ownProperty(record, id), value) ?? otherwise,
		);
}

/** Columns that are not sent may have a value from the service. */
function mayHaveRows({ columns }: FormField, mayHave: Comparison): Equals {
	return (current, sent) => {
		const [rows, sentRows] = [rowsIn(current), rowsIn(sent)];
		return (
			rows.length === sentRows.length &&
			sentRows.every((row, n) => {
				const before = rows[n];
				if (!isJsonObject(row) || !isJsonObject(before)) return true;
				return mayHave(unwrapCells(before, columns), unwrapCells(row, columns));
			})
		);
	};
}

/**
 * Decides whether an item that matches no record is new. If the type of a field is unknown, a record or another
 * item may have the same value in another spelling, and creating the item would duplicate it.
 */
export class Lookalikes {
	private readonly by: readonly FormField[];
	private readonly keyOf: (record: JsonObject) => string;
	/** The first item with each key. */
	private readonly items = new Map<string, number>();
	private readonly records = new Map<string, Set<string>>();

	constructor(by: readonly FormField[], zone: ComparisonZone) {
		this.by = by;
		this.keyOf = looseKeyReader(by, zone);
	}

	/** Takes an item to match. */
	takeItem(item: number, record: JsonObject): void {
		const key = this.keyOf(record);
		if (!this.items.has(key)) this.items.set(key, item);
	}

	/** Takes a record of the form. */
	takeRecord(recordId: string, record: JsonObject): void {
		if (!this.by.some(({ kind }) => kind.isUntyped)) return;
		const key = this.keyOf(record);
		// A form may be read twice.
		if (this.items.has(key))
			this.records.set(key, (this.records.get(key) ?? new Set()).add(recordId));
	}

	/**
	 * Throws an `InputError` for an item that matches no record if a record or another item may have the same
	 * key.
	 */
	mustBeNew(item: number, record: JsonObject): void {
		const key = this.keyOf(record);
		const [records, first] = [this.records.get(key), this.items.get(key)];
		if (records) throw mayBeOne(this.by, `record ${listInWords([...records])}`);
		if (first !== undefined && first !== item) throw mayBeOne(this.by, `item ${first}`);
	}
}

const mayBeOne = (by: readonly FormField[], other: string) =>
	mistake('mayBeSame', { fields: listInWords(by.map(fieldLabel)), other });
