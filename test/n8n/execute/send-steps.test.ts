import type { INodeParameters } from 'n8n-workflow';
import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';
import { sendSteps } from '../../../nodes/RecordsDirectory/n8n/execute/send-steps';
import type { Job, Step } from '../../../nodes/RecordsDirectory/n8n/execute/job';
import { execute, takeConsole } from '../../support/n8n';
import { test, jsonOf } from '../../support/world';
import { create, errorOf, failureOf, get, recordsOf, subjects, wholeItem } from '../runs';
import { jobFor } from './jobs';

/** Nothing is sent to it: the steps of these tests have their own work. */
const credentials = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' };

type Facts = ConstructorParameters<typeof Failure>[0];
const rejection = (facts: Partial<Facts> = {}) =>
	new Failure({ kind: 'refused', status: 400, message: 'Bad Request', ...facts });
const doubt = (facts: Partial<Facts> = {}) =>
	new Failure({ kind: 'network', ambiguous: true, message: 'Cut off', ...facts });
const wrongKey = new Failure({ kind: 'key', status: 401, message: 'Unauthorized' });

const step = (items: readonly number[], work: () => unknown, more: Partial<Step> = {}): Step => ({
	items,
	async work() {
		await work();
		return items.map((item) => [{ json: { item } }]);
	},
	...more,
});
/** The output of Create that these steps lead to. */
const created = (json: object) => ({ success: true, action: 'created', ...json });
const saving = (...items: number[]) => step(items, () => {});
const failing = (items: readonly number[], error: Error, more: Partial<Step> = {}) =>
	step(
		items,
		() => {
			throw error;
		},
		more,
	);

interface Sent {
	readonly steps: readonly Step[];
	/** Default: Create. */
	readonly parameters?: INodeParameters;
	readonly continueOnFail?: boolean;
	/** Of the items, in order. */
	readonly forms?: readonly number[];
	/** Is called when all steps are done. */
	readonly afterwards?: (job: Job) => void;
}

/** Sends the steps and returns the items of the output. */
async function sent({ steps, parameters = create, continueOnFail = false, ...more }: Sent) {
	const items = subjects(1 + Math.max(...steps.flatMap((one) => one.items.map(Number))));
	const job = await jobFor({ parameters, items, credentials, continueOnFail });
	const checked = items.map((_, item) => ({ item, values: { form: more.forms?.[item] } }));
	await sendSteps(job, checked, steps);
	more.afterwards?.(job);
	return job.outcomes.outputsInOrder();
}
const sentOn = async (...steps: Step[]) => await sent({ steps, continueOnFail: true });

/** The sentences after the outcomes. */
const AGAIN = 'Run the node again with only the items that failed or were not sent.';
const COUNTED = 'Items are counted from 0, as in n8n.';
const CORRECT = `Fix what the message names. ${AGAIN}`;

beforeEach(() => void takeConsole());

it('an item without an output is skipped and has not failed', async () => {
	const { work, ...more } = saving(0, 1);
	const first = { ...more, work: async () => (await work()).slice(0, 1) };
	expect(jsonOf(await sentOn(first, saving(2)))).toEqual([
		created({ item: 0 }),
		created({ item: 2 }),
	]);
});

it('a log line says how many items the run has sent', async () => {
	const steps = [saving(0, 1), saving(2)];
	await sent({ steps, afterwards: ({ outcomes }) => outcomes.progress.waits('It waits') });
	expect(takeConsole()).toEqual(['Create record: 3 of 3 items. It waits']);
});

describe('the outcome of an item', () => {
	const wrongInput = new InputError('The value is wrong', 'Correct it.');
	const broken = new TypeError('It has no such property');

	it.each([
		['that a read did not get, for wrong input', get, wrongInput, 'failed'],
		['that a read did not get, for another reason', get, broken, 'failed'],
		['that a read did not get, as the service rejected it', get, rejection(), 'failed'],
		['that was wrong before it was sent', create, wrongInput, 'not sent'],
		['of which nobody knows why it failed', create, broken, 'unknown'],
		['that the service rejected', create, rejection(), 'failed'],
		['without a reply', create, doubt(), 'unknown'],
		['that the service could not save', create, doubt({ kind: 'service' }), 'unknown'],
	])('%s', async (_, parameters, error, outcome) => {
		const steps = [failing([0], error), saving(1)];
		const [failed, saved] = await sent({ steps, parameters, continueOnFail: true });
		expect(errorOf(failed)).toMatchObject({ message: error.message, outcome });
		const words = JSON.stringify(failed);
		const mustCheck = outcome === 'unknown' && error instanceof Failure;
		expect(words.includes('Check before you run it again.')).toBe(mustCheck);
		expect(words).not.toContain('Try again later');
		const isCounted = parameters === create && outcome === 'failed';
		expect(words.includes('Failed: item 0.')).toBe(isCounted);
		expect(saved?.json).toEqual(parameters === get ? { item: 1 } : created({ item: 1 }));
	});

	it.each([
		['is saved if a lookup finds it', { fate: 'saved', rows: [{ id: 7 }] }, { id: 7 }],
		['is saved without an output if the lookup has no row of it', { fate: 'saved' }, undefined],
	] as const)('whose request failed %s', async (_, look, json) => {
		const looks = [look, { fate: 'absent' } as const];
		const steps = [failing([0, 1], doubt({ looks }))];
		const afterwards = ({ outcomes }: Job) => expect(outcomes.lacksRecordId(0)).toBe(true);
		const output = await sent({ steps, continueOnFail: true, afterwards });
		const words = /^Saved: item 0\. Failed: item 1 \(not found in the service afterwards\)\. Check/;
		const description = expect.stringMatching(words) as string;
		expect(jsonOf(output)).toEqual([
			...(json ? [created(json)] : []),
			{ error: expect.objectContaining({ outcome: 'failed', description }) },
		]);
	});

	it('that is the only one is not counted', async () => {
		const error = await failureOf(sent({ steps: [failing([0], rejection()), saving(0)] }));
		expect(error.description).toBe('Fix what the message names.');
	});

	it('that is saved although its request failed is in the error that stops the run', async () => {
		const looks = [{ fate: 'saved', rows: [] }, { fate: 'absent' }] as const;
		const steps = [saving(0), failing([1, 2], rejection({ looks })), saving(3)];
		expect((await failureOf(sent({ steps }))).description).toBe(
			`Saved: items 0 to 1. Failed: item 2 (not found in the service afterwards). Not sent: item 3. ${CORRECT} ${COUNTED}`,
		);
	});
});

