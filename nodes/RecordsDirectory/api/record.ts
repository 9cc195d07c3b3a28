import {
	created,
	deleted,
	identifiers,
	imported,
	integer,
	many,
	one,
	operation,
	order,
	recordBody,
	resource,
	text,
	updated,
} from './define';
import { form, recordId } from './fields';

const body = recordBody('Record');

export const record = resource({
	label: 'Record',
	entity: {
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
	},
	simplified: [
		'recordId',
		'uniqueId',
		'status',
		'creator',
		'createdAt',
		'updater',
		'updatedAt',
		'accessUrl',
		'isDeleted',
		'record',
	],
	operations: {
		create: operation('POST /api/apps/{appsId}/records', {
			name: 'Create',
			action: 'Create record',
			description: 'Add a record to a form',
			params: { form, record: body },
			returns: created('recordId'),
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
			returns: one(),
		}),
		getAll: operation('GET /api/apps/{appsId}/records', {
			name: 'Get Many',
			action: 'Get many records',
			description: 'Read many records of a form, found by a search if wanted',
			params: { form },
			filters: {
				keyword: text('Keyword', {
					description: 'The word to search for; it works only in forms with search fields set up',
				}),
				query: text('Query', {
					description: 'The search condition in the words of the service, sent as it is',
				}),
			},
			options: {
				fields: identifiers('Output Fields', {
					placeholder: 'e.g. field-1,field-2[1]',
					description:
						'Comma-separated identifiers of the fields to return, all when absent. [1], [2] or [3] behind a choice field returns its related code instead of its name.',
				}),
				order: order('Sort By', {
					default: '',
					placeholder: 'e.g. updatedAt',
					description:
						'Identifier of the field to sort by, the largest first. The newest records come first when absent.',
				}),
			},
			returns: many('records'),
		}),
		import: operation('POST /api/apps/{appsId}/records/import', {
			name: 'Import',
			action: 'Import records',
			description: 'Send many records to a form, a hundred input items in a request',
			params: { form, record: body },
			options: {
				recordId: integer('Record ID', {
					min: 1,
					description: 'The record that the service is to update with this item, if it does so',
				}),
			},
			returns: imported('records'),
		}),
		update: operation('PUT /api/apps/{appsId}/records/{recordId}', {
			name: 'Update',
			action: 'Update record',
			description: 'Change fields of a record',
			params: { form, recordId, record: body },
			returns: updated,
		}),
	},
});
