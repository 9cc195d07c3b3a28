import axios from 'axios';
import { visited } from './page-browser.ts';
import { faintWords } from './page-contrast.ts';
import { hostile } from './page-form.ts';

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

test('records come newest first, in pages, and by keyword', async () => {
	for (let index = 1; index <= 25; index++)
		await site.createRecord({ subject: `Request ${index}` });
	await site.open('/forms/1');
	const subjects = () => site.page.getByRole('row').locator('td:nth-of-type(2)').allInnerTexts();
	expect((await subjects()).slice(0, 2)).toEqual(['Request 25', 'Request 24']);
	expect(await subjects()).toHaveLength(20);
	await site.page.getByRole('link', { name: 'Older records' }).click();
	await site.page.getByText('Page 2').waitFor();
	expect((await subjects())[0]).toBe('Request 5');
	await site.page.getByLabel('Search the records').fill('Request 17');
	await site.page.keyboard.press('Enter');
	await site.page.getByRole('link', { name: 'Show all' }).waitFor();
	expect(await subjects()).toEqual(['Request 17']);
});

test('accessUrl opens the record with its captions, choices, people and tables', async () => {
	const record = await site.createRecord({
		subject: 'Printer',
		affected: ['Mail', 'Printing'],
		agents: [{ code: 'ada', name: 'Ada Palmer' }],
		work: [{ what: 'Cleaned it', hours: 1.5 }],
	});
	await site.open(record.accessUrl);
	const text = await site.text();
	expect(text).toMatch(/Subject\s+Printer/);
	expect(text).toMatch(/Priority\s+Normal/);
	expect(text).toMatch(/Affected\s+Mail\s+Printing/);
	expect(text).toMatch(/Agents\s+Ada Palmer/);
	expect(text).toMatch(/Work done\s+Work\s+Hours\s+Cleaned it\s+1.5/);
});

test('the page of a record that does not exist says so', async () => {
	await site.open('/forms/1/records/4711');
	expect(await site.page.getByRole('alert').innerText()).toContain('does not exist');
	expect(site.faults.splice(0).join()).toContain('404');
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

test('all pages write times and dates in one way, and times in the zone of the service', async () => {
	const values = { subject: 'When?', needed: '2026/12/24' };
	const { accessUrl, recordId } = await site.createRecord(values);
	site.service.store.addComment(1, recordId, { content: 'Then', creatorCode: 'ada' });
	await site.open('/forms/1');
	expect(await site.page.getByRole('columnheader').last().innerText()).toBe('Created (UTC+9)');
	const row = site.page.getByRole('row', { name: 'When?' });
	expect(await row.innerText()).toMatch(/2026-12-24\s[^]*20\d\d-\d\d-\d\d \d\d:\d\d$/);
	await site.open(accessUrl);
	const { createdAt } = await site.read(recordId);
	expect(await site.text()).toContain(`Created ${String(createdAt).slice(0, 16)} UTC+9`);
	expect(await site.text()).toMatch(/Needed by\s+2026-12-24/);
	expect(await site.text()).toMatch(/Ada Palmer\s+[\d-]+ \d\d:\d\d UTC\+9/);

	const traveller = await site.page.context().browser()!.newPage({ timezoneId: 'Asia/Kolkata' });
	const messages = [{ id: 1, at: '2026-11-20T18:40:00.000Z', text: 'At midnight' }];
	await traveller.route('**/neighbours/channel', (route) => route.fulfill({ json: { messages } }));
	await traveller.goto(`${site.service.url}/channel`);
	const message = traveller.getByRole('log').getByText('At midnight').locator('..');
	expect(await message.innerText()).toContain('2026-11-21 03:40 UTC+9');
	await traveller.context().close();
});

test('only an address in a text becomes a link', async () => {
	const values = { subject: 'Words', description: 'Please call back before noon.' };
	await site.open((await site.createRecord(values)).accessUrl);
	await site.page.getByText(values.description).waitFor();
	expect(await site.page.getByRole('link', { name: values.description }).count()).toBe(0);
	const description = 'https://manual.example/lamps';
	await site.open((await site.createRecord({ subject: 'Address', description })).accessUrl);
	const link = site.page.getByRole('link', { name: description });
	expect(await link.getAttribute('href')).toBe(description);
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

test('no view is wider than a narrow screen', async () => {
	const { accessUrl } = await site.createRecord({
		subject: 'W'.repeat(60),
		work: [{ what: hostile }],
	});
	await site.page.setViewportSize({ width: 360, height: 740 });
	const paths = [
		'/',
		'/forms/1',
		accessUrl,
		`${accessUrl}/edit`,
		'/channel',
		'/people',
		'/people/ben',
	];
	for (const path of paths) {
		await site.open(path);
		const width = await site.page.evaluate(() => document.documentElement.scrollWidth);
		expect([path, width]).toEqual([path, 360]);
	}
});

const grounds = { light: 'rgb(244, 246, 246)', dark: 'rgb(18, 25, 27)' };

test('all texts have enough contrast, in light and dark mode', async () => {
	const { accessUrl } = await site.createRecord({ subject: 'Hard to read?', affected: ['Mail'] });
	const paths = ['/', '/forms/1', accessUrl, `${accessUrl}/edit`, '/forms/1/records/4711'];
	for (const path of [...paths, '/channel', '/people', '/people/ada']) {
		await site.open(path);
		for (const [colorScheme, ground] of Object.entries(grounds)) {
			await site.page.emulateMedia({ colorScheme: colorScheme as 'light' | 'dark' });
			const { page } = site;
			const seen = () => getComputedStyle(document.documentElement).backgroundColor;
			expect([path, await page.evaluate(seen)]).toEqual([path, ground]);
			const faint = await page.evaluate(faintWords);
			expect({ path, colorScheme, faint }).toEqual({ path, colorScheme, faint: [] });
		}
	}
	site.faults = site.faults.filter((fault) => !fault.includes('404'));
});
