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

/** What stands beside an input about what is wrong with it. */
const errorOf = async (label: string) => {
	const ids =
		(await site.page.getByLabel(new RegExp(`^${label}`)).getAttribute('aria-describedby')) ?? '';
	const told = ids.split(' ').map((id) => site.page.locator(`.error[id="${id}"]`));
	return (await Promise.all(told.map((one) => one.allInnerTexts()))).flat().join();
};

const submit = () => site.page.getByRole('button', { name: 'Add the record' }).click();

test('the message about a rejected value is beside its field, and no input is lost', async () => {
	await site.open('/forms/1/add');
	await site.page.getByLabel('Subject').fill('x'.repeat(61));
	await site.page.getByRole('button', { name: 'Add a row' }).click();
	await site.page.getByLabel('Hours, row 1').fill('25');
	await submit();
	await site.page.getByRole('alert').waitFor();
	expect(await site.page.getByRole('alert').innerText()).toBe(
		'The service did not accept this. Correct the marked fields.',
	);
	expect(await errorOf('Subject')).toContain('“Subject” must be 60 characters');
	const table = site.page.getByRole('group', { name: 'Work done' });
	expect(await table.locator('.error:visible').allInnerTexts()).toEqual([
		expect.stringContaining('“Hours”'),
	]);
	expect(await site.page.getByLabel('Subject').inputValue()).toHaveLength(61);
	await site.page.getByLabel('Subject').fill('Short');
	expect(await errorOf('Subject')).toBe('');
	expect(site.faults.splice(0)).toEqual([expect.stringContaining('400')]);
});

test('a required field that is empty says so beside it, and nothing is sent', async () => {
	await site.open('/forms/1/add');
	const before = site.service.log.length;
	await submit();
	expect(await errorOf('Subject')).toMatch(/./);
	expect(await site.page.evaluate(() => document.activeElement?.id)).toBe(
		await site.page.getByLabel('Subject').getAttribute('id'),
	);
	expect(site.service.log).toHaveLength(before);
});

test('a user who is not in the directory cannot be chosen', async () => {
	await site.open('/forms/1/add');
	const before = site.service.log.length;
	await site.page.getByLabel('Subject').fill('For nobody');
	await site.page.getByLabel('Agents', { exact: true }).fill('Nobody');
	await site.page.keyboard.press('Enter');
	const told = 'Nothing found for “Nobody”. Choose from the list.';
	expect(await errorOf('Agents')).toBe(told);
	expect(await site.page.getByRole('button', { name: 'Remove Nobody' }).count()).toBe(0);
	await site.page.getByLabel('Agents', { exact: true }).fill('Nobody else');
	await submit();
	expect(await errorOf('Agents')).toContain('“Nobody else”');
	expect(site.service.log).toHaveLength(before);
	await site.page.getByLabel('Agents', { exact: true }).fill('Ada Palmer');
	expect(await errorOf('Agents')).toBe('');
	await submit();
	await site.page.getByText('The record is added.').waitFor();
	expect((await site.newest()).record.agents).toEqual([{ code: 'ada', name: 'Ada Palmer' }]);
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
