import { plainDialect } from '../../../sandbox/service/dialects';
import { isLong, sampled } from '../../support/effort';
import { inAHurry } from '../../support/hurry';
import { differences, isNamed, isUnder, silences, wrongIn } from './differences';
import { runs, sending } from './runs';
import { settings } from './settings';
import { closeSites } from './site';
import { tried, type Outcome } from './tried';

jest.setTimeout(600_000);

/** Where the limit makes a run wait, in one slice. */
const OVERSLEEPING = 400;

/** The outcomes under the plain dialect, by the names of the runs. */
const usual = new Map<string, Outcome>();

beforeAll(async () => {
	for (const run of sending) usual.set(run.name, (await tried(run, [])).outcome);
});
afterAll(closeSites);

it.each(
	sampled(settings, ({ name }) => name, 1 / 4).map((one) => [one.row, one.name, one] as const),
)('row %i, %s: every operation does the same', async (row, name, setting) => {
	const wrong: string[] = [];
	const meeting = sending.filter(({ rows }) => isLong || !rows || rows.includes(row));
	await inAHurry(async () => {
		for (const run of sampled(meeting, (one) => `${name} ${one.name}`, 1 / 16)) {
			const expected = usual.get(run.name)!;
			const { outcome: actual } = await tried(run, [setting]);
			wrong.push(...wrongIn(run, [setting], { expected, actual }));
		}
	}, OVERSLEEPING);
	expect(wrong).toEqual([]);
});

it('every row of the list, and every switch of the service, has a setting', () => {
	const rows = new Set(settings.map(({ row }) => row));
	expect([...rows]).toEqual(Array.from({ length: 56 }, (_, index) => index + 1));
	const switches = settings.flatMap(({ dialect }) => Object.keys(dialect ?? {}));
	expect([...new Set(switches)].sort()).toEqual(Object.keys(plainDialect).sort());
	expect(new Set(settings.map(({ name }) => name)).size).toBe(settings.length);
});

it('every difference names settings and runs that exist', () => {
	const unknown = [...differences, ...silences].flatMap(({ under }) =>
		under.filter((one) => !isUnder([one], settings)),
	);
	const missing = differences.flatMap(({ runs: named = [] }) =>
		named.filter((one) => !runs.some(({ name }) => isNamed(one, name))),
	);
	expect([unknown, missing]).toEqual([[], []]);
});
