import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Login } from '../../sandbox/start/n8n-client.ts';
import { faultsOf } from './editor-faults.ts';

/** Where the pictures of the documentation go; without it none are taken. */
const pictures = process.env.PICTURES;

const usual = { width: 1280, height: 800 };

interface Picture {
	/** The whole window, if nothing is named. */
	of?: Locator;
	/** Around it. */
	margin?: number;
	top?: Locator;
	width?: number;
	height?: number;
}

function around(box: Box | null, margin: number): Box {
	if (!box) throw new Error('There is nothing to see.');
	const { x, y, width, height } = box;
	return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

export async function newPage(browser: Browser): Promise<Page> {
	const page = await browser.newPage({ viewport: usual });
	page.setDefaultTimeout(30_000);
	page.setDefaultNavigationTimeout(60_000);
	return page;
}

/** What there is to see in n8n's editor. */
export class EditorPage {
	/** What a user or the browser's console saw go wrong. */
	faults: string[] = [];
	readonly page: Page;
	protected readonly origin: string;
	private readonly browser: Browser;

	constructor(browser: Browser, page: Page, origin: string) {
		this.browser = browser;
		this.page = page;
		this.origin = origin;
	}

	async enter({ email, password }: Login): Promise<void> {
		await this.page.goto(`${this.origin}/signin`);
		await this.page.locator('input[type=email], input[name=emailOrLdapLoginId]').fill(email);
		await this.page.locator('input[type=password]').fill(password);
		await this.page.getByRole('button', { name: 'Sign in' }).click();
		await this.page.waitForURL((url) => !url.pathname.includes('signin'));
		this.faults = faultsOf(this.page, this.origin);
	}

	close = () => this.browser.close();

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
	async picture(name: string, { of, margin = 0, top, ...size }: Picture = {}): Promise<void> {
		if (!pictures) return;
		await this.page.setViewportSize({ ...usual, ...size });
		await this.page.evaluate('document.activeElement?.blur()');
		await this.page.mouse.move(0, 0);
		await top?.evaluate((element) => element.scrollIntoView());
		for (const close of await this.page.locator('.el-notification__closeBtn').all())
			await close.click();
		await this.page.locator('.el-notification').first().waitFor({ state: 'detached' });
		// n8n shows a tip about pinning as soon as there is output, and hides it by itself.
		const tip = this.page.locator('[role=tooltip]').filter({ visible: true });
		await tip.first().waitFor({ state: 'hidden' });
		await this.page.screenshot({
			path: join(pictures, `${name}.png`),
			animations: 'disabled',
			...(of && { clip: around(await of.boundingBox(), margin) }),
		});
		await this.page.setViewportSize(usual);
	}

	protected option = (text: string) =>
		this.page
			.getByRole('option')
			.filter({ visible: true, has: this.page.getByText(text, { exact: true }) });

	protected visible = (selector: string, text: string) =>
		this.page.locator(selector).filter({ visible: true, hasText: text });
}
