import type { INodeParameters } from 'n8n-workflow';
import type { FaultAnswer } from '../../../sandbox/service/faults';
import { inAHurry } from '../../support/hurry';
import { execute, executeWithHints } from '../../support/n8n';
import { byId, inWorld, test } from '../../support/world';
import { byHand, create, errorOf, get, recordsOf, remove, subjects, update } from '../runs';

const ITEMS = subjects(3);
const user = (operation: string): INodeParameters => ({
	...{ resource: 'user', operation },
	code: byId('={{ ["E0005", "E0006", "E0007"][$itemIndex] }}'),
});
const ofItem = byId('={{ $itemIndex + 1 }}');
const comment = { resource: 'comment', operation: 'create', form: byId(1), recordId: byId(1) };
const runs: ReadonlyArray<readonly [name: string, parameters: INodeParameters]> = [
	['Create', create],
	['Update', { ...update, recordId: ofItem }],
	['Delete', { ...remove, recordId: ofItem }],
	['Retire', user('retire')],
	['Restore', user('restore')],
	['Comment', { ...comment, content: 'A', creatorCode: byId('E0001') }],
];
const REST = 'Run the node again with only the items that failed or were not sent.';
const answers: ReadonlyArray<readonly [name: string, answer: FaultAnswer]> = [
	['500', { status: 500 }],
	['400', { status: 400 }],
	['a broken connection', { drop: 'after' }],
];

describe.each(answers)('after %s', (name, answer) => {
	const faults = ['POST', 'PUT', 'DELETE'].map((method) => ({ method, nth: 2, times: 9, answer }));
	const isOpen = name !== '400';

	test.each(runs)(
		'so does that of an item of a run that continues: %s',
		async ({ service, credentials }, _, parameters) => {
			for (const fault of faults) service.faults.add({ ...fault, times: 9 });
			const run = { parameters, items: ITEMS.slice(0, 2), credentials, continueOnFail: true };
			const [, failed] = await inAHurry(() => execute(run));
			const { description = '', outcome } = errorOf(failed) ?? {};
			expect(outcome).toBe(isOpen ? 'unknown' : 'failed');
			expect(description.includes('Check before')).toBe(isOpen);
			expect(description.includes(REST)).toBe(!isOpen);
			expect(description).not.toMatch(/Try again later|does not have yet/);
		},
	);
});

test('a Get that meets the limit of the month names the failed item and those that were not sent', async (world) => {
	const { service, credentials } = world;
	const errors = { code: 402, message: 'Request exhausted per month' };
	service.faults.add({ nth: 2, times: 9, answer: { status: 402, body: { errors } } });
	const parameters = { ...get, recordId: ofItem };
	const run = { parameters, items: ITEMS, credentials, continueOnFail: true };
	const [, second, third] = await execute(run);
	expect(errorOf(second)).toMatchObject({ outcome: 'failed', status: 402 });
	expect(errorOf(second)?.description).toMatch(
		/^Returned: item 0\. Failed: item 1\. Not sent: item 2\. The requests of this month are used up\./,
	);
	expect(errorOf(second)?.description).toContain(REST);
	expect(errorOf(third)?.description).toMatch(/^It was not sent\. The requests of this month/);
});

describe('a form with records that the key may not read', () => {
	const all: INodeParameters = { ...get, operation: 'getAll', returnAll: true };
	const matching = { matchOn: 'field-1' };
	const runsOverAll: ReadonlyArray<readonly [string, INodeParameters, boolean]> = [
		['Get Many', all, true],
		['Get Many with a limit', { ...all, returnAll: false, limit: 5 }, false],
		['Get Many of new records', { ...all, filters: { createdAfter: '2020-01-01' } }, false],
		['Create or Update', { ...create, operation: 'upsert', options: matching }, true],
	];

	it.each(runsOverAll)('a hint says how many are not shown: %s', async (_, parameters, isTold) => {
		await inWorld({ isNew: true, dialect: { unreadableRecord: 3 } }, async (world) => {
			const { service, credentials } = world;
			const { hints } = await executeWithHints({ parameters, items: subjects(2), credentials });
			const words = 'Form 1 has 40 records, but its list shows only 39.';
			expect(hints.filter(({ message }) => message.startsWith(words))).toHaveLength(Number(isTold));
			const counts = service.log.filter(({ path }) => path === '/api/apps/forms/1');
			expect(counts).toHaveLength(Number(isTold));
		});
	});

	it('one that shows all is asked once', async () => {
		await inWorld({ isNew: true }, async ({ service, credentials }) => {
			for (let times = 0; times < 2; times++) {
				const { hints } = await executeWithHints({ parameters: all, credentials });
				expect(hints).toEqual([]);
			}
			expect(service.log.filter(({ path }) => path === '/api/apps/forms/1')).toHaveLength(1);
		});
	});
});

it('a hint says how long a run has waited for the rate limit', async () => {
	await inWorld({ isNew: true }, async ({ service, credentials }) => {
		service.faults.add({ answer: { status: 429, headers: { 'retry-after': '30' } } });
		const run = { parameters: create, credentials };
		const { hints } = await inAHurry(() => executeWithHints(run));
		// A busy machine adds its own time.
		const message = expect.stringMatching(/^This run waited 3\d s for the rate limit/) as string;
		expect(hints).toEqual([expect.objectContaining({ message })]);
	});
});

it('a hint says that writes take effect later, where the service answers 202', async () => {
	await inWorld({ dialect: { writeStatus: 202 } }, async ({ credentials }) => {
		const { hints } = await executeWithHints({
			parameters: create,
			items: subjects(2),
			credentials,
		});
		const words = expect.stringMatching(/^The service accepts writes and saves them later/);
		expect(hints).toEqual([expect.objectContaining({ message: words })]);
		expect((await executeWithHints({ parameters: get, credentials })).hints).toEqual([]);
	});
});

/** Form 1 has no key field. */
const imported = (form: number) =>
	recordsOf(
		form,
		'import',
		byHand(form === 1 ? { 'field-1': 'A' } : { 'field-21': 'C-900', 'field-22': 'A' }),
	);

test.each([
	['trigger', 1, 1],
	['manual', 1, 0],
	['trigger', 2, 0],
] as const)(
	'an import that runs by itself names Create or Update if no key field is sent: %s, form %i',
	async ({ credentials }, mode, form, count) => {
		const { hints } = await executeWithHints({ parameters: imported(form), credentials, mode });
		const named = hints.filter(({ message }) => message.includes("use 'Create or Update'"));
		expect(named).toHaveLength(count);
	},
);
