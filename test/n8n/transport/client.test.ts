import type { ApiRequest } from '../../../nodes/RecordsDirectory/core/request/request';
import { connect, type Journal } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import { inAHurry } from '../../support/hurry';
import { contextOf, takeLog } from '../../support/n8n';
import { inWorld, type World } from '../../support/world';
import { failureOf, get } from '../runs';

const clientOf = async ({ credentials }: World, more = {}, journal?: Journal) =>
	await connect(contextOf({ parameters: get, credentials: { ...credentials, ...more } }), {
		journal,
	});
const request = (method: ApiRequest['method'], path: string, body?: object): ApiRequest => ({
	method,
	path: `/api/${path}`,
	query: {},
	body,
});
const NOT_FOUND = { status: 404 };

describe('a request that is not found after an attempt without a reply', () => {
	const RENAMED = ', or an earlier attempt already changed its code';

	it.each<[string, ApiRequest, string]>([
		['changes a code', request('PUT', 'admin/users/E1', { code: 'E2' }), `user E1${RENAMED}`],
		[
			'changes the case of a code',
			request('PUT', 'admin/users/E1', { code: 'e1' }),
			`user E1${RENAMED}`,
		],
		['keeps its code', request('PUT', 'admin/users/E1', { code: 'E1' }), 'user E1'],
		[
			'keeps a code that is encoded in the address',
			request('PUT', 'admin/users/E%201', { code: 'E 1' }),
			'user E 1',
		],
		['gives no code', request('PUT', 'admin/users/E1', { name: 'A' }), 'user E1'],
		['has no body', request('PUT', 'admin/users/E1'), 'user E1'],
		['reads', request('GET', 'admin/users/E1'), 'user E1'],
	])('says what may have happened: %s', async (_, sent, subject) => {
		await inWorld({}, async (world) => {
			world.service.faults.add({ answer: { drop: 'before' } });
			world.service.faults.add({ nth: 2, answer: NOT_FOUND });
			const error = await inAHurry(async () =>
				failureOf((await clientOf(world)).send(sent) as Promise<unknown>),
			);
			expect(error.message).toBe(`Not Found: ${subject}`);
		});
	});

	it('is done if it deletes', async () => {
		await inWorld({}, async (world) => {
			world.service.faults.add({ answer: { drop: 'after' } });
			const reply = await inAHurry(async () =>
				(await clientOf(world)).send(request('DELETE', 'admin/positions/POS01')),
			);
			expect(reply).toMatchObject({ statusCode: 204, body: undefined });
		});
	});

	it('fails if it deletes what the first reply does not find', async () => {
		await inWorld({}, async (world) => {
			const client = await clientOf(world);
			const error = await failureOf(client.send(request('DELETE', 'admin/positions/P99')));
			expect(error.message).toBe('Not Found: position P99');
		});
	});
});

describe('a wait', () => {
	it('for the rate limit that the service reports is named once, as one for the rate limit', async () => {
		await inWorld({}, async (world) => {
			const lines: string[] = [];
			const answer = { status: 429, headers: { 'retry-after': '20' } };
			world.service.faults.add({ answer });
			await inAHurry(async () => {
				const journal = { sent: () => {}, waits: (line: string) => lines.push(line) };
				await (await clientOf(world, {}, journal)).send(request('GET', 'apps/forms'));
			});
			expect(lines).toEqual([
				expect.stringMatching(/^The rate limit of \S+ is used up\. Waiting 2[0-2] s/),
			]);
		});
	});

	it('of a poll or a list of the editor is a line of the log', async () => {
		await inWorld({}, async (world) => {
			takeLog();
			const answer = { status: 503, headers: { 'retry-after': '20' } };
			world.service.faults.add({ answer });
			await inAHurry(async () => (await clientOf(world)).send(request('GET', 'apps/forms')));
			expect(takeLog()).toEqual([expect.stringMatching(/^info Error\. Waiting 20 s, until /)]);
		});
	});

	it('can be foretold: requests beyond the rate limit take 100 seconds', async () => {
		await inWorld({}, async (world) => {
			const client = await clientOf(world, { requestsPer100Seconds: 3 });
			expect([1, 3].map((more) => client.pacer.expectedWait(more))).toEqual([0, 0]);
			expect(client.pacer.expectedWait(4)).toBeGreaterThan(99_000);
		});
	});
});
