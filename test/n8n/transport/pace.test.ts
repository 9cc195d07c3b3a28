import { execute, listSearch, poll } from '../../support/n8n';
import { startedWith } from '../../support/watching';
import { byId, inWorld } from '../../support/world';
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
	it('hold for all executions of a site together, and for no other site', async () => {
		await inWorld({}, async ({ service, credentials }) => {
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
	});

	it('hold for executions side by side, and for another spelling of the address', async () => {
		await inWorld({}, async ({ service, credentials }) => {
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
	});

	it('hold for lists and polls, which do not wait long', async () => {
		await inWorld({}, async ({ service, credentials }) => {
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
});

it('a site that rejects requests because of its limit is left alone by other executions too', async () => {
	await inWorld({}, async ({ service, credentials }) => {
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
});

it('a real limit of the service is kept without a single rejection', async () => {
	await inWorld({ limits: { per100Seconds: 5 } }, async ({ service, credentials }) => {
		const paced = { ...credentials, requestsPer100Seconds: 5 };
		const run = { parameters: getEach, items: subjects(6), credentials: paced };
		await sentMeanwhile((abort) => execute({ ...run, abort }), whenSent(service, 5));
		expect(service.log.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
	});
});
