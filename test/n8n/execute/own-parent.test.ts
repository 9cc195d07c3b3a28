import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { execute } from '../../support/n8n';
import { byId, test } from '../../support/world';
import { failureOf, writesTo } from '../runs';

const organization = (operation: string, more: INodeParameters = {}): INodeParameters => ({
	...{ resource: 'organization', operation, code: byId('={{ $json.code }}') },
	...{ newCode: '={{ $json.code }}', name: 'n', kana: 'k' },
	additionalFields: { parentCode: byId('={{ $json.parent }}'), ...more },
});
const updating = organization('update', { newCode: '={{ $json.newCode ?? $json.code }}' });
const own = { code: 'X', parent: 'X' };
const [above, below] = [
	{ code: 'X', parent: 'Y' },
	{ code: 'Y', parent: 'X' },
];

test.each<[string, INodeParameters, IDataObject[]]>([
	['Create', organization('create'), [own]],
	['Import, two of each other', organization('import'), [above, below]],
	['Create or Update', organization('upsert'), [own]],
	['Update', updating, [{ code: 'ORG03', parent: 'ORG03' }]],
	['Update, by its new code', updating, [{ code: 'ORG03', parent: 'X', newCode: 'X' }]],
	['Update, by its old code', updating, [{ code: 'ORG03', parent: 'ORG03', newCode: 'X' }]],
])('an organization that would be its own parent is found first: %s', async (world, ...row) => {
	const [, parameters, circle] = row;
	const first = { code: parameters === updating ? 'ORG02' : 'NEW', parent: 'ORG01' };
	const items = [first, ...circle].map((json) => ({ json }));
	const error = await failureOf(execute({ parameters, items, credentials: world.credentials }));
	expect(error.message).toContain('forms a loop');
	expect(error.description).toMatch(/^Nothing was sent\./);
	expect(writesTo(world.service)).toEqual([]);
});
