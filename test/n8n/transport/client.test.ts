import { connect } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import { inAHurry } from '../../support/hurry';
import { contextOf, takeLog } from '../../support/n8n';
import { test, type World } from '../../support/world';
import { failureOf, get } from '../runs';

type Terms = Parameters<typeof connect>[1];

/** What a client replies to a request, with no wait that takes time. */
const sent = async (
	{ credentials }: World,
	[method, path]: readonly ['GET' | 'DELETE', path: string],
	terms?: Terms,
) => {
	const client = await connect(contextOf({ parameters: get, credentials }), terms);
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
			const waits = (line: string) => lines.push(line);
			await sent(world, FORMS, { journal: { sent: () => {}, waits } });
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

test.each<[string, RegExp, Terms]>([
	['of a list', /: the requests per 100 seconds are used up$/, { patienceMs: 0 }],
	['of a poll', /triggers have used their share, \d+ of 30 req/, { patienceMs: 0, isPoll: true }],
	['in time', /^The poll ran out of time before all its requests were sent$/, { deadline: 0 }],
])('a request %s that cannot be sent says why', async (world, _, words, terms) => {
	const paced = { ...world, credentials: { ...world.credentials, requestsPer100Seconds: 30 } };
	const all = Array.from({ length: 31 }, () => sent(paced, FORMS, terms));
	expect((await failureOf(Promise.all(all))).message).toMatch(words);
});

test('a record was just written to its form, unless it was refused', async (world) => {
	const client = await connect(contextOf({ parameters: get, credentials: world.credentials }));
	expect(client.hasRoom()).toBe(true);
	const path = '/api/apps/1/records';
	for (const record of [{ 'field-1': 'A' }, { 'field-99': 'B' }])
		await client.send({ method: 'POST', path, query: {}, body: { record } }).catch(String);
	expect(client.learnt.justWritten(path)).toEqual([{ 'field-1': 'A' }]);
	expect(client.learnt.justWritten('/api/apps/2/records')).toEqual([]);
});
