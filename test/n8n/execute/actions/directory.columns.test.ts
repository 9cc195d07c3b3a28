import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { RecordsDirectory } from '../../../../nodes/RecordsDirectory/RecordsDirectory.node';
import { execute, executeWithHints } from '../../../support/n8n';
import { byId, test, jsonOf, sentTo } from '../../../support/world';
import { failureOf } from '../../runs';

/* The fields of entries from the input items: by their labels or their names in requests. */

const automatic = (resource: string, operation: string, more: INodeParameters = {}) => ({
	resource,
	operation,
	mappingMode: 'autoMapInputData',
	...more,
});
const items = (...jsons: IDataObject[]) => jsons.map((json) => ({ json }));
const byLabel = {
	Code: 'E0900',
	Name: 'Nina Ito',
	'Phonetic Name (Kana)': 'Nina Ito',
	'Login ID ': 'nina',
	'Preferred Organization': 'ORG02',
	loginPass: 'secret-1',
	Position: null,
};
const onWire = {
	'\uFEFFcode': 901,
	name: 'Omar Ray',
	kana: 'Omar Ray',
	loginId: 'omar',
	organizationCode: 'ORG02',
	loginPass: 'secret-2',
	positionCode: 'P2',
	expire: '2027-03-31T00:00:00Z',
	outsideAccess: 'true',
	subBelong: [{ organizationCode: 'ORG03', positionCode: 'P3', organizationKeyMan: false }],
};
const nina = {
	code: 'E0900',
	name: 'Nina Ito',
	kana: 'Nina Ito',
	loginId: 'nina',
	organizationCode: 'ORG02',
	loginPass: 'secret-1',
};
const omar = {
	code: '901',
	name: 'Omar Ray',
	kana: 'Omar Ray',
	loginId: 'omar',
	organizationCode: 'ORG02',
	loginPass: 'secret-2',
	positionCode: 'P2',
	expire: '2027/03/31',
	outsideAccess: true,
	subBelong: [{ organizationCode: 'ORG03', positionCode: 'P3' }],
};

test.each([
	['create', {}],
	['import', {}],
	['upsert', {}],
	['sync', { dryRun: false, missing: 'nothing', mostRemovals: 0 }],
])(
	'users: %s takes what the items have, and no input that is hidden %j',
	async ({ service, credentials }, operation, more) => {
		const hidden = { name: 'Hidden', additionalFields: { positionCode: byId('P1') } };
		const parameters = automatic('user', operation, { ...hidden, ...more });
		await execute({ parameters, items: items(byLabel, onWire), credentials });
		const bodies = sentTo(service).flatMap(({ body }) => (body ? [body] : []));
		const users = bodies.flatMap((body) => (body as { user?: object[] }).user ?? [body]);
		expect(users).toEqual([nina, omar]);
	},
);

test.each(['organization', 'position'])(
	'%s: what was read is sent back',
	async ({ service, credentials }, resource) => {
		const read = { resource, operation: 'getAll', returnAll: true };
		const listed = await execute({ parameters: read, credentials });
		const run = { items: listed, credentials };
		const upsert = automatic(resource, 'upsert', { options: { unknownColumns: 'fail' } });
		const before = service.log.length;
		const done = jsonOf(await execute({ parameters: upsert, ...run }));
		expect(new Set(done.map(({ action }) => action))).toEqual(new Set(['unchanged']));
		expect(done).toHaveLength(listed.length);
		expect(
			sentTo(service)
				.slice(before)
				.filter(({ method }) => method !== 'GET'),
		).toEqual([]);
		const update = automatic(resource, 'update', { code: byId('={{ $json.code }}') });
		const [first] = listed;
		const changed = { ...first!.json, Name: undefined, name: 'Renamed' };
		await execute({ parameters: update, items: items(changed), credentials });
		const { body } = sentTo(service).at(-1)!;
		expect(body).toMatchObject({ code: first!.json.code, name: 'Renamed' });
	},
);

