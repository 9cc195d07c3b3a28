import { RecordsDirectory } from '../../nodes/RecordsDirectory/RecordsDirectory.node';
import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger';
import { inAHurry } from '../support/hurry';
import { listSearch, loadedOptions, mapperFields, poll, takeLog } from '../support/n8n';
import { testCredential } from '../support/credential-test';
import { byId, inWorld, type World } from '../support/world';
import { faultsOf, KINDS } from './faults';
import { APP, bothKeys, DIRECTORY, keys, secretIn } from './kept';

const { listSearch: searches, loadOptions } = new RecordsDirectory().methods;
const parameters = {
	resource: 'comment',
	operation: 'get',
	form: byId(1),
	recordId: byId(1),
	code: byId('E0001'),
};

/** Everything that asks the service outside of an execution. */
function asks(credentials: World['credentials']): Record<string, () => Promise<unknown>> {
	const run = { parameters, credentials };
	const polls = Object.keys(triggerEvents).flatMap((event) =>
		(['trigger', 'manual'] as const).map((mode) => [
			`${event}, ${mode}`,
			async () => {
				const staticData = {};
				const given = { ...run, parameters: { ...parameters, event }, mode, staticData };
				return [await poll(given), await poll(given), staticData];
			},
		]),
	);
	return Object.fromEntries([
		...Object.keys(searches).map((name) => [name, () => listSearch(name, run)]),
		...Object.keys(loadOptions).map((name) => [name, () => loadedOptions(name, run)]),
		['getFormFields', () => mapperFields('getFormFields', run)],
		['the test', () => testCredential(credentials)],
		...polls,
	]) as Record<string, () => Promise<unknown>>;
}

it.each([...KINDS, 'nothing'])(
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
