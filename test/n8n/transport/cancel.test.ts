import { execute, takeConsole, takeLog } from '../../support/n8n';
import { test } from '../../support/world';
import { upserting } from '../execute/actions/directory-runs';
import { countOf, create, errorOf, failureOf, get, subjectDone, subjects, whenSent } from '../runs';

/** Cancels when the service has so many requests; the run has to end within a second of it. */
async function cancelled<T>(
	start: (abort: AbortSignal) => Promise<T>,
	sent: () => Promise<void>,
): Promise<T> {
	const controller = new AbortController();
	const run = start(controller.signal);
	run.catch(() => {});
	await sent();
	const at = performance.now();
	controller.abort();
	await run.catch(() => {});
	expect(performance.now() - at).toBeLessThan(1_000);
	return await run;
}

describe('a cancelled execution ends within a second', () => {
	test.each([
		['GET', get, undefined],
		['POST', create, /Unknown: item 0 may have been saved/],
	])('while a %s is not answered', async ({ service, credentials }, _, parameters, effect) => {
		service.faults.add({ answer: { never: true } });
		const start = (abort: AbortSignal) => execute({ parameters, credentials, abort });
		const error = await failureOf(cancelled(start, () => whenSent(service, 1)));
		expect(error.message).toMatch(/^The execution was canceled/);
		if (effect) expect(error.description).toMatch(effect);
		expect(service.log).toHaveLength(1);
	});

	test('while it waits for the pace; what was sent is saved', async ({ service, credentials }) => {
		takeLog();
		takeConsole();
		const start = (abort: AbortSignal) =>
			execute({
				parameters: create,
				items: subjects(4),
				credentials: { ...credentials, requestsPer100Seconds: 3 },
				abort,
			});
		const error = await failureOf(cancelled(start, () => whenSent(service, 3)));
		expect(error.message).toBe('The execution was canceled');
		expect(error.description).toBe(
			'Saved: items 0 to 2. Not sent: item 3. Run the node again with only the items that failed or were not sent. Items are counted from 0, as in n8n.',
		);
		expect(service.log).toHaveLength(3);
		expect(countOf(service)).toBe(43);
		const lines = [
			/Create record: 3 of 4 items\. The rate limit of .* Waiting 1 min 4[01] s/,
			/Create record: stopped\. Saved: items 0 to 2\. Not sent: item 3\./,
		].map((line) => expect.stringMatching(line));
		expect(takeLog()).toEqual(lines);
		expect(takeConsole()).toEqual(lines);
	});

	test.each([
		['402 without a time', { status: 402 }],
		['429 with a time', { status: 429, headers: { 'retry-after': '60' } }],
		['503 with a time', { status: 503, headers: { 'retry-after': '20' } }],
	])('while it waits after %s', async ({ service, credentials }, _, answer) => {
		service.faults.add({ answer });
		const start = (abort: AbortSignal) => execute({ parameters: get, credentials, abort });
		const error = await failureOf(cancelled(start, () => whenSent(service, 1)));
		expect(error.message).toBe('The execution was canceled');
		expect(service.log).toHaveLength(1);
	});

	test('and what is left is not sent, with Continue', async ({ service, credentials }) => {
		service.faults.add({ answer: { never: true }, nth: 2 });
		const run = { parameters: create, items: subjects(4), credentials, continueOnFail: true };
		takeConsole();
		const start = (abort: AbortSignal) => execute({ ...run, abort });
		const output = await cancelled(start, () => whenSent(service, 2));
		expect(output[0]?.json).toEqual(subjectDone('Subject 0'));
		const message = expect.stringMatching(/^The execution was canceled/);
		expect(output.slice(1).map(errorOf)).toMatchObject([
			{ message, outcome: 'unknown' },
			{ message, outcome: 'not sent' },
			{ message, outcome: 'not sent' },
		]);
		expect(service.log).toHaveLength(2);
		// n8n drops the output of a cancelled execution.
		expect(takeConsole()).toEqual([
			'Create record: stopped. Saved: item 0. Unknown: item 1 may have been saved. Check before you run it again. Not sent: items 2 to 3. Run the node again with only the items that failed or were not sent. Items are counted from 0, as in n8n.',
		]);
	});

	test('while it reads before it writes', async ({ service, credentials }) => {
		takeConsole();
		service.faults.add({ answer: { never: true } });
		const run = { parameters: upserting, items: [{ json: { code: 'E0100', name: 'New' } }] };
		const start = (abort: AbortSignal) => execute({ ...run, credentials, abort });
		const error = await failureOf(cancelled(start, () => whenSent(service, 1)));
		expect(error.message).toMatch(/^The execution was canceled/);
		expect(takeConsole()).toEqual(['Create or update user: stopped. Nothing was sent.']);
	});
});

test('an execution that was cancelled before sends nothing', async ({ service, credentials }) => {
	const run = execute({ parameters: create, credentials, abort: AbortSignal.abort() });
	expect((await failureOf(run)).message).toMatch(/^The execution was canceled/);
	expect(service.log).toHaveLength(0);
});
