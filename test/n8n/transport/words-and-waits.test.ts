import type { INodeParameters } from 'n8n-workflow';
import { answering, rowsFrom } from '../../hostile/endless';
import { onTheWire, type Answer, type Arrived, type Wire } from '../../hostile/wire';
import { inAHurry } from '../../support/hurry';
import {
	execute,
	executeWithHints,
	listSearch,
	registration,
	takeConsole,
	takeLog,
} from '../../support/n8n';
import { byId } from '../../support/world';
import { create, errorOf, failureOf, get, getEach, subjects } from '../runs';

const RECORD = '{"appsId":1,"recordId":1,"record":{"field-1":"x"}}';
const rejection = (status: number, ...details: string[]): Answer => ({
	status,
	body: {
		errors: { code: status, message: 'No', details: details.map((message) => ({ message })) },
	},
});

const rejecting = async (answer: Answer, work: (wire: Wire) => Promise<void>) =>
	await onTheWire(() => answer, work);

describe('the error of a failed item', () => {
	it('has the status and the details of the service', async () => {
		const all = Array.from({ length: 12 }, (_, n) => `Detail ${n + 1}`);
		await rejecting(rejection(400, ...all), async ({ credentials }) => {
			const run = { parameters: create, continueOnFail: true, credentials };
			expect(errorOf((await execute(run))[0])).toStrictEqual({
				message: expect.stringMatching(/Detail 10; 2 more$/),
				description: expect.stringMatching(/Fix what the message names/),
				outcome: 'failed',
				status: 400,
				details: all,
			});
		});
	});

	it('has neither if the service did not reply, and the code of the connection', async () => {
		// No program of a user can listen at this port.
		const run = { credentials: { baseUrl: 'http://127.0.0.1:1', apiKey: 'k' } };
		const [item] = await execute({ ...run, parameters: create, continueOnFail: true });
		expect(errorOf(item)).toStrictEqual({
			message: 'The service could not be reached (ECONNREFUSED)',
			description: expect.stringMatching(/^Check the 'Base URL' in the credential, and that/),
			outcome: 'failed',
		});
		const error = await inAHurry(() => failureOf(execute({ ...run, parameters: get })));
		expect(error.httpCode).toBe('ECONNREFUSED');
	});
});

describe('a list of the editor says when the next request is possible', () => {
	it('after a rejection that says it', async () => {
		const answer = { ...rejection(402), headers: { 'retry-after': '37' } };
		await rejecting(answer, async ({ credentials }) => {
			const { description } = await failureOf(
				listSearch('searchForm', { parameters: {}, credentials }),
			);
			expect(description).toBe(
				"The next request is possible in 37 s. The site allows 100 requests per 100 seconds for all programs together. Try again later. If other programs use the site, lower 'Requests per 100 Seconds' in the credential.",
			);
		});
	});

	it('if the node itself keeps the rate limit', async () => {
		await rejecting({ body: { forms: [] } }, async ({ credentials, arrived }) => {
			const run = { parameters: {}, credentials: { ...credentials, requestsPer100Seconds: 1 } };
			await listSearch('searchForm', run);
			const error = await failureOf(listSearch('searchForm', run));
			expect(error.message).toMatch(
				/^Rate limit reached: the requests per 100 seconds are used up\. The next/,
			);
			expect(error.description).toMatch(
				/^The next request is possible in 1 min [1-4]\d s\. All requests of this n8n process to the site share/,
			);
			expect(error.httpCode).toBeNull();
			expect(arrived).toHaveLength(1);
		});
	});
});

describe('a poll that fails tells n8n the cause', () => {
	const parameters = {
		event: 'recordCreated',
		form: byId(1),
		options: { names: 'identifiers' },
	};
	const unsorted = answering(() =>
		rowsFrom(0, 30).map((row, n) => ({ ...row, createdAt: `2026-01-01 12:00:${10 + n}` })),
	);

	it.each<[string, (request: Arrived) => Answer, object]>([
		['402', () => rejection(402), { failure: { cause: 'rate-limited', retryAfterMs: 100_000 } }],
		['a list in another order', unsorted, { failure: { cause: 'temporarily-unavailable' } }],
	])('%s', async (name, answer, expected) => {
		let next: (request: Arrived) => Answer = answering(() => []);
		await onTheWire(
			(request) => next(request),
			async ({ credentials }) => {
				const run = { parameters, credentials, staticData: {}, nodeId: `cause ${name}` };
				const poll = registration(run);
				await poll();
				next = answer;
				const error = await inAHurry(() => failureOf(poll()));
				expect(error).toMatchObject(expected);
				if (answer === unsorted) expect(error.message).toMatch(/does not sort the records by/);
			},
		);
	});
});

describe('the waits for the rate limit', () => {
	const waitedIn = async (parameters: INodeParameters, count: number, limit: number) =>
		await onTheWire(
			({ method }) => (method === 'GET' ? { body: RECORD } : { status: 204 }),
			async ({ credentials }) =>
				await inAHurry(async () => {
					takeLog();
					takeConsole();
					const { hints } = await executeWithHints({
						parameters,
						items: subjects(count),
						credentials: { ...credentials, requestsPer100Seconds: limit },
					});
					const lines = takeLog().filter((line) => line.includes('is used up. Waiting'));
					return { hints: hints.map(({ message }) => message), lines };
				}),
		);

	it.each([
		['one after the other', getEach, 3, 1, /^This run waited [23] min \d+ s for the rate limit/, 2],
		['in one window', getEach, 3, 2, /^This run waited 1 min [1-4]\d s for the rate limit/, 1],
	])('are counted and logged: %s', async (_, parameters, count, limit, words, lines) => {
		const before = Date.now();
		const found = await waitedIn(parameters, count, limit);
		expect(found.hints).toEqual([expect.stringMatching(words)]);
		expect(found.lines).toHaveLength(lines);
		const [, seconds, until] = /Waiting 1 min ([34]\d) s, until (\S+Z)/.exec(found.lines[0]!)!;
		const started = Date.parse(until!) - (60 + Number(seconds)) * 1000;
		expect(started).toBeGreaterThan(before - 1000);
		expect(started).toBeLessThan(Date.now());
	});

	it('are none if the limit is not reached', async () => {
		expect(await waitedIn(get, 3, 3)).toEqual({ hints: [], lines: [] });
	});
});
