import { connect } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import { inAHurry } from '../../support/hurry';
import { contextOf, takeLog } from '../../support/n8n';
import { test, type World } from '../../support/world';
import { failureOf, get } from '../runs';

type Journal = NonNullable<NonNullable<Parameters<typeof connect>[1]>['journal']>;

/** What a client replies to a request, with no wait that takes time. */
const sent = async (
	{ credentials }: World,
	[method, path]: readonly ['GET' | 'DELETE', path: string],
	journal?: Journal,
) => {
	const client = await connect(contextOf({ parameters: get, credentials }), { journal });
	return await inAHurry(() => client.send({ method, path, query: {} }));
};
const FORMS = ['GET', '/api/apps/forms'] as const;

describe('a request that is not found', () => {
	test('is done if an attempt before may have deleted', async (world) => {
		world.service.faults.add({ answer: { drop: 'after' } });
		const reply = await sent(world, ['DELETE', '/api/admin/positions/POS01']);
		expect(reply).toMatchObject({ statusCode: 204, body: undefined });
	});

	test('fails if it deletes what the first reply does not find', async (world) => {
		const error = await failureOf(sent(world, ['DELETE', '/api/admin/positions/P99']));
		expect(error.message).toBe('Not Found: position P99');
	});
});

describe('a wait', () => {
	const wait = (seconds: string, status = 503) => ({
		answer: { status, headers: { 'retry-after': seconds } },
	});

	test.each([
		['20', 429, [/^The rate limit of \S+ is used up\. Waiting 2[0-2] s/]],
		['4', 503, []],
		['5', 503, [/^Error\. Waiting 5 s, until 20\S+Z$/]],
	])(
		'is named once, by its cause, if it is long enough to mention: %s s after %i',
		async (world, seconds, status, expected) => {
			const lines: string[] = [];
			world.service.faults.add(wait(seconds, status));
			await sent(world, FORMS, { sent: () => {}, waits: (line) => lines.push(line) });
			expect(lines).toEqual(expected.map((line) => expect.stringMatching(line)));
		},
	);

	test('of a poll or a list of the editor is a line of the log', async (world) => {
		takeLog();
		world.service.faults.add(wait('20'));
		await sent(world, FORMS);
		expect(takeLog()).toEqual([expect.stringMatching(/^info Error\. Waiting 20 s, until /)]);
	});
});
