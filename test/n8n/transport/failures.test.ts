import { execute } from '../../support/n8n';
import { inWorld } from '../../support/world';
import { byMethod, create, failureOf } from '../runs';

const said = (message: string, ...details: unknown[]) => ({
	errors: { code: 0, message, details },
});
const monthly = said('Request exhausted per month');

const refusals = [
	{
		why: 'details',
		answer: { status: 400, body: said('Bad Request', { message: 'First' }, { message: 'Second' }) },
		message: 'Bad Request: First; Second',
		advice: /Fix what the message names/,
	},
	{
		why: 'a page instead of the error body',
		answer: { status: 404, body: '<html>Oops</html>' },
		message: 'Not Found',
		advice: /One of the IDs or codes does not exist/,
	},
	{
		why: 'wrong key',
		answer: { status: 401 },
		message: 'Unauthorized',
		advice: /Check the API key/,
	},
	{
		why: 'a body that is too large',
		answer: { status: 413, body: said('Payload Too Large') },
		message: 'Payload Too Large',
		advice: /does not accept that much at a time/,
	},
	{
		why: 'no right',
		answer: { status: 403 },
		message: 'Access Denied',
		advice: /lack the permission/,
	},
	{
		why: 'month used up',
		answer: { status: 402, body: monthly },
		message: 'Request exhausted per month',
		advice: /requests of this month are used up/,
	},
	{
		why: 'month used up, with the other status',
		answer: { status: 429, body: monthly, headers: { 'retry-after': '0' } },
		message: 'Request exhausted per month',
		advice: /requests of this month are used up/,
	},
];

/** What is not found is named. */
const NAMED = /^Not Found: Oops \((record 1 of )?form 1\)$/;

describe.each(refusals)('$answer.status: $why', ({ answer, message, advice }) => {
	it.each(['GET', 'POST', 'PUT', 'DELETE'] as const)(
		"is reported in the service's words, and %s is not retried",
		async (method) => {
			await inWorld({}, async ({ service, credentials }) => {
				service.faults.add({ answer });
				const error = await failureOf(execute({ parameters: byMethod[method], credentials }));
				expect(error).toMatchObject({
					name: 'NodeApiError',
					message: answer.status === 404 ? expect.stringMatching(NAMED) : message,
					description: expect.stringMatching(advice),
					httpCode: String(answer.status),
					context: { itemIndex: 0 },
				});
				expect(service.log.map((entry) => entry.method)).toEqual([method]);
			});
		},
	);
});

// n8n would put a phrase of its own in the place of messages that hold such a word.
it.each(['approvePermission', 'EPERM', 'ECONNREFUSED', 'ETIMEDOUT at noon', 'ENOTFOUND', '404'])(
	'leaves the words of the service alone: %s',
	async (word) => {
		await inWorld({}, async ({ service, credentials }) => {
			const detail = `The field [${word}] is wrong`;
			service.faults.add({ answer: { status: 400, body: said('Bad Request', detail) } });
			const error = await failureOf(execute({ parameters: create, credentials }));
			expect(error.message).toBe(`Bad Request: ${detail}`);
			expect(service.log).toHaveLength(1);
		});
	},
);
