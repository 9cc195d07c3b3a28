import { type Held, ourNode } from './editor.ts';

/** From nothing to a node with a credential. */
export function nodeIsAdded(held: Held): void {
	test('the node is found by its name, and says what it can do', async () => {
		const { editor } = held;
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
		const { editor, sandbox } = held;
		const { n8n, credential, credentialData } = sandbox;
		const dialog = editor.part('editCredential-modal');
		const enter = async (key: string) => {
			await editor.fill('apiKey', key);
			await editor.part('credential-save-button').click();
		};
		await editor.part('credential-edit-button').click();
		const works = dialog.getByText('Connection tested successfully');
		// n8n tests what it opens; coming late, that result would replace the next.
		await works.waitFor();
		try {
			await enter('a wrong key');
			await dialog.getByText('More details').click();
			await dialog.getByText(refused).waitFor();
			await editor.picture('credential-refused');
			await editor.fill('directoryApiKey', String(credentialData.apiKey));
			await enter(String(credentialData.apiKey));
			await works.waitFor();
			await editor.picture('credential');
		} finally {
			// The other tests need it.
			await n8n.updateCredential(credential, credentialData);
		}
	});
}

const refused =
	'The API key is not valid. Copy it again from the authentication settings of the service.';
