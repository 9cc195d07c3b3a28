import type { INodeParameters } from 'n8n-workflow';
import { byId, inWorld, test, jsonOf, sentTo, type World } from '../../../support/world';
import { byHand, failureOf, recordsOf, writesTo } from '../../runs';
import { itemsOf, run, wanting } from './run';

const FORM = 1;
const CUSTOMERS = 2;
const given = byHand({ 'field-1': '={{ $json.of }}', 'field-6': '={{ $json.priority }}' });
const bySubject = {
	findBy: 'values',
	matches: { row: [{ field: byId('field-1'), value: '={{ $json.of }}' }] },
};
const dry = (operation: string, more: INodeParameters): INodeParameters =>
	recordsOf(FORM, operation, { dryRun: true, ...more });
const messagesOf = ({ hints }: Awaited<ReturnType<typeof run>>) =>
	hints.map(({ message }) => message);
const add = ({ service: { store } }: World, subject: string, priority = 'Low') =>
	store.createRecord(FORM, { 'field-1': subject, 'field-6': priority }).recordId as number;
const priorities = (from: string, to: string) => ({ Priority: { from, to } });

describe('a dry run of records shows what would be done, and sends nothing', () => {
	test('Create or Update: what is new, what differs and what is unchanged', async (world) => {
		const [a, b] = [add(world, 'A'), add(world, 'B')];
		const items = itemsOf([
			{ of: 'A', priority: 'High' },
			{ of: 'B', priority: 'L' },
			{ of: 'New', priority: 'High' },
		]);
		const mapped = byHand(given.recordMapper.value as INodeParameters, ['field-1']);
		const result = await run(world, dry('upsert', mapped), items);
		const update = { dryRun: true, action: 'update', recordId: a };
		expect(jsonOf(result.items)).toEqual([
			{ ...update, changes: priorities('Low', 'High'), Subject: 'A', Priority: 'High' },
			{ dryRun: true, action: 'unchanged', recordId: b, Subject: 'B', Priority: 'Low' },
			{ dryRun: true, action: 'create', Subject: 'New', Priority: 'High' },
		]);
		expect(result.items[2]?.json).not.toHaveProperty('recordId');
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(messagesOf(result)).toEqual(['The plan: 1 to create, 1 to update, 1 unchanged.']);
		expect(writesTo(world.service)).toEqual([]);
	});

	test('Update and Delete by field values: the records that they find', async (world) => {
		const [a, other, b] = [add(world, 'A'), add(world, 'A', 'High'), add(world, 'B')];
		const items = itemsOf(['B', 'A'].map((of) => ({ of, priority: 'High' })));
		const finding = { ...bySubject, options: { severalMatches: 'all' } };
		const record = (recordId: number) => ({ appsId: FORM, recordId });
		const changed = { changes: priorities('Low', 'High') };
		const updated = await run(world, dry('update', { ...finding, ...given }), items);
		const update = { dryRun: true, action: 'update', Priority: 'High' };
		expect(jsonOf(updated.items)).toEqual([
			{ ...update, ...record(b), ...changed, Subject: 'B' },
			{ ...update, ...record(other), changes: {}, Subject: 'A' },
			{ ...update, ...record(a), ...changed, Subject: 'A' },
		]);
		const deleted = await run(world, dry('delete', finding), items);
		const shown = [
			{ recordId: b, Subject: 'B' },
			{ recordId: other, Subject: 'A', Priority: 'High' },
			{ recordId: a, Subject: 'A' },
		];
		expect(jsonOf(deleted.items)).toEqual(
			shown.map((values) => ({
				...{ dryRun: true, action: 'delete', ...record(values.recordId) },
				record: expect.objectContaining(values) as unknown,
			})),
		);
		expect(messagesOf(deleted)).toEqual(['The plan: 3 to delete.']);
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
		const changesOf = async (way: INodeParameters, status = 'Closed') => {
			const parameters = dry('update', { ...bySubject, ...way, options: { status } });
			const [{ changes, problem } = {}] = jsonOf(
				(await run(world, parameters, wanting('A'))).items,
			);
			expect(problem).toBeUndefined();
			return changes;
		};
		const [from, to] = ['Low', 'High'];
		const status = { from: 'Open', to: 'Closed' };
		const entered = byHand({ 'field-6': 'High' });
		expect(await changesOf(entered)).toEqual({ problem: { from, to }, status });
		expect(await changesOf(entered, 'Open')).toEqual({ problem: { from, to } });
		const asJson = { specifyRecord: 'json', recordJson: '{ "field-6": "High", "field-x": 1 }' };
		expect(await changesOf(asJson)).toEqual({ 'field-6': { from, to }, status });
	});

	test('Update and Delete by ID, Import and records as JSON, without reading', async (world) => {
		const asJson = { specifyRecord: 'json', recordJson: '{ "field-6": "High" }' };
		const rowsOf = async (operation: string, parameters: INodeParameters) =>
			jsonOf((await run(world, dry(operation, parameters))).items);
		const [shown, ids] = [{ dryRun: true }, { appsId: FORM, recordId: 7 }];
		expect(await rowsOf('update', { recordId: byId(7), ...asJson })).toEqual([
			{ ...shown, action: 'update', ...ids, 'field-6': 'High' },
		]);
		const deletion = await run(world, dry('delete', { recordId: byId(7) }));
		expect(jsonOf(deletion.items)).toEqual([{ ...shown, action: 'delete', ...ids }]);
		expect(messagesOf(deletion)).toContainEqual(
			expect.stringContaining('does not check whether records'),
		);
		expect(await rowsOf('import', { ...asJson, options: { recordId: 5 } })).toEqual([
			{ ...shown, action: 'import', recordId: 5, 'field-6': 'High' },
		]);
		expect(sentTo(world.service)).toEqual([]);
	});

	test('each problem at its item, in words that the run would use', async (world) => {
		add(world, 'A');
		for (const _ of [1, 2]) add(world, 'Twice');
		const items = itemsOf(
			['A', 'Twice', 'Unknown', '', 'A'].map((of) => ({
				...{ of, priority: of === 'Unknown' ? 'Hihg' : 'High' },
			})),
		);
		const parameters = dry('update', {
			...bySubject,
			...byHand({ 'field-6': '={{ $json.priority }}' }),
		});
		for (const continueOnFail of [false, true]) {
			const result = await run(world, parameters, items, continueOnFail);
			const [first, ...others] = jsonOf(result.items);
			expect(first).toMatchObject({ dryRun: true, action: 'update' });
			expect(others).toEqual(
				[
					/^Several records match: .*\. Match on more fields/,
					/has no choice 'Hihg'/,
					/^There is no value to match on for 'Subject' \(field-1\)\. /,
					/^Items 0 and 4 have the same values/,
				].map((words) => ({
					...{ dryRun: true, action: 'unknown' },
					problem: expect.stringMatching(words) as unknown,
				})),
			);
			const unsent = continueOnFail ? 'these items would not' : 'nothing would';
			expect(messagesOf(result)).toEqual([
				`The plan: 1 to update, 4 unknown. Without 'Dry Run' ${unsent} be sent: 4 of 5 items have mistakes`,
			]);
		}
		expect(writesTo(world.service)).toEqual([]);
	});

	test('more deletions than the limit allows, with a warning', async (world) => {
		for (const subject of ['A', 'B']) add(world, subject);
		const result = await run(
			world,
			dry('delete', { ...bySubject, mostRemovals: 1 }),
			wanting('A', 'B'),
		);
		expect(result.items).toHaveLength(2);
		expect(messagesOf(result)[0]).toMatch(
			/^The plan: 2 to delete\. Without 'Dry Run' nothing would be sent: 'Removal Limit' is 1, but the run would delete 2/,
		);
		expect(writesTo(world.service)).toEqual([]);
	});

	test('if it is on for any item, nothing is sent for the others either', async (world) => {
		const dryRun = "={{ $json.of === 'B' }}";
		const options = { recordId: "={{ $json.of === 'C' ? 'x' : $itemIndex + 1 }}" };
		const parameters = dry('import', { ...given, dryRun, options });
		const result = await run(world, parameters, wanting('A', 'B', 'C'));
		const problem = `'Record ID' is not a whole number: "x"`;
		const planned = { dryRun: true, action: 'import' };
		const unknown = { dryRun: true, action: 'unknown' };
		expect(jsonOf(result.items)).toMatchObject([planned, planned, unknown]);
		expect(messagesOf(result)).toEqual([
			expect.stringMatching(/^Ignored because no item has a value/),
			`The plan: 2 to import, 1 unknown. Without 'Dry Run' nothing would be sent: ${problem} (item 2). Items are counted from 0, as in n8n.`,
		]);
		expect(writesTo(world.service)).toEqual([]);
	});

	it('an update that would be rejected because the service is known to clear other fields', async () => {
		const options = { isNew: true, dialect: { updateBody: 'replace' } } as const;
		await inWorld(options, async (world) => {
			const { service } = world;
			const values = { 'field-21': 'K-1', 'field-22': 'Name', 'field-23': 'Gold' };
			const recordId = service.store.addRecords(CUSTOMERS, [{ values }]);
			const body = byHand({ 'field-21': 'K-1', 'field-22': 'New' }, ['field-21']);
			const upsert = recordsOf(CUSTOMERS, 'upsert', body);
			await failureOf(run(world, upsert));
			service.log.length = 0;
			const clears = { dryRun: true, problem: expect.stringMatching(/^The service clears fields/) };
			for (const [wholeRecord, row] of [
				[false, clears],
				[true, { dryRun: true, action: 'update', recordId }],
			] as const) {
				const { items } = await run(world, { ...upsert, dryRun: true, options: { wholeRecord } });
				expect(jsonOf(items)).toEqual([expect.objectContaining(row)]);
			}
			expect(writesTo(service)).toEqual([]);
		});
	});
});
