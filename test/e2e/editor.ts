import type { Locator } from 'playwright-core';
import type { WorkflowNode } from '../../sandbox/start/n8n-client.ts';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { startBrowser } from './browser.ts';
import { EditorPage, newPage } from './editor-page.ts';

/** Now, or in a moment. */
const isShown = (part: Locator, timeout = 1_000): Promise<boolean> =>
	part.waitFor({ timeout }).then(
		() => true,
		() => false,
	);

/** What the tests of the editor share: they run in one n8n. */
export interface Held {
	sandbox: Sandbox;
	editor: Editor;
}

export const ourNode = 'Records and Directory';

/** The node that starts a workflow at *Execute workflow*. */
export const start: WorkflowNode = {
	id: 'start',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** n8n's editor in a real browser, used as a person would. */
export class Editor extends EditorPage {
	static async open({ editorUrl, login }: Sandbox): Promise<Editor> {
		const browser = await startBrowser();
		const editor = new Editor(browser, await newPage(browser), editorUrl);
		await editor.enter(login).catch(async (error: Error) => {
			await browser.close();
			throw error;
		});
		return editor;
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.origin}/workflow/new`);
		await this.part('canvas-add-button').getByRole('button').first().click();
	}

	/** With a node of it open, if one is named. */
	async openWorkflow(id: string, nodeId?: string): Promise<void> {
		await this.page.goto(`${this.origin}/workflow/${id}${nodeId ? `/${nodeId}` : ''}`);
		await this.part(nodeId ? 'ndv' : 'canvas-node')
			.first()
			.waitFor();
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

	/** From the open node to the one behind it. Answers its name. */
	async goOn(): Promise<string | undefined> {
		const next = this.part('floating-node').and(
			this.page.locator('[data-node-placement="outputMain"]'),
		);
		if ((await next.count()) === 0) return undefined;
		const name = await next.getAttribute('data-node-name');
		await next.click();
		await this.part('ndv')
			.getByText(name!, { exact: true })
			.filter({ visible: true })
			.first()
			.waitFor();
		return name!;
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

	isPicked = async (name: string): Promise<boolean> =>
		(await this.part(`resource-locator-${name}`)
			.locator('[data-test-id="rlc-input"] input, input[data-test-id="rlc-input"]')
			.first()
			.inputValue()) !== '';

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
