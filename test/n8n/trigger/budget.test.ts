import { PollContext } from 'n8n-core';
import { deepCopy } from 'n8n-workflow';
import { nodeOf, nodeType, surroundings, workflowOf } from '../../support/host';
import { inAHurry } from '../../support/hurry';
import { takeLog } from '../../support/n8n';
import {
	FORM,
	formId,
	idsOf,
	RECORDS,
	sorted,
	startedWith,
	watching,
} from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(30_000);

describe('a poll', () => {
	it('that n8n gives little time ends within it, also when nobody answers', async () => {
		await watching({}, async ({ service, credentials }) => {
			service.faults.add({ path: RECORDS, times: 9, answer: { never: true } });
			const parameters = { event: 'recordCreated', form: formId(FORM) };
			const node = nodeOf('recordsDirectoryTrigger', 'Trigger', parameters);
			const context = new PollContext(
				workflowOf([node]),
				node,
				surroundings(credentials, 'trigger'),
				'trigger',
				'activate',
				undefined,
				undefined,
				undefined,
				undefined,
				undefined,
				() => 1500,
			);
			const begun = performance.now();
			expect(await nodeType(node.type).poll!.call(context)).toBeNull();
			expect(performance.now() - begun).toBeLessThan(1500);
			// The second one asked for fewer rows.
			expect(service.log.length).toBeLessThanOrEqual(2);
		});
	});

	it('that could not get further is rejected when a person publishes it, and a warning when n8n starts', async () => {
		await watching({}, async ({ service, publish, poll, credentials }) => {
			const started = startedWith(credentials, 3);
			await expect(publish({}, { credentials: started.credentials })()).rejects.toThrow(
				/^A trigger needs 4 requests per 100 seconds, but the credential permits 3\. Raise/,
			);
			expect(service.log).toEqual([]);
			takeLog();
			expect(await poll(started)).toBeNull();
			expect(takeLog().join()).toMatch(/warn Trigger .*A trigger needs 4 requests/);
		});
	});

	it('leaves the waiting to the next poll when the requests of 100 seconds are used up', async () => {
		await inAHurry(async ({ waited, skip }) => {
			await watching(
				{ given: { event: 'recordCreated' } },
				async ({ service, publish, state, create, credentials }) => {
					const slow = startedWith(credentials, 1);
					const poll = publish(state, slow);
					await poll();
					const before = deepCopy(state);
					const { length } = service.log;
					const recordId = create('meanwhile');
					takeLog();
					expect(await poll()).toBeNull();
					expect(takeLog().join()).toMatch(/debug Poll of .* emitted 0; it waits for its turn: /);
					expect(service.log).toHaveLength(length);
					expect(waited()).toBe(0);
					expect(state).toEqual(before);
					skip(110_000);
					expect(idsOf(await poll())).toEqual([recordId]);
				},
			);
		});
	});

	it('that has had no turn for 15 minutes is an error, and the next one loses nothing', async () => {
		await inAHurry(async ({ skip }) => {
			await watching(
				{ given: { event: 'recordCreated' } },
				async ({ service, poll, publish, create, credentials }) => {
					const slow = startedWith(credentials, 1);
					const other = { ...slow, nodeId: 'other', staticData: {} };
					const pollIt = publish({}, slow);
					await pollIt();
					skip(60_000);
					const recordId = create('meanwhile');
					const { length } = service.log;
					for (let minute = 1; minute < 14; minute++) {
						skip(60_000);
						await poll(other);
						expect(await pollIt()).toBeNull();
					}
					expect(service.log.length).toBeGreaterThan(length);
					skip(60_000);
					await poll(other);
					await expect(pollIt()).rejects.toMatchObject({
						message: 'The requests of the last 100 seconds are used up',
						description: expect.stringMatching(/poll less often.* no turn for 15 minutes/),
						failure: { cause: 'rate-limited', retryAfterMs: expect.any(Number) },
					});
					skip(110_000);
					expect(idsOf(await pollIt())).toEqual([recordId]);
					await poll(other);
					expect(await pollIt()).toBeNull();
				},
			);
		});
	});

	it('that n8n gives little time continues after a rejection, though requests have gaps then', async () => {
		await inAHurry(async ({ skip }) => {
			const given = { options: { names: 'captions' } };
			await watching({ given }, async ({ service, poll, create, pass, taken }) => {
				const budgetMs = 36_000;
				await poll({ budgetMs });
				service.faults.add({ path: RECORDS, answer: { status: 402 } });
				await expect(poll({ budgetMs })).rejects.toMatchObject({
					failure: { cause: 'rate-limited' },
				});
				skip(110_000);
				pass(110);
				const recordId = create('New');
				taken();
				expect(idsOf(await poll({ budgetMs }))).toEqual([recordId]);
				expect(taken().length).toBeGreaterThan(1);
			});
		});
	});

	it('keeps what it has read when the requests of 100 seconds end in mid-scan', async () => {
		await inAHurry(async ({ waited, skip }) => {
			await watching({}, async ({ poll, pass, bulk, credentials, taken }) => {
				// The pages of another trigger became small when nobody answered.
				const nodeId = 'mid-scan';
				await poll({ nodeId });
				pass(1);
				const made = bulk(2500);
				const slow = { ...startedWith(credentials, 2), nodeId };
				const given: number[] = [];
				for (let polls = 0; polls < 8; polls++) {
					skip(110_000);
					pass(110);
					taken();
					given.push(...idsOf(await poll(slow)));
					expect(taken().length).toBeLessThanOrEqual(2);
				}
				expect(sorted(given)).toEqual(made);
				expect(waited()).toBe(0);
			});
		});
	});
});
