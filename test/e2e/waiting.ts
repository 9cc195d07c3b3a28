import { setTimeout as sleep } from 'node:timers/promises';

/** Seconds. A run at the limit waits 100, polls that share it take several turns, and machines differ. */
const PATIENCE = 300;

/** Until `look` finds something; fails with what it was about. It measures nothing: what takes long is waited for. */
export async function eventually<T>(
	what: string,
	look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
	const end = Date.now() + PATIENCE * 1000;
	while (Date.now() < end) {
		const found = await look();
		if (found !== undefined) return found;
		await sleep(500);
	}
	throw new Error(`Within ${PATIENCE} seconds there was no ${what}.`);
}
