import type { INodeParameters } from 'n8n-workflow';
import { entries } from '../../../nodes/RecordsDirectory/api';
import { execute } from '../../support/n8n';
import { byId, inWorld, jsonOf, sentTo } from '../../support/world';
import { failureOf } from '../runs';

const CODES: Readonly<Record<string, string>> = {
	user: 'E0005',
	organization: 'ORG03',
	position: 'P3',
};
/** Every field of an update of the directory that the service needs. */
const NEEDED = entries
	.filter(({ operation }) => operation.method === 'PUT' && operation.returns.kind === 'updated')
	.flatMap(({ resourceName, operation }) =>
		Object.entries(operation.additionalFields ?? {})
			.filter(([, { clearable, optional }]) => clearable === false && !optional)
			.map(([name, { label, kind }]) => ({ resource: resourceName, name, label, kind })),
	);
const updateOf = (resource: string, additionalFields: INodeParameters): INodeParameters => ({
	resource,
	operation: 'update',
	code: byId(CODES[resource] ?? ''),
	keepOthers: true,
	additionalFields,
});
const EMPTY = ['', '={{ $json.none }}', '={{ null }}', '   '];

it('the updates of the directory have fields that the service needs', () => {
	const names = NEEDED.map(({ resource, name }) => `${resource}.${name}`);
	expect(names).toEqual(
		expect.arrayContaining(['user.name', 'user.loginPass', 'organization.name', 'position.kana']),
	);
});

describe.each(NEEDED)('$resource: $name', ({ resource, name, label, kind }) => {
	it.each(EMPTY)('left empty as %j is rejected before anything is sent', async (empty) => {
		await inWorld({}, async ({ service, credentials }) => {
			const value = kind === 'pick' ? byId(empty) : empty;
			for (const others of [{}, name === 'kana' ? { name: 'New' } : { kana: 'new' }]) {
				const parameters = updateOf(resource, { ...others, [name]: value });
				const error = await failureOf(execute({ parameters, items: [{ json: {} }], credentials }));
				expect(error.message).toContain(`'${label}' is empty`);
			}
			expect(service.log).toEqual([]);
		});
	});
});

it.each(Object.keys(CODES))(
	'a new code of a %s that is left empty changes no code',
	async (resource) => {
		await inWorld({}, async ({ service, credentials }) => {
			const parameters = updateOf(resource, { newCode: '={{ $json.none }}', kana: 'new' });
			expect(await execute({ parameters, items: [{ json: {} }], credentials })).toHaveLength(1);
			expect(sentTo(service).at(-1)?.body).toMatchObject({ kana: 'new', code: CODES[resource] });
		});
	},
);

it.each(Object.keys(CODES))('an update of a %s without any field is rejected', async (resource) => {
	await inWorld({}, async ({ service, credentials }) => {
		const error = await failureOf(execute({ parameters: updateOf(resource, {}), credentials }));
		expect(error.message).toBe("The update has no value for a field in 'Update Fields'");
		expect(service.log).toEqual([]);
	});
});

it.each(['', '={{ $json.none }}', '={{ null }}'])(
	'a parent comment that is left empty as %j is none',
	async (parent) => {
		await inWorld({}, async ({ service, credentials }) => {
			const parameters = {
				resource: 'comment',
				operation: 'create',
				form: byId(1),
				recordId: byId(1),
				content: 'Hello',
				creatorCode: byId('E0001'),
				additionalFields: { parentCommentId: byId(parent) },
			};
			const output = await execute({ parameters, items: [{ json: {} }], credentials });
			expect(jsonOf(output)).toHaveLength(1);
			expect(sentTo(service).at(-1)?.body).toEqual({ content: 'Hello', creatorCode: 'E0001' });
		});
	},
);

it('what cannot be matched costs no request', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const mapper = { mappingMode: 'autoMapInputData', value: null, matchingColumns: [] };
		const parameters = {
			resource: 'record',
			operation: 'upsert',
			form: byId(2),
			recordMapper: mapper,
		};
		const items = [{ json: { 'field-22': 'No key' } }];
		await failureOf(execute({ parameters, items, credentials }));
		expect(sentTo(service).map(({ path }) => path)).toEqual(['/api/apps/2/fields']);
	});
});
