import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { executeWithHints } from '../../../support/n8n';
import { byId, inWorld, test, jsonOf, sentTo, type World } from '../../../support/world';
import { byHand, failureOf, writesTo } from '../../runs';

const FORM = 1;
const CUSTOMERS = 2;
const given = { 'field-1': '={{ $json.subject }}', 'field-6': '={{ $json.priority }}' };
const bySubject = {
	findBy: 'values',
	matches: { row: [{ field: byId('field-1'), value: '={{ $json.of }}' }] },
};
/** What a user sets for each operation. */
const OPERATIONS = {
	upsert: byHand(given, ['field-1']),
	update: { ...bySubject, ...byHand(given) },
	delete: bySubject,
	import: { ...byHand(given), options: { recordId: '={{ $json.recordId }}' } },
} satisfies Record<string, INodeParameters>;

interface Dry {
	readonly operation: string;
	readonly given: INodeParameters;
	readonly items: readonly IDataObject[];
	readonly dryRun?: unknown;
	readonly continueOnFail?: boolean;
}

const run = async ({ credentials }: World, one: Dry) => {
	const { operation, items, dryRun = true, continueOnFail = false } = one;
	const parameters = { resource: 'record', operation, form: byId(FORM), ...one.given, dryRun };
	const { items: output, hints } = await executeWithHints({
		parameters: parameters as INodeParameters,
		credentials,
		continueOnFail,
		items: items.map((json) => ({ json })),
	});
	return { output, hints: hints.map(({ message }) => message) };
};
const add = ({ service: { store } }: World, subject: string, priority = 'Low') =>
	store.createRecord(FORM, { 'field-1': subject, 'field-6': priority }).recordId as number;
const priorities = (from: string, to: string) => ({ Priority: { from, to } });

