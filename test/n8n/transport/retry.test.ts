import { allInAHurry, inAHurry } from '../../support/hurry';
import { execute } from '../../support/n8n';
import { inWorld, jsonOf } from '../../support/world';
import { byMethod, countOf, create, failureOf, get, importing, remove, update } from '../runs';

allInAHurry();

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const atOnce = { 'retry-after': '0' };
const mayHave = /^Unknown: [^.]* may have been (saved|deleted)/;

// The jitter of a retry; without it a service that says 0 is asked again at once.
beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

describe.each([402, 429])('rejected for the 100 seconds with %s', (status) => {
	it.each(METHODS)('sends %s again: the service did nothing', async (method) => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer: { status, headers: atOnce }, times: 2 });
			await expect(execute({ parameters: byMethod[method], credentials })).resolves.toHaveLength(1);
			expect(service.log.map((entry) => entry.method)).toEqual([method, method, method]);
			expect(countOf(service)).toBe({ GET: 40, POST: 41, PUT: 40, DELETE: 39 }[method]);
		});
	});

	it('gives up after four attempts', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer: { status, headers: atOnce }, times: 99 });
			const error = await failureOf(execute({ parameters: create, credentials }));
			expect(error).toMatchObject({ httpCode: String(status), context: { itemIndex: 0 } });
			expect(error.description).toMatch(/^The site allows 100 requests per 100 seconds/);
			expect(service.log).toHaveLength(4);
		});
	});
});

describe.each([500, 502, 503, 504])('failed with %s', (status) => {
	it.each(['GET', 'PUT', 'DELETE'] as const)('sends %s again', async (method) => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer: { status, headers: atOnce } });
			await expect(execute({ parameters: byMethod[method], credentials })).resolves.toHaveLength(1);
			expect(service.log.map((entry) => entry.method)).toEqual([method, method]);
		});
	});

	it.each([
		['create', create],
		['import', importing],
	])('never sends POST again: %s', async (_, parameters) => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer: { status, headers: atOnce } });
			const error = await failureOf(execute({ parameters, credentials }));
			expect(error.httpCode).toBe(String(status));
			expect(error.description).toMatch(mayHave);
			expect(service.log).toHaveLength(1);
		});
	});
});

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

describe('a connection that breaks', () => {
	it.each([
		['before', 40],
		['after', 41],
	] as const)('%s a POST: never sent again', async (drop, records) => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer: { drop } });
			const error = await failureOf(execute({ parameters: create, credentials }));
			expect(error.message).toBe('The service could not be reached (ECONNRESET)');
			expect(error.description).toMatch(mayHave);
			expect(service.log).toHaveLength(1);
			expect(countOf(service)).toBe(records);
		});
	});

	it.each([
		['before', [0, 204]],
		['after', [0, 404]],
	] as const)('%s a DELETE: the record is gone, and that is success', async (drop, statuses) => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer: { drop } });
			const output = await execute({ parameters: remove, credentials });
			expect(jsonOf(output)).toEqual([{ deleted: true, appsId: 1, recordId: 1 }]);
			expect(service.log.map(({ status }) => status)).toEqual(statuses);
		});
	});

	it('after a PUT: sent again', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer: { drop: 'after' } });
			await execute({ parameters: update, credentials });
			expect(service.log.map(({ status }) => status)).toEqual([0, 204]);
		});
	});
});

describe('a record that is not there to be deleted', () => {
	it.each([
		['is a failure', 404, 1],
		['is a failure after a refusal for the limit, which did nothing', 402, 2],
	])('%s', async (_, status, requests) => {
		await inWorld({}, async ({ service, credentials }) => {
			service.store.deleteRecord(1, 1);
			service.faults.add({ answer: { status, headers: atOnce } });
			const error = await failureOf(execute({ parameters: remove, credentials }));
			expect(error.message).toBe('Not Found: record 1 of form 1');
			expect(service.log).toHaveLength(requests);
		});
	});
});

it('a site that asks for a day is tried again by the next run, and this is reported as well', async () => {
	await inWorld({}, async ({ service, credentials }) => {
		const answer = { status: 429, headers: { 'retry-after': '99999999999' } };
		service.faults.add({ answer, times: 2 });
		await inAHurry(async ({ skip }) => {
			await failureOf(execute({ parameters: get, credentials }));
			skip(301_000);
			await failureOf(execute({ parameters: get, credentials }));
			expect(service.log).toHaveLength(2);
		});
	});
});
