import { deepCopy, NodeApiError } from 'n8n-workflow';
import type { Fault } from '../../../sandbox/service/service';
import { inAHurry } from '../../support/hurry';
import { idsOf, RECORDS, sorted, watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(30_000);

type Answer = Fault['answer'];

const limit = (message: string) => ({ status: 402, body: { errors: { code: 402, message } } });
const per100Seconds = limit('Request exhausted per 100 second');
const perMonth = limit('Request exhausted per month');

describe('a failure of a later poll', () => {
	const limited = { httpCode: '402', message: 'Request exhausted per 100 second' };
	it.each<[string, Answer, object]>([
		[
			'402 per 100 seconds',
			per100Seconds,
			{ ...limited, failure: { cause: 'rate-limited', retryAfterMs: 100_000 } },
		],
		[
			'402 with Retry-After',
			{ ...per100Seconds, headers: { 'retry-after': '37' } },
			{ ...limited, failure: { cause: 'rate-limited', retryAfterMs: 37_000 } },
		],
		['402 per month', perMonth, { httpCode: '402', failure: { cause: 'quota-exhausted' } }],
		['401', { status: 401 }, { httpCode: '401', failure: { cause: 'credential-invalid' } }],
		['403', { status: 403 }, { httpCode: '403', failure: { cause: 'configuration-invalid' } }],
		['500', { status: 500 }, { httpCode: '500', failure: { cause: 'temporarily-unavailable' } }],
		['a drop', { drop: 'after' }, { failure: { cause: 'temporarily-unavailable' } }],
		[
			'a login page',
			{ status: 200, body: '<html>' },
			{ failure: { cause: 'configuration-invalid' } },
		],
	])('is told to n8n: %s', async (_, answer, told) => {
		await inAHurry(async ({ waited }) => {
			await watching({}, async ({ service, publish, state }) => {
				const poll = publish(state);
				await poll();
				const before = deepCopy(state);
				service.faults.add({ path: RECORDS, times: 9, answer });
				const error = await poll().catch((thrown: Error) => thrown);
				expect(error).toBeInstanceOf(NodeApiError);
				expect(error).toMatchObject(told);
				expect(JSON.stringify(error)).not.toContain('sandbox-key');
				expect(state).toEqual(before);
				expect(waited()).toBeLessThan(10_000);
			});
		});
	});

	const anywhere: Array<[string, Answer]> = [
		['402', per100Seconds],
		['500', { status: 500 }],
		['a drop', { drop: 'before' }],
	];
	it.each(anywhere)('changes nothing at whichever request it happens: %s', async (_, answer) => {
		await inAHurry(async ({ skip }) => {
			await watching({}, async ({ service, publish, state, pass, bulk, taken, edit, ...life }) => {
				const poll = publish(state);
				await poll();
				pass(1);
				const made = bulk(600);
				pass(1);
				made.push(...bulk(500));
				edit(12, 'moved');
				const before = deepCopy(state);
				taken();
				await life.poll({ staticData: deepCopy(state), nodeId: 'another' });
				const requests = taken().length;
				expect(requests).toBeGreaterThanOrEqual(3);
				for (let nth = 1; nth <= requests; nth++) {
					service.faults.add({ path: RECORDS, nth, times: 4, answer });
					await expect(poll()).rejects.toThrow();
					expect(state).toEqual(before);
					service.faults.clear();
					skip(110_000);
				}
				expect(sorted(idsOf(await poll()))).toEqual([12, ...made]);
				expect(await poll()).toBeNull();
			});
		});
	});

	it('changes nothing if even the smallest page is cut', async () => {
		await inAHurry(async ({ skip }) => {
			await watching({}, async ({ service, publish, state, pass, bulk }) => {
				const poll = publish(state);
				await poll();
				pass(1);
				const made = bulk(15);
				const before = deepCopy(state);
				service.faults.add({ path: RECORDS, times: 99, answer: { cut: true } });
				await expect(poll()).rejects.toThrow("The service's answer was cut off");
				expect(state).toEqual(before);
				service.faults.clear();
				skip(110_000);
				expect(sorted(idsOf(await poll()))).toEqual(made);
				expect(await poll()).toBeNull();
			});
		});
	});

	it('repeats no key, whatever the service says', async () => {
		await watching({}, async ({ service, poll }) => {
			await poll();
			const message = 'The key sandbox-key is not welcome';
			const details = [{ message: 'sandbox-key!' }];
			service.faults.add({
				path: RECORDS,
				answer: { status: 403, body: { errors: { code: 403, message, details } } },
			});
			const error = (await poll().catch((thrown: Error) => thrown)) as Error;
			// n8n shows nothing else where publishing fails.
			expect(error.message).toMatch(
				/^The key \*\*\* is not welcome: \*\*\*! Either the key has no right/,
			);
			expect(JSON.stringify({ ...error, stack: error.stack })).not.toContain('sandbox-key');
		});
	});
});
