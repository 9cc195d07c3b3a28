import axios from 'axios';
import { visited } from './page-browser.ts';
import { hostile } from './page-form.ts';

// One walk through the page of the local service, in a real browser.
const site = visited();

test('the overview shows the forms and leads to their records', async () => {
	await site.createRecord({ subject: 'No ink' });
	await site.open('/');
	expect(await site.text()).toMatch(/Support requests\s+What colleagues need help with\s+1 record/);
	await site.page.getByRole('link', { name: 'Support requests' }).click();
	await site.page.getByRole('heading', { name: 'Support requests' }).waitFor();
	const heads = await site.page.getByRole('columnheader').allInnerTexts();
	expect(heads.slice(0, 4)).toEqual(['Record', 'Status', 'Subject', 'Priority']);
	expect(await site.page.getByRole('row', { name: 'No ink' }).innerText()).toContain('Received');
});

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

test('the channel shows what is posted while it is open', async () => {
	await site.open('/channel');
	await site.page.getByText('No message yet').waitFor();
	const hook = new URL('/neighbours/slack/T000-B000-sandbox', site.service.url).href;
	await axios.post(hook, { text: `Look at <http://localhost/forms/1|the *form*> ${hostile}` });
	const messages = site.page.getByRole('log').getByRole('listitem');
	await messages.getByText('Look at').waitFor();
	expect(await messages.innerText()).toContain(hostile);
	expect(await messages.getByRole('link').getAttribute('href')).toBe('http://localhost/forms/1');
	await axios.post(hook, { text: 'One line\nand another' });
	await messages.getByText('and another').waitFor();
	const [newest, older] = await messages.allInnerTexts();
	expect(newest).toMatch(/\d \d\d:\d\d UTC\+9[^]*\nOne line\nand another$/);
	expect(older).toContain('Look at');
});

test('markup in values stays text in every view', async () => {
	const values = { subject: hostile, description: hostile, work: [{ what: hostile }] };
	const { accessUrl } = await site.createRecord(values);
	for (const path of ['/forms/1', accessUrl, `${accessUrl}/edit`]) {
		await site.open(path);
		expect(await site.page.locator('main img, main b').count()).toBe(0);
		expect(await site.page.title()).not.toBe('1');
	}
	await site.open(accessUrl);
	expect(await site.page.getByText(hostile).count()).toBe(3);
});

test('the directory is shown, and the notices of everybody when asked', async () => {
	await site.createRecord({ subject: 'For Ada', agents: [{ code: 'ada', name: 'Ada Palmer' }] });
	await site.open('/people');
	expect(await site.text()).toMatch(/Users \(2\)[^]*Organizations \(1\)[^]*Positions \(0\)/);
	const row = (name: string) => site.page.getByRole('row', { name });
	expect(await row('Ada Palmer').innerText()).toMatch(/ada\s+ada\s+IT\s+9999.12.31\s+–$/);
	await site.page.getByRole('button', { name: 'Count notices' }).click();
	await row('Ada Palmer').getByText('1', { exact: true }).waitFor();
	await row('Ben').getByText('0', { exact: true }).waitFor();
});
