import type { INodeParameters } from 'n8n-workflow';
import { execute } from '../../../support/n8n';
import { bareForm, FORM } from '../../../support/watching';
import { inWorld, test, jsonOf } from '../../../support/world';
import { byHand, create, importing, recordsOf, subjectDone, subjects, update } from '../../runs';
import { scenarios } from '../../scenarios/all';

const record = (operation: string, form: number, value: INodeParameters = {}) =>
	recordsOf(form, operation, { limit: 1, ...byHand(value) });

it('a field with a name that the output has itself is called record.<name>', async () => {
	await inWorld({ seed: false }, async ({ service, credentials }) => {
		const captions = ['success', 'action', 'recordId', 'status', 'Name'];
		const fieldType = 'text';
		const toField = (caption: string, n: number) =>
			({ fieldId: n, fieldType, caption, uniqueId: `field-${n}` }) as const;
		service.store.addForm({ ...bareForm([]), fields: captions.map(toField) });
		const value = Object.fromEntries(captions.map((caption, n) => [`field-${n}`, `my ${caption}`]));
		const output = await execute({ parameters: record('create', FORM, value), credentials });
		const shown = {
			...{ Name: 'my Name', 'record.success': 'my success', 'record.action': 'my action' },
			...{ 'record.recordId': 'my recordId', 'record.status': 'my status' },
		};
		expect(jsonOf(output)).toEqual([{ success: true, action: 'created', appsId: FORM, ...shown }]);
		const upserting = byHand({ ...value, 'field-1': 'another action' }, ['field-4']);
		const parameters = recordsOf(FORM, 'upsert', { ...upserting, options: { keepExisting: true } });
		expect(jsonOf(await execute({ parameters, credentials }))).toEqual([
			{ success: true, action: 'unchanged', recordId: 1, ...shown },
		]);
	});
});

test.each<[string, INodeParameters, object]>([
	['created', create, { appsId: 1 }],
	['updated', update, { appsId: 1, recordId: 1 }],
	['imported', importing, {}],
])(
	'a record given as JSON returns its field IDs, and is %s',
	async ({ service, credentials }, action, parameters, ids) => {
		const output = await execute({ parameters, items: subjects(1), credentials });
		expect(jsonOf(output)).toEqual([subjectDone('Subject 0', ids, action)]);
		expect(service.log).toHaveLength(1);
	},
);

test('a new user is returned as it was sent, but without the password', async ({ credentials }) => {
	const { given } = scenarios['user.create'];
	const parameters = { resource: 'user', operation: 'create', ...given };
	const [output] = await execute({ parameters, credentials });
	expect(output?.json).toMatchObject({ loginId: 'mia', organizationCode: 'ORG02' });
	expect(JSON.stringify(output)).not.toContain(given.loginPass);
});
