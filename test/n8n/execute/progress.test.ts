import { spanInWords } from '../../../nodes/RecordsDirectory/core/duration';
import { inAHurry } from '../../support/hurry';
import { execute, executeWithHints, takeLog } from '../../support/n8n';
import { inWorld } from '../../support/world';
import { create, get, importing, subjects } from '../runs';

beforeEach(() => void takeLog());

/** The waits are two windows of 101 s, less what the requests before them took. */
it('a run that waits for the limit tells so: before, while it waits, and afterwards', async () => {
	await inWorld({}, async ({ credentials }) => {
		const paced = { ...credentials, requestsPer100Seconds: 10 };
		await inAHurry(async () => {
			const run = { parameters: get, items: subjects(25), credentials: paced };
			const { hints } = await executeWithHints(run);
			expect(hints.map(({ message }) => message)).toEqual([
				expect.stringMatching(/^This run waited 3 min [12]\d s for the rate limit/),
			]);
		});
		const lines = takeLog().join('\n');
		expect(lines).toMatch(
			/Get record: at least 25 requests, more than the rate limit has left. It takes at least 3 min [12]\d s/,
		);
		expect(lines).toMatch(
			/The rate limit of http:\S+ is used up. Waiting 1 min [34]\d s, until 20\S+Z/,
		);
	});
});

it('requests that wait at once are told, and counted, once', async () => {
	await inWorld({}, async ({ credentials }) => {
		const paced = { ...credentials, requestsPer100Seconds: 2 };
		await inAHurry(async () => {
			const { hints } = await executeWithHints({
				parameters: { ...importing, options: { requestsAtOnce: 3 } },
				items: subjects(500),
				credentials: paced,
			});
			expect(hints.map(({ message }) => message)).toEqual([
				expect.stringMatching(/^This run waited 3 min 2\d s for the rate limit/),
			]);
		});
		expect(takeLog().filter((line) => line.includes('is used up. Waiting'))).toEqual([
			expect.stringMatching(/Waiting 1 min 4\d s/),
			expect.stringMatching(/Waiting 3 min 2\d s/),
		]);
	});
});

it('one that need not wait says nothing of it', async () => {
	await inWorld({}, async ({ credentials }) => {
		const { hints } = await executeWithHints({
			parameters: importing,
			items: subjects(250),
			credentials,
		});
		expect(hints).toEqual([]);
		expect(takeLog()).toEqual([]);
	});
});

it('long work tells the log how far it has come', async () => {
	await inWorld({}, async ({ credentials }) => {
		const paced = { ...credentials, requestsPer100Seconds: 10 };
		await inAHurry(async () => {
			await execute({ parameters: create, items: subjects(21), credentials: paced });
		});
		const lines = takeLog().join('\n');
		expect(lines).toMatch(/Create record: 11 of 21 items/);
		expect(lines).toMatch(/Create record: 21 of 21 items/);
	});
});

it.each([
	[400, '1 s'],
	[45_000, '45 s'],
	[200_000, '3 min 20 s'],
	[10_020_000, '2 h 47 min'],
])('%s ms are %s', (ms, words) => expect(spanInWords(ms)).toBe(words));
