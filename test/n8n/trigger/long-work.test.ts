import { inAHurry } from '../../support/hurry';
import { takeLog } from '../../support/n8n';
import { idsOf, watching } from '../../support/watching';

jest.setTimeout(60_000);

describe('the initial scan of 12,000 records at 10 requests in 100 seconds', () => {
	it.each([
		{ event: 'recordCreatedOrUpdated', options: { watchedFields: 'field-41' } },
		{ event: 'recordUpdated', options: { watchedFields: 'field-41' } },
		{ event: 'recordDeleted' },
	])('ends after some polls, none of which fails: $event', async (given) => {
		await inAHurry(async ({ skip }) => {
			await watching({ given }, async ({ service, poll, pass, bulk, create, taken, ...life }) => {
				const made = bulk(12_000);
				pass(600);
				create('later');
				const credentials = { ...life.credentials, requestsPer100Seconds: 10 };
				const few = { credentials, nodeId: JSON.stringify(given) };
				const used: number[] = [];
				takeLog();
				for (let polls = 0; polls < 12; polls++) {
					expect(await poll(few)).toBeNull();
					used.push(taken().length);
					skip(60_000);
					pass(60);
				}
				// Once as long as n8n runs.
				const said = takeLog().filter((line) => line.includes('Changes made before it ends'));
				expect(said.length).toBe(1);
				for (let n = 1; n < used.length; n++)
					expect(used[n - 1]! + used[n]!).toBeLessThanOrEqual(10);
				// The lowest of them was read last.
				const lowest = made[0]!;
				if (given.event === 'recordDeleted') service.store.deleteRecord(4, lowest);
				else service.store.updateRecord(4, lowest, { 'field-41': 'edited' });
				const found: number[] = [];
				for (let polls = 0; polls < 6; polls++) {
					skip(60_000);
					pass(60);
					found.push(...idsOf(await poll(few)));
				}
				expect(found).toEqual([lowest]);
			});
		});
	});
});
