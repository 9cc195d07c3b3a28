import type { ServiceOptions } from '../../sandbox/service/service.ts';
import { clientOf, type Running, withService } from './client.ts';

const DAY = 24 * 3_600_000;

/** A service that allows two requests per 100 seconds, unless a test says otherwise, with a clock to turn. */
async function limited(
	options: ServiceOptions,
	test: (running: Running, wait: (ms: number) => void) => Promise<void>,
) {
	let now = Date.UTC(2026, 0, 31, 12, 0, 0);
	const usual = { now: () => new Date(now), limits: { per100Seconds: 2 } };
	await withService({ ...usual, ...options }, (running) => test(running, (ms) => (now += ms)));
}

test('the third request within 100 seconds is rejected, and a sliding window frees one at a time', async () => {
	await limited({}, async ({ http }, wait) => {
		const statuses = [];
		for (const ms of [0, 60_000, 30_000, 10_000, 1_000]) {
			wait(ms);
			statuses.push((await http.get('/api/apps/forms')).status);
		}
		expect(statuses).toEqual([200, 200, 402, 200, 402]);
		const { data, headers } = await http.get('/api/apps/forms');
		expect(data.errors).toEqual({ code: 402, message: 'Request exhausted per 100 second' });
		expect(headers).not.toHaveProperty('retry-after');
	});
});

test('a fixed window frees all requests together, and can answer 429 with Retry-After', async () => {
	const dialect = { limitWindow: 'fixed', limitStatus: 429, retryAfter: true } as const;
	await limited({ dialect }, async ({ http }, wait) => {
		const get = () => http.get('/api/apps/forms');
		expect([(await get()).status, (await get()).status]).toEqual([200, 200]);
		const { status, data, headers } = await get();
		expect([status, data.errors.message]).toEqual([429, 'Request exhausted per 100 second']);
		wait(Number(headers['retry-after']) * 1000 - 1000);
		expect((await get()).status).toBe(429);
		wait(1000);
		expect([(await get()).status, (await get()).status]).toEqual([200, 200]);
	});
});

test('the monthly limit is counted per API and starts again with the next month', async () => {
	await limited({ limits: { perMonth: 1 } }, async ({ http }, wait) => {
		await http.get('/api/apps/forms');
		const refused = await http.get('/api/apps/1/records');
		expect(refused.data.errors).toEqual({ code: 402, message: 'Request exhausted per month' });
		expect((await http.get('/api/admin/users')).status).toBe(200);
		wait(DAY);
		expect((await http.get('/api/apps/forms')).status).toBe(200);
	});
});

test.each([
	['with a wrong key', 'wrong', {}, 401],
	['of the pages of the site', 'sandbox-key', { 'sec-fetch-site': 'same-origin' }, 200],
])('requests %s use up no limit', async (_, key, headers, status) => {
	await limited({}, async ({ service, http }) => {
		const others = clientOf(service.url, key);
		for (let times = 0; times < 3; times++)
			expect((await others.get('/api/apps/forms', { headers })).status).toBe(status);
		expect((await http.get('/api/apps/forms')).status).toBe(200);
	});
});
