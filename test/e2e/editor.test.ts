import type { Browser } from 'playwright-core';
import type { Sandbox } from '../../sandbox/start/sandbox.ts';
import { startBrowser } from './browser.ts';
import { Editor, ourNode } from './editor.ts';
import { exampleNamed } from './examples-runs.ts';
import { newFolder, removeFolder, startOwn } from './own-sandbox.ts';

const REQUESTS = 1;
const CUSTOMERS = 2;
const subject = 'The scanner does not start';

let dataFolder: string;
let sandbox: Sandbox;
let browser: Browser;
let editor: Editor;

// One walk: the tests use one n8n and one browser, and take the pictures of docs/pictures.
beforeAll(async () => {
	dataFolder = await newFolder();
	sandbox = await startOwn(dataFolder);
	// Its workflows would answer to what happens here.
	for (const { id } of sandbox.workflows)
		await sandbox.n8n.call('POST', `/workflows/${id}/deactivate`);
	browser = await startBrowser();
	editor = await Editor.open(browser, sandbox);
});

afterAll(async () => {
	await browser?.close();
	await sandbox?.stop();
	await removeFolder(dataFolder);
});

afterEach(async () => {
	expect(await editor?.complaints()).toEqual([]);
	expect(editor?.faults.splice(0)).toEqual([]);
});

/** The newest record of a form, as it is saved. */
const newestRecord = (form: number): unknown => {
	const { records } = sandbox.service.store;
	return JSON.parse(records.get(form, records.count(form))?.data ?? '');
};

test('the node is found by its name, and says what it can do', async () => {
	await editor.newWorkflow();
	await editor.search('records and dir');
	await editor.found(ourNode).waitFor();
	await editor.picture('search');
	await editor.found(ourNode).click();
	for (const action of ['On record created', 'On notice count increased'])
		await editor.found(action).waitFor();
	await editor.picture('actions');
	await editor.newWorkflow();
	await editor.choose(ourNode, 'Get many records');
	expect(await editor.parameters().innerText()).toContain('Form');
});

test('the credential says whether it works, and what is wrong', async () => {
	const { n8n, credential, credentialData } = sandbox;
	const dialog = editor.part('editCredential-modal');
	const enter = async (apiKey: string, directoryApiKey: string) => {
		await editor.fill('apiKey', apiKey);
		await editor.fill('directoryApiKey', directoryApiKey);
		await editor.part('credential-save-button').click();
	};
	await editor.part('credential-edit-button').click();
	const works = dialog.getByText('Connection tested successfully');
	// n8n tests what it opens; coming late, that result would replace the next.
	await works.waitFor();
	const key = String(credentialData.apiKey);
	try {
		await enter(key, 'a wrong key');
		await dialog.getByText('More details').click();
		await dialog.getByText('Directory API Key: Unauthorized. Check the API key').waitFor();
		await enter('', key);
		await works.waitFor();
		await enter('a wrong key', '');
		await dialog.getByText('More details').click();
		await dialog.getByText(/^API Key: Unauthorized. Check the API key/).waitFor();
		await editor.picture('credential-refused');
		await enter(key, key);
		await works.waitFor();
		await editor.picture('credential');
	} finally {
		// The other tests need it.
		await n8n.updateCredential(credential, credentialData);
	}
});

test('a record is created from the fields of its form, and looked at, without an identifier or JSON', async () => {
	await editor.newWorkflow();
	await editor.choose(ourNode, 'Create record');
	await editor.pick('form', 'Support Requests');
	await editor.fill('field-1', subject);
	const fields = await editor.part('mapping-fields-container').locator('label').allInnerTexts();
	const captions = fields.map((text) => text.split('\n')[0]);
	expect(captions).toEqual(expect.arrayContaining(['Subject', 'Priority', 'Due date']));
	// A label; it takes no value.
	expect(captions).not.toContain('Please fill in all you know');
	await editor.select('field-3', 'Hana Kimura (E0008)');
	await editor.select('field-6', 'High');
	await editor.fill('field-7', 'Mail, Phone');
	await editor.fillDate('field-8', '2027-03-31');
	await editor.fill('field-9', '2.5');
	await editor.picture('fields', { of: editor.parameters(), height: 1640 });
	expect(await editor.execute()).toContain('success');
	expect(newestRecord(REQUESTS)).toEqual({
		'field-1': subject,
		'field-3': [{ code: 'E0008', name: 'Hana Kimura' }],
		'field-6': 'High',
		'field-7': ['Mail', 'Phone'],
		'field-8': '2027/03/31',
		'field-9': 2.5,
	});

	await editor.next(ourNode, 'Get many records');
	await editor.pick('form', 'Support Requests');
	await editor.fill('limit', '3');
	await editor.addOption('Output Field Names or IDs');
	await editor.selectAll('fields', ['Subject', 'Priority', 'Hours']);
	const shown = await editor.execute();
	for (const text of ['Subject', subject, 'High', '2.5']) expect(shown).toContain(text);
	await editor.picture('output', { top: editor.output().locator('th').first(), width: 1800 });
});

