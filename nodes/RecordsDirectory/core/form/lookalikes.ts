import type { JsonObject } from '../json';
import { listInWords } from '../request/subject';
import { InputError } from '../values/input-error';
import type { ComparisonZone } from '../values/time-zone';
import { looseKeyReader } from './equality';
import type { FormField } from './field';
import { labelOf } from './names';

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
	InputError.about(
		listInWords(by.map(labelOf)),
		` may be the same as that of ${other}, in another spelling`,
		'The type of the field does not tell whether it takes texts, numbers, dates or users. Give the value exactly as the record has it, or match on another field.',
	);
