import { inspect } from 'node:util';
import { inAHurry } from '../../support/hurry';
import { execute, takeLog } from '../../support/n8n';
import { byId, inWorld, test } from '../../support/world';
import { failureOf } from '../runs';

const APP = 'key-of-the-forms';
const DIRECTORY = `${APP}-and-more`;
const PASSWORD = 'correct horse';
const keys = [{ key: APP }, { key: DIRECTORY }];

/** A service that repeats whatever it was sent. */
const telltale = (status: number, headers?: Record<string, string>) => {
	const details = [APP, DIRECTORY, PASSWORD].map((word) => ({ message: `[${word}] is wrong` }));
	const errors = { code: status, message: `Refused ${APP} and ${DIRECTORY}`, details };
	return { status, headers, body: { errors } };
};

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

it.each([
	['create', 400],
	['create', 401],
	['create', 500],
	['import', 400],
	['import', 503],
])('no key and no password in the error of user.%s: %s', async (operation, status) => {
	await inWorld({ keys }, async ({ service, credentials }) => {
		service.faults.add({ answer: telltale(status) });
		const run = {
			parameters: { ...user, operation },
			items: [{ json: { password: PASSWORD } }],
			credentials: { ...credentials, directoryApiKey: ` ${DIRECTORY} ` },
		};
		const error = await failureOf(inAHurry(() => execute(run)));
		expect(error.message).toMatch(/^Refused \*\*\* and \*\*\*: \[\*\*\*\] is wrong/);
		expect(traces(error)).not.toMatch(new RegExp(`${APP}|${PASSWORD}`));
		expect(service.log[0]?.headers['x-service-api-key']).toBe(DIRECTORY);
		expect(JSON.stringify(service.log[0]?.body)).toContain(PASSWORD);
		// An unknown write is looked up twice in the list, which may continue after 30 entries.
		expect(service.log).toHaveLength(status < 500 ? 1 : 5);
	});
});

test('no password in the error of a password that is too long', async ({
	service,
	credentials,
}) => {
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

test.each([
	['create', { loginPass: "={{ $fromAI('Login_Password', '', 'string') }}" }],
	['update', { additionalFields: { loginPass: "={{ $fromAI('Login_Password') }}" } }],
])(
	'user.%s: a password is not left to the model of an agent',
	async ({ service, credentials }, operation, given) => {
		const parameters = { resource: 'user', operation, code: byId('E0001'), ...given };
		const error = await failureOf(execute({ parameters, credentials }));
		expect(error.message).toBe("'Login Password' cannot be filled in by an AI model");
		expect(service.log).toHaveLength(0);
	},
);
