import { sampled } from '../support/effort';
import { inAHurry } from '../support/hurry';
import { takeLog } from '../support/n8n';
import { inWorld } from '../support/world';
import { asks } from './asks';
import { faultsOf, KINDS } from './faults';
import { APP, bothKeys, DIRECTORY, keys, secretIn } from './kept';

it.each(sampled([...KINDS, 'nothing'], (kind) => kind, 1 / 8))(
	'no key is in what the editor and the trigger get, nor in the log: %s',
	async (kind) => {
		await inAHurry(async () => {
			await inWorld({ keys }, async ({ service, credentials }) => {
				const settings = { ...credentials, ...bothKeys, requestsPer100Seconds: 1_000_000 };
				const all = Object.entries(asks(settings));
				for (const [name, ask] of all) {
					const answer = faultsOf([APP, DIRECTORY])[kind];
					service.faults.clear();
					if (answer) service.faults.add({ times: Infinity, answer });
					const outcome = await ask().catch((error: unknown) => error);
					expect([name, secretIn(outcome), secretIn(takeLog())]).toEqual([name, '', '']);
				}
				// A service that is to be left alone gets no request of a list or a poll.
				const isQuiet = kind === '402, each minute' || kind === '429';
				if (!isQuiet) expect(service.log.length).toBeGreaterThanOrEqual(all.length);
			});
		});
	},
);
