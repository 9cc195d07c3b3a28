import { inAHurry } from '../../support/hurry';
import { execute } from '../../support/n8n';
import { test } from '../../support/world';
import { byMethod, create, failureOf, get, remove, subjects, update } from '../runs';

const said = (message: string, ...details: unknown[]) => ({
	errors: { code: 0, message, details },
});
const MONTH = 'Request exhausted per month';
const monthly = said(MONTH);
const details = ['First', 'Second'].map((message) => ({ message }));
/** What is not found is named. */
const NAMED = /^Not Found: Oops \((record 1 of )?form 1\)$/;
const USED_UP = /requests of this month are used up/;

test.each([
	[400, { body: said('Bad', ...details) }, /^Bad: First; Second$/, /Fix what the message names/],
	[404, { body: '<html>Oops</html>' }, NAMED, /One of the IDs .* the path of the 'Base URL'/],
	[401, {}, /^Unauthorized$/, /Check the API key .* some keys are valid for one form only/],
	[403, {}, /^Access Denied$/, /lack the permission.* enter a 'Directory API Key'/],
	[405, {}, /^Method Not Allowed$/, /switch on 'Send PUT and DELETE as POST'/],
	[413, { body: said('Too Large') }, /^Too Large$/, /does not accept that much at a time/],
	[402, { body: monthly }, /^Request exhausted per month$/, USED_UP],
	[429, { body: monthly, headers: { 'retry-after': '0' } }, /per month$/, USED_UP],
	[
		302,
		{ headers: { location: 'http://127.0.0.1:1/' } },
		/another address/,
		/does not follow redirects/,
	],
])(
	"the status %i is reported in the service's words with advice, and no request is repeated: %j",
	async ({ service, credentials }, status, answer, message, advice) => {
		service.faults.add({ answer: { status, ...answer }, times: 9 });
		for (const parameters of Object.values(byMethod))
			expect(await failureOf(execute({ parameters, credentials }))).toMatchObject({
				name: 'NodeApiError',
				message: expect.stringMatching(message),
				description: expect.stringMatching(advice),
				httpCode: String(status),
				context: { itemIndex: 0 },
			});
		expect(service.log.map(({ method }) => method)).toEqual(Object.keys(byMethod));
	},
);

// n8n would put a phrase of its own in the place of messages that hold such a word.
test.each(['approvePermission', 'EPERM', 'ETIMEDOUT at noon', '404'])(
	'leaves the words of the service alone: %s',
	async ({ service, credentials }, word) => {
		const detail = `The field [${word}] is wrong`;
		service.faults.add({ answer: { status: 400, body: said('Bad Request', detail) } });
		const error = await failureOf(execute({ parameters: create, credentials }));
		expect(error.message).toBe(`Bad Request: ${detail}`);
	},
);

test.each([
	['delete', 403, remove],
	['update', 401, update],
	['update', 404, update],
])(
	'the answer to the second attempt of a write does not tell what the first did: %s, %i',
	async ({ service, credentials }, _, status, parameters) => {
		service.faults.add({ answer: { drop: 'after' } });
		service.faults.add({ nth: 2, answer: { status } });
		const error = await inAHurry(() => failureOf(execute({ parameters, credentials })));
		expect(error.httpCode).toBe(String(status));
		expect(error.description).toMatch(/Unknown: item 0 may have been (saved|deleted)\./);
		expect(service.log).toHaveLength(2);
	},
);

test.each(['date', 'seconds'])(
	'a run does not wait for a Retry-After that is longer than a person would wait: %s',
	async ({ service, credentials }, form) => {
		const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
		const headers = { 'retry-after': form === 'date' ? inAnHour : '3600' };
		service.faults.add({ answer: { status: 503, headers } });
		const error = await failureOf(execute({ parameters: get, credentials }));
		expect(error.httpCode).toBe('503');
		expect(service.log).toHaveLength(1);
	},
);

it.each([
	['ftp://localhost', /must start with https/],
	['', /is not a URL/],
	['https://user:secret@site.example.com', /more than an address/],
])('the base URL %j is rejected before anything is sent', async (baseUrl, words) => {
	const run = { parameters: create, items: subjects(2), credentials: { baseUrl, apiKey: 'k' } };
	const message = expect.stringMatching(words);
	const error = await failureOf(execute(run));
	expect(error).toMatchObject({ name: 'NodeOperationError', message });
	expect(JSON.stringify(error)).not.toContain('secret');
	const output = await execute({ ...run, continueOnFail: true });
	const json = { error: { message, description: expect.any(String), outcome: 'not sent' } };
	expect(output).toEqual([0, 1].map((item) => ({ json, pairedItem: { item } })));
});
