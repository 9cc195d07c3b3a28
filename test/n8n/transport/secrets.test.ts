import { inspect } from 'node:util';
import { execute, takeLog } from '../../support/n8n';
import { byId, inWorld } from '../../support/world';
import { failureOf } from '../runs';

const PASSWORD = 'correct horse';

const user = {
	resource: 'user',
	newCode: 'E0099',
	name: 'New',
	kana: 'New',
	loginId: 'new',
	organizationCode: byId('ORG01'),
	// Its place depends on the operation.
	loginPass: '={{ $json.password }}',
	additionalFields: { loginPass: '={{ $json.password }}' },
};

/** Everything that an error holds, also what JSON leaves out, and everything in the log. */
const traces = (error: Error) =>
	[JSON.stringify(error), inspect(error, { depth: 20, showHidden: true }), ...takeLog()].join('\n');

beforeEach(() => void takeLog());

it('no password in the error of a password that is too long', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const error = await failureOf(
			execute({
				parameters: { ...user, operation: 'create' },
				items: [{ json: { password: PASSWORD.repeat(30) } }],
				credentials,
			}),
		);
		expect(error.message).toMatch(/^'Login Password' is 390 characters long/);
		expect(traces(error)).not.toContain(PASSWORD);
		expect(service.log).toHaveLength(0);
	});
});

it.each([
	['create', { loginPass: "={{ $fromAI('Login_Password', '', 'string') }}" }],
	['update', { additionalFields: { loginPass: "={{ $fromAI('Login_Password') }}" } }],
])('user.%s: a password is not left to the model of an agent', async (operation, given) => {
	await inWorld({}, async ({ service, credentials }) => {
		const parameters = { resource: 'user', operation, code: byId('E0001'), ...given };
		const error = await failureOf(execute({ parameters, credentials }));
		expect(error.message).toBe("'Login Password' cannot be filled in by a model");
		expect(service.log).toHaveLength(0);
	});
});
