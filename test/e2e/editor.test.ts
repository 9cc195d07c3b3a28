import { resources } from '../../nodes/RecordsDirectory/api/index.ts';
import type { Operation } from '../../nodes/RecordsDirectory/api/define.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { Editor } from './editor.ts';
import { firstStart, newFolder, removeFolder, startOwn } from './own-sandbox.ts';

const REQUESTS = 1;
const CUSTOMERS = 2;
const seeded: Readonly<Record<number, number>> = { [REQUESTS]: 40, [CUSTOMERS]: 15 };
const node = 'Records and Directory';
const subject = 'The scanner does not start';

let dataFolder: string;
let sandbox: Sandbox;
let editor: Editor;

beforeAll(async () => {
	dataFolder = await newFolder();
	sandbox = await startOwn(dataFolder);
	// Its workflows would answer to what happens here.
	for (const { id } of sandbox.workflows)
		await sandbox.n8n.call('POST', `/workflows/${id}/deactivate`);
	editor = await Editor.open(sandbox);
}, firstStart);

afterAll(async () => {
	await editor?.close();
	await sandbox?.stop();
	await removeFolder(dataFolder);
}, 60_000);

afterEach(async () => {
	expect(await editor?.complaints()).toEqual([]);
	expect(editor?.faults.splice(0)).toEqual([]);
});

/** The only record that came after those of the seed. */
function newRecord(form: number): unknown {
	const { records } = sandbox.service.store;
	const count = records.count(form);
	expect(count).toBe(seeded[form]! + 1);
	return JSON.parse(records.get(form, count)?.data ?? '');
}

const captions = async () =>
	(await editor.part('mapping-fields-container').locator('label').allInnerTexts()).map(
		(text) => text.split('\n')[0],
	);

test('a record is created, and looked at, without an identifier or JSON', async () => {
	await editor.newWorkflow();
	await editor.choose(node, 'Create record');
	await editor.pick('form', 'Support Requests');
	await editor.fill('field-1', subject);
	expect(await captions()).toEqual(expect.arrayContaining(['Subject', 'Priority', 'Due date']));
	await editor.select('field-3', 'Hana Kimura (E0008)');
	await editor.select('field-6', 'High');
	await editor.fill('field-7', 'Mail, Phone');
	await editor.fillDate('field-8', '2027-03-31');
	await editor.fill('field-9', '2.5');
	await editor.picture('fields', editor.part('mapping-fields-container'));
	expect(await editor.execute()).toContain('success');
	expect(newRecord(REQUESTS)).toEqual({
		'field-1': subject,
		'field-3': [{ code: 'E0008', name: 'Hana Kimura' }],
		'field-6': 'High',
		'field-7': ['Mail', 'Phone'],
		'field-8': '2027/03/31',
		'field-9': 2.5,
	});

	await editor.next(node, 'Get many records');
	await editor.pick('form', 'Support Requests');
	await editor.fill('limit', '3');
	await editor.addOption('Output Field Names or IDs');
	await editor.selectAll('fields', ['Subject', 'Priority', 'Hours']);
	const shown = await editor.execute();
	for (const text of ['Subject', subject, 'High', '2.5']) expect(shown).toContain(text);
	await editor.picture('output', editor.output().locator('th').first());
}, 90_000);

test('a comment with a file is written on it', async () => {
	await editor.next('Convert to File', 'Convert to JSON');
	await editor.next(node, 'Create comment');
	await editor.pick('form', 'Support Requests');
	await editor.pick('recordId', subject);
	await editor.fill('content', 'The list is in the file.');
	await editor.pick('creatorCode', 'Emi Sato');
	await editor.addOption('Input Data Field Names');
	await editor.fill('file', 'data');
	await editor.picture('comment', editor.part('credentials-label'));
	expect(await editor.execute()).toContain('commentId');
	const [comment, ...others] = sandbox.service.store.comments.list(REQUESTS, 41);
	expect(others).toEqual([]);
	expect(comment).toMatchObject({
		content: 'The list is in the file.',
		creatorCode: 'E0005',
		file: [expect.objectContaining({ name: 'file.json' })],
	});
	expect(sandbox.service.store.records.count(REQUESTS)).toBe(41);
}, 60_000);

test('detail rows are filled by the captions of their columns', async () => {
	await editor.newWorkflow();
	await editor.choose(node, 'Create record');
	await editor.pick('form', 'Customers');
	await editor.fill('field-21', 'C-100');
	await editor.fill('field-22', 'Sakura Tea House');
	await editor.select('field-23', 'Gold');
	await editor.select('field-25', 'Chika Mori (E0003)');
	const rows = editor.part('fixed-collection-detailRows');
	const addCell = async (row: number, nth: number, column: string, value: string) => {
		await rows.getByText('Add Cell', { exact: true }).nth(row).click();
		await editor.select('column', `Contacts / ${column}`, nth);
		await editor.fill('value', value, nth);
	};
	const addRow = () => rows.getByText('Add Row', { exact: true }).click();
	await addRow();
	await addCell(0, 0, 'Contact name', 'Ann Abe');
	await addCell(0, 1, 'Role', 'Buyer');
	await addRow();
	await addCell(1, 2, 'Contact name', 'Bob Ito');
	await editor.picture('detail-rows', editor.part('input-label').getByText('Detail Rows'));
	expect(await editor.execute()).toContain('success');
	expect(newRecord(CUSTOMERS)).toEqual({
		'field-21': 'C-100',
		'field-22': 'Sakura Tea House',
		'field-23': 'Gold',
		'field-24': [{ 'field-241': 'Ann Abe', 'field-243': 'Buyer' }, { 'field-241': 'Bob Ito' }],
		'field-25': [{ code: 'E0003', name: 'Chika Mori' }],
	});
}, 60_000);

/** What the editor has to show of an operation. */
const inputsOf = ({ params }: Operation) =>
	Object.values(params).map(({ kind, label }) => (kind === 'record' ? 'Specify Record' : label));

test.each(Object.entries(resources))(
	'all operations of %s can be opened',
	async (_, { label, operations }) => {
		await editor.select('resource', label);
		for (const operation of Object.values(operations) as Operation[]) {
			await editor.select('operation', operation.name);
			if (operation.params.form && !(await editor.isPicked('form')))
				await editor.pick('form', 'Customers');
			for (const input of inputsOf(operation))
				await editor.parameters().getByText(input, { exact: true }).first().waitFor();
			if (operation.params.record) await editor.part('mapping-fields-container').waitFor();
			expect([operation.name, await editor.complaints()]).toEqual([operation.name, []]);
		}
	},
	60_000,
);
