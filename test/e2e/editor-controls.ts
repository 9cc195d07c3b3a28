import { setTimeout as sleep } from 'node:timers/promises';
import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger.ts';
import { type Editor, type Held } from './editor.ts';
import { entries } from '../../nodes/RecordsDirectory/api/index.ts';
import { everyControl, everyTriggerControl } from './editor-nodes.ts';
import { oddities } from './editor-oddities.ts';

/** Until the lists of the open node have come, or long enough. */
async function oddOnceLoaded(editor: Editor): Promise<string[]> {
	let odd = await oddities(editor);
	for (let tries = 0; odd.length > 0 && tries < 20; tries++) {
		await sleep(500);
		odd = await oddities(editor);
	}
	return odd;
}

/** The fields of a form come after the node has opened. */
async function fieldsShown({ part }: Editor): Promise<void> {
	const isMapped =
		(await part('parameter-input-specifyRecord').count()) > 0 &&
		(await part('parameter-input-recordJson').count()) === 0;
	if (isMapped)
		await part('mapping-fields-container').getByText('Customer number').first().waitFor();
}

/** n8n forgets the form, and what was added, as soon as an event has no form. */
const recordsFirst = Object.values(triggerEvents).toSorted(
	(one, other) => Number(one.source.kind === 'notices') - Number(other.source.kind === 'notices'),
);

/** Whatever the nodes can show is looked at. */
export function everyControlIsSound(held: Held): void {
	test('each operation opens with all that can be added, and nothing is empty or unknown', async () => {
		const { editor, sandbox } = held;
		const workflow = await sandbox.n8n.createWorkflow(everyControl(sandbox.credential));
		let name = workflow.nodes[1]?.name;
		await editor.openWorkflow(workflow.id, workflow.nodes[1]?.id);
		const seen = new Map<string, string[]>();
		while (name !== undefined) {
			await fieldsShown(editor);
			seen.set(name, await oddOnceLoaded(editor));
			name = await editor.goOn();
		}
		const ours = entries.map(({ key }) => [key, []]);
		expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(ours));
	});

	test('each event of the trigger opens, and nothing is empty or unknown', async () => {
		const { editor, sandbox } = held;
		const workflow = await sandbox.n8n.createWorkflow(everyTriggerControl(sandbox.credential));
		await editor.openWorkflow(workflow.id, workflow.nodes[0]?.id);
		expect(await oddOnceLoaded(editor)).toEqual([]);
		for (const { name, source } of recordsFirst) {
			await editor.select('event', name);
			if (source.kind === 'notices' && !(await editor.isPicked('code'))) {
				await editor.pick('code', 'Aiko Tanaka');
				await editor.addOption('More User Names or IDs');
			}
			expect([name, await oddOnceLoaded(editor)]).toEqual([name, []]);
		}
	});

	test('a value that the node does not know is found', async () => {
		const { editor, sandbox } = held;
		const [trigger, ...others] = everyTriggerControl(sandbox.credential).nodes;
		const strange = { ...trigger!, parameters: { ...trigger!.parameters, event: 'recordSold' } };
		const workflow = await sandbox.n8n.createWorkflow({
			...everyTriggerControl(sandbox.credential),
			nodes: [strange, ...others],
		});
		await editor.openWorkflow(workflow.id, strange.id);
		expect(await oddities(editor)).not.toEqual([]);
	});
}
