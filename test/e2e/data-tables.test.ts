import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { dataTable, type Row } from './data-table.ts';
import { editExample, exampleNamed, runExample, withParameters } from './examples-runs.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';
import { eventually } from './waiting.ts';

let dataFolder: string;
let sandbox: Sandbox;

beforeAll(async () => {
	dataFolder = await newFolder();
	sandbox = await startOwn(dataFolder);
	// Only requests of the workflow in question count.
	for (const { id } of sandbox.workflows)
		await sandbox.n8n.call('POST', `/workflows/${id}/deactivate`);
});

afterAll(async () => {
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

const update = (appsId: number, recordId: number, values: object) =>
	sandbox.service.store.updateRecord(appsId, recordId, { ...values }, { by: 'E0004' });

interface Kept extends Record<string, unknown> {
	recordId: number;
}

/** The records of a form, the fields beside their other properties. */
const recordsOf = (appsId: number) =>
	sandbox.service.store.records
		.select(appsId, { where: [], values: [], order: 'recordId', limit: 1000, offset: 0 })
		.map(({ data, ...own }): Kept => ({ ...(JSON.parse(data) as object), ...own }))
		.sort((a, b) => a.recordId - b.recordId);

/** The requests that something causes. */
async function requestsOf<T>(work: () => Promise<T>) {
	const since = sandbox.service.log.length;
	const outcome = await work();
	const requests = sandbox.service.log.slice(since);
	return { outcome, requests, writes: requests.filter(({ method }) => method !== 'GET') };
}

const column = (rows: readonly Row[], name: string) => rows.map((row) => row[name]);

describe('Copy to Data Table', () => {
	const name = 'Copy to Data Table';
	const table = () => dataTable(sandbox, 'Support requests (copy)');
	const executions = () => sandbox.n8n.executions(exampleNamed(name).id);

	test('existing records come first, each once', async () => {
		const everyMinute = withParameters({ pollTimes: { item: [{ mode: 'everyMinute' }] } });
		const edited = await editExample(sandbox, name, { 'Support Request Changed': everyMinute });
		await sandbox.n8n.publish(edited);
		await eventually('first execution', async () =>
			(await executions()).find(({ status }) => status === 'success'),
		);
		const rows = await (await table()).rows();
		const records = recordsOf(1);
		expect(records).toHaveLength(40);
		expect(column(rows, 'recordId').sort((a, b) => Number(a) - Number(b))).toEqual(
			records.map(({ recordId }) => recordId),
		);
		expect(rows.find(({ recordId }) => recordId === 7)).toMatchObject({
			number: 'SUP00007',
			subject: records[6]?.['field-1'],
			priority: records[6]?.['field-6'],
			status: records[6]?.['status'],
			changedAt: records[6]?.['updatedAt'],
		});
	});

	test('then a change updates its row, a new record gets one, and nothing else is run', async () => {
		update(1, 7, { 'field-1': 'The door is open' });
		const { recordId } = sandbox.service.store.createRecord(1, { 'field-1': 'A new door' });
		const rows = await eventually('row of the new record', async () => {
			const all = await (await table()).rows();
			return all.some((row) => row['recordId'] === recordId) ? all : undefined;
		});
		expect(rows).toHaveLength(41);
		expect(rows.find((row) => row['recordId'] === 7)).toMatchObject({
			subject: 'The door is open',
		});
		await sandbox.n8n.call('POST', `/workflows/${exampleNamed(name).id}/deactivate`);
		expect((await executions()).map(({ status }) => status)).toEqual(['success', 'success']);
	});
});

describe('Export to Data Table', () => {
	const name = 'Export to Data Table';
	const table = () => dataTable(sandbox, 'Orders (export)');
	const run = () => requestsOf(() => runExample(sandbox, name));

	test('the first run copies all records, the oldest change first', async () => {
		const { requests, writes } = await run();
		expect(writes).toEqual([]);
		expect(requests.length).toBeLessThanOrEqual(5);
		const rows = await (await table()).rows();
		const records = recordsOf(4);
		expect(records).toHaveLength(120);
		expect(new Set(column(rows, 'recordId'))).toEqual(
			new Set(records.map(({ recordId }) => recordId)),
		);
		// A run that stops halfway leaves no gap before the newest row.
		expect(column(rows, 'changedAt')).toEqual(column(rows, 'changedAt').toSorted());
		expect(rows.find(({ recordId }) => recordId === 5)).toMatchObject({
			number: records[4]?.['field-41'],
			customer: records[4]?.['field-42'],
			amount: records[4]?.['field-43'],
			state: records[4]?.['field-45'],
			changedAt: records[4]?.['updatedAt'],
		});
	});

	test('a later run reads only what changed, and updates its rows', async () => {
		update(4, 5, { 'field-45': 'Paid' });
		const { recordId } = sandbox.service.store.createRecord(4, { 'field-41': 'PO-NEW' });
		const { outcome, requests } = await run();
		// The newest of the run before is read again.
		const read = outcome['Changed Orders']?.map(({ json }) => json['recordId']);
		expect(read).toEqual([recordId, 5, 120]);
		expect(requests.map(({ operationId }) => operationId)).toEqual(['listFields', 'listRecords']);
		const rows = await (await table()).rows();
		expect(rows).toHaveLength(121);
		expect(rows.find((row) => row['recordId'] === 5)).toMatchObject({ state: 'Paid' });
	});

	test('a record that appears up to two minutes late is not missed, and without changes nothing new comes', async () => {
		const [newest] = (await (await table()).rows())
			.map(({ changedAt }) => changedAt)
			.sort()
			.reverse();
		const late = new Date(new Date(`${String(newest)}Z`).getTime() - 60_000);
		const at = late.toISOString().slice(0, 19).replace('T', ' ');
		const values = { 'field-41': 'PO-LATE' };
		sandbox.service.store.addRecords(4, [{ values, by: 'E0004', createdAt: at, updatedAt: at }]);
		await run();
		const before = await (await table()).rows();
		expect(column(before, 'number')).toContain('PO-LATE');
		await run();
		const same = ({ updatedAt, ...row }: Row) => row;
		expect((await (await table()).rows()).map(same)).toEqual(before.map(same));
	});
});

describe('Customers both ways', () => {
	const name = 'Customers both ways';
	const table = () => dataTable(sandbox, 'Customers (both ways)');
	const run = () => requestsOf(() => runExample(sandbox, name));
	const row = async (number: string) =>
		(await (await table()).rows()).find((one) => one['number'] === number);
	const customer = (number: string) => recordsOf(2).find((one) => one['field-21'] === number);

	/** A further run sends no write and saves no row. */
	const expectRest = async () => {
		const before = await (await table()).rows();
		const { writes, outcome } = await run();
		expect(writes).toEqual([]);
		expect(outcome).not.toHaveProperty(['Save Row']);
		expect(outcome).not.toHaveProperty(['Save Record']);
		expect(await (await table()).rows()).toEqual(before);
	};

	test('the first run fills the table; the second one writes nothing', async () => {
		const { writes } = await run();
		expect(writes).toEqual([]);
		const rows = await (await table()).rows();
		expect(rows.map(({ number, name, rank }) => [number, name, rank ?? '']).sort()).toEqual(
			recordsOf(2).map((one) => [one['field-21'], one['field-22'], one['field-23'] ?? '']),
		);
		await expectRest();
	});

	test('a change is copied to the other side, and not back', async () => {
		update(2, 1, { 'field-22': 'Changed at the service' });
		await (await table()).edit('C-002', { name: 'Changed in the table', rank: null });
		await (await table()).add({ number: 'C-900', name: 'New in the table', rank: 'Gold' });
		const { writes } = await run();
		expect(await row('C-001')).toMatchObject({ name: 'Changed at the service' });
		expect(customer('C-002')).toMatchObject({ 'field-22': 'Changed in the table' });
		expect(customer('C-002')?.['field-23'] ?? '').toBe('');
		expect(customer('C-900')).toMatchObject({ 'field-22': 'New in the table', 'field-23': 'Gold' });
		expect(writes).toHaveLength(2);
		await expectRest();
	});

	test('what is sent keeps the fields that the table does not have', async () => {
		const before = customer('C-003');
		await (await table()).edit('C-003', { rank: 'Bronze' });
		await run();
		expect(customer('C-003')).toMatchObject({
			'field-23': 'Bronze',
			'field-24': before?.['field-24'],
			'field-25': before?.['field-25'],
		});
	});

	test('if both sides changed, the service wins', async () => {
		update(2, 4, { 'field-22': 'Service' });
		await (await table()).edit('C-004', { name: 'Table' });
		const { writes } = await run();
		expect(writes).toEqual([]);
		expect(await row('C-004')).toMatchObject({ name: 'Service' });
		await expectRest();
	});

	test('no deletion is passed on, and a deleted record is not created again', async () => {
		await (await table()).remove('C-005');
		sandbox.service.store.deleteRecord(2, 6);
		const { writes } = await run();
		expect(writes).toEqual([]);
		expect(await row('C-005')).toMatchObject({ name: customer('C-005')?.['field-22'] });
		expect(await row('C-006')).toBeDefined();
		await expectRest();
	});

	test('a row that cannot be sent fails the run with its name, and changes of the service are saved', async () => {
		update(2, 8, { 'field-22': 'Changed meanwhile' });
		await (await table()).add({ number: 'C-901', rank: 'Gold' });
		const { writes } = await requestsOf(() =>
			expect(runExample(sandbox, name)).rejects.toThrow(/Name/),
		);
		expect(writes).toEqual([]);
		expect(await row('C-008')).toMatchObject({ name: 'Changed meanwhile' });
		await (await table()).remove('C-901');
		await expectRest();
	});
});

test('the service rejected nothing', () => {
	expect(sandbox.service.problems).toEqual([]);
	expect(sandbox.service.log.filter(({ status }) => status >= 400)).toEqual([]);
});
