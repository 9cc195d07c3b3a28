import { entries } from '../../nodes/RecordsDirectory/api';
import { sampled } from '../support/effort';
import { inAHurry } from '../support/hurry';
import { executeWithHints, takeLog, type NodeRun } from '../support/n8n';
import { inWorld, type World } from '../support/world';
import { asks } from './asks';
import { faultsOf } from './faults';
import { form, withForm } from './form-service';
import { APP, bothKeys, DIRECTORY, keys, secretIn } from './kept';
import { runOf } from './with-password';

/** The most that is shown of a text of the service, and of what stands beside it, such as the places of a stack. */
const MOST = 2_000;
const MOST_BESIDE = 2_000;
const LONG = 'w '.repeat(2 * MOST);

/** The longest text anywhere in a value, also of an error. */
function longestIn(value: unknown, seen = new Set<unknown>()): number {
	if (typeof value === 'string') return value.length;
	if (typeof value !== 'object' || value === null || seen.has(value)) return 0;
	seen.add(value);
	const parts = Object.getOwnPropertyNames(value).flatMap((name) => [
		name,
		Object.getOwnPropertyDescriptor(value, name)?.value as unknown,
	]);
	return Math.max(0, ...parts.map((part) => longestIn(part, seen)));
}

/** What is shown of a run: its error, what stands for one in its items, hints, and lines of the log. */
async function shownOf(run: NodeRun): Promise<unknown[]> {
	takeLog();
	const shown = await executeWithHints(run).then(
		({ items, hints }) => [...items.filter(({ json }) => json.error !== undefined), ...hints],
		(error: Error) => [error, error.message, error.stack],
	);
	return [...shown, ...takeLog()];
}

const inPeace = async (test: (world: World) => Promise<void>) =>
	await inAHurry(async () => {
		await inWorld({ keys }, async ({ service, credentials }) => {
			const settings = { ...credentials, ...bothKeys, requestsPer100Seconds: 1_000_000 };
			await test({ service, credentials: settings });
		});
	});

// A header would be too long for Node.
const FAULTS = faultsOf(['', LONG]);
const answerOf = (kind: string) => FAULTS[kind]!;
const WITH_WORDS = ['400', '401', '402, each minute', '404', '500'];

describe('of a long complaint of the service nobody is shown more than its beginning', () => {
	it.each(sampled(entries, ({ key }) => key, 1 / 80))('$key', async (entry) => {
		await inPeace(async ({ service, credentials }) => {
			for (const kind of WITH_WORDS) {
				for (const continueOnFail of [false, true]) {
					service.faults.clear();
					service.faults.add({ times: Infinity, answer: answerOf(kind) });
					const shown = await shownOf({ ...runOf(entry), credentials, continueOnFail });
					const length = longestIn(shown);
					const isFitting = length >= MOST && length <= MOST + MOST_BESIDE;
					expect([kind, continueOnFail, isFitting || length]).toEqual([kind, continueOnFail, true]);
				}
			}
		});
	});

	it.each(sampled(Object.keys(asks({})), (name) => name, 1 / 20))('%s', async (name) => {
		await inPeace(async ({ service, credentials }) => {
			for (const kind of WITH_WORDS) {
				service.faults.clear();
				service.faults.add({ times: Infinity, answer: answerOf(kind) });
				takeLog();
				const ask = asks(credentials)[name]!;
				const shown = [await ask().catch((error: Error) => error), ...takeLog()];
				expect([kind, longestIn(shown) <= MOST + MOST_BESIDE]).toEqual([kind, true]);
			}
		});
	});
});

it('a key at the place where the words are cut is hidden before', async () => {
	const entry = entries.find(({ key }) => key === 'record.get')!;
	for (const secret of [APP, DIRECTORY]) {
		for (let more = 0; more <= secret.length; more += 4) {
			const words = `${' '.repeat(MOST - 1 - more)}${secret}${LONG}`;
			await inPeace(async ({ service, credentials }) => {
				const body = { errors: { code: 400, message: words } };
				service.faults.add({ times: Infinity, answer: { status: 400, body } });
				expect(secretIn(await shownOf({ ...runOf(entry), credentials }))).toBe('');
			});
		}
	}
});

describe('of a form with long names nobody is shown more than their beginning', () => {
	const named = Array.from({ length: 7 }, (_, n) => ({
		uniqueId: `id-${n}-${LONG}`.trim(),
		caption: `Caption ${n} ${LONG}`.trim(),
	}));
	const [one, two] = named as [(typeof named)[0], (typeof named)[0]];
	const create = { resource: 'record', operation: 'create', ...form };
	const whole = { ...create, recordMapper: { mappingMode: 'autoMapInputData', value: null } };
	const byHand = { mappingMode: 'defineBelow', value: { other: 'x' } };
	const objects = Object.fromEntries(named.map(({ caption }) => [caption, { a: 1 }]));

	it.each<[string, NodeRun['parameters'], object]>([
		[
			'a hint of a name that is nearly that of a field',
			whole,
			{ [`${one.caption}x`]: 1, [two.caption]: 2 },
		],
		['a name that no field has', { ...create, recordMapper: byHand }, {}],
		['values that no field takes', whole, objects],
		['a field twice', whole, { [one.caption]: 1, [one.uniqueId]: 2 }],
	])('%s', async (_, parameters, json) => {
		await withForm(named, async (credentials) => {
			const items = [{ json }] as NonNullable<NodeRun['items']>;
			for (const continueOnFail of [false, true]) {
				const length = longestIn(
					await shownOf({ parameters, credentials, items, continueOnFail } as NodeRun),
				);
				expect(length).toBeGreaterThanOrEqual(MOST);
				expect(length).toBeLessThanOrEqual(MOST + MOST_BESIDE);
			}
		});
	});
});
