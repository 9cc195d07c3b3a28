import type { Dialect } from './dialects.ts';
import { notFound } from './errors.ts';
import { valueColumn } from './identifiers.ts';
import { withFurtherFields } from './further-fields.ts';
import { readRecordBody } from './record-body.ts';
import { type ChangeOptions, newRow, type NewRecord, updatedBy } from './record-rows.ts';
import type { Field, Form, RecordRow, Values } from './resources.ts';
import type { Tables } from './tables.ts';
import type { Names } from './values.ts';

export function createRecord(
	store: Tables,
	appsId: number,
	given: Values,
	options: ChangeOptions = {},
): RecordRow {
	return store.change(() => {
		const form = formOf(store, appsId);
		const dialect = store.dialect();
		const values = readRecordBody(given, {
			form,
			names: namesOf(store),
			dialect,
			keyTaken: (field, value) => keyTaken(store, appsId, 0, field, value),
		});
		const recordId = store.forms.takeRecordIds(appsId, 1);
		const row = newRow(store, form, recordId, { ...options, values });
		store.records.put(row, visibleFrom(store));
		announce(store, 'created', row);
		return row;
	});
}

export function updateRecord(
	store: Tables,
	appsId: number,
	recordId: number,
	given: Values,
	options: ChangeOptions = {},
	dialect: Dialect = store.dialect(),
): RecordRow {
	return store.change(() => {
		const form = formOf(store, appsId);
		const row = liveRecord(store, appsId, recordId);
		const values = readRecordBody(given, {
			form,
			names: namesOf(store),
			dialect,
			before: JSON.parse(row.data) as Values,
			keyTaken: (field, value) => keyTaken(store, appsId, recordId, field, value),
		});
		const updated = {
			...row,
			...updatedBy(store, recordId, options),
			data: JSON.stringify(values),
		};
		updated.status = options.status ?? row.status;
		store.records.put(updated, visibleFrom(store));
		announce(store, 'updated', updated);
		return updated;
	});
}

export function deleteRecord(
	store: Tables,
	appsId: number,
	recordId: number,
	options: ChangeOptions = {},
): void {
	store.change(() => {
		const row = liveRecord(store, appsId, recordId);
		const touched = store.dialect().deleteTouchesUpdatedAt
			? updatedBy(store, recordId, options)
			: {};
		store.records.put({ ...row, ...touched, isDeleted: 1 });
		announce(store, 'deleted', row);
	});
}

export function addRecords(store: Tables, appsId: number, records: readonly NewRecord[]): number {
	const form = formOf(store, appsId);
	return store.change(() => {
		const first = store.forms.takeRecordIds(appsId, records.length);
		records.forEach((record, index) => {
			store.records.put(newRow(store, form, first + index, record));
		});
		return first;
	});
}

export function liveRecord(store: Tables, appsId: number, recordId: number): RecordRow {
	const row = store.records.get(appsId, recordId);
	if (row === undefined || row.isDeleted !== 0) throw notFound();
	return row;
}

export function formOf(store: Tables, appsId: number): Form {
	const form = store.forms.get(appsId);
	if (form === undefined) throw notFound();
	return withFurtherFields(form, store.dialect());
}

function namesOf(store: Tables): Names {
	return {
		user: (code) => store.users.get(code)?.name,
		organization: (code) => store.organizations.get(code)?.name,
		dialect: store.dialect(),
	};
}

function keyTaken(store: Tables, appsId: number, recordId: number, field: Field, value: unknown) {
	const where = [`${valueColumn(field.uniqueId)} = ?`, 'recordId <> ?'];
	const asStored = field.fieldType === 'number' ? Number(value) : String(value);
	return store.records.count(appsId, where, [asStored, recordId]) > 0;
}

function visibleFrom(store: Tables): number {
	const seconds = store.dialect().visibleAfterSeconds;
	return seconds === 0 ? 0 : store.clock.now().getTime() + seconds * 1000;
}

function announce(store: Tables, action: 'created' | 'updated' | 'deleted', row: RecordRow): void {
	const { appsId, recordId, uniqueId } = row;
	store.announce('record', { action, appsId, recordId, uniqueId });
}
