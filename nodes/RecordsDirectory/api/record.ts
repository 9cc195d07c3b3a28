import {
	choice,
	dateTime,
	fieldPicks,
	flag,
	integer,
	operation,
	pick,
	type Field,
	rows,
	text,
	type Entity,
	type Resource,
} from './define';
import {
	conditions,
	dryRun as dryRunOf,
	form,
	layout,
	lookUp,
	recordId,
	unknownColumns as ofAnyColumns,
} from './fields/shared';
import { pickables } from './pickables';

const body = { kind: 'record', label: 'Record' } as const;

const ofFields = { place: 'local' as const, shownIf: { '/specifyRecord': ['form'] } };

const unknownColumns = { ...ofAnyColumns, ...ofFields };

/** n8n's mapper shows lists as JSON. Here users can fill in the rows of detail tables as a form. */
const detailRows = rows(
	'Detail Rows',
	{
		cells: rows(
			'Cells of the Row',
			{
				column: {
					kind: 'choice',
					label: 'Column Name or ID',
					from: pickables.detailColumn,
					description:
						'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				},
				value: { kind: 'anything', label: 'Value' },
			},
			{ row: 'Cell' },
		),
	},
	{
		...ofFields,
		description:
			'The rows of the detail tables of the form, cell by cell. They replace all current rows of the tables that you fill.',
	},
);

const status = text('Status', {
	description: 'The process status to set. The service may ignore or reject it.',
});

const dryRun = { ...dryRunOf('created, updated or deleted'), default: false };

const wholeRecord = flag('Keep Unmapped Values', {
	place: 'local',
	default: true,
	description:
		'Whether to first read the values that you do not map, and send them too. Use it if the service clears fields that an update does not contain. Edits that others make at the same time may be undone, and the service may reject records with files or images.',
});

/** Database nodes return null for missing values, and files have empty cells. */
const clearNull = flag('Clear Empty Fields', {
	...ofFields,
	default: true,
	description:
		"Whether null or empty text in the input clears the field (with 'Map Automatically'). Otherwise the field keeps its value.",
});

const findNew = flag('Return New Record ID', {
	place: 'local',
	default: true,
	description:
		'Whether to look up the ID of a new record if the service does not return it. The form needs a key field with a value. It takes 1 more request per run, plus 1 per created record or 1 to 2 per 100 imported.',
});

const TRIGGERS_MATTER =
	'To find deletions and records that the service lists late, use the trigger.';

const findByName = flag('Find Users and Organizations by Name', {
	...ofFields,
	default: true,
	description:
		'Whether to accept names of users and organizations, not only codes. An item fails if several have the same name. Takes 1 request per 1,000 users or organizations.',
});

const keepExisting = flag('Leave Existing Records Unchanged', {
	place: 'local',
	default: true,
	description:
		'Whether to only create missing records (find or create). Each record is returned with its ID. For new ones, the node looks it up: 1 or 2 requests per 100.',
});

const OUTPUT = 'Output Field Names or IDs';

const recordLookUp = lookUp(pick('Field', 'sortField'), 'records of the form', 'record');

const severalMatches = (choices: NonNullable<Field['choices']>) =>
	choice('Several Matches', choices, {
		place: 'local',
		default: choices[0]?.value ?? '',
		description: 'What to do if several records match an item',
	});

const named = {
	form,
	findBy: choice(
		'Find Record By',
		[
			{
				name: 'Record ID',
				value: 'id',
				description: 'Also by the Identification ID, such as SUP00125, or from a list',
			},
			{ name: 'Field Values', value: 'values' },
		],
		{ place: 'local', isFixed: true, default: 'id' },
	),
	recordId: { ...recordId, shownIf: { findBy: ['id'] } },
	matches: { ...recordLookUp.params.matches, shownIf: { findBy: ['values'] } },
};

const severalFound = {
	...severalMatches([
		{ name: 'Fail', value: 'fail' },
		{ name: 'Use All', value: 'all' },
	]),
	shownIf: { '/findBy': ['values'] },
};

/** The names for `recordId` and others are in `core/values/record-properties.ts`. */
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

export const record = {
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
			description:
				"Add a record to a form. If the service does not return its ID, the option 'Return New Record ID' looks it up.",
			params: { form, record: body },
			options: { detailRows, findNew, findByName, unknownColumns },
			returns: { kind: 'created', identity: 'recordId' },
			runs: { kind: 'create' },
		}),
		delete: operation('DELETE /api/apps/{appsId}/records/{recordId}', {
			description: 'Delete a record from a form',
			params: {
				...named,
				mostRemovals: integer('Removal Limit', {
					place: 'local',
					min: 0,
					default: 10,
					description: 'If one run would delete more records than this, nothing is sent',
				}),
				dryRun,
			},
			options: { severalMatches: severalFound },
			returns: { kind: 'deleted' },
		}),
		get: operation('GET /api/apps/{appsId}/records/{recordId}', {
			description: 'Return one record with all its fields',
			params: { form, recordId },
			// The service limits the fields of lists only.
			options: { ...layout, fields: { ...fieldPicks(OUTPUT, 'watchedField'), place: 'local' } },
			returns: { kind: 'one' },
		}),
		getAll: operation('GET /api/apps/{appsId}/records', {
			description: 'Return many records of a form, optionally filtered',
			params: { form, ...conditions },
			filters: {
				keyword: text('Keyword', {
					description:
						'Return only records that contain this word. The node fails if the form has no search fields.',
				}),
				query: text('Query', {
					description:
						"A search condition in the syntax of the service: ask its provider for it. If you do not know it, use 'Conditions'.",
				}),
				changedAfter: dateTime('Changed After', {
					place: 'local',
					description: `Return only records created or changed at this time or later, newest first. For the last day, use {{ $now.minus({ days: 1 }) }}. ${TRIGGERS_MATTER}`,
				}),
				createdAfter: dateTime('Created After', {
					place: 'local',
					description: `Return only records created at this time or later, newest first. ${TRIGGERS_MATTER}`,
				}),
			},
			options: {
				...layout,
				fields: fieldPicks(OUTPUT),
				order: pick('Sort By (Largest First)', 'sortField', {
					description: 'The field to sort by. By default, the newest record comes first.',
				}),
			},
			returns: { kind: 'many', root: 'records' },
			runs: { kind: 'pages', isSortable: true },
		}),
		import: operation('POST /api/apps/{appsId}/records/import', {
			description: "Add records, 100 per request. To update existing ones, use 'Create or Update'.",
			params: { form, record: body, dryRun },
			options: {
				recordId: integer('Record ID', {
					from: pickables.record,
					min: 1,
					optional: true,
					description:
						'The record to update; without one, the item becomes a new record. The service may create a new record even with an ID.',
				}),
				clearNull,
				detailRows,
				findNew,
				findByName,
				status,
				unknownColumns,
			},
			returns: { kind: 'imported' },
			runs: { kind: 'import', root: 'records' },
		}),
		lookUp: operation('GET /api/apps/{appsId}/records', {
			description: 'Add the matching record to each item, reading the form once',
			...recordLookUp,
			params: { form, ...recordLookUp.params },
			options: {
				...layout,
				...recordLookUp.options,
				severalMatches: severalMatches([
					{ name: 'Return the Newest', value: 'newest' },
					{ name: 'Return All', value: 'all', description: 'One output item for each record' },
				]),
			},
		}),
		update: operation('PUT /api/apps/{appsId}/records/{recordId}', {
			description: 'Change fields of a record',
			params: { ...named, record: body, dryRun },
			options: {
				severalMatches: severalFound,
				status,
				wholeRecord,
				clearNull,
				detailRows,
				findByName,
				unknownColumns,
			},
			returns: { kind: 'updated' },
			runs: { kind: 'updateRecord' },
		}),
		upsert: operation('POST /api/apps/{appsId}/records/import', {
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			params: { form, record: body, dryRun },
			options: {
				matchOn: {
					kind: 'identifiers',
					label: 'Match On',
					place: 'local',
					shownIf: { '/specifyRecord': ['json'] },
					placeholder: 'e.g. field-1,field-2',
					description:
						'Comma-separated field IDs to match records by. By default, the key fields of the form.',
				},
				wholeRecord,
				clearNull,
				detailRows,
				findNew,
				findByName,
				keepExisting,
				unknownColumns,
			},
			returns: { kind: 'upserted' },
			runs: { kind: 'upsertRecords', root: 'records' },
		}),
	},
} satisfies Resource;