test('Update takes the code from its input: a property "code" is no new one, "New Code" is', async (world) => {
	const { service, credentials } = world;
	const parameters = automatic('position', 'update', { code: byId('P2'), keepOthers: true });
	const run = { parameters, credentials };
	await execute({ ...run, items: items({ code: 'P9', Note: 'Kept' }) });
	await execute({ ...run, items: items({ 'New Code': 'P20', note: '' }) });
	const [first, second] = sentTo(service).flatMap(({ body }) => (body ? [body] : []));
	expect(first).toMatchObject({ code: 'P2', note: 'Kept' });
	expect(second).toMatchObject({ code: 'P20', note: 'Kept' });
	const nothing = execute({ ...run, items: items({ code: 'P9', colour: 'red', note: null }) });
	expect((await failureOf(nothing)).message).toBe(
		'No property of the input item matches a field of the operation',
	);
});

const typo = { ...byLabel, Nme: 'x', id: 7, organizationKeyMan: true, Colour: 'red' };
const UNKNOWN = "'Nme' may mean 'Name' (name) and 'Colour'";

describe('Unknown Columns', () => {
	test('are named in a hint; what the service returns of a user is none', async ({
		credentials,
	}) => {
		const parameters = automatic('user', 'create');
		const { hints, items: done } = await executeWithHints({
			parameters,
			items: items(typo),
			credentials,
		});
		expect(jsonOf(done)).toMatchObject([{ success: true, code: 'E0900' }]);
		expect(hints.map(({ message }) => message)).toEqual([
			`Ignored because the operation has no such field: ${UNKNOWN}`,
		]);
	});

	test('can fail the item before anything is sent, and show in the plan of a dry run', async (world) => {
		const { service, credentials } = world;
		const options = { unknownColumns: 'fail' };
		const run = { items: items(onWire, typo), credentials };
		for (const operation of ['create', 'import', 'upsert']) {
			const parameters = automatic('user', operation, { options });
			const error = await failureOf(execute({ parameters, ...run }));
			expect(error.message).toBe(`The operation has no such field: ${UNKNOWN}`);
			expect(error.context.itemIndex).toBe(1);
		}
		expect(sentTo(service).filter(({ method }) => method !== 'GET')).toEqual([]);
		const parameters = automatic('user', 'sync', { dryRun: true, options });
		const plan = jsonOf(await execute({ parameters, ...run }));
		expect(plan.find(({ code }) => code === 'E0900')?.problem).toContain(UNKNOWN);
	});
});

test.each([
	[
		'a needed one that is missing',
		{ Name: undefined },
		/^'Name' is empty$/,
		/a property of this name/,
	],
	['one that is null', { Name: null }, /^'Name' is empty$/, /a property of this name/],
	['one with two values', { name: 'Twice' }, /^'Name' \(name\) is given twice$/, /Remove one/],
	['a value that cannot be sent', { expire: 'soon' }, /'Expiry Date' is not a date/, /./],
])('%s is a mistake of its item', async ({ service, credentials }, _, change, message, advice) => {
	const parameters = automatic('user', 'create');
	const run = { parameters, items: items(onWire, { ...byLabel, ...change }), credentials };
	const error = await failureOf(execute(run));
	expect(error.message).toMatch(message);
	expect(error.description).toMatch(advice);
	expect(error.context.itemIndex).toBe(1);
	expect(service.log).toEqual([]);
});

it('the panel hides what is taken from the items, and nothing else', () => {
	const { properties } = new RecordsDirectory().description;
	const shown = properties.filter(({ displayOptions: { show } = {} }) => {
		const { resource = [], operation = [] } = show ?? {};
		return resource.includes('user') && operation.includes('update');
	});
	const isHidden = ({ displayOptions }: (typeof shown)[number]) =>
		displayOptions?.hide?.mappingMode !== undefined;
	const namesOf = (some: typeof shown) => some.map(({ name }) => name);
	expect(namesOf(shown.filter(isHidden))).toEqual(['additionalFields']);
	expect(namesOf(shown)).toEqual(expect.arrayContaining(['code', 'mappingMode', 'options']));
	const other = properties.filter(({ name }) => name === 'content');
	expect(other.filter(isHidden)).toEqual([]);
});
