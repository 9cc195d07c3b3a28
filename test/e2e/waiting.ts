import { setTimeout as sleep } from 'node:timers/promises';

/** Until `look` finds something; fails with what it was about. */
export async function eventually<T>(
	what: string,
	seconds: number,
	look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
	const end = Date.now() + seconds * 1000;
	while (Date.now() < end) {
		const found = await look();
		if (found !== undefined) return found;
		await sleep(500);
	}
	throw new Error(`Within ${seconds} seconds there was no ${what}.`);
}
