import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { entries } from '../../../nodes/RecordsDirectory/api';
import type { Field } from '../../../nodes/RecordsDirectory/api/define';
import { execute, file } from '../../support/n8n';
import { byId, test, type World } from '../../support/world';
import { failureOf } from '../runs';
import { scenarios } from '../scenarios/all';
import { methodsOf } from './actions/directory-runs';

/** Runs the node and expects that it fails without having written anything. */
async function rejectedUnsent(
	{ service, credentials }: World,
	run: Pick<Parameters<typeof execute>[0], 'parameters' | 'items'>,
	message: RegExp | string,
) {
	const error = await failureOf(execute({ ...run, credentials }));
	// Several mistakes are listed below the headline.
	expect(`${error.message} ${error.description}`).toMatch(message);
	expect(error.description).toMatch(/^Nothing was sent\./);
	expect(methodsOf(service)).not.toMatch(/POST|PUT|DELETE/);
}

/** Texts that the service needs, and codes and IDs, of every operation that writes; columns of many entries may be empty. */
const needed = entries
	.filter(({ operation }) => operation.method !== 'GET')
	.flatMap(({ key, operation: { method, params, additionalFields = {} } }) => {
		const isText = ({ kind, place, optional }: Field) =>
			kind === 'text' && place !== 'local' && !optional;
		const of = (part: 'params' | 'additionalFields', fields: Readonly<Record<string, Field>>) =>
			Object.entries(fields)
				.filter(([, field]) => field.kind === 'pick' || (part === 'params' && isText(field)))
				.map(([name, { kind, label }]) => ({ key, part, name, kind, label }));
		const areColumns = method === 'POST' && 'mappingMode' in params;
		return [
			...of('params', params),
			...(areColumns ? [] : of('additionalFields', additionalFields)),
		];
	});

it('every kind of operation has some', () => {
	const names = needed.map(({ key, name }) => `${key} ${name}`);
	expect(names).toEqual(
		expect.arrayContaining([
			'comment.create creatorCode',
			'user.import organizationCode',
			'user.update positionCode',
			'organization.update parentCode',
			'position.create kana',
			'record.delete recordId',
		]),
	);
});

describe.each(needed)('$key: $name of the last item', ({ key, part, name, kind, label }) => {
	test.each([' ', '\u3000', '\u00a0\n'])('of blanks (%j) is found first', async (world, blanks) => {
		const { given, items = [{ json: {} }], prepare } = scenarios[key];
		prepare?.(world.service);
		const [resource = '', operation = ''] = key.split('.');
		const blank = `={{ $json.last ? ${JSON.stringify(blanks)} : '1' }}`;
		const value = { [name]: kind === 'pick' ? byId(blank) : blank };
		const more = part === 'params' ? value : { [part]: { ...(given[part] as object), ...value } };
		const parameters = { resource, operation, ...given, ...more } as INodeParameters;
		const last = { ...items.at(-1), json: { ...items.at(-1)?.json, last: true } };
		const named = name === 'recordId' ? { findBy: 'id' } : {};
		const run = { parameters: { ...parameters, ...named, dryRun: false }, items: [...items, last] };
		await rejectedUnsent(world, run, `'${label}' is empty`);
	});
});

test('a file without content is found first', async (world) => {
	const parameters: INodeParameters = {
		resource: 'comment',
		operation: 'create',
		...scenarios['comment.create'].given,
	};
	const item = (text: string) => ({
		json: {},
		binary: { data: file('note.txt', 'text/plain', text) },
	});
	const run = { parameters, items: [item('Hello'), item('')] };
	await rejectedUnsent(world, run, /^'Input Data Field Names' names "data", and its file is empty/);
	const output = await execute({ ...run, credentials: world.credentials, continueOnFail: true });
	expect(output.map(({ json }) => json.error !== undefined)).toEqual([false, true]);
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
const itemsOf = (...all: IDataObject[]) => all.map((json) => ({ json }));
const first = { code: 'ORG02', parent: 'ORG01' };

describe('an organization that would be its own parent is found first', () => {
	test.each<[string, INodeParameters, IDataObject[]]>([
		['Create', { operation: 'create' }, [{ code: 'X', parent: 'X' }]],
		['Import', { operation: 'import' }, [{ code: 'X', parent: 'X' }]],
		[
			'Import, two of each other',
			{ operation: 'import' },
			[
				{ code: 'X', parent: 'Y' },
				{ code: 'Y', parent: 'X' },
			],
		],
		['Create or Update', { operation: 'upsert' }, [{ code: 'X', parent: 'X' }]],
		['Sync', { operation: 'sync', dryRun: false }, [{ code: 'X', parent: 'X' }]],
		['Update', updating, [{ code: 'ORG03', parent: 'ORG03' }]],
		['Update, by its new code', updating, [{ code: 'ORG03', parent: 'X', newCode: 'X' }]],
		['Update, by its old code', updating, [{ code: 'ORG03', parent: 'ORG03', newCode: 'X' }]],
	])('by %s', async (world, _, more, items) => {
		const parameters = { ...organization, ...more };
		const start = more.operation === 'update' ? first : { code: 'NEW', parent: 'ORG01' };
		const run = { parameters, items: itemsOf(start, ...items) };
		await rejectedUnsent(world, run, /leads in a circle/);
	});
});
