import type { Browser, Page } from 'playwright-core';
import { plainDialect } from '../../sandbox/service/dialects.ts';
import { type Service, startService } from '../../sandbox/service/service.ts';
import { createNeighbours } from '../../sandbox/site/neighbours.ts';
import { mountSite } from '../../sandbox/site/site.ts';
import { startBrowser } from './browser.ts';

const REQUESTS = 1;
const apiKey = 'sandbox-key';
const headerName = 'X-Service-API-Key';
const hostile = '<img src=x onerror="document.title=1">';

let service: Service;
let browser: Browser;
let page: Page;
/** What the browser complained about. */
const faults: string[] = [];

// One walk through the page of the local service, in a real browser.
beforeAll(async () => {
	const neighbours = createNeighbours();
	const { zoneOffsetMinutes } = plainDialect;
	service = await startService({
		mount: (app) => {
			neighbours.mount(app);
			mountSite(app, { apiBase: '', apiKey, headerName, zoneOffsetMinutes });
		},
	});
	browser = await startBrowser();
	page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
	page.setDefaultTimeout(30_000);
	page.on('pageerror', ({ message }) => faults.push(message));
	page.on('console', (message) => {
		if (message.type() === 'error') faults.push(message.text());
	});
});

afterAll(async () => {
	await browser?.close();
	await service?.close();
});

afterEach(() => expect(faults.splice(0)).toEqual([]));

async function open(path: string): Promise<void> {
	await page.goto(service.url + path);
	await page.locator('main:not([aria-busy])').waitFor();
}

const button = (name: string) => page.getByRole('button', { name });
const row = (name: string) => page.getByRole('row', { name });

test('the overview shows the forms and leads to their records', async () => {
	service.store.createRecord(REQUESTS, { 'field-1': 'No ink' });
	await open('/');
	const first = page.getByRole('main').getByRole('link').first();
	expect(await first.getAttribute('href')).toBe(`/forms/${REQUESTS}/add`);
	await page.getByRole('link', { name: 'Support Requests' }).click();
	await page.getByRole('heading', { name: 'Support Requests' }).waitFor();
	const heads = await page.getByRole('columnheader').allInnerTexts();
	expect(heads.slice(0, 3)).toEqual(['Record', 'Status', 'Subject']);
	expect(await row('No ink').innerText()).toContain('Open');
});

test('a record is added, edited, commented on, and deleted only after a question', async () => {
	await open(`/forms/${REQUESTS}/add`);
	await page.getByLabel('Subject').fill('Screen flickers');
	await page.getByLabel('Description').fill('Since Monday');
	await page.getByRole('checkbox', { name: 'Mail' }).check();
	await page.getByLabel('Due date').fill('2026-12-01');
	await page.getByLabel('Hours').fill('12.5');
	await page.getByLabel('Assignee', { exact: true }).fill('aiko');
	await page.keyboard.press('Enter');
	await button('Add the record').click();
	await page.getByText('The record is added.').waitFor();
	await row('Screen flickers').waitFor();
	const recordId = service.store.records.count(REQUESTS);
	const values = () => JSON.parse(service.store.records.get(REQUESTS, recordId)!.data) as object;
	expect(values()).toMatchObject({
		'field-1': 'Screen flickers',
		'field-2': 'Since Monday',
		'field-4': [{ code: 'E0001', name: 'Aiko Tanaka' }],
		'field-7': ['Mail'],
		'field-8': '2026/12/01',
		'field-9': 12.5,
	});

	const path = `/forms/${REQUESTS}/records/${recordId}`;
	await open(`${path}/edit`);
	await page.getByLabel('Subject').fill('Screen is dark');
	await button('Remove Aiko Tanaka').click();
	await button('Save').click();
	await page.getByText('The changes are saved.').waitFor();
	expect(values()).toMatchObject({ 'field-1': 'Screen is dark', 'field-9': 12.5 });
	expect(values()).not.toHaveProperty('field-4');

	await open(path);
	await page.getByLabel('Comment as').selectOption('E0002');
	await page.getByLabel('Comment', { exact: true }).fill(hostile);
	await button('Add the comment').click();
	await page.getByText(hostile).waitFor();
	expect(service.store.comments.list(REQUESTS, recordId)).toMatchObject([
		{ content: hostile, creatorCode: 'E0002' },
	]);

	const remove = page.getByRole('button', { name: 'Delete', exact: true }).first();
	await remove.click();
	await page.keyboard.press('Escape');
	expect(values()).toMatchObject({ 'field-1': 'Screen is dark' });
	await remove.click();
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
	await page.getByText('is deleted.').waitFor();
	await page.waitForURL(`**/forms/${REQUESTS}`);
	expect(await row('Screen is dark').count()).toBe(0);
});

test('markup in values stays text in every view', async () => {
	const values = { 'field-1': hostile, 'field-2': hostile };
	const { recordId } = service.store.createRecord(REQUESTS, values);
	const record = `/forms/${REQUESTS}/records/${recordId}`;
	for (const path of [`/forms/${REQUESTS}`, `${record}/edit`, record]) {
		await open(path);
		expect(await page.locator('main img[src=x]').count()).toBe(0);
		expect(await page.title()).not.toBe('1');
	}
	expect(await page.getByText(hostile).count()).toBeGreaterThanOrEqual(2);
});

test('the channel shows what is posted while it is open', async () => {
	await open('/channel');
	await page.getByText('No message yet').waitFor();
	const text = `Look at <http://localhost/forms/1|the *form*> ${hostile}`;
	const hook = new URL('/neighbours/slack/T000-B000-sandbox', service.url);
	await fetch(hook, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ text }),
	});
	const messages = page.getByRole('log').getByRole('listitem');
	await messages.getByText('Look at').waitFor();
	expect(await messages.innerText()).toContain(hostile);
	expect(await messages.getByRole('link').getAttribute('href')).toBe('http://localhost/forms/1');
});

test('the directory is shown, and the notices of the people in view when asked', async () => {
	await open('/people');
	expect(await page.locator('main').innerText()).toMatch(/Users \(\d+\)[^]*Organizations \(\d+\)/);
	await button('Count notices').click();
	await page.locator('main button:disabled').waitFor({ state: 'detached' });
	expect(await row('Aiko Tanaka').innerText()).toMatch(/\d$/);
});
