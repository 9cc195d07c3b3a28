import {
	pageSteps,
	requestSteps,
} from '../../../../nodes/RecordsDirectory/n8n/execute/actions/single';
import { inAHurry } from '../../../support/hurry';
import { execute, takeConsole } from '../../../support/n8n';
import { byId, inWorld, sentTo } from '../../../support/world';
import { errorOf, get } from '../../runs';
import { jobFor } from '../jobs';

const LOST = { drop: 'after' } as const;

it.each([
	['of a list counts the rows', { ...get, operation: 'getAll', limit: 3 }, pageSteps, '3 rows. '],
	['of one record does not', get, requestSteps, ''],
])('while it runs, a read %s', async (_, parameters, makeSteps, far) => {
	await inWorld({}, async (world) => {
		const job = await jobFor({ parameters, credentials: world.credentials });
		const [step] = makeSteps(job, [{ item: 0, values: { form: 1, recordId: 1, limit: 3 } }]);
		await step?.work();
		takeConsole();
		job.outcomes.progress.waits('It waits');
		expect(takeConsole()).toEqual([`${job.entry.action}: ${far}It waits`]);
	});
});

describe('a request whose reply is lost', () => {
	const user = {
		resource: 'user',
		newCode: '={{ $json.code }}',
		name: 'Ann',
		kana: 'Ann',
		loginId: '={{ $json.code }}',
		organizationCode: byId('ORG01'),
		loginPass: 'secret',
	};
	const items = ['NEW-1', 'NEW-2'].map((code) => ({ json: { code } }));
	const read = 'GET /api/admin/users';

	it.each([
		['create', {}, ['POST /api/admin/users', read, read], 'unknown'],
		[
			'create',
			{ throughImport: true },
			[read, read, 'POST /api/admin/users/import', read, read],
			'saved',
		],
	])(
		'is looked up, though nobody can read a password: %s %j',
		async (operation, options, sent, outcome) => {
			await inWorld({}, async ({ service, credentials: opening }) => {
				service.faults.add({ method: 'POST', answer: LOST });
				const parameters = { ...user, operation, options };
				const run = { parameters, items: items.slice(0, 1), credentials: opening };
				const [output] = await execute({ ...run, continueOnFail: true });
				const { loginPass: _secret, resource: _user, newCode: _code, ...shown } = user;
				const codes = { code: 'NEW-1', loginId: 'NEW-1', organizationCode: 'ORG01' };
				if (outcome === 'saved')
					expect(output?.json).toEqual({ success: true, action: 'created', ...shown, ...codes });
				else expect(errorOf(output)?.outcome).toBe(outcome);
				expect(sentTo(service).map(({ method, path }) => `${method} ${path}`)).toEqual(sent);
			});
		},
	);

	it('is not looked up if it changes a user', async () => {
		await inWorld({}, async ({ service, credentials: opening }) => {
			service.faults.add({ method: 'PUT', times: 9, answer: LOST });
			const parameters = {
				resource: 'user',
				operation: 'update',
				code: byId('E0005'),
				keepOthers: false,
				additionalFields: { name: 'Ann' },
			};
			const run = { parameters, items, credentials: opening, continueOnFail: true };
			const [first] = await inAHurry(() => execute(run));
			expect(errorOf(first)).toMatchObject({
				description: expect.stringMatching(/^Unknown: item 0 may have been saved\. Check before/),
				outcome: 'unknown',
			});
			expect(sentTo(service).map(({ method }) => method)).not.toContain('GET');
		});
	});
});
