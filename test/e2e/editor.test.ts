import { Editor, type Held } from './editor.ts';
import { everyControlIsSound } from './editor-controls.ts';
import { formsAreFilledIn } from './editor-forms.ts';
import { markupIsText } from './editor-markup.ts';
import { operationsAreChosen } from './editor-operations.ts';
import { nodeIsAdded } from './editor-panel.ts';
import { keyStaysFromProxies } from './editor-proxy.ts';
import { runsAreSeen } from './editor-runs.ts';
import { nodeIsATool } from './editor-tool.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';

let dataFolder: string;
/** One n8n and one browser for all of it. */
const held = {} as Held;

beforeAll(async () => {
	dataFolder = await newFolder();
	held.sandbox = await startOwn(dataFolder);
	// Its workflows would answer to what happens here.
	for (const { id } of held.sandbox.workflows)
		await held.sandbox.n8n.call('POST', `/workflows/${id}/deactivate`);
	held.editor = await Editor.open(held.sandbox);
});

afterAll(async () => {
	await held.editor?.close();
	await held.sandbox?.stop();
	await removeFolder(dataFolder);
});

afterEach(async () => {
	expect(await held.editor?.complaints()).toEqual([]);
	expect(held.editor?.faults.splice(0)).toEqual([]);
});

nodeIsAdded(held);
formsAreFilledIn(held);
operationsAreChosen(held);
runsAreSeen(held);
everyControlIsSound(held);
markupIsText(held);
keyStaysFromProxies(held);
nodeIsATool(held);
