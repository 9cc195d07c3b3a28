import type { WorkflowNode } from '../../sandbox/start/n8n-client.ts';
import type { Form } from '../../sandbox/service/resources.ts';
import { type Held, start } from './editor.ts';

const evil = '//evil.example';
/** A link, and a picture that tells somebody when it is looked at. */
const markup = `<a href="${evil}/a">Click</a><img src="${evil}/i.png">`;
const FORM = 900;

/** The items and nodes of a workflow that has markup in each text that n8n shows of the node. */
function nodesWithMarkup({ sandbox: { credential } }: Held): [WorkflowNode, ...WorkflowNode[]] {
	const { id, name } = credential;
	const ours = (node: string, parameters: object): WorkflowNode => ({
		id: node,
		name: node,
		type: 'n8n-nodes-records-directory.recordsDirectory',
		typeVersion: 1,
		position: [200, 0],
		parameters: { ...parameters },
		credentials: { recordsDirectoryApi: { id, name } },
	});
	const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });
	return [
		start,
		ours('hint', {
			resource: 'position',
			operation: 'sync',
			dryRun: true,
			missing: 'delete',
			mostRemovals: 1000,
			newCode: markup,
			name: 'Manager',
			kana: 'Manager',
		}),
		ours('error', {
			resource: 'record',
			operation: 'getAll',
			form: byId(1),
			limit: 1,
			options: { names: 'identifiers', fields: 'field-1', order: byId(markup) },
		}),
		ours('lists', {
			resource: 'record',
			operation: 'create',
			form: { __rl: true, mode: 'list', value: '' },
			specifyRecord: 'form',
		}),
	];
}

/** Text from others is shown as it was written, however n8n treats HTML. */
export function markupIsText(held: Held): void {
	describe('markup in the texts of others', () => {
		const asked: string[] = [];
		const hear = (request: { url(): string }) => {
			if (request.url().toLowerCase().includes(evil)) asked.push(request.url());
		};
		let workflow: { id: string };

		beforeAll(async () => {
			const { editor, sandbox } = held;
			editor.page.on('request', hear);
			const { store } = sandbox.service;
			const [form] = store.forms.list() as [Form];
			const [first, ...others] = form.fields;
			store.change(() => {
				store.positions.add({ code: markup.toUpperCase(), name: 'Other', kana: 'Other' });
				const fields = [{ ...first!, caption: markup }, ...others];
				store.addForm({ ...form, id: FORM, name: `Form ${markup}`, fields });
			});
			const nodes = nodesWithMarkup(held);
			const main = [nodes.slice(1).map(({ name }) => ({ node: name, type: 'main', index: 0 }))];
			workflow = await sandbox.n8n.createWorkflow({
				name: 'Markup',
				nodes,
				connections: { Start: { main } },
			});
		});

		afterAll(() => {
			const { editor, sandbox } = held;
			editor.page.off('request', hear);
			const { store } = sandbox.service;
			store.change(() => store.positions.delete(markup.toUpperCase()));
		});

		/** Nothing on the page is a link or a picture of theirs, and none was fetched. */
		async function nothingIsMade(): Promise<void> {
			const made = held.editor.page.locator(`a[href*="evil.example"], img[src*="evil.example"]`);
			expect(await made.count()).toBe(0);
			expect(asked.splice(0)).toEqual([]);
		}

		test('is a text in the hint of a dry run', async () => {
			const { editor } = held;
			await editor.openWorkflow(workflow.id, 'hint');
			await editor.execute();
			const panel = editor.part('output-panel');
			await panel.getByText("Without 'Dry Run' nothing would be sent").waitFor();
			expect(await panel.innerText()).toContain(`'Code' is "${markup}"`);
			await nothingIsMade();
		});

		test('is a text in an error: in the toast, its message and its description', async () => {
			const { editor } = held;
			await editor.openWorkflow(workflow.id, 'error');
			const toast = await editor.attempt();
			// n8n shows the message as HTML here, and as it is in the panel.
			const readable = markup.replaceAll('<', '‹').replaceAll('>', '›').toLowerCase();
			expect(toast.toLowerCase()).toContain(`"${readable}"`);
			const shown = await editor.part('output-panel').innerText();
			expect(shown.toLowerCase()).toContain(`names "${readable}"`);
			expect(shown).toContain(`Add "${markup}" to 'Output Field Names or IDs'`);
			await nothingIsMade();
		});

		test('is a text in the lists and the inputs of a form', async () => {
			const { editor } = held;
			await editor.openWorkflow(workflow.id, 'lists');
			await editor.pick('form', `Form ${markup}`);
			const inputs = editor.part('mapping-fields-container');
			await inputs.getByText('<a href=').first().waitFor();
			await nothingIsMade();
		});
	});
}
