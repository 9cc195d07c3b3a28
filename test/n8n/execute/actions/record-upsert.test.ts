import type { Values } from '../../../../nodes/RecordsDirectory/core/values/validate';
import { recordUpsertSteps } from '../../../../nodes/RecordsDirectory/n8n/execute/actions/record-upsert';
import type { Checked } from '../../../../nodes/RecordsDirectory/n8n/execute/job';
import type { Subject } from '../../../../nodes/RecordsDirectory/core/text';
import type { NewRecord } from '../../../../sandbox/service/record-rows';
import { bareForm, FORM, RECORDS } from '../../../support/watching';
import { sentTo } from '../../../support/world';
import { atWork, type AtWork, type Work } from './at-work';

const [KEY, NAME, NOTE] = ['field-1', 'field-2', 'field-3'] as const;
const BEFORE = '2026-03-02 09:00:00';

const operation = { resource: 'record', operation: 'upsert' };

/** A form of text fields without a key field, and its records. */
const atForm = async (
	records: readonly NewRecord[],
	{
		fields = [KEY, NAME, NOTE],
		...options
	}: Partial<Work> & { readonly fields?: readonly string[] },
	test: (at: AtWork) => Promise<void>,
) => {
	await atWork({ operation, seed: false, ...options }, async (at) => {
		at.service.store.addForm(bareForm(fields));
		at.service.store.addRecords(FORM, records);
		await test(at);
	});
};
const record = (n: number, updatedAt: string = BEFORE): NewRecord => ({
	values: { [KEY]: `K-${n}`, [NAME]: `Name ${n}` },
	updatedAt,
});
const matching = { form: FORM, matchOn: KEY };

/** The steps of items with these values, and the items that failed before. */
const planned = async ({ job }: Pick<AtWork, 'job'>, values: readonly Values[]) => {
	const failed = new Map<Subject, unknown>();
	const checked = values.map((one, item): Checked => ({ item, values: one }));
	const reject = jest.spyOn(job.outcomes, 'reject');
	reject.mockImplementation((item, error) => void failed.set(item, error));
	const steps = await recordUpsertSteps(job, checked);
	return { steps, failed };
};
const writesOf = ({ service }: AtWork) =>
	sentTo(service).flatMap(({ method, path, body }) =>
		method === 'GET' ? [] : [{ method, path, body }],
	);
const fieldsOfLists = ({ service }: AtWork) =>
	sentTo(service)
		.filter(({ path }) => path === RECORDS)
		.map(({ query }) => query?.fields);

describe('records are matched', () => {
	const mapped = (matchOn: readonly string[]) => ({
		values: {},
		isWholeItem: true,
		matchOn,
	});

	it.each<[string, Values]>([
		['on the field that is named', { matchOn: KEY }],
		['on the fields that are named', { matchOn: `${KEY}, ${NAME}` }],
		['on the field that is chosen', { mapped: mapped([KEY]) }],
		['on the field that is named, if none is chosen', { mapped: mapped([]), matchOn: KEY }],
	])('%s', async (_, values) => {
		await atForm(
			[0, 1, 2].map((n) => record(n)),
			{},
			async (at) => {
				const sent = { [KEY]: 'K-1', [NAME]: 'Name 1', [NOTE]: 'New' };
				const { steps, failed } = await planned(at, [{ form: FORM, record: sent, ...values }]);
				expect(failed.size).toBe(0);
				for (const step of steps) await step.work();
				expect(writesOf(at)).toEqual([
					{ method: 'PUT', path: `${RECORDS}/2`, body: { record: sent } },
				]);
			},
		);
	});
});

describe('nothing is planned', () => {
	it.each<[string, Values[], RegExp[]]>([
		[
			'where the form cannot be read',
			[{ form: 999, matchOn: KEY, record: { [KEY]: 'K-1' } }],
			[/Not Found: form 999/],
		],
		[
			'where no item has the value to match on',
			[0, 1].map(() => ({ ...matching, record: { [NAME]: 'x' } })),
			[/field-1/, /field-1/],
		],
	])('%s', async (_, values, messages) => {
		await atForm([record(0)], {}, async (at) => {
			const { steps, failed } = await planned(at, values);
			expect(steps.flatMap(({ items }) => items)).toEqual([]);
			expect([...failed.keys()]).toEqual(values.map((__, item) => item));
			expect([...failed.values()]).toEqual(
				messages.map((message) =>
					expect.objectContaining({ message: expect.stringMatching(message) as string }),
				),
			);
			expect(fieldsOfLists(at)).toEqual([]);
		});
	});

	it('where the list is rejected', async () => {
		await atForm([record(0)], {}, async (at) => {
			at.service.faults.add({ path: RECORDS, nth: 1, answer: { status: 400 } });
			const whole = { ...matching, record: { [KEY]: 'K-0' } };
			const { steps, failed } = await planned(at, [whole]);
			expect(steps.flatMap(({ items }) => items)).toEqual([]);
			expect(failed.get(0)).toMatchObject({ status: 400 });
			expect(fieldsOfLists(at)).toEqual([KEY]);
		});
	});
});

// 91 IDs of ten characters and their commas are 1,000 characters.
it.each([
	[91, 'these fields'],
	[92, 'all fields, because the IDs would be too long for an address'],
])('with values for %d fields, the list outputs %s', async (count, output) => {
	const fields = Array.from({ length: count }, (_, n) => `field-${1_001 + n}`);
	await atForm([], { fields }, async (at) => {
		const values = Object.fromEntries(fields.map((id) => [id, 'x']));
		await planned(at, [{ form: FORM, matchOn: 'field-1001', record: values }]);
		expect(fieldsOfLists(at)).toEqual([output === 'these fields' ? fields.join() : undefined]);
	});
});
