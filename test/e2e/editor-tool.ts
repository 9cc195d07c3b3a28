import { exampleWorkflows } from '../../sandbox/start/workflows.ts';
import { type Held, ourNode } from './editor.ts';
import { oddities } from './editor-oddities.ts';

/** The node among the tools of an AI agent. */
export function nodeIsATool(held: Held): void {
	test('an agent gets the node as a tool, and its model fills in what a person leaves to it', async () => {
		const { editor } = held;
		const example = exampleWorkflows().find(({ name }) => name === 'Approve by chat');
		await editor.openWorkflow(example!.id);
		await editor.picture('agent', { height: 900 });
		await editor.part('canvas-handle-plus').last().click();
		await editor.search(ourNode);
		await editor.found(`${ourNode} Tool`).click();
		await editor.part('ndv').waitFor();
		await editor.pick('form', 'Support Requests');
		const fields = editor.part('mapping-fields-container');
		await fields.getByText('Subject').first().waitFor();
		await fields.locator('[data-test-id="from-ai-override-button"]').first().click();
		await fields.getByText('Defined automatically by the model').waitFor();
		expect(await oddities(editor)).toEqual([]);
		await editor.picture('tool', {
			top: editor.part('input-label').getByText('Form', { exact: true }),
		});
	});
}
