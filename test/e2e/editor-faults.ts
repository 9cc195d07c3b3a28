import type { Page } from 'playwright-core';

/** Of n8n itself, on every page that has no workflow yet. */
const n8nsOwn = /^Failed to load resource|injectNDVStore\(\)/;

/** What the browser's console sees go wrong, from now on. */
export function faultsOf(page: Page, origin: string): string[] {
	const faults: string[] = [];
	page.on('pageerror', ({ message }) => faults.push(message));
	page.on('console', (message) => {
		if (message.type() === 'error' && !n8nsOwn.test(message.text())) faults.push(message.text());
	});
	page.on('response', (response) => {
		const isOurs = response.url().startsWith(origin);
		// n8n asks for the schemas of its own nodes as well, which it does not have.
		const isMissed = response.url().includes('/schemas/n8n-nodes-base.');
		if (isOurs && !isMissed && response.status() >= 400)
			faults.push(`${response.status()} ${response.url()}`);
	});
	return faults;
}
