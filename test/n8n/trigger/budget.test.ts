import { inAHurry } from '../../support/hurry';
import { takeLog } from '../../support/n8n';
import { FORM, idsOf, sorted, startedWith, watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(30_000);

describe('a poll', () => {
	it('that cannot make progress is rejected when published, and only logged when n8n starts', async () => {
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

	it('that was delayed for 15 minutes fails, and the next one loses nothing', async () => {
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
						message: 'Rate limit reached: the requests per 100 seconds are used up',
						description: expect.stringMatching(
							/poll less often.* rate limit has kept .* 15 minutes/,
						),
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

	it('that has no requests left leaves the rest to the next', async () => {
		await inAHurry(async ({ skip }) => {
			const given = { event: 'recordDeleted' };
			await watching({ given }, async ({ service, poll, bulk, credentials, taken }) => {
				bulk(5_000);
				const slow = startedWith(credentials, 2);
				const gone: number[] = [];
				for (let polls = 0; polls < 40; polls++) {
					if (polls === 6) for (const id of [30, 31, 4_000]) service.store.deleteRecord(FORM, id);
					taken();
					gone.push(...idsOf(await poll(slow)));
					expect(taken().length).toBeLessThanOrEqual(2);
					skip(110_000);
				}
				expect(sorted(gone)).toEqual([30, 31, 4_000]);
			});
		});
	});
});
