import type { Say } from '../figures';
import { remotely } from '../remote';
import { someChanges } from './changes';
import type { TriggerCalls } from './client';
import { quietPolls } from './quiet';

const USUAL = {
	forms: [1_000, 100_000],
	polls: 15,
	changes: [1, 100, 999, 1_000, 5_000],
};
const QUICK = { forms: [200, 3_000], polls: 3, changes: [10, 1_200] };

/** Measures the trigger; returns text with tables. */
export async function trigger(isQuick: boolean, say: Say): Promise<string> {
	const { forms, polls, changes } = isQuick ? QUICK : USUAL;
	const records = Math.max(...forms);
	return await remotely<TriggerCalls, string>('trigger/client.ts', async (client) =>
		[
			await quietPolls(client, forms, polls, say),
			await someChanges(client, records, changes, say),
		].join('\n\n'),
	);
}
