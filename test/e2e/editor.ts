import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';

/** Where the pictures of the documentation go; without it none are taken. */
const pictures = process.env.PICTURES;

const usual = { width: 1280, height: 800 };

interface Picture {
	/** The whole window, if nothing is named. */
	of?: Locator;
	top?: Locator;
	width?: number;
	height?: number;
}

/** Of n8n itself, on every page that has no workflow yet. */
const n8nsOwn = /^Failed to load resource|injectNDVStore\(\)/;

/** Now, or in a moment. */
const isShown = (part: Locator, timeout = 1_000): Promise<boolean> =>
	part.waitFor({ timeout }).then(
		() => true,
		() => false,
	);

export const ourNode = 'Records and Directory';

/** n8n's editor in a real browser, used as a person would. */
export class Editor {
	/** What the browser's console saw go wrong since the login. */
	readonly faults: string[] = [];
	private readonly page: Page;
	private readonly origin: string;

	private constructor(page: Page, origin: string) {
		this.page = page;
		this.origin = origin;
	}

	static async open(
		browser: Browser,
		{ editorUrl, login }: Pick<Sandbox, 'editorUrl' | 'login'>,
	): Promise<Editor> {
		const page = await browser.newPage({ viewport: usual });
		page.setDefaultTimeout(30_000);
		page.setDefaultNavigationTimeout(60_000);
		const editor = new Editor(page, editorUrl);
		await page.goto(`${editorUrl}/signin`);
		await page.locator('input[type=email], input[name=emailOrLdapLoginId]').fill(login.email);
		await page.locator('input[type=password]').fill(login.password);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.waitForURL((url) => !url.pathname.includes('signin'));
		editor.listenForFaults();
		return editor;
	}

	private listenForFaults(): void {
		const { faults, page, origin } = this;
		page.on('pageerror', ({ message }) => faults.push(message));
		page.on('console', (message) => {
			if (message.type() === 'error' && !n8nsOwn.test(message.text())) faults.push(message.text());
		});
		page.on('response', (response) => {
			const isOurs = response.url().startsWith(origin);
			// n8n asks for the schemas of its own nodes as well, which it does not have.
			const isMissed = response.url().includes('/schemas/n8n-nodes-base.');
			if (isOurs && !isMissed && response.status() >= 400)
				faults.push(`${response.status()} ${response.url()}`);
		});
	}

	part = (name: string): Locator => this.page.locator(`[data-test-id="${name}"]`);
	input = (name: string): Locator => this.part(`parameter-input-${name}`);
	parameters = (): Locator => this.part('node-parameters');
	output = (): Locator => this.part('output-panel').locator('[data-test-id="ndv-data-container"]');

	showOutputAs = (view: 'Schema' | 'Table' | 'JSON'): Promise<void> =>
		this.part('output-panel').getByRole('radio', { name: view }).click();

