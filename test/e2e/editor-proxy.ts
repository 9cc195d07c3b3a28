import { besideProxy } from '../hostile/proxy.ts';
import { type Held, start } from './editor.ts';

/** The key of the credential in n8n's own HTTP Request node. */
export function keyStaysFromProxies(held: Held): void {
	test('an HTTP Request node gets an answer with the key, and none through a proxy that could read it', async () => {
		const { editor, sandbox } = held;
		const { credential, credentialData, n8n } = sandbox;
		await besideProxy(undefined, async (proxy) => {
			const request = (id: string, options: object) => ({
				id,
				name: id,
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [200, 0] as [number, number],
				parameters: {
					url: `${credentialData.baseUrl}/api/apps/forms`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'recordsDirectoryApi',
					options,
				},
				credentials: { recordsDirectoryApi: { id: credential.id, name: credential.name } },
			});
			const workflow = await n8n.createWorkflow({
				name: 'Proxy',
				nodes: [
					start,
					request('direct', {}),
					request('proxied', { proxy: proxy.url, allowUnauthorizedCerts: true }),
				],
				connections: {
					Start: {
						main: [['direct', 'proxied'].map((node) => ({ node, type: 'main', index: 0 }))],
					},
				},
			});
			await editor.openWorkflow(workflow.id, 'direct');
			expect(await editor.execute()).toContain('Support Requests');
			await editor.openWorkflow(workflow.id, 'proxied');
			const why = 'A proxy could read the key because the Base URL starts with http://';
			expect(await editor.attempt()).toContain(why);
			expect(await editor.part('output-panel').innerText()).toContain(why);
			expect(proxy.seen).toEqual([]);
		});
	});
}
