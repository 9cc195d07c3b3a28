import type { RecordEntity } from '../../api/record';
import { isJsonObject, type JsonObject } from '../json';
import { capitalized } from '../text';

const NAMES: Readonly<Record<Exclude<keyof RecordEntity, 'appsId' | 'record'>, string>> = {
	recordId: 'Record ID',
	uniqueId: 'Identification ID',
	status: 'Status',
	isDeleted: 'Deletion',
	createdAt: 'Created At',
	creatorCode: 'Creator Code',
	creator: 'Creator',
	updatedAt: 'Updated At',
	updaterCode: 'Updater Code',
	updater: 'Updater',
	accessUrl: 'Address of the Page',
	accessEditUrl: 'Address of the Editing Page',
};

/** The system fields of a record with their names: always output and sortable (Output-field limiting, 3 and 5). */
export const SYSTEM_FIELDS: ReadonlyMap<string, string> = new Map(Object.entries(NAMES));

/** All properties of a record in the output: its system fields, its form, and the values of its fields. */
export const RECORD_PROPERTIES: ReadonlySet<string> = new Set([
	...SYSTEM_FIELDS.keys(),
	'appsId',
	'record',
]);

/** Returns the name that an event has for the value of a property before the event. */
export const previousName = (property: string): string => `previous${capitalized(property)}`;

/** The properties of an event of a record besides those of the record. */
export const EVENT_PROPERTIES: ReadonlySet<string> = new Set([
	'event',
	'eventId',
	'changes',
	...[...RECORD_PROPERTIES].map(previousName),
]);

/** Returns the values of a row; none if it has no record. */
export const recordIn = (row: JsonObject): JsonObject =>
	isJsonObject(row.record) ? row.record : {};
