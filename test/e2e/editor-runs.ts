import { type Held, ourNode } from './editor.ts';

/** What a person sees of a test of the trigger, and of a mistake. */
export function runsAreSeen(held: Held): void {
	test('the trigger is tried, and its rows are seen', async () => {
		const { editor } = held;
		await editor.newWorkflow();
		await editor.chooseTrigger('On record created');
		await editor.pick('form', 'Support Requests');
		expect(await editor.part('node-execute-button').innerText()).toContain('Fetch Test Event');
		const shown = await editor.execute();
		for (const text of ['Subject', 'Priority', 'recordCreated']) expect(shown).toContain(text);
		await editor.showOutputAs('Schema');
		await editor.picture('trigger', { width: 1400 });
	});

	test('the notices of a person are shown as they are', async () => {
		const { editor } = held;
		await editor.newWorkflow();
		await editor.chooseTrigger('On notice count increased');
		await editor.pick('code', 'Aiko Tanaka');
		await editor.execute();
		await editor.showOutputAs('Schema');
		const shown = await editor.output().innerText();
		for (const text of ['appsName', 'label', 'count', 'previousCount'])
			expect(shown).toContain(text);
		await editor.picture('notices', { width: 1400 });
	});

	test('a mistake names the field as the form does, and says what to do', async () => {
		const { editor } = held;
		await editor.newWorkflow();
		await editor.choose(ourNode, 'Create record');
		await editor.pick('form', 'Support Requests');
		await editor.fill('field-1', 'The scanner does not start');
		await editor.fill('field-7', 'Fax');
		const told = "'Channel' (field-7) has no choice 'Fax'; choices are Phone, Mail, Chat, Visit";
		expect(await editor.attempt()).toContain(told);
		const shown = await editor.part('output-panel').innerText();
		expect(shown).toContain(told);
		expect(shown).toContain('Use the name of a choice, or its related code.');
		await editor.picture('error', { top: editor.part('mapping-fields-container') });
	});
}
