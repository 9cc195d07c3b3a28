import type { Say } from '../figures';
import { remotely } from '../remote';
import { bulkChanges } from './bulk';
import { someChanges } from './changes';
import type { TriggerCalls } from './client';
import { quietPolls } from './quiet';

const USUAL = {
	forms: [1_000, 100_000],
	polls: 15,
	changes: [0, 1, 10, 100, 999, 1_000, 2_500, 5_000],
	bulk: 50_000,
};
const QUICK = { forms: [200, 3_000], polls: 3, changes: [0, 10, 1_200], bulk: 1_500 };

/** Measures the trigger; returns text with tables. */
export async function trigger(isQuick: boolean, say: Say): Promise<string> {
	const { forms, polls, changes, bulk } = isQuick ? QUICK : USUAL;
	const records = Math.max(...forms);
	return await remotely<TriggerCalls, string>('trigger/client.ts', async (client) =>
		[
			await quietPolls(client, forms, polls, say),
			await someChanges(client, records, changes, say),
			await bulkChanges(client, records, bulk, say),
		].join('\n\n'),
	);
}
