import axios, { type AxiosInstance } from 'axios';
import type { Hono } from 'hono';
import type { Browser, Page } from 'playwright-core';
import { plainDialect } from '../../sandbox/service/dialects.ts';
import { type Service, startService } from '../../sandbox/service/service.ts';
import { createNeighbours } from '../../sandbox/site/neighbours.ts';
import { mountSite } from '../../sandbox/site/site.ts';
import { startBrowser } from './browser.ts';
import { organization, people, supportForm } from './page-form.ts';

const apiKey = 'sandbox-key';
const headerName = 'X-Service-API-Key';

/** The service with its page, in a real browser; `page` is a new one for each test. */
class Site {
	service!: Service;
	api!: AxiosInstance;
	page!: Page;
	/** What the browser complained about. */
	faults: string[] = [];
	private browser!: Browser;

	async start(): Promise<void> {
		const neighbours = createNeighbours();
		const { zoneOffsetMinutes } = plainDialect;
		const mount = (app: Hono) => {
			neighbours.mount(app);
			mountSite(app, { apiBase: '', apiKey, headerName, zoneOffsetMinutes });
		};
		this.service = await startService({ seed: false, mount });
		const headers = { [headerName]: apiKey };
		this.api = axios.create({ baseURL: this.service.url, headers });
		const { store } = this.service;
		store.organizations.add(organization);
		for (const person of people) store.users.add(person);
		store.addForm(supportForm);
		this.browser = await startBrowser();
	}

	async stop(): Promise<void> {
		await this.browser?.close();
		await this.service?.close();
	}

	async newPage(): Promise<void> {
		const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 } });
		this.page = await context.newPage();
		this.page.setDefaultTimeout(30_000);
		this.faults = [];
		this.page.on('pageerror', (error) => this.faults.push(error.message));
		this.page.on('console', (message) => {
			if (message.type() === 'error') this.faults.push(message.text());
		});
	}

	async open(path: string): Promise<void> {
		await this.page.goto(path.startsWith('/') ? this.service.url + path : path);
		await this.page.locator('main:not([aria-busy])').waitFor();
	}

	text(): Promise<string> {
		return this.page.locator('main').innerText();
	}

	/** A new record: its id, and its address as the API tells it. */
	async createRecord(values: Record<string, unknown>) {
		const { recordId } = this.service.store.createRecord(1, values);
		const { accessUrl, accessEditUrl } = await this.read(recordId);
		return { recordId, accessUrl: String(accessUrl), accessEditUrl: String(accessEditUrl) };
	}

	async read(recordId: number) {
		return (await this.api.get(`/api/apps/1/records/${recordId}`)).data;
	}

	async newest() {
		const params = { order: 'recordId:desc', page: 1, limit: 1 };
		return (await this.api.get('/api/apps/1/records', { params })).data.records[0];
	}
}

/** A site for the tests of a file: a new page for each, and no complaint of the browser left after it. */
export function visited(): Site {
	const site = new Site();
	beforeAll(() => site.start());
	afterAll(() => site.stop());
	beforeEach(() => site.newPage());
	afterEach(async () => {
		await site.page.context().close();
		expect(site.faults).toEqual([]);
	});
	return site;
}