test('detail rows are filled by the captions of their columns', async () => {
	await editor.newWorkflow();
	await editor.choose(ourNode, 'Create record');
	await editor.pick('form', 'Customers');
	await editor.fill('field-21', 'C-100');
	await editor.fill('field-22', 'Sakura Tea House');
	await editor.select('field-25', 'Chika Mori (E0003)');
	await editor.addOption('Detail Rows');
	const rows = editor.part('fixed-collection-detailRows');
	const addCell = async (row: number, nth: number, column: string, value: string) => {
		await rows.getByText('Add Cell', { exact: true }).nth(row).click();
		await editor.select('column', `Contacts / ${column}`, nth);
		await editor.fill('value', value, nth);
	};
	const addRow = () => rows.getByText('Add Row', { exact: true }).click();
	await addRow();
	await addCell(0, 0, 'Contact name', 'Ann Abe');
	await addCell(0, 1, 'Role', 'Buyer');
	await addRow();
	await addCell(1, 2, 'Contact name', 'Bob Ito');
	await editor.picture('detail-rows', { of: rows.locator('..'), height: 2400 });
	expect(await editor.execute()).toContain('success');
	expect(newestRecord(CUSTOMERS)).toMatchObject({
		'field-22': 'Sakura Tea House',
		'field-24': [{ 'field-241': 'Ann Abe', 'field-243': 'Buyer' }, { 'field-241': 'Bob Ito' }],
		'field-25': [{ code: 'E0003', name: 'Chika Mori' }],
	});
});

test('records are found by conditions, and an update by a field is seen before it is sent', async () => {
	await editor.newWorkflow();
	await editor.choose(ourNode, 'Get many records');
	await editor.pick('form', 'Customers');
	await editor.part('fixed-collection-conditions').getByText('Add Condition').click();
	await editor.pick('field', 'Name');
	await editor.select('condition', 'Is Not Empty');
	expect(await editor.input('value').count()).toBe(0);
	await editor.select('condition', 'Contains');
	await editor.fill('value', 'Tea House');
	expect(await editor.execute()).toContain('Sakura Tea House');
	await editor.picture('conditions', { height: 1000 });

	await editor.next(ourNode, 'Look up record');
	await editor.pick('form', 'Customers');
	await editor.pick('field', 'Customer number');
	await editor.fill('value', 'C-100');
	const found = await editor.execute();
	for (const text of ['record', 'Sakura Tea House']) expect(found).toContain(text);
	const record = editor.output().getByText('record', { exact: true });
	await editor.picture('look-up', { top: record, width: 1600 });

	await editor.next(ourNode, 'Update record');
	await editor.pick('form', 'Customers');
	await editor.select('findBy', 'Field Values');
	await editor.pick('field', 'Name');
	await editor.fill('value', 'Sakura Tea House');
	await editor.input('dryRun').locator('.el-switch').click();
	await editor.fill('field-22', 'Sakura Tea Room');
	const plan = await editor.execute();
	for (const text of ['dryRun', 'update', 'Sakura Tea Room']) expect(plan).toContain(text);
	expect(newestRecord(CUSTOMERS)).toMatchObject({ 'field-22': 'Sakura Tea House' });
	await editor.picture('dry-run', { height: 1200, width: 1600 });

	await editor.next(ourNode, 'Get record');
	await editor.pick('form', 'Customers');
	await editor.fillId('recordId', 'cus0001');
	expect(await editor.execute()).toContain('CUS0001');
});

test('a trigger is tried, and its rows are seen', async () => {
	await editor.newWorkflow();
	await editor.chooseTrigger('On record created');
	await editor.pick('form', 'Support Requests');
	expect(await editor.part('node-execute-button').innerText()).toContain('Fetch Test Event');
	const shown = await editor.execute();
	for (const text of ['Subject', 'Priority', 'recordCreated']) expect(shown).toContain(text);
	await editor.showOutputAs('Schema');
	await editor.picture('trigger', { width: 1400 });
	await editor.newWorkflow();
	await editor.chooseTrigger('On notice count increased');
	await editor.pick('code', 'Aiko Tanaka');
	await editor.execute();
	await editor.showOutputAs('Schema');
	const notices = await editor.output().innerText();
	for (const text of ['appsName', 'label', 'count', 'previousCount'])
		expect(notices).toContain(text);
	await editor.picture('notices', { width: 1400 });
	await editor.newWorkflow();
	await editor.chooseTrigger('On user changed');
	expect(await editor.parameters().innerText()).toContain('1 request per 1,000 users');
	const people = await editor.execute();
	for (const text of ['Aiko Tanaka', 'userChanged', 'changes']) expect(people).toContain(text);
	await editor.showOutputAs('JSON');
	await editor.picture('directory', { width: 1400 });
});

test('a mistake names the field as the form does, and says what to do', async () => {
	await editor.newWorkflow();
	await editor.choose(ourNode, 'Create record');
	await editor.pick('form', 'Support Requests');
	await editor.fill('field-1', subject);
	await editor.fill('field-7', 'Fax');
	const mistake =
		"'Channel' (field-7) has no choice 'Fax'; choices are Phone, Mail, Chat and Visit";
	expect(await editor.attempt()).toContain(mistake);
	const shown = await editor.part('output-panel').innerText();
	expect(shown).toContain(mistake);
	expect(shown).toContain('Use the name of a choice, or its related code.');
	await editor.picture('error', { top: editor.part('mapping-fields-container') });
});

test('an agent gets the node as a tool, and its model fills in what a person leaves to it', async () => {
	await editor.openWorkflow(exampleNamed('Approve by chat').id);
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
	await editor.picture('tool', {
		top: editor.part('input-label').getByText('Form', { exact: true }),
	});
});
