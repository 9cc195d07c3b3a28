import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { entries } from '../../../nodes/RecordsDirectory/api';
import type { Field } from '../../../nodes/RecordsDirectory/api/define';
import { execute } from '../../support/n8n';
import { byId, test, type World } from '../../support/world';
import { failureOf, writesTo } from '../runs';
import { scenarios } from '../scenarios/all';

/** Runs the node and expects that it fails without having written anything. */
async function rejectedUnsent(
	{ service, credentials }: World,
	run: Pick<Parameters<typeof execute>[0], 'parameters' | 'items'>,
	message: string,
) {
	const error = await failureOf(execute({ ...run, credentials }));
	// Several mistakes are listed below the headline.
	expect(`${error.message} ${error.description}`).toContain(message);
	expect(error.description).toMatch(/^Nothing was sent\./);
	expect(writesTo(service)).toEqual([]);
}

/** Texts that the service needs, and codes and IDs, of every operation that writes. */
const needed = entries
	.filter(({ operation }) => operation.method !== 'GET')
	.flatMap(({ key, operation: { params } }) =>
		Object.entries<Field>(params)
			.filter(([, { kind, place, optional }]) =>
				kind === 'text' ? place !== 'local' && !optional : kind === 'pick',
			)
			.map(([name, { kind, label }]) => ({ key, name, kind, label })),
	);

test.each(needed)('$key: $name of blanks is found at the last item', async (world, one) => {
	const { key, name, kind, label } = one;
	const { given, items = [{ json: {} }], prepare } = scenarios[key];
	prepare?.(world.service);
	const [resource = '', operation = ''] = key.split('.');
	for (const blanks of [' ', '\u3000', '\u00a0\n']) {
		const blank = `={{ $json.last ? ${JSON.stringify(blanks)} : '1' }}`;
		const value = { [name]: kind === 'pick' ? byId(blank) : blank };
		const parameters = { resource, operation, ...given, ...value, dryRun: false };
		const last = { ...items.at(-1), json: { ...items.at(-1)?.json, last: true } };
		const named = name === 'recordId' ? { findBy: 'id' } : {};
		const run = { parameters: { ...parameters, ...named }, items: [...items, last] };
		await rejectedUnsent(world, run, `'${label}' is empty`);
	}
});

const organization: INodeParameters = {
	resource: 'organization',
	newCode: '={{ $json.code }}',
	name: 'n',
	kana: 'k',
	additionalFields: { parentCode: byId('={{ $json.parent }}') },
};
const updating: INodeParameters = {
	...organization,
	operation: 'update',
	code: byId('={{ $json.code }}'),
	additionalFields: {
		parentCode: byId('={{ $json.parent }}'),
		newCode: '={{ $json.newCode ?? $json.code }}',
	},
};
const own = { code: 'X', parent: 'X' };
const [above, below] = [
	{ code: 'X', parent: 'Y' },
	{ code: 'Y', parent: 'X' },
];

test.each<[string, INodeParameters, IDataObject[]]>([
	['Create', { operation: 'create' }, [own]],
	['Import, two of each other', { operation: 'import' }, [above, below]],
	['Create or Update', { operation: 'upsert' }, [own]],
	['Update', updating, [{ code: 'ORG03', parent: 'ORG03' }]],
	['Update, by its new code', updating, [{ code: 'ORG03', parent: 'X', newCode: 'X' }]],
	['Update, by its old code', updating, [{ code: 'ORG03', parent: 'ORG03', newCode: 'X' }]],
])(
	'an organization that would be its own parent is found first: %s',
	async (world, _, more, circle) => {
		const first = { code: more === updating ? 'ORG02' : 'NEW', parent: 'ORG01' };
		const items = [first, ...circle].map((json) => ({ json }));
		const run = { parameters: { ...organization, ...more }, items };
		await rejectedUnsent(world, run, 'leads in a circle');
	},
);