	/** What n8n says in red, anywhere. */
	complaints = (): Promise<string[]> =>
		this.page
			.locator('.el-notification:has(.el-notification--error)')
			.or(this.parameters().getByText(/No fields found|Error fetching|\[object |undefined/))
			.allInnerTexts();

	/** With `top` at the upper edge, and nothing unfolded. A table of rows wants a wider window. */
	async picture(name: string, { of, top, ...size }: Picture = {}): Promise<void> {
		if (!pictures) return;
		await this.page.setViewportSize({ ...usual, ...size });
		await this.page.evaluate('document.activeElement?.blur()');
		await this.page.mouse.move(0, 0);
		await top?.evaluate((element) => element.scrollIntoView({ inline: 'start' }));
		// It may go by itself.
		for (const close of await this.page.locator('.el-notification__closeBtn').all())
			await close.dispatchEvent('click', {}, { timeout: 2_000 }).catch(() => {});
		await this.page.locator('.el-notification').first().waitFor({ state: 'detached' });
		// n8n shows a tip about pinning as soon as there is output, and hides it by itself.
		const tip = this.page.locator('[role=tooltip]').filter({ visible: true });
		await tip.first().waitFor({ state: 'hidden' });
		await this.page.screenshot({
			path: join(pictures, `${name}.png`),
			animations: 'disabled',
			...(of && { clip: (await of.boundingBox())! }),
		});
		await this.page.setViewportSize(usual);
	}

	private option = (text: string) =>
		this.page
			.getByRole('option')
			.filter({ visible: true, has: this.page.getByText(text, { exact: true }) });

	private visible = (selector: string, text: string) =>
		this.page.locator(selector).filter({ visible: true, hasText: text });

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.origin}/workflow/new`);
		await this.part('canvas-add-button').getByRole('button').first().click();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.origin}/workflow/${id}`);
		await this.part('canvas-node').first().waitFor();
	}

	found = (name: string): Locator =>
		this.part('node-creator-item-name').getByText(name, { exact: true });

	/** In the panel of nodes that is open. */
	search = (words: string) => this.part('node-creator-search-bar').fill(words);

	/** From the panel of nodes that is open. */
	async choose(node: string, action: string): Promise<void> {
		await this.search(node);
		await this.found(node).click();
		const wanted = this.found(action);
		// The list of actions is folded where a trigger could be meant.
		const actions = this.part('node-creator-category-item').getByText(/^Actions/);
		await actions.waitFor();
		if (!(await isShown(wanted))) await actions.click();
		await wanted.click();
		await this.part('ndv').waitFor();
	}

	async chooseTrigger(event: string): Promise<void> {
		await this.search(ourNode);
		await this.found(ourNode).click();
		await this.found(event).click();
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
		const list = this.part(`resource-locator-${name}`).locator('[data-test-id="rlc-input"]');
		const item = this.visible('[data-test-id="rlc-item"]', text);
		await this.unfold(list, item, 5_000);
		await item.click();
	}

	/** Of a thing of the service, instead of choosing it from the list. */
	async fillId(name: string, id: string): Promise<void> {
		const locator = this.part(`resource-locator-${name}`);
		await locator.locator('[data-test-id="rlc-mode-selector"]').click();
		await this.option('By ID').click();
		const input = locator.locator('[data-test-id="rlc-input"]');
		// n8n empties it again when what it depends on was chosen just before.
		for (let tries = 0; tries < 8; tries++) {
			await input.fill(id);
			await this.page.waitForTimeout(500);
			if ((await input.inputValue()) === id) return;
		}
		throw new Error(`n8n does not keep the ID ${id}.`);
	}

	fill = (name: string, text: string, nth = 0) =>
		this.input(name).nth(nth).locator('input, textarea').first().fill(text);

	/** From a dropdown. */
	async select(name: string, text: string, nth = 0): Promise<void> {
		await this.unfold(this.input(name).nth(nth), this.option(text));
		await this.option(text).click();
	}

	/** From a dropdown that stays open. */
	async selectAll(name: string, texts: readonly [string, ...string[]]): Promise<void> {
		await this.unfold(this.input(name), this.option(texts[0]));
		for (const text of texts) await this.option(text).click();
		await this.part('credentials-label').click();
	}

	/** n8n folds a list again whose entries come only after it was opened, or while the panel is still being built. */
	private async unfold(list: Locator, entry: Locator, patience?: number): Promise<void> {
		for (let tries = 0; tries < 8; tries++) {
			await list.click();
			if (await isShown(entry, patience)) return;
		}
		throw new Error(`The list does not show ${String(entry)}.`);
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
		const said = await this.attempt();
		if (!said.includes('executed successfully')) throw new Error(`n8n says: ${said}`);
		return this.output().innerText();
	}

	/** Executes the open node and returns what n8n says about it. */
	async attempt(): Promise<string> {
		await this.part('node-execute-button').click();
		// From time to time n8n takes its own save for that of another user.
		const toast = this.page
			.locator('.el-notification')
			.filter({ hasNotText: 'Workflow updated elsewhere' });
		await toast.waitFor();
		const said = await toast.first().innerText();
		await toast.locator('.el-notification__closeBtn').click();
		await toast.waitFor({ state: 'detached' });
		return said;
	}
}
