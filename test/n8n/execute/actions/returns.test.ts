import type { INodeParameters } from 'n8n-workflow';
import { execute } from '../../../support/n8n';
import { bareForm, FORM } from '../../../support/watching';
import { inWorld, test, jsonOf, sentTo } from '../../../support/world';
import { byHand, create, importing, recordsOf, subjectDone, subjects, update } from '../../runs';
import { scenarios } from '../../scenarios/all';

const record = (operation: string, form: number, value: INodeParameters = {}) =>
	recordsOf(form, operation, { limit: 1, ...byHand(value) });
/** As n8n passes it on: what is undefined is not there. */
const passedOn = <T>(json: T) => JSON.parse(JSON.stringify(json)) as T;

test.each<[string, number, INodeParameters, object]>([
	[
		'single values, users by code, and what is cleared',
		1,
		{ 'field-1': 'New', 'field-4': 'E0002, E0001', 'field-2': '', 'field-9': '2.50' },
		{ Subject: 'New', Assignee: expect.any(Array), Description: null, Hours: 2.5 },
	],
	[
		'a detail table, with the columns that were sent',
		2,
		{ 'field-21': 'C-900', 'field-22': 'Ann', 'field-24': '[{ "Contact name": "Bob" }]' },
		{ 'Customer number': 'C-900', Name: 'Ann', Contacts: [{ 'Contact name': 'Bob' }] },
	],
])('a mapped record returns what Get Many returns: %s', async (world, _, form, value, shown) => {
	const { credentials } = world;
	const [made] = await execute({ parameters: record('create', form, value), credentials });
	expect(sentTo(world.service).map(({ method }) => method)).toEqual(['GET', 'POST']);
	const { success, action, appsId, ...rest } = passedOn(made?.json ?? {});
	expect([success, action, appsId]).toEqual([true, 'created', form]);
	expect(rest).toEqual(shown);
	const [read] = await execute({ parameters: record('getAll', form), credentials });
	expect(read?.json).toMatchObject(rest);
});

it('a field with a name that the output has itself is called record.<name>', async () => {
	await inWorld({ seed: false }, async ({ service, credentials }) => {
		const captions = ['success', 'action', 'recordId', 'status', 'Name'];
		const fieldType = 'text';
		const toField = (caption: string, n: number) =>
			({ fieldId: n, fieldType, caption, uniqueId: `field-${n}` }) as const;
		service.store.addForm({ ...bareForm([]), fields: captions.map(toField) });
		const value = Object.fromEntries(captions.map((caption, n) => [`field-${n}`, `my ${caption}`]));
		const output = await execute({ parameters: record('create', FORM, value), credentials });
		expect(jsonOf(output)).toEqual([
			{
				...{ success: true, action: 'created', appsId: FORM, Name: 'my Name' },
				...{ 'record.success': 'my success', 'record.action': 'my action' },
				...{ 'record.recordId': 'my recordId', 'record.status': 'my status' },
			},
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
