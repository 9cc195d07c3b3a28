import { allInAHurry, inAHurry } from '../../support/hurry';
import { execute } from '../../support/n8n';
import { inWorld } from '../../support/world';
import { failureOf, get } from '../runs';

allInAHurry();

// The jitter of a retry; without it a service that says 0 is asked again at once.
beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

it('waits about a second where the service does not say how long', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		service.faults.add({ answer: { status: 500 } });
		const start = performance.now();
		await execute({ parameters: get, credentials });
		expect(performance.now() - start).toBeGreaterThan(740);
		expect(service.log).toHaveLength(2);
	});
});

it.each(['date', 'seconds'])('does not wait for longer than a person would: %s', async (form) => {
	await inWorld({}, async ({ service, credentials }) => {
		const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
		const headers = { 'retry-after': form === 'date' ? inAnHour : '3600' };
		service.faults.add({ answer: { status: 503, headers } });
		const error = await failureOf(execute({ parameters: get, credentials }));
		expect(error.httpCode).toBe('503');
		expect(service.log).toHaveLength(1);
	});
});

it.each([429, 403])(
	'a site that asks for a day with %i is left alone for an hour',
	async (status) => {
		await inWorld({}, async ({ service, credentials }) => {
			const answer = { status, headers: { 'retry-after': '99999999999' } };
			service.faults.add({ answer, times: 2 });
			await inAHurry(async ({ skip }) => {
				const run = async () => await failureOf(execute({ parameters: get, credentials }));
				expect((await run()).description).toMatch(/^The next request is possible in 1 h 0 min\./);
				skip(3_000_000);
				const waiting = await run();
				expect(waiting.message).toBe('Rate limit reached: the site has asked to wait');
				expect(waiting.description).toMatch(/^The next request is possible in (9 min|10 min 0 s)/);
				expect(service.log).toHaveLength(1);
				skip(601_000);
				await run();
				expect(service.log).toHaveLength(2);
			});
		});
	},
);
