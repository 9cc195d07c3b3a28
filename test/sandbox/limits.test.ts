import type { Dialect } from '../../sandbox/service/dialects.ts';
import { clientOf, type Running, withService } from './client.ts';

const minute = 60_000;

/** A service that allows two requests per 100 seconds, with a clock to turn. */
async function limited(
	dialect: Partial<Dialect>,
	test: (running: Running, wait: (ms: number) => void) => Promise<void>,
	limits: { per100Seconds?: number; perMonth?: number } = { per100Seconds: 2 },
) {
	let now = Date.UTC(2026, 0, 31, 12, 0, 0);
	await withService({ now: () => new Date(now), limits, dialect }, (running) =>
		test(running, (ms) => (now += ms)),
	);
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
	await limited(dialect, async ({ http }, wait) => {
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
	await limited(
		{},
		async ({ http }, wait) => {
			await http.get('/api/apps/forms');
			const refused = await http.get('/api/apps/1/records');
			expect(refused.data.errors).toEqual({ code: 402, message: 'Request exhausted per month' });
			expect((await http.get('/api/admin/users')).status).toBe(200);
			wait(24 * 60 * minute);
			expect((await http.get('/api/apps/forms')).status).toBe(200);
		},
		{ perMonth: 1 },
	);
});

test('a request with a wrong key does not count', async () => {
	await limited({}, async ({ service, http }) => {
		const wrong = clientOf(service.url, 'wrong');
		for (let i = 0; i < 3; i++) expect((await wrong.get('/api/apps/forms')).status).toBe(401);
		expect((await http.get('/api/apps/forms')).status).toBe(200);
	});
});
test('the pages of the site use up no limit', async () => {
	await limited({}, async ({ http }) => {
		const headers = { 'sec-fetch-site': 'same-origin' };
		const get = (more = {}) => http.get('/api/apps/forms', more);
		for (let times = 0; times < 3; times++) expect((await get({ headers })).status).toBe(200);
		expect([(await get()).status, (await get()).status, (await get()).status]).toEqual([
			...[200, 200, 402],
		]);
	});
});
