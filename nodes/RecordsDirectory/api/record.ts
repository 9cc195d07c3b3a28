import {
	created,
	deleted,
	fieldPicks,
	flag,
	identifiers,
	imported,
	integer,
	many,
	one,
	operation,
	pick,
	recordBody,
	resource,
	text,
	updated,
	upserted,
	type Entity,
} from './define';
import {
	form,
	names,
	recordId,
	requestsAtOnce,
	splitRefused,
	throughImport,
	timesWithOffset,
} from './fields/shared';
import { pickables } from './pickables';

const body = recordBody('Record');

const status = text('Status', {
	description:
		'The process status to set. The service may ignore or reject it, as its document does not say what it does with one.',
});

const wholeRecord = flag('Send Whole Record', {
	place: 'local',
	description:
		'Whether to send everything a record holds with the changes, for a service that clears what an update leaves out. What a person edits in the seconds before the update may be undone. Files and images go back as they were read; the service may reject them.',
});

/** Nodes for databases give null for what they do not have. */
const clearNull = flag('Clear Fields That Are Null', {
	place: 'local',
	description:
		'Whether null in the input item clears the field if fields are mapped automatically. Otherwise the field is not sent and keeps its value.',
});

/** How simplified records are laid out. */
const layout = {
	names,
	splitTable: pick('Split Detail Table', 'table', {
		place: 'local',
		description: 'The detail table whose rows become items of their own',
	}),
	timesWithOffset,
};

/** Names for `recordId` and the like stand in `core/values/record-properties.ts`. */
const entity = {
	appsId: 'number',
	recordId: 'number',
	uniqueId: 'string',
	status: 'string',
	creatorCode: 'string',
	creator: 'string',
	createdAt: 'string',
	updaterCode: 'string',
	updater: 'string',
	updatedAt: 'string',
	accessUrl: 'string',
	accessEditUrl: 'string',
	isDeleted: 'number',
	record: 'object',
} as const satisfies Entity;

export type RecordEntity = typeof entity;

export const record = resource({
	label: 'Record',
	entity,
	simplified: [
		'recordId',
		'uniqueId',
		'status',
		'record',
		'creator',
		'createdAt',
		'updater',
		'updatedAt',
		'accessUrl',
		'isDeleted',
	],
	operations: {
		create: operation('POST /api/apps/{appsId}/records', {
			name: 'Create',
			action: 'Create record',
			description: 'Add a record to a form',
			params: { form, record: body },
			options: { throughImport },
			returns: created('recordId'),
			runs: { kind: 'createRecords' },
		}),
		delete: operation('DELETE /api/apps/{appsId}/records/{recordId}', {
			name: 'Delete',
			action: 'Delete record',
			description: 'Remove a record from a form',
			params: { form, recordId },
			returns: deleted,
		}),
		get: operation('GET /api/apps/{appsId}/records/{recordId}', {
			name: 'Get',
			action: 'Get record',
			description: 'Read one record with all its fields',
			params: { form, recordId },
			options: layout,
			returns: one(),
		}),
		getAll: operation('GET /api/apps/{appsId}/records', {
			name: 'Get Many',
			action: 'Get many records',
			description: 'Read many records of a form, found by a search if wanted',
			params: { form },
			filters: {
				keyword: text('Keyword', {
					description:
						'The word to search for. The node fails if the form has no search fields and ignores keywords.',
				}),
				query: text('Query', {
					description: 'The search condition in the words of the service, sent as it is',
				}),
			},
			options: {
				...layout,
				fields: fieldPicks('Output Field Names or IDs'),
				order: pick('Sort By', 'sortField', {
					description: 'The largest come first. Without it the newest records do.',
				}),
			},
			returns: many('records'),
			runs: { kind: 'pages', isSortable: true },
		}),
		import: operation('POST /api/apps/{appsId}/records/import', {
			name: 'Import',
			action: 'Import records',
			description: 'Send many records to a form, a hundred input items in a request',
			params: { form, record: body },
			options: {
				recordId: integer('Record ID', {
					from: pickables.record,
					min: 1,
					description: 'The record that the service is to update with this item, if it does so',
				}),
				clearNull,
				requestsAtOnce,
				splitRefused,
				status,
			},
			returns: imported,
			runs: { kind: 'import', root: 'records' },
		}),
		update: operation('PUT /api/apps/{appsId}/records/{recordId}', {
			name: 'Update',
			action: 'Update record',
			description: 'Change fields of a record',
			params: { form, recordId, record: body },
			options: { status, wholeRecord, clearNull },
			returns: updated,
			runs: { kind: 'updateRecord' },
		}),
		upsert: operation('POST /api/apps/{appsId}/records/import', {
			name: 'Create or Update',
			action: 'Create or update record',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			params: { form, record: body },
			options: {
				matchOn: identifiers('Match On', {
					place: 'local',
					withJson: true,
					placeholder: 'e.g. field-1,field-2',
					description:
						'Comma-separated identifiers of the fields to match on; the key fields of the form when absent',
				}),
				wholeRecord,
				clearNull,
				updateByImport: flag('Update Through Import', {
					place: 'local',
					description:
						'Whether to send up to 100 updates per request. The node checks the first one, and stops if the service did not update the record.',
				}),
			},
			returns: upserted,
			runs: { kind: 'upsertRecords', root: 'records' },
		}),
	},
});
