import { visited } from './page-browser.ts';
import { hostile } from './page-form.ts';

const site = visited();

test('a record is added with the keyboard and appears in the list and in the API', async () => {
	await site.open('/forms/1/add');
	await site.page.getByLabel('Subject').focus();
	await site.page.keyboard.type('Screen flickers');
	await site.page.keyboard.press('Tab');
	await site.page.keyboard.type('Since Monday');
	await site.page.keyboard.press('Tab');
	await site.page.keyboard.type('High');
	await site.page.keyboard.press('Tab');
	await site.page.keyboard.press('Space');
	await site.page.getByLabel('Needed by').fill('2026-12-01');
	await site.page.getByLabel('Cost').fill('12.5');
	await site.page.getByPlaceholder('Name or code').fill('ben');
	await site.page.keyboard.press('Enter');
	await site.page.getByPlaceholder('Name or code').fill('ada palmer');
	await site.page.keyboard.press('Enter');
	await site.page.getByRole('button', { name: 'Add a row' }).press('Enter');
	await site.page.keyboard.type('Changed the cable');
	await site.page.getByLabel('Hours, row 1').fill('2');
	await site.page.getByRole('button', { name: 'Add the record' }).press('Enter');
	await site.page.getByText('The record is added.').waitFor();
	await site.page.getByRole('row', { name: 'Screen flickers' }).waitFor();
	const { record } = await site.newest();
	expect(record).toMatchObject({
		subject: 'Screen flickers',
		description: 'Since Monday',
		priority: 'High',
		affected: ['Mail'],
		needed: expect.stringMatching(/^2026.12.01$/),
		cost: 12.5,
		agents: [
			{ code: 'ben', name: 'Ben <b>Ortiz</b>' },
			{ code: 'ada', name: 'Ada Palmer' },
		],
		work: [{ what: 'Changed the cable', hours: 2 }],
	});
});

test('a record is edited: fields changed, cleared and untouched, a row removed', async () => {
	const record = await site.createRecord({
		subject: 'Old words',
		description: 'To be cleared',
		affected: ['Mail'],
		needed: '2026-12-24',
		agents: [{ code: 'ada', name: 'Ada Palmer' }],
		work: [{ what: 'First' }, { what: 'Second', hours: 3 }],
	});
	await site.open(record.accessEditUrl);
	await site.page.getByLabel('Subject').fill('New words');
	await site.page.getByLabel('Description').fill('');
	await site.page.getByLabel('Network').check();
	await site.page.getByRole('button', { name: 'Remove Ada Palmer' }).click();
	await site.page.getByRole('button', { name: 'Remove row 1 of Work done' }).click();
	await site.page.getByRole('button', { name: 'Save' }).click();
	await site.page.getByText('The changes are saved.').waitFor();
	const values = (await site.read(record.recordId)).record;
	expect(values).toMatchObject({
		subject: 'New words',
		affected: ['Mail', 'Network'],
		needed: expect.stringMatching(/^2026.12.24$/),
		agents: [],
		work: [{ what: 'Second', hours: 3 }],
	});
	expect(values.description ?? '').toBe('');
});

test('what the service refuses is told in its own words, and nothing typed is lost', async () => {
	await site.open('/forms/1/add');
	await site.page.getByLabel('Subject').fill('x'.repeat(61));
	await site.page.getByRole('button', { name: 'Add the record' }).click();
	const problem = site.page.getByRole('alert');
	await problem.waitFor();
	expect(await problem.innerText()).toContain('The service did not accept this.');
	expect(await problem.innerText()).toContain('“Subject” must be 60 characters');
	expect(await site.page.getByLabel('Subject').inputValue()).toHaveLength(61);
	expect(site.faults.splice(0)).toEqual([expect.stringContaining('400')]);
});

test('a comment with a file is added, read back and deleted', async () => {
	const record = await site.createRecord({ subject: 'Talk about it' });
	await site.open(record.accessUrl);
	await site.page.getByLabel('Comment as').selectOption('ben');
	await site.page.getByLabel('Comment', { exact: true }).fill(hostile);
	const buffer = Buffer.from('äöü');
	await site.page
		.getByLabel('Files')
		.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer });
	await site.page.getByRole('button', { name: 'Add the comment' }).click();
	await site.page.getByText(hostile).waitFor();
	const { data } = await site.api.get(`/api/apps/1/records/${record.recordId}/comments`);
	expect(data.comments).toMatchObject([{ content: hostile, creatorCode: 'ben' }]);
	const download = site.page.waitForEvent('download');
	await site.page.getByRole('button', { name: /note\.txt/ }).click();
	const chunks = await (await (await download).createReadStream()).toArray();
	expect(Buffer.concat(chunks)).toEqual(buffer);
	await site.page.getByRole('button', { name: /Delete the comment of Ben/ }).click();
	await site.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
	await site.page.getByText('No comment yet.').waitFor();
});

test('a record is deleted only after a question', async () => {
	const record = await site.createRecord({ subject: 'Not needed' });
	await site.open(record.accessUrl);
	await site.page.getByRole('button', { name: 'Delete' }).click();
	await site.page.keyboard.press('Escape');
	expect((await site.read(record.recordId)).record).toMatchObject({ subject: 'Not needed' });
	await site.page.getByRole('button', { name: 'Delete' }).click();
	await site.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
	await site.page.getByText('is deleted.').waitFor();
	await site.page.waitForURL('**/forms/1');
	expect((await site.newest()).recordId).not.toBe(record.recordId);
});
