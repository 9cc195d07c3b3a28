import { inAHurry } from '../../support/hurry';
import { execute, listSearch, poll } from '../../support/n8n';
import { startedWith } from '../../support/watching';
import { byId, inWorld, test } from '../../support/world';
import { failureOf, get, getEach, rest, subjects, whenSent } from '../runs';

/** Lets a run come to where it has to wait, then cancels it. */
async function sentMeanwhile(
	run: (abort: AbortSignal) => Promise<unknown>,
	moment: Promise<unknown> = rest(150),
) {
	const controller = new AbortController();
	const failed = failureOf(run(controller.signal));
	await moment;
	controller.abort();
	// On a busy machine the last answer may still be on its way.
	expect((await failed).message).toMatch(/^The execution was canceled/);
}

describe('requests per 100 seconds', () => {
	test('hold for all executions of a site together, and for no other site', async ({
		service,
		credentials,
	}) => {
		const paced = { ...credentials, requestsPer100Seconds: 3 };
		const two = { parameters: getEach, items: subjects(2), credentials: paced };
		await execute(two);
		expect(service.log).toHaveLength(2);
		await sentMeanwhile((abort) => execute({ ...two, abort }), whenSent(service, 3));
		expect(service.log).toHaveLength(3);

		await inWorld({}, async (other) => {
			await execute({ ...two, credentials: { ...other.credentials, requestsPer100Seconds: 3 } });
			expect(other.service.log).toHaveLength(2);
		});
	});

	test('hold for executions side by side, and for another spelling of the address', async ({
		service,
		credentials,
	}) => {
		const paced = { ...credentials, requestsPer100Seconds: 3 };
		const spelled = { ...paced, baseUrl: ` ${service.url.replace('http', 'HTTP')}// ` };
		await sentMeanwhile(
			(abort) =>
				Promise.all(
					[paced, spelled].map((one) =>
						execute({ parameters: getEach, items: subjects(3), credentials: one, abort }),
					),
				),
			whenSent(service, 3),
		);
		expect(service.log).toHaveLength(3);
	});

	test('hold for lists and polls, which do not wait long', async ({ service, credentials }) => {
		const started = startedWith(credentials, 1);
		const paced = started.credentials;
		await listSearch('searchForm', { parameters: {}, credentials: paced });
		const parameters = { event: 'recordCreated', form: byId(1) };
		const staticData = { state: {} };
		expect(await poll({ parameters, ...started, staticData })).toBeNull();
		const list = listSearch('searchForm', { parameters: {}, credentials: paced });
		const error = await failureOf(list);
		expect(error.message).toMatch(
			/^Rate limit reached: the requests per 100 seconds are used up\. The next/,
		);
		expect(service.log).toHaveLength(1);
	});
});

test('a site that rejects requests because of its limit is left alone by other executions too', async ({
	service,
	credentials,
}) => {
	service.faults.add({ answer: { status: 402 } });
	const run = { parameters: get, credentials };
	const controller = new AbortController();
	const refused = failureOf(execute({ ...run, abort: controller.signal }));
	await whenSent(service, 1);
	await sentMeanwhile((abort) => execute({ ...run, abort }));
	controller.abort();
	await refused;
	expect(service.log).toHaveLength(1);
});

it('a real limit of the service is kept without a single rejection', async () => {
	await inWorld({ limits: { per100Seconds: 5 } }, async ({ service, credentials }) => {
		const paced = { ...credentials, requestsPer100Seconds: 5 };
		const run = { parameters: getEach, items: subjects(6), credentials: paced };
		await sentMeanwhile((abort) => execute({ ...run, abort }), whenSent(service, 5));
		expect(service.log.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
	});
});

test.each([429, 403])(
	'a site that asks for a day with %i is left alone for an hour',
	async ({ service, credentials }, status) => {
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
	},
);
