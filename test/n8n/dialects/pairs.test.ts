import { isLong, seedOr, times } from '../../support/effort';
import { inAHurry } from '../../support/hurry';
import { judged } from './judge';
import { isNotYet } from './not-yet-withstood';
import { pairs } from './pairs';
import { runs, sending } from './runs';
import { closeSites } from './site';
import { randomOf } from './stories';
import { tried, type Tried } from './tried';

jest.setTimeout(isLong ? 3_600_000 : 120_000);

const CASES = times(200);
const SEED = seedOr(20_261);
const OVERSLEEPING = 400;

const usual = new Map<string, Tried>();

beforeAll(async () => {
	for (const run of runs) usual.set(run.name, await tried(run, []));
});
afterAll(closeSites);

it('operations under two settings at once, by chance', async () => {
	const random = randomOf(SEED);
	const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
	const wrong: string[] = [];
	await inAHurry(async () => {
		for (let n = 0; n < CASES; n++) {
			const pair = one(pairs);
			// By turns any run, and one that is known to meet one of the two.
			const meeting = sending.filter(({ rows = [] }) => pair.some(({ row }) => rows.includes(row)));
			const run = one(n % 2 === 0 && meeting.length > 0 ? meeting : sending);
			if (isNotYet(run, pair, usual.get(run.name)!.outcome)) continue;
			const result = await judged(run, pair, usual);
			const names = pair.map(({ row, name }) => `row ${row}, ${name}`).join('; ');
			wrong.push(...result.wrong.map((words) => `seed ${SEED}, case ${n}: ${names}\n${words}`));
		}
	}, OVERSLEEPING);
	expect(wrong).toEqual([]);
});
