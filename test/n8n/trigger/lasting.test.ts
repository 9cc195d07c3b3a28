import { deepCopy, type IDataObject } from 'n8n-workflow';
import { inAHurry } from '../../support/hurry';
import { takeLog } from '../../support/n8n';
import { FORM, idsOf, RECORDS, sorted, startedWith, watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(120_000);

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const warnings = () => takeLog().filter((line) => line.startsWith('warn'));

/** What a poll gives: its items, or its error. */
const tried = async (poll: () => Promise<IDataObject[] | null>) => {
	try {
		return { ids: idsOf(await poll()) };
	} catch (error) {
		return { ids: [], error: error as Error & { description: string } };
	}
};

describe('many records missing at once', () => {
	const given = { event: 'recordDeleted' };
	const CLEARED = Array.from({ length: 250 }, (_, i) => 300 + i);

	it('are one warning and one error a day, and events once the limit is raised', async () => {
		await inAHurry(async ({ skip }) => {
			await watching({ given }, async ({ service, publish, poll, state, bulk }) => {
				bulk(880);
				const pollIt = publish(state);
				await pollIt();
				for (const id of CLEARED) service.store.deleteRecord(FORM, id);
				const before = deepCopy(state);
				takeLog();
				const errors: Error[] = [];
				for (let minute = 0; minute < 30; minute++) {
					const { ids, error } = await tried(pollIt);
					expect(ids).toEqual([]);
					if (error) errors.push(error);
					skip(minute === 20 ? DAY_MS : MINUTE_MS);
				}
				expect(state).toEqual(before);
				expect(errors).toHaveLength(2);
				expect(errors[0]).toMatchObject({
					message: expect.stringMatching(
						/^At least 250 of 1000 records disappeared at once, more than 'Removal Limit' \(200\)/,
					),
					description: expect.stringMatching(/add the option 'Removal Limit'.*once a day/),
				});
				expect(warnings()).toEqual([expect.stringMatching(/A poll failed: At least 250 of 1000/)]);
				const parameters = { ...given, options: { names: 'identifiers', mostRemovals: 250 } };
				const form = { __rl: true, mode: 'id', value: FORM };
				const told: number[] = [];
				for (let polls = 0; polls < 10; polls++)
					told.push(...idsOf(await poll({ parameters: { ...parameters, form } })));
				expect(sorted(told)).toEqual(CLEARED);
			});
		});
	});

	it("do not prevent publishing; 'Emit None' starts over without events for them", async () => {
		await watching({ given }, async ({ service, publish, state }) => {
			await publish(state)();
			for (let id = 1; id <= 60; id++) service.store.deleteRecord(FORM, id);
			takeLog();
			const poll = publish(state);
			expect(await poll()).toBeNull();
			expect(warnings()).toEqual([
				expect.stringMatching(/The first poll failed.*'Removal Limit' \(50\)/),
			]);
			await expect(poll()).rejects.toThrow('At least 60 of 120');
			const form = { __rl: true, mode: 'id', value: FORM };
			const options = { names: 'identifiers', catchUp: 'nothing' };
			const again = publish(state, { parameters: { ...given, form, options } });
			expect(await again()).toBeNull();
			service.store.deleteRecord(FORM, 99);
			expect(idsOf(await again())).toEqual([99]);
		});
	});
});

describe('a month whose requests are used up', () => {
	const message = 'Request exhausted per month';
	const answer = { status: 402, body: { errors: { code: 402, message } } };

	it.each<[string, number | undefined]>([
		["n8n's own polls", undefined],
		["n8n's poll scheduler", 36_000],
	])('is asked about at most once an hour and shown once a day: %s', async (_, budgetMs) => {
		await inAHurry(async ({ skip }) => {
			await watching({}, async ({ service, publish, poll, state, pass, create, taken }) => {
				const scheduled = async () => await poll({ budgetMs });
				const pollIt = budgetMs === undefined ? publish(state) : scheduled;
				await pollIt();
				service.faults.add({ path: RECORDS, times: 9_999, answer });
				pass(60);
				const recordId = create('meanwhile');
				const before = deepCopy(state);
				taken();
				takeLog();
				const errors: Error[] = [];
				const askedAt: number[] = [];
				for (let minute = 0; minute < 3 * 1_440; minute++) {
					const { error } = await tried(pollIt);
					if (error) errors.push(error);
					if (taken().length > 0) askedAt.push(minute);
					skip(MINUTE_MS);
				}
				expect(errors).toHaveLength(3);
				expect(errors[0]).toMatchObject({ message, failure: { cause: 'quota-exhausted' } });
				const pauses = askedAt.map((at, i) => at - (askedAt[i - 1] ?? 0)).slice(1);
				expect(pauses[0]).toBeLessThanOrEqual(3);
				expect(Math.max(...pauses)).toBeLessThanOrEqual(61);
				expect(askedAt.length).toBeLessThan(85);
				expect(warnings()).toEqual([expect.stringMatching(`A poll failed: ${message}`)]);
				expect(state).toEqual(before);
				service.faults.clear();
				skip(61 * MINUTE_MS);
				expect(idsOf(await pollIt())).toEqual([recordId]);
				taken();
				expect(await pollIt()).toBeNull();
				expect(taken()).not.toEqual([]);
			});
		});
	});

	it('is asked about at once when a person publishes again', async () => {
		await watching({}, async ({ service, publish, state, pass, create }) => {
			const poll = publish(state);
			await poll();
			service.faults.add({ path: RECORDS, answer });
			await expect(poll()).rejects.toThrow(message);
			pass(60);
			const recordId = create('meanwhile');
			expect(await poll()).toBeNull();
			expect(idsOf(await publish(state)())).toEqual([recordId]);
		});
	});
});

describe('the log', () => {
	it('has one warning until a poll succeeds', async () => {
		await inAHurry(async ({ skip }) => {
			await watching({}, async ({ service, publish, state }) => {
				const poll = publish(state);
				await poll();
				for (const answer of [{ status: 503 }, { cut: true }] as const) {
					service.faults.add({ path: RECORDS, times: 99, answer });
					takeLog();
					for (let polls = 0; polls < 3; polls++) {
						await expect(poll()).rejects.toThrow();
						skip(110_000);
					}
					expect(warnings()).toEqual([expect.stringMatching(/A poll failed: .*\w/)]);
					service.faults.clear();
					expect(await poll()).toBeNull();
				}
			});
		});
	});

	it('says at once that a poll has no turn because failing polls use up the rate limit', async () => {
		await inAHurry(async ({ skip }) => {
			await watching({}, async ({ service, publish, credentials }) => {
				const slow = startedWith(credentials, 6);
				const polls = ['a', 'b', 'c'].map((nodeId) => publish({}, { ...slow, nodeId }));
				for (const poll of polls) await poll();
				service.faults.add({ path: RECORDS, times: 999, answer: { status: 503 } });
				skip(110_000);
				const silent: unknown[] = [];
				for (const poll of polls) {
					takeLog();
					const { error } = await tried(poll);
					if (!error && warnings().length === 0) silent.push(poll);
				}
				expect(silent).toEqual([]);
				takeLog();
				const last = polls.at(-1)!;
				expect(await last()).toBeNull();
				expect(warnings()).toEqual([]);
			});
		});
	});
});

it('a trigger whose node is renamed continues, though n8n hands over no state', async () => {
	await watching({ given: { event: 'recordCreated' } }, async ({ create, publish, state }) => {
		await publish(state)();
		const made = create('Ann');
		expect(idsOf(await publish({})())).toEqual([made]);
	});
});