describe('a run that continues', () => {
	it('logs that it stopped after a failure that every later request would meet', async () => {
		const output = await sentOn(saving(0), failing([1], wrongKey), saving(2));
		expect(output.map((one) => errorOf(one)?.outcome)).toEqual([undefined, 'failed', 'not sent']);
		expect(takeConsole()).toEqual([
			`Create record: stopped. Saved: item 0. Failed: item 1. Not sent: item 2. ${AGAIN} ${COUNTED}`,
		]);
	});

	it('continues with the other forms if the key is not valid for one', async () => {
		const steps = [failing([0], wrongKey), saving(1), saving(2), saving(3)];
		const output = await sent({ steps, continueOnFail: true, forms: [1, 2, 1, 2] });
		const outcomes = output.map((one) => errorOf(one)?.outcome);
		expect(outcomes).toEqual(['failed', undefined, 'not sent', undefined]);
		expect(errorOf(output[0])?.description).toContain('Failed: item 0. Not sent: item 2. ');
		expect(takeConsole()).toEqual([]);
	});

	it('sends nothing more after three items in a row that found no connection', async () => {
		const down = [1, 3, 4, 5].map((item) => failing([item], doubt()));
		const steps = [saving(0), down[0]!, saving(2), ...down.slice(1), saving(6)];
		const outcomes = (await sentOn(...steps)).map((one) => errorOf(one)?.outcome ?? 'saved');
		const lost = ['unknown', 'unknown', 'unknown'];
		expect(outcomes).toEqual(['saved', 'unknown', 'saved', ...lost, 'not sent']);
	});
});

it.each([
	[400, 'refused', [undefined, undefined]],
	[404, 'refused', ['unknown', 'unknown']],
	[200, 'foreign', ['failed', 'failed']],
] as const)(
	'a batch is retried in parts only if its content was rejected: %i %s',
	async (...row) => {
		const [status, kind, outcomes] = row;
		const again = () => [saving(0), saving(1)];
		const error = rejection({ status, kind });
		const output = await sentOn(failing([0, 1], error, { isBatch: true, again }));
		expect(output.map((one) => errorOf(one)?.outcome)).toEqual(outcomes);
	},
);

it('what is retried is not counted as failed', async () => {
	const looks = [{ fate: 'unknown' }, { fate: 'absent' }] as const;
	const again = () => [saving(0)];
	const [, failed] = await sentOn(failing([0, 1], rejection({ looks }), { isBatch: true, again }));
	const words = 'Failed: item 1 (not found in the service afterwards).';
	expect(errorOf(failed)?.description).toBe(`${words} ${CORRECT} ${COUNTED}`);
});

it.each<[string, (n: number) => Failure, string]>([
	['rejected alike', (n) => rejection({ message: `Row ${10 ** n} is wrong` }), 'not sent'],
	['lost alike', () => doubt({ kind: 'service' }), 'unknown'],
])('of batches that are %s, the fourth is %s', async (_, errorAt, outcome) => {
	const batches = [0, 1, 2, 3].map((n) =>
		failing([2 * n, 2 * n + 1], errorAt(n), { isBatch: true }),
	);
	expect(errorOf((await sentOn(...batches)).at(-1))?.outcome).toBe(outcome);
});

it('items that fail together name those that the service blames', async () => {
	const failed = await sentOn(failing([0, 1, 2], rejection({ message: 'Wrong', blamed: [0, 2] })));
	const together = 'Rejected together with items 0 and 2: Wrong';
	expect(failed.map((one) => errorOf(one)?.message)).toEqual(['Wrong', together, 'Wrong']);
});

test('the error of an item has the captions of its own form', async (world) => {
	const { service, credentials: opening } = world;
	const parameters = recordsOf('={{ $itemIndex + 1 }}', 'create', wholeItem());
	const items = [{ 'field-1': 'A' }, { 'field-21': 'BBB', 'field-22': 'C' }];
	const errors = { code: 400, message: 'Bad Request', details: ['field-22 is wrong'] };
	service.faults.add({ path: '/api/apps/2/records', answer: { status: 400, body: { errors } } });
	const run = { parameters, credentials: opening, continueOnFail: true };
	const [, failed] = await execute({ ...run, items: items.map((json) => ({ json })) });
	expect(errorOf(failed)?.message).toBe('Bad Request: Name (field-22) is wrong');
});
