import { allInAHurry } from '../../support/hurry';
import { execute } from '../../support/n8n';
import { inWorld, jsonOf } from '../../support/world';
import { create, failureOf, get, importing, remove, update } from '../runs';

allInAHurry();

describe('Send PUT and DELETE as POST', () => {
	it('names the method in a header, and does not change GET and POST', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			const tunnelled = { ...credentials, methodOverride: true };
			for (const parameters of [create, get, update, remove]) {
				await execute({ parameters, credentials: tunnelled });
			}
			expect(service.log.map(({ method, override, status }) => [method, override, status])).toEqual(
				[
					['POST', undefined, 201],
					['GET', undefined, 200],
					['POST', 'PUT', 204],
					['POST', 'DELETE', 204],
				],
			);
			expect(service.log[2]?.body).toEqual({ record: { 'field-1': 'x' } });
			expect(service.log[0]?.headers).not.toHaveProperty('x-http-method-override');
			expect(service.log[1]?.headers).not.toHaveProperty('x-http-method-override');
		});
	});

	it.each([
		['PUT', update, [503, 204]],
		['DELETE', remove, [503, 204]],
		['GET', get, [503, 200]],
		['POST', create, [503]],
		['POST', importing, [503]],
	] as const)('retries a request by its real method: %s', async (_, parameters, statuses) => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer: { status: 503, headers: { 'retry-after': '0' } } });
			const tunnelled = { ...credentials, methodOverride: true };
			const run = execute({ parameters: { ...parameters }, credentials: tunnelled });
			if (statuses.length === 1) await failureOf(run);
			else await run;
			expect(service.log.map(({ status }) => status)).toEqual(statuses);
		});
	});

	it('counts a DELETE that had already taken effect as success', async () => {
		await inWorld({}, async ({ service, credentials }) => {
			service.faults.add({ answer: { drop: 'after' } });
			const tunnelled = { ...credentials, methodOverride: true };
			const output = await execute({ parameters: remove, credentials: tunnelled });
			expect(jsonOf(output)).toEqual([{ deleted: true, appsId: 1, recordId: 1 }]);
			expect(service.log.map(({ method, status }) => [method, status])).toEqual([
				['POST', 0],
				['POST', 404],
			]);
		});
	});
});
