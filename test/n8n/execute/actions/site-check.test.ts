import { QUESTIONS } from '../../../../nodes/RecordsDirectory/core/probe/findings';
import { checkSteps } from '../../../../nodes/RecordsDirectory/n8n/execute/actions/site-check';
import type { Dialect, Service } from '../../../../sandbox/service/service';
import { execute } from '../../../support/n8n';
import { byId, inWorld, jsonOf } from '../../../support/world';
import { failureOf } from '../../runs';
import { jobFor } from '../jobs';

const parameters = { resource: 'site', operation: 'check' };

/** What the node says about each question. */
async function said(
	dialect: Partial<Dialect>,
	disturb: (service: Service) => void = () => {},
): Promise<Map<string, Record<string, unknown>>> {
	return await inWorld({ dialect }, async ({ service, credentials }) => {
		disturb(service);
		const rows = jsonOf(await execute({ parameters, credentials }));
		return new Map(rows.map((row) => [String(row.question), row]));
	});
}

/** The table of docs/probe.md says what each property is. */
test('returns one item per question, with what the replies show', async () => {
	const rows = await said({ pageCap: 100, times: 'offset' });
	expect([...rows.keys()]).toEqual(QUESTIONS.map(({ name }) => name));
	expect(rows.get('pageCap')).toEqual({
		question: 'pageCap',
		about: 'The most rows of a page',
		points: '29',
		behaviour: '100',
		certainty: expect.stringMatching(/^(seen|likely)$/),
		evidence: expect.stringMatching(/^GET \/api\/apps\/\{form\}\/records\?/),
		meaning: expect.stringContaining('1 request per 100 records'),
		fitsDocument: false,
	});
	expect(rows.get('zoneOffsetMinutes')).toMatchObject({
		points: '22, 27, 42',
		behaviour: '540',
		fitsDocument: true,
		setting: 'Time Zone: one with UTC+09:00',
	});
	expect(rows.get('selections')).toEqual({
		question: 'selections',
		about: expect.any(String),
		points: expect.stringMatching(/^\d+$/),
		certainty: 'needs writing',
		meaning: expect.any(String),
	});
});

test('is unsure of what fails, and nothing else', async () => {
	const rows = await said({}, ({ faults }) =>
		faults.add({ path: '/api/no-such-path', times: 5, answer: { drop: 'before' } }),
	);
	expect(rows.get('unknownPaths')).toMatchObject({ certainty: 'unsure' });
	expect(rows.get('dates')).toMatchObject({ behaviour: 'slashes', certainty: 'seen' });
});

test('is one step for all items, of up to 60 requests', async () => {
	const items = [{ json: {} }, { json: {} }];
	const credentials = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' };
	const { job } = await jobFor({ parameters, items, credentials });
	const checked = items.map((_, item) => ({ item, values: {} }));
	const [step, ...others] = checkSteps(job, checked);
	expect(step?.items).toEqual([0, 1]);
	expect(await step?.requests?.()).toEqual({ least: 1, most: 60 });
	expect(others).toEqual([]);
	expect(checkSteps(job, [])).toEqual([]);
});

test('checks once, however many items there are, and links its output to all', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const items = [{ json: {} }, { json: {} }, { json: {} }];
		const output = await execute({ parameters, items, credentials });
		expect(output).toHaveLength(QUESTIONS.length);
		expect(output[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(service.log.filter(({ path }) => path === '/api/no-such-path')).toHaveLength(1);
	});
});

test('looks first at the form that it is given', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const options = { checkedForm: byId(2) };
		await execute({ parameters: { ...parameters, options }, credentials });
		const first = service.log.find(({ path }) => path.endsWith('/fields'));
		expect(first?.path).toBe('/api/apps/2/fields');
	});
});

test.each([
	['checkedForm', 999, 'There is no form 999, or the key has no right to it', "'Form'"],
	['checkedUser', 'E9999', 'There is no user E9999', "'User'"],
])('%s %s does not exist', async (option, id, message, input) => {
	await inWorld({}, async ({ service, credentials }) => {
		const options = { [option]: byId(id) };
		const error = await failureOf(execute({ parameters: { ...parameters, options }, credentials }));
		expect(error.message).toContain(message);
		expect(error.description).toContain(`Choose another one in ${input}.`);
		expect(service.log.length).toBeLessThan(4);
	});
});

test('a key that is not valid fails as in every operation', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const wrong = { ...credentials, apiKey: 'another' };
		const error = await failureOf(execute({ parameters, credentials: wrong }));
		expect(error.message).toMatch(/Unauthorized/);
		expect(service.log).toHaveLength(1);
	});
});

test('keeps to the maximum of requests of the credential', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const error = await failureOf(
			execute({ parameters, credentials: { ...credentials, maximumRequests: 20 } }),
		);
		expect(error.message).toMatch(/may need up to 60 requests/);
		expect(service.log).toHaveLength(0);
	});
});