describe('a dry run of records shows what would be done, and sends nothing', () => {
	test('Create or Update: what is new, what differs and what is unchanged', async (world) => {
		const [a, b] = [add(world, 'A'), add(world, 'B')];
		const items = [
			{ subject: 'A', priority: 'High' },
			{ subject: 'B', priority: 'L' },
			{ subject: 'New', priority: 'High' },
		];
		const { output, hints } = await run(world, {
			...{ operation: 'upsert', given: OPERATIONS.upsert, items },
		});
		expect(jsonOf(output)).toEqual([
			{
				...{ dryRun: true, action: 'update', recordId: a, changes: priorities('Low', 'High') },
				...{ Subject: 'A', Priority: 'High' },
			},
			{ dryRun: true, action: 'unchanged', recordId: b, Subject: 'B', Priority: 'Low' },
			{ dryRun: true, action: 'create', Subject: 'New', Priority: 'High' },
		]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(hints).toEqual(['The plan: 1 to create, 1 to update, 1 unchanged.']);
		expect(writesTo(world.service)).toEqual([]);
	});

	test('Update and Delete by field values: the records that they find', async (world) => {
		const [a, other, b] = [add(world, 'A'), add(world, 'A', 'High'), add(world, 'B')];
		const items = [
			{ of: 'B', priority: 'High' },
			{ of: 'A', priority: 'High' },
		];
		const options = { severalMatches: 'all' };
		const record = (recordId: number) => ({ appsId: FORM, recordId });
		const changed = { changes: priorities('Low', 'High') };
		const updated = await run(world, {
			...{ operation: 'update', given: { ...OPERATIONS.update, options }, items },
		});
		const update = { dryRun: true, action: 'update', Priority: 'High' };
		expect(jsonOf(updated.output)).toEqual([
			{ ...update, ...record(b), ...changed },
			{ ...update, ...record(other), changes: {} },
			{ ...update, ...record(a), ...changed },
		]);
		const deleted = await run(world, {
			...{ operation: 'delete', given: { ...OPERATIONS.delete, options }, items },
		});
		const shown = [
			{ id: b, Subject: 'B' },
			{ id: other, Subject: 'A', Priority: 'High' },
			{ id: a, Subject: 'A' },
		];
		expect(jsonOf(deleted.output)).toEqual(
			shown.map(({ id, ...values }) => ({
				...{ dryRun: true, action: 'delete', ...record(id) },
				record: expect.objectContaining({ recordId: id, ...values }),
			})),
		);
		expect(deleted.hints).toEqual(['The plan: 3 to delete.']);
		expect(writesTo(world.service)).toEqual([]);
		// One reading of the form and its definition each.
		expect(sentTo(world.service)).toHaveLength(4);
	});

	test('also of the status, without what the service ignores, under names that are not those of the plan', async (world) => {
		const form = world.service.store.forms.get(FORM)!;
		const fields = form.fields.map((one) =>
			one.uniqueId === 'field-6' ? { ...one, caption: 'problem' } : one,
		);
		world.service.store.addForm({ ...form, fields });
		add(world, 'A');
		const [entered, asJson] = [
			byHand({ 'field-6': 'High' }),
			{ specifyRecord: 'json', recordJson: '{ "field-6": "High", "field-x": 1 }' },
		];
		const changesOf = async (way: INodeParameters) => {
			const given = { ...bySubject, ...way, options: { status: 'Closed' } };
			const { output } = await run(world, { operation: 'update', given, items: [{ of: 'A' }] });
			const [{ changes, problem } = {}] = jsonOf(output);
			expect(problem).toBeUndefined();
			return changes;
		};
		const [from, to] = ['Low', 'High'];
		const status = { from: 'Open', to: 'Closed' };
		expect(await changesOf(entered)).toEqual({ problem: { from, to }, status });
		expect(await changesOf(asJson)).toEqual({ 'field-6': { from, to }, status });
	});

	test('Update and Delete by ID, Import and records as JSON, without reading', async (world) => {
		const asJson = { specifyRecord: 'json', recordJson: '{ "field-6": "High" }' };
		const one = { recordId: byId(7), ...asJson };
		const action = async (operation: string, parameters: INodeParameters) =>
			jsonOf((await run(world, { operation, given: parameters, items: [{}] })).output);
		const [dry, ids] = [{ dryRun: true }, { appsId: FORM, recordId: 7 }];
		expect(await action('update', one)).toEqual([
			{ ...dry, action: 'update', ...ids, 'field-6': 'High' },
		]);
		expect(await action('delete', { recordId: byId(7) })).toEqual([
			{ ...dry, action: 'delete', ...ids },
		]);
		const given = { findBy: 'id', recordId: byId(7) };
		const { hints } = await run(world, { operation: 'delete', given, items: [{}] });
		expect(hints).toContainEqual(expect.stringContaining('does not check whether records'));
		const options = { recordId: '={{ $json.recordId }}' };
		const { output } = await run(world, {
			...{ operation: 'import', given: { ...asJson, options }, items: [{ recordId: 5 }] },
		});
		expect(jsonOf(output)).toEqual([{ ...dry, action: 'import', recordId: 5, 'field-6': 'High' }]);
		expect(sentTo(world.service)).toEqual([]);
	});

	test('each problem at its item, in words that the run would use', async (world) => {
		add(world, 'A');
		for (const _ of [1, 2]) add(world, 'Twice');
		const wanted = ['A', 'Twice', 'Unknown', '', 'A'];
		const items = wanted.map((of) => ({ of, priority: of === 'Unknown' ? 'Hihg' : 'High' }));
		for (const continueOnFail of [false, true]) {
			const one = { operation: 'update', given: OPERATIONS.update, items, continueOnFail };
			const { output, hints } = await run(world, one);
			expect(output[0]!.json).toMatchObject({ dryRun: true, action: 'update' });
			expect(jsonOf(output).slice(1)).toEqual(
				[
					/^Several records match: .*\. Match on more fields/,
					/has no choice 'Hihg'/,
					/^There is no value to match on for 'Subject' \(field-1\)\. /,
					/^Items 0 and 4 have the same values/,
				].map((words) => ({
					dryRun: true,
					action: 'unknown',
					problem: expect.stringMatching(words) as unknown,
				})),
			);
			const unsent = continueOnFail ? 'these items would not' : 'nothing would';
			expect(hints.slice(1)).toEqual([
				expect.stringMatching(
					`^The plan: 1 to update, 4 unknown\\. Without 'Dry Run' ${unsent} be sent: 4 of 5 items have mistakes$`,
				),
			]);
		}
		expect(writesTo(world.service)).toEqual([]);
	});

	test('more deletions than the limit allows, with a warning', async (world) => {
		for (const subject of ['A', 'B']) add(world, subject);
		const items = [{ of: 'A' }, { of: 'B' }];
		const limited = { ...OPERATIONS.delete, mostRemovals: 1 };
		const { output, hints } = await run(world, { operation: 'delete', given: limited, items });
		expect(output).toHaveLength(2);
		expect(hints[0]).toMatch(
			/^The plan: 2 to delete\. Without 'Dry Run' nothing would be sent: 'Removal Limit' is 1, but the run would delete 2/,
		);
		expect(writesTo(world.service)).toEqual([]);
	});

	test('if it is on for any item, nothing is sent for the others either', async (world) => {
		const items = [{ subject: 'A' }, { subject: 'B', dry: true }];
		const dryRun = '={{ $json.dry ?? false }}';
		const value = byHand({ 'field-1': '={{ $json.subject }}' });
		const { output } = await run(world, { operation: 'import', given: value, items, dryRun });
		expect(jsonOf(output)).toMatchObject(items.map(() => ({ dryRun: true, action: 'import' })));
		expect(writesTo(world.service)).toEqual([]);
	});

	it('an update that would be rejected because the service is known to clear other fields', async () => {
		const options = { isNew: true, dialect: { updateBody: 'replace' } } as const;
		await inWorld(options, async (world) => {
			const { service, credentials } = world;
			const values = { 'field-21': 'K-1', 'field-22': 'Name', 'field-23': 'Gold' };
			const recordId = service.store.addRecords(CUSTOMERS, [{ values }]);
			const body = byHand({ 'field-21': 'K-1', 'field-22': 'New' }, ['field-21']);
			const upsert = { resource: 'record', operation: 'upsert', form: byId(CUSTOMERS), ...body };
			await failureOf(executeWithHints({ parameters: upsert, credentials }));
			service.log.length = 0;
			const clears = { dryRun: true, problem: expect.stringMatching(/^The service clears fields/) };
			for (const [wholeRecord, row] of [
				[false, clears],
				[true, { dryRun: true, action: 'update', recordId }],
			] as const) {
				const parameters = { ...upsert, dryRun: true, options: { wholeRecord } };
				const { items } = await executeWithHints({ parameters, credentials });
				expect(jsonOf(items)).toEqual([expect.objectContaining(row)]);
			}
			expect(writesTo(world.service)).toEqual([]);
		});
	});
});
