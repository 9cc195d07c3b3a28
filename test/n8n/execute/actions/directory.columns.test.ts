import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { RecordsDirectory } from '../../../../nodes/RecordsDirectory/RecordsDirectory.node';
import { byId, test, jsonOf, sentTo, type World } from '../../../support/world';
import { failureOf, writesTo } from '../../runs';
import { itemsOf, run } from './run';

const automatic = (resource: string, operation: string, more: INodeParameters = {}) => ({
	resource,
	operation,
	mappingMode: 'autoMapInputData',
	...more,
});
const nina = {
	code: 'E0900',
	name: 'Nina Ito',
	kana: 'Nina Ito',
	loginId: 'nina',
	organizationCode: 'ORG02',
	loginPass: 'secret-1',
};
const byLabel = {
	Code: 'E0900',
	Name: 'Nina Ito',
	'Phonetic Name (Kana)': 'Nina Ito',
	'Login ID ': 'nina',
	'Preferred Organization': 'ORG02',
	loginPass: 'secret-1',
	Position: null,
};
const names = { name: 'Omar Ray', kana: 'Omar Ray', loginId: 'omar', loginPass: 'secret-2' };
const place = { organizationCode: 'ORG03', positionCode: 'P3' };
const omar = {
	...{ code: '901', ...names, organizationCode: 'ORG02', positionCode: 'P2' },
	...{ expire: '2027/03/31', outsideAccess: true, subBelong: [place] },
};
const onWire = {
	...{ '\uFEFFcode': 901, ...names, organizationCode: 'ORG02', positionCode: 'P2' },
	...{ expire: '2027-03-31T00:00:00Z', outsideAccess: 'true' },
	subBelong: [{ ...place, organizationKeyMan: false }],
};
const bodiesIn = ({ service }: World) => writesTo(service).map(({ body }) => body as IDataObject);

test.each([
	['create', {}],
	['import', {}],
	['upsert', {}],
	['sync', { dryRun: false, missing: 'nothing', mostRemovals: 0 }],
])(
	'users: %s takes what the items have, and no input that is hidden %j',
	async (world, operation, more) => {
		const hidden = { name: 'Hidden', additionalFields: { positionCode: byId('P1') } };
		const parameters = automatic('user', operation, { ...hidden, ...more });
		await run(world, parameters, itemsOf([byLabel, onWire]));
		expect(bodiesIn(world).flatMap((body) => body.user ?? body)).toEqual([nina, omar]);
	},
);

test.each(['organization', 'position'])(
	'%s: what was read is sent back',
	async (world, resource) => {
		const read = { resource, operation: 'getAll', returnAll: true };
		const { items: listed } = await run(world, read);
		const upsert = automatic(resource, 'upsert', { options: { unknownColumns: 'fail' } });
		const { items: done } = await run(world, upsert, listed);
		expect(jsonOf(done).map(({ action }) => action)).toEqual(listed.map(() => 'unchanged'));
		expect(bodiesIn(world)).toEqual([]);
		const { code, ...others } = listed[0]!.json;
		const changed = { ...others, code, Name: undefined, name: 'Renamed' };
		const update = automatic(resource, 'update', { code: byId('={{ $json.code }}') });
		await run(world, update, itemsOf([changed]));
		expect(bodiesIn(world)).toMatchObject([{ code, name: 'Renamed' }]);
	},
);

test('Update takes the code from its input: a property "code" is no new one, "New Code" is', async (world) => {
	const parameters = automatic('position', 'update', { code: byId('P2'), keepOthers: true });
	await run(world, parameters, itemsOf([{ code: 'P9', Note: 'Kept' }]));
	await run(world, parameters, itemsOf([{ 'New Code': 'P20', note: '' }]));
	expect(bodiesIn(world)).toMatchObject([
		{ code: 'P2', note: 'Kept' },
		{ code: 'P20', note: 'Kept' },
	]);
	const nothing = run(world, parameters, itemsOf([{ code: 'P9', colour: 'red', note: null }]));
	expect((await failureOf(nothing)).message).toBe(
		'No property of the input item matches a field of the operation',
	);
});

describe('Unknown Columns', () => {
	const typo = { ...byLabel, Nme: 'x', id: 7, organizationKeyMan: true, Colour: 'red' };
	const unknown = "The operation has no such field: 'Nme' may mean 'Name' (name) and 'Colour'";

	test('are named in a hint; what the service returns of a user is none', async (world) => {
		const { items, hints } = await run(world, automatic('user', 'create'), itemsOf([typo]));
		expect(jsonOf(items)).toMatchObject([{ success: true, code: 'E0900' }]);
		expect(hints.map(({ message }) => message)).toEqual([
			unknown.replace('The', 'Ignored because the'),
		]);
	});

	test('can fail the item before anything is sent, and show in the plan of a dry run', async (world) => {
		const options = { unknownColumns: 'fail' };
		const items = itemsOf([onWire, typo]);
		for (const operation of ['create', 'import', 'upsert']) {
			const error = await failureOf(run(world, automatic('user', operation, { options }), items));
			expect(error).toMatchObject({ message: unknown, context: { itemIndex: 1 } });
		}
		const sync = automatic('user', 'sync', { dryRun: true, options });
		const plan = jsonOf((await run(world, sync, items)).items);
		expect(plan.find(({ code }) => code === 'E0900')?.problem).toContain(unknown);
		expect(bodiesIn(world)).toEqual([]);
	});
});

test.each([
	['a needed one that is missing', { Name: undefined }, /^'Name' is empty$/, /a property of this/],
	['one that is null', { Name: null }, /^'Name' is empty$/, /a property of this name/],
	['one with two values', { name: 'Twice' }, /^'Name' \(name\) is given twice$/, /Remove one/],
	['a value that cannot be sent', { expire: 'soon' }, /'Expiry Date' is not a date/, /./],
])('%s is a mistake of its item', async (world, _, change, message, advice) => {
	const items = itemsOf([onWire, { ...byLabel, ...change }]);
	const error = await failureOf(run(world, automatic('user', 'create'), items));
	expect(error.message).toMatch(message);
	expect(error.description).toMatch(advice);
	expect(error.context.itemIndex).toBe(1);
	expect(sentTo(world.service)).toEqual([]);
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
	expect(properties.filter(({ name }) => name === 'content').filter(isHidden)).toEqual([]);
});
