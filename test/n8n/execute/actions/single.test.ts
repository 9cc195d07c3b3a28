import {
	pageSteps,
	requestSteps,
} from '../../../../nodes/RecordsDirectory/n8n/execute/actions/single';
import { inAHurry } from '../../../support/hurry';
import { execute, takeConsole } from '../../../support/n8n';
import { byId, test, sentTo } from '../../../support/world';
import { errorOf, get } from '../../runs';
import { jobFor } from '../jobs';

test.each([
	['of a list counts the rows', { ...get, operation: 'getAll', limit: 3 }, pageSteps, '3 rows. '],
	['of one record does not', get, requestSteps, ''],
])('while it runs, a read %s', async (world, _, parameters, makeSteps, far) => {
	const job = await jobFor({ parameters, credentials: world.credentials });
	const [step] = makeSteps(job, [{ item: 0, values: { form: 1, recordId: 1, limit: 3 } }]);
	await step?.work();
	takeConsole();
	job.outcomes.progress.waits('It waits');
	expect(takeConsole()).toEqual([`${job.entry.action}: ${far}It waits`]);
});

test('an update of a user whose reply is lost is not looked up', async (world) => {
	const { service, credentials } = world;
	service.faults.add({ method: 'PUT', times: 9, answer: { drop: 'after' } });
	const parameters = {
		resource: 'user',
		operation: 'update',
		code: byId('E0005'),
		keepOthers: false,
		additionalFields: { name: 'Ann' },
	};
	const run = { parameters, credentials, continueOnFail: true };
	const [first] = await inAHurry(() => execute(run));
	expect(errorOf(first)).toMatchObject({
		description: expect.stringMatching(/^Unknown: item 0 may have been saved\. Check before/),
		outcome: 'unknown',
	});
	expect(sentTo(service).map(({ method }) => method)).not.toContain('GET');
});
