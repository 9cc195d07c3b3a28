import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import type { Login } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';

const switches = ['gpu', 'background-networking', 'component-update', 'sync'];
/** Where the pictures of the documentation go; without it none are taken. */
const pictures = process.env.PICTURES;

/** Of n8n itself, on every page that has no workflow yet. */
const n8nsOwn = /^Failed to load resource|injectNDVStore\(\)/;

/** Now, or in a moment. */
const isShown = (part: Locator): Promise<boolean> =>
	part.waitFor({ timeout: 1_000 }).then(
		() => true,
		() => false,
	);

/** n8n's editor in a real browser, used as a person would. */
export class Editor {
	/** What a person or the browser's console saw go wrong. */
	readonly faults: string[] = [];
	readonly page: Page;
	private readonly browser: Browser;
	private readonly origin: string;

	private constructor(browser: Browser, page: Page, origin: string) {
		this.browser = browser;
		this.page = page;
		this.origin = origin;
	}

	static async open({ editorUrl, login }: Sandbox): Promise<Editor> {
		const browser = await chromium.launch({
			executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
			args: ['--no-sandbox', ...switches.map((name) => `--disable-${name}`)],
		});
		const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
		page.setDefaultTimeout(15_000);
		const editor = new Editor(browser, page, editorUrl);
		await editor.enter(login).catch(async (error: Error) => {
			await browser.close();
			throw error;
		});
		return editor;
	}

	private async enter({ email, password }: Login): Promise<void> {
		await this.page.goto(`${this.origin}/signin`);
		await this.page.locator('input[type=email], input[name=emailOrLdapLoginId]').fill(email);
		await this.page.locator('input[type=password]').fill(password);
		await this.page.getByRole('button', { name: 'Sign in' }).click();
		await this.page.waitForURL((url) => !url.pathname.includes('signin'));
		this.listen();
	}

	close = () => this.browser.close();

	private listen(): void {
		this.page.on('pageerror', ({ message }) => this.faults.push(message));
		this.page.on('console', (message) => {
			if (message.type() === 'error' && !n8nsOwn.test(message.text()))
				this.faults.push(message.text());
		});
		this.page.on('response', (response) => {
			const isOurs = response.url().startsWith(this.origin);
			// n8n asks for the schemas of its own nodes as well, which it does not have.
			const isMissed = response.url().includes('/schemas/n8n-nodes-base.');
			if (isOurs && !isMissed && response.status() >= 400)
				this.faults.push(`${response.status()} ${response.url()}`);
		});
	}

	part = (name: string): Locator => this.page.locator(`[data-test-id="${name}"]`);
	input = (name: string): Locator => this.part(`parameter-input-${name}`);
	parameters = (): Locator => this.part('node-parameters');
	output = (): Locator => this.part('output-panel').locator('[data-test-id="ndv-data-container"]');

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.origin}/workflow/new`);
		await this.part('canvas-add-button').getByRole('button').first().click();
	}

	/** From the panel of nodes that is open. */
	async choose(node: string, action: string): Promise<void> {
		await this.part('node-creator-search-bar').fill(node);
		await this.part('node-creator-item-name').getByText(node, { exact: true }).click();
		const wanted = this.part('node-creator-item-name').getByText(action, { exact: true });
		// The list of actions is folded where a trigger could be meant.
		const actions = this.part('node-creator-category-item').getByText(/^Actions/);
		await actions.waitFor();
		if (!(await isShown(wanted))) await actions.click();
		await wanted.click();
		await this.part('ndv').waitFor();
	}

	/** Another node behind the last one. */
	async next(node: string, action: string): Promise<void> {
		await this.part('ndv-close-button').click();
		await this.part('zoom-to-fit').click();
		await this.part('canvas-handle-plus').last().click();
		await this.choose(node, action);
	}

	/** From the list of things of the service. */
	async pick(name: string, text: string): Promise<void> {
		await this.part(`resource-locator-${name}`).locator('[data-test-id="rlc-input"]').click();
		await this.visible('[data-test-id="rlc-item"]', text).click();
	}

	isPicked = async (name: string): Promise<boolean> =>
		(await this.part(`resource-locator-${name}`)
			.locator('[data-test-id="rlc-input"] input, input[data-test-id="rlc-input"]')
			.first()
			.inputValue()) !== '';

	fill = (name: string, text: string, nth = 0) =>
		this.input(name).nth(nth).locator('input, textarea').first().fill(text);

	/** From a dropdown. */
	async select(name: string, text: string, nth = 0): Promise<void> {
		await this.unfold(this.input(name).nth(nth), text);
		await this.option(text).click();
	}

	/** From a dropdown that stays open. */
	async selectAll(name: string, texts: readonly [string, ...string[]]): Promise<void> {
		await this.unfold(this.input(name), texts[0]);
		for (const text of texts) await this.option(text).click();
		await this.part('credentials-label').click();
	}

	/** n8n folds a dropdown again whose options come only after it was opened. */
	private async unfold(dropdown: Locator, text: string): Promise<void> {
		for (let tries = 0; tries < 8; tries++) {
			await dropdown.click();
			if (await isShown(this.option(text))) return;
		}
		throw new Error(`There is no "${text}" in the dropdown.`);
	}

	async addOption(text: string): Promise<void> {
		await this.part('collection-parameter-add').last().click();
		await this.option(text).click();
	}

	/** Into the input that has a calendar. */
	async fillDate(name: string, day: string): Promise<void> {
		const input = this.input(name).locator('input');
		await input.fill(`${day} 00:00:00`);
		await input.press('Enter');
		await this.page
			.locator('.el-picker-panel')
			.filter({ visible: true })
			.waitFor({ state: 'hidden' });
	}

	/** Executes the open node and gives what its output shows. */
	async execute(): Promise<string> {
		await this.part('node-execute-button').click();
		const toast = this.page.locator('.el-notification');
		await toast.waitFor();
		const said = await toast.first().innerText();
		await toast.locator('.el-notification__closeBtn').click();
		await toast.waitFor({ state: 'detached' });
		if (!said.includes('executed successfully')) throw new Error(`n8n says: ${said}`);
		return this.output().innerText();
	}

	/** What n8n says in red, anywhere. */
	complaints = (): Promise<string[]> =>
		this.page
			.locator('.el-notification:has(.el-notification--error)')
			.or(this.parameters().getByText(/No fields found|Error fetching|\[object |undefined/))
			.allInnerTexts();

	/** With `top` at the upper edge, and nothing unfolded. */
	async picture(name: string, top: Locator): Promise<void> {
		if (!pictures) return;
		await this.page.evaluate('document.activeElement?.blur()');
		await this.page.mouse.move(0, 0);
		await top.evaluate((element) => element.scrollIntoView());
		await this.page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' });
	}

	private option = (text: string) =>
		this.page
			.getByRole('option')
			.filter({ visible: true, has: this.page.getByText(text, { exact: true }) });

	private visible = (selector: string, text: string) =>
		this.page.locator(selector).filter({ visible: true, hasText: text });
}
