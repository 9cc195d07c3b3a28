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

/** The name of the process status among fields. */
export const STATUS = 'status';

/** Always output and sortable (Output-field limiting, 3 and 5). */
export const SYSTEM_FIELDS: ReadonlyMap<string, string> = new Map(Object.entries(NAMES));

export const RECORD_PROPERTIES: ReadonlySet<string> = new Set([
	...SYSTEM_FIELDS.keys(),
	'appsId',
	'record',
]);

/** What an event calls the value that a property had before. */
export const previousName = (property: string): string => `previous${capitalized(property)}`;

export const EVENT_PROPERTIES: ReadonlySet<string> = new Set([
	'event',
	'eventId',
	'changes',
	'sample',
	...[...RECORD_PROPERTIES].map(previousName),
]);

export const recordIn = (row: JsonObject): JsonObject =>
	isJsonObject(row.record) ? row.record : {};
