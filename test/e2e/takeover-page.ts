/** Where a page tries to get at, and with which password. */
export interface Target {
	n8n: string;
	service: string;
	password: string;
	/** In the names of what it makes. */
	mark: string;
}

/**
 * Runs inside a page, so it may use nothing of this file. Tries everything that a page could do to take the
 * sandbox over, and returns what the page itself saw succeed.
 */
export async function takeOver({ n8n, service, password, mark }: Target): Promise<string[]> {
	const done: string[] = [];
	const ask = async (address: string, init: RequestInit = {}) => {
		const reply = await fetch(address, { credentials: 'include', ...init });
		return { status: reply.status, text: await reply.text() };
	};
	const attempt = async (name: string, work: () => Promise<boolean>) => {
		if (await work().catch(() => false)) done.push(name);
	};
	const json = (body: object, headers = {}) => ({
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});
	const opened = (channel: EventTarget & { close(): void }) =>
		new Promise<boolean>((resolve) => {
			const end = (isOpen: boolean) => {
				channel.close();
				resolve(isOpen);
			};
			// n8n closes at once what it does not want.
			channel.addEventListener('open', () => setTimeout(() => end(true), 500));
			for (const event of ['error', 'close']) channel.addEventListener(event, () => end(false));
		});

	await attempt('read settings', async () =>
		(await ask(`${n8n}/rest/settings`)).text.includes('userManagement'),
	);
	await attempt('log in', async () => {
		const login = { emailOrLdapLoginId: 'owner@sandbox.example', password };
		return (await ask(`${n8n}/rest/login`, json(login))).text.includes('owner@sandbox');
	});
	await attempt('create workflow', async () => {
		const workflow = { name: mark, nodes: [], connections: {} };
		return (await ask(`${n8n}/rest/workflows`, json(workflow))).status === 200;
	});
	// n8n's complaint of a missing name would come from what installs packages.
	await attempt('reach package installation', async () =>
		(await ask(`${n8n}/rest/community-packages`, json({}))).text.includes('ackage name'),
	);
	await attempt('listen to n8n', () =>
		opened(new WebSocket(`${n8n.replace('http', 'ws')}/rest/push?pushRef=${mark}`)),
	);
	await attempt('read channel', async () =>
		(await ask(`${service}/neighbours/channel`)).text.includes('messages'),
	);
	const send = (address: string, body: BodyInit) =>
		ask(address, { method: 'POST', mode: 'no-cors', body }).catch(() => undefined);
	// Requests that a page may always send, such as those of a form: only the reply is kept from it.
	await send(`${n8n}/rest/tags`, new URLSearchParams({ name: mark }));
	await send(`${service}/neighbours/slack/T000/B000/sandbox`, JSON.stringify({ text: mark }));
	await attempt('create record', async () => {
		const record = json({ record: { 'field-1': mark } }, { 'X-Service-API-Key': 'sandbox-key' });
		return (await ask(`${service}/api/apps/1/records`, record)).status === 201;
	});
	return done;
}
