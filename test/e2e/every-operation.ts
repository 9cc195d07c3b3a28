import { type OperationKey } from '../../nodes/RecordsDirectory/api/index.ts';
import type { Workflow, WorkflowNode } from '../../sandbox/start/n8n-client.ts';

type Parameters = Record<string, unknown>;
type Call = readonly [key: OperationKey, parameters: Parameters];

const by = (value: string | number) => ({ __rl: true, mode: 'id', value });
const result = (key: string, property: string) => `={{ $('${key}').first().json['${property}'] }}`;

const organization = { newCode: 'E2E-ORG', name: 'Field Service', kana: 'Field Service' };
const position = { newCode: 'E2E-POS', name: 'Technician', kana: 'Technician' };
const user = {
	newCode: 'E2E-USER',
	name: 'Noa Mori',
	kana: 'Noa Mori',
	loginId: 'noa.mori',
	organizationCode: by('E2E-ORG'),
};
const form = by(4);
const orderOf = (number: string) => ({ 'field-41': number, 'field-42': 'E2E', 'field-43': 12.5 });
const asForm = (number: string, matchingColumns: string[] = []) => ({
	specifyRecord: 'form',
	recordMapper: {
		mappingMode: 'defineBelow',
		value: orderOf(number),
		matchingColumns,
		schema: [],
	},
});
const asJson = (number: string) => ({
	specifyRecord: 'json',
	recordJson: JSON.stringify(orderOf(number)),
});
/** The list itself, and not only its plan; who is not named in it stays. */
const whole = { dryRun: false, missing: 'nothing' };
const created = by(result('record.getAll', 'recordId'));

/** Every one of them, each after those whose results it needs. */
export const calls: readonly Call[] = [
	['organization.create', { ...organization, additionalFields: { parentCode: by('ORG03') } }],
	['organization.get', { code: by('E2E-ORG') }],
	['organization.getAll', { filters: { name: 'Field Service' }, limit: 5 }],
	['organization.update', { code: by('E2E-ORG'), additionalFields: { ...words('Field Team') } }],
	['organization.import', { ...organization, newCode: 'E2E-ORG-2', name: 'Second Team' }],
	['organization.upsert', { ...organization, newCode: 'E2E-ORG-3', name: 'Third Team' }],
	['organization.sync', { ...whole, ...organization, newCode: 'E2E-ORG-3', name: 'Last Team' }],
	['position.create', position],
	['position.get', { code: by('E2E-POS') }],
	['position.getAll', { returnAll: true, filters: {} }],
	['position.update', { code: by('E2E-POS'), additionalFields: { ...words('Engineer') } }],
	['position.import', { ...position, newCode: 'E2E-POS-2', name: 'Second Engineer' }],
	['position.upsert', { ...position, newCode: 'E2E-POS-2', name: 'Third Engineer' }],
	['position.sync', { ...whole, ...position, newCode: 'E2E-POS-3', name: 'Last Engineer' }],
	[
		'user.create',
		{ ...user, loginPass: 'Correct-horse-1', additionalFields: { expire: '2030-03-31' } },
	],
	['user.get', { code: by('E2E-USER') }],
	['user.getAll', { filters: { name: 'Noa Mori' }, limit: 1 }],
	[
		'user.update',
		{
			code: by('E2E-USER'),
			additionalFields: { ...words('Noa Sato'), loginErrorCount: 0, positionCode: by('E2E-POS') },
		},
	],
	[
		'user.import',
		{
			...user,
			newCode: 'E2E-USER-2',
			loginId: 'noa.two',
			organizationCode: by('ORG07'),
			additionalFields: { isRetired: true, loginPass: 'Correct-horse-2' },
		},
	],
	['user.upsert', { ...user, name: 'Noa Abe' }],
	['user.sync', { ...whole, ...user, additionalFields: { isRetired: false } }],
	['user.retire', { code: by('E2E-USER') }],
	['user.restore', { code: by('E2E-USER') }],
	['form.getAll', { filters: { name: 'Orders' }, limit: 1 }],
	['form.get', { form }],
	['field.getAll', { form, returnAll: true, filters: {} }],
	['field.get', { form, fieldId: by(result('field.getAll', 'fieldId')) }],
	['record.create', { form, ...asForm('E2E-1') }],
	[
		'record.getAll',
		{
			form,
			limit: 1,
			filters: { keyword: 'E2E-1' },
			options: { fields: ['field-41'], order: by('field-41'), names: 'identifiers' },
		},
	],
	['record.get', { form, recordId: created }],
	['record.update', { form, recordId: created, ...asJson('E2E-2') }],
	['record.import', { form, ...asForm('E2E-3') }],
	['record.upsert', { form, ...asForm('E2E-2', ['field-41']) }],
	[
		'comment.create',
		{
			form,
			recordId: created,
			content: 'With a file',
			creatorCode: by('E0003'),
			additionalFields: { file: 'data', target: { row: [{ userCode: 'E0004' }] } },
		},
	],
	['comment.getAll', { form, recordId: created, returnAll: true }],
	[
		'comment.get',
		{
			form,
			recordId: created,
			commentId: by(result('comment.getAll', 'id')),
			options: { downloadFiles: true },
		},
	],
	['comment.delete', { form, recordId: created, commentId: by(result('comment.getAll', 'id')) }],
	['record.delete', { form, recordId: created }],
	['notice.getAll', { code: by('E0001'), split: 'notice' }],
	['user.delete', { code: by('E2E-USER') }],
	['position.delete', { code: by('E2E-POS') }],
	['organization.delete', { code: by('E2E-ORG') }],
];

function words(name: string) {
	return { name, kana: name };
}

export const trigger = 'Start';
const fileMaker = 'File';

/** One chain; each node runs once, whatever the number of items from the previous node. */
export function everyOperation(credential: { id: string; name: string }): Workflow {
	const nodes = calls.map(([key, parameters], index): WorkflowNode => {
		const [resource, operation] = key.split('.');
		return {
			...node(index + 2, key, 'n8n-nodes-records-directory.recordsDirectory', 1),
			parameters: { resource, operation, ...parameters },
			credentials: { recordsDirectoryApi: { id: credential.id, name: credential.name } },
			executeOnce: true,
		};
	});
	const before = nodes.findIndex(({ name }) => name === 'comment.create');
	const chain = [
		node(0, trigger, 'n8n-nodes-base.manualTrigger', 1),
		...nodes.slice(0, before),
		{
			...node(1, fileMaker, 'n8n-nodes-base.convertToFile', 1.1),
			parameters: { operation: 'toJson', mode: 'once', options: { fileName: 'note.json' } },
			executeOnce: true,
		},
		...nodes.slice(before),
	];
	const connections = Object.fromEntries(
		chain
			.slice(0, -1)
			.map(({ name }, index) => [
				name,
				{ main: [[{ node: chain[index + 1]?.name, type: 'main', index: 0 }]] },
			]),
	);
	return { name: 'Every operation', nodes: chain, connections, settings: { executionOrder: 'v1' } };
}

const node = (index: number, name: string, type: string, typeVersion: number): WorkflowNode => ({
	id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
	name,
	type,
	typeVersion,
	position: [index * 200, 0],
	parameters: {},
});
