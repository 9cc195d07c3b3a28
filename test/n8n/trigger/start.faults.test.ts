import type { IDataObject } from 'n8n-workflow';
import { sampled } from '../../support/effort';
import { inAHurry } from '../../support/hurry';
import { idsOf, sorted, watching, type Watching } from '../../support/watching';
import { faults } from '../faults/faults';
import type { FaultAnswer } from '../../../sandbox/service/faults';

jest.setTimeout(600_000);

/** One fault at one of the requests that read existing records. */
interface Case {
	readonly fault: string;
	readonly answer: FaultAnswer;
	/** Counted from 1. */
	readonly nth: number;
	/** One request only, or all of the poll from this one on. */
	readonly times: number;
}

const EVENTS = ['recordCreated', 'recordCreatedOrUpdated'] as const;

// A service that does not answer is in hanging.test.ts; without a connection, no request reaches the service.
const answers = faults.flatMap(({ name, way }) =>
	typeof way === 'object' && !('never' in way) ? [{ fault: name, answer: way }] : [],
);

const casesOf = (requests: number): Case[] =>
	Array.from({ length: requests }, (_, n) => n + 1).flatMap((nth) =>
		[1, Infinity].flatMap((times) => answers.map((one) => ({ ...one, nth, times }))),
	);

const nameOf = ({ fault, nth, times }: Case) =>
	`${fault} at request ${nth}${times > 1 ? ' and all after it' : ''}`;

/** The IDs that a trigger emits whose first poll meets the fault; a record is created after that poll. */
async function emittedWith(one: Case, life: Watching, name: string) {
	const { service, create, pass, poll } = life;
	const own = { staticData: {}, nodeId: name };
	service.faults.add({ nth: one.nth, times: one.times, answer: one.answer });
	const found: IDataObject[] = (await poll(own).catch(() => null)) ?? [];
	service.faults.clear();
	pass(60);
	const created = create('new');
	for (let polls = 0; polls < 3; polls++) {
		found.push(...((await poll(own)) ?? []));
		pass(60);
	}
	return { found: sorted(idsOf(found)), created };
}

describe('existing records, while the service has a fault: each record comes once, and so does a new one', () => {
	it.each(EVENTS)('%s', async (event) => {
		await inAHurry(async () => {
			const given = { event, options: { existingSince: '1970-01-01' } };
			await watching({ given, dialect: { pageCap: 100 } }, async (life) => {
				life.bulk(100);
				life.pass(7_200);
				life.taken();
				await life.poll({ staticData: {}, nodeId: 'undisturbed' });
				const requests = life.taken().length;
				expect(requests).toBeGreaterThanOrEqual(3);
				const wrong: string[] = [];
				for (const one of sampled(casesOf(requests), nameOf, 1 / 16)) {
					const name = nameOf(one);
					const { found, created } = await emittedWith(one, life, name);
					const all = Array.from({ length: created }, (_, n) => n + 1);
					if (found.join() !== all.join())
						wrong.push(`${name}: ${found.length} events for ${all.length} records`);
				}
				expect(wrong).toEqual([]);
			});
		});
	});
});
