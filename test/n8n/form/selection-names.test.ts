import { userNamesOf } from '../../../nodes/RecordsDirectory/n8n/form/selection-names';
import { connect } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import { contextOf } from '../../support/n8n';
import { inWorld } from '../../support/world';
import { get } from '../runs';

const users = [
	{ code: 'ab', name: 'Small' },
	{ code: 'AB', name: 'Large' },
	{ code: 'E1', name: 'Only' },
	{ code: 'E2', name: '' },
];

describe('the names of several users', () => {
	it.each([
		['as the code is spelled, before another case of it', 'ab', 'Small'],
		['as the code is spelled, in the other case', 'AB', 'Large'],
		['none in a spelling that may mean two', 'Ab', null],
		['in any case, if it means one', 'e1', 'Only'],
		['in any width, if it means one', 'Ｅ１', 'Only'],
		['none without a name', 'E2', null],
		['none of a user who is not in the list', 'E3', null],
	])('%s: %s', async (_, code, name) => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer: { status: 200, body: { user: users } } });
			const client = await connect(contextOf({ parameters: get, credentials }));
			const nameOf = await userNamesOf(client, [code, 'E1']);
			expect(nameOf(code)).toBe(name);
			expect(service.log).toHaveLength(1);
		});
	});
});
