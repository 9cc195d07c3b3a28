import type { ApiRequest } from '../../../nodes/RecordsDirectory/core/request/request';
import { connect } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import { inAHurry } from '../../support/hurry';
import { contextOf, takeLog } from '../../support/n8n';
import { inWorld, type World } from '../../support/world';
import { failureOf, get } from '../runs';

type Journal = NonNullable<NonNullable<Parameters<typeof connect>[1]>['journal']>;

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

describe('a request that is not found', () => {
	it('is done if an attempt before may have deleted', async () => {
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

	it.each([
		['4', []],
		['5', [expect.stringMatching(/^Error\. Waiting 5 s, until 20\S+Z$/)]],
	])('is named if it is long enough to mention: %s s', async (seconds, expected) => {
		await inWorld({}, async (world) => {
			const lines: string[] = [];
			const answer = { status: 503, headers: { 'retry-after': seconds } };
			world.service.faults.add({ answer });
			const journal = { sent: () => {}, waits: (line: string) => lines.push(line) };
			await inAHurry(async () =>
				(await clientOf(world, {}, journal)).send(request('GET', 'apps/forms')),
			);
			expect(lines).toEqual(expected);
		});
	});
});
