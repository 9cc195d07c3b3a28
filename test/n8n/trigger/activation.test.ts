import type { WorkflowActivateMode } from 'n8n-workflow';
import type { Fault } from '../../../sandbox/service/service';
import { inAHurry } from '../../support/hurry';
import { takeLog } from '../../support/n8n';
import { formId, idsOf, RECORDS, watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(30_000);

type Answer = Fault['answer'];

const limit = (message: string) => ({ status: 402, body: { errors: { code: 402, message } } });
const per100Seconds = limit('Request exhausted per 100 second');
const perMonth = limit('Request exhausted per month');

const passing: Array<[string, Answer]> = [
	['402 per 100 seconds', per100Seconds],
	['402 per month', perMonth],
	['429', { status: 429 }],
	['500', { status: 500 }],
	['503 of a proxy', { status: 503, body: '<html></html>' }],
	['a dropped connection', { drop: 'before' }],
	['a cut body', { cut: true }],
];

const registrations: Array<[string, WorkflowActivateMode]> = [
	['of publishing again', 'activate'],
	['of publishing a new version', 'update'],
	['when n8n starts', 'init'],
	['when another main process takes over', 'leadershipChange'],
];

describe('a failure of the first poll', () => {
	it.each(
		registrations.flatMap(([when, mode]) =>
			passing.map(([what, answer]) => [when, what, mode, answer] as const),
		),
	)('nor %s, and later polls show it: %s', async (_, __, activation, answer) => {
		await inAHurry(async ({ skip }) => {
			await watching({}, async ({ service, publish, create }) => {
				const saved = {};
				await publish(saved)();
				service.faults.add({ path: RECORDS, times: 20, answer });
				const id = create('one');
				const poll = publish(saved, { activation });
				expect(await poll()).toBeNull();
				skip(110_000);
				await expect(poll()).rejects.toThrow();
				service.faults.clear();
				skip(110_000);
				expect(idsOf(await poll())).toEqual([id]);
			});
		});
	});

	it.each([
		['a wrong key', { apiKey: 'not-the-key' }, {}, /Unauthorized/, 'credential-invalid'],
		['an unknown form', {}, { form: formId(99) }, /Not Found/, 'configuration-invalid'],
		['a form of another key', { apiKey: 'of-form-1' }, {}, /Unauthorized/, 'credential-invalid'],
		[
			'a key without the right',
			{ apiKey: 'of-users' },
			{},
			/Access Denied/,
			'configuration-invalid',
		],
		[
			'an unknown field',
			{},
			{ options: { fields: 'field-99' } },
			/^Bad Request: .*field-99/,
			'configuration-invalid',
		],
	])(
		'when publishing is an error that names it: %s',
		async (_, settings, given, message, cause) => {
			const keys = [
				{ key: 'sandbox-key' },
				{ key: 'of-form-1', form: 1 },
				{ key: 'of-users', scopes: ['user' as const] },
			];
			await watching({ keys, given }, async ({ service, poll, state, credentials }) => {
				const error = poll({ credentials: { ...credentials, ...settings } });
				await expect(error).rejects.toMatchObject({
					message: expect.stringMatching(message),
					description: expect.stringMatching(/\w+ .*\./),
					failure: { cause },
				});
				expect(state).toEqual({});
				expect(service.log).toHaveLength(1);
			});
		},
	);

	it.each(registrations.slice(2))(
		'%s a wrong key is a warning, and later polls show it',
		async (_, activation) => {
			await watching({}, async ({ publish, create, credentials }) => {
				const saved = {};
				await publish(saved)();
				const id = create('one');
				const settings = { ...credentials, apiKey: 'not-the-key' };
				takeLog();
				const poll = publish(saved, { activation, credentials: settings });
				expect(await poll()).toBeNull();
				expect(takeLog().join()).toMatch(
					/^warn .*: The first poll .*: Unauthorized.* Check the API key/m,
				);
				await expect(poll()).rejects.toThrow(/Unauthorized/);
				expect(idsOf(await publish(saved)())).toEqual([id]);
			});
		},
	);
});
