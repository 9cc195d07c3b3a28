import { entries } from '../../../nodes/RecordsDirectory/api';
import { pageSteps } from '../../../nodes/RecordsDirectory/n8n/execute/actions/single';
import { Outcomes } from '../../../nodes/RecordsDirectory/n8n/execute/outcomes';
import { inAHurry } from '../../support/hurry';
import { contextOf, execute, takeConsole, takeLog } from '../../support/n8n';
import { test } from '../../support/world';
import { create, get, subjects } from '../runs';
import { jobFor } from './jobs';

beforeEach(() => {
	takeLog();
	takeConsole();
});

test('the log of n8n and the console of the editor show how far long work is', async (world) => {
	const credentials = { ...world.credentials, requestsPer100Seconds: 10 };
	await inAHurry(() => execute({ parameters: create, items: subjects(19), credentials }));
	const lines = [
		/Create record: 10 of 19 items\. The rate limit of \S+ is used up\. Waiting 1 min 4\d s/,
		/Create record: 11 of 19 items$/,
	];
	const shown = takeConsole().slice(0, 2);
	expect(shown).toEqual(lines.map((line) => expect.stringMatching(line) as unknown));
	const node = "'Records and Directory' of workflow 'Workflow of the tests'";
	expect(takeLog().slice(0, 2)).toEqual(
		shown.map((line) => expect.stringContaining(`${node}: ${line as string} {`) as unknown),
	);
});

test('a wait for another attempt names its reason', async ({ service, credentials }) => {
	service.faults.add({ answer: { status: 503, headers: { 'retry-after': '20' } } });
	await inAHurry(() => execute({ parameters: get, credentials }));
	expect(takeConsole()[0]).toMatch(/^Get record: Error\. Waiting 20 s, until 20\S+Z$/);
});

describe('a line about long work', () => {
	type Part = (to: Outcomes['progress']) => void;

	/** The lines of some work, of which each part comes so many milliseconds after the first moment. */
	const linesOf = (...parts: ReadonlyArray<readonly [ms: number, part: Part]>) => {
		let now = 0;
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
		const context = contextOf({ parameters: get, credentials: {} });
		const entry = entries.find(({ key }) => key === 'record.get')!;
		const { progress } = new Outcomes({ context, entry });
		for (const [ms, part] of parts) {
			now = ms;
			part(progress);
		}
		clock.mockRestore();
		return takeConsole();
	};

	it.each<[string, Part, string]>([
		['of a known number', (to) => to.done(2_300, 'items', 10_000), '2,300 of 10,000 items'],
		['of an unknown number', (to) => to.done(2_300, 'records'), '2,300 records'],
		['before the first item', (to) => to.sent(1_400), '1,400 requests so far'],
	])('counts what is done, %s, and is written every 10 seconds', (_, part, words) => {
		const line = `Get record: ${words}`;
		expect(linesOf([9_999, part])).toEqual([]);
		expect(linesOf([10_000, part])).toEqual([line]);
		expect(linesOf([10_000, part], [19_999, part], [20_000, part])).toEqual([line, line]);
	});

	const items: Part = (to) => to.done(7, 'items', 9);

	it('counts no requests as soon as items are counted', () => {
		expect(linesOf([1, items], [10_000, (to) => to.sent(7)])).toEqual([]);
	});

	it.each<[string, Part, string]>([
		['after requests, which say nothing about the items', (to) => to.sent(3), 'Waiting 20 s'],
		['after how far the items are', items, '7 of 9 items. Waiting 20 s'],
	])('names a wait at once: %s', (_, part, words) => {
		expect(linesOf([0, part], [0, (to) => to.waits('Waiting 20 s')])).toEqual([
			`Get record: ${words}`,
		]);
	});
});

test('while it runs, a list counts its rows', async ({ credentials }) => {
	const job = await jobFor({ parameters: { ...get, operation: 'getAll', limit: 3 }, credentials });
	const [step] = pageSteps(job, [{ item: 0, values: { form: 1, limit: 3 } }]);
	await step?.work();
	takeConsole();
	job.outcomes.progress.waits('It waits');
	expect(takeConsole()).toEqual([`${job.entry.action}: 3 rows. It waits`]);
});
