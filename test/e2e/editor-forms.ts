import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { type Editor, type Held, ourNode } from './editor.ts';

const REQUESTS = 1;
const CUSTOMERS = 2;
const seeded: Readonly<Record<number, number>> = { [REQUESTS]: 40, [CUSTOMERS]: 15 };
const subject = 'The scanner does not start';

/** The only record that came after those of the seed. */
function newRecord({ service }: Sandbox, form: number): unknown {
	const { records } = service.store;
	const count = records.count(form);
	expect(count).toBe(seeded[form]! + 1);
	return JSON.parse(records.get(form, count)?.data ?? '');
}

const captions = async ({ part }: Editor) =>
	(await part('mapping-fields-container').locator('label').allInnerTexts()).map(
		(text) => text.split('\n')[0],
	);

/** Records and comments are written as a person would. */
export function formsAreFilledIn(held: Held): void {
	test('a record is created, and looked at, without an identifier or JSON', async () => {
		const { editor } = held;
		await editor.newWorkflow();
		await editor.choose(ourNode, 'Create record');
		await editor.pick('form', 'Support Requests');
		await editor.fill('field-1', subject);
		expect(await captions(editor)).toEqual(
			expect.arrayContaining(['Subject', 'Priority', 'Due date']),
		);
		// A label; it takes no value.
		expect(await captions(editor)).not.toContain('Please fill in all you know');
		await editor.select('field-3', 'Hana Kimura (E0008)');
		await editor.select('field-6', 'High');
		await editor.fill('field-7', 'Mail, Phone');
		await editor.fillDate('field-8', '2027-03-31');
		await editor.fill('field-9', '2.5');
		await editor.picture('fields', { of: editor.parameters(), height: 1640 });
		expect(await editor.execute()).toContain('success');
		expect(newRecord(held.sandbox, REQUESTS)).toEqual({
			'field-1': subject,
			'field-3': [{ code: 'E0008', name: 'Hana Kimura' }],
			'field-6': 'High',
			'field-7': ['Mail', 'Phone'],
			'field-8': '2027/03/31',
			'field-9': 2.5,
		});

		await editor.next(ourNode, 'Get many records');
		await editor.pick('form', 'Support Requests');
		await editor.fill('limit', '3');
		await editor.addOption('Output Field Names or IDs');
		await editor.selectAll('fields', ['Subject', 'Priority', 'Hours']);
		const shown = await editor.execute();
		for (const text of ['Subject', subject, 'High', '2.5']) expect(shown).toContain(text);
		await editor.picture('output', { top: editor.output().locator('th').first(), width: 1800 });
	});

	test('a comment with a file is written on it', async () => {
		const { editor } = held;
		await editor.next('Convert to File', 'Convert to JSON');
		await editor.next(ourNode, 'Create comment');
		await editor.pick('form', 'Support Requests');
		await editor.pick('recordId', subject);
		await editor.fill('content', 'The list is in the file.');
		await editor.pick('creatorCode', 'Emi Sato');
		await editor.addOption('Input Data Field Names');
		await editor.fill('file', 'data');
		await editor.picture('comment', { top: editor.part('credentials-label') });
		expect(await editor.execute()).toContain('commentId');
		const [comment, ...others] = held.sandbox.service.store.comments.list(REQUESTS, 41);
		expect(others).toEqual([]);
		expect(comment).toMatchObject({
			content: 'The list is in the file.',
			creatorCode: 'E0005',
			file: [expect.objectContaining({ name: 'file.json' })],
		});
		expect(held.sandbox.service.store.records.count(REQUESTS)).toBe(41);
	});

	test('detail rows are filled by the captions of their columns', async () => {
		const { editor } = held;
		await editor.newWorkflow();
		await editor.choose(ourNode, 'Create record');
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
		await editor.picture('detail-rows', { of: rows.locator('..'), margin: 12, height: 2400 });
		expect(await editor.execute()).toContain('success');
		expect(newRecord(held.sandbox, CUSTOMERS)).toEqual({
			'field-21': 'C-100',
			'field-22': 'Sakura Tea House',
			'field-23': 'Gold',
			'field-24': [{ 'field-241': 'Ann Abe', 'field-243': 'Buyer' }, { 'field-241': 'Bob Ito' }],
			'field-25': [{ code: 'E0003', name: 'Chika Mori' }],
		});
	});
}
