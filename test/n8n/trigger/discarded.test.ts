import type { INodeParameters } from 'n8n-workflow';
import { sampled } from '../../support/effort';
import { inAHurry } from '../../support/hurry';
import { Database, LivingN8n } from '../../support/living-n8n';
import { FORM, formId, watching, type Watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(60_000);

/** n8n with its trigger, and the service. */
interface Life extends Watching {
	readonly database: Database;
	readonly n8n: LivingN8n;
	/** A poll begins and does not end at once. */
	begin(): void;
}

const living = async (parameters: INodeParameters, test: (life: Life) => Promise<void>) =>
	await inAHurry(async () => {
		await watching({}, async (world) => {
			const database = new Database();
			const given = {
				...parameters,
				options: { names: 'identifiers', ...(parameters.options as object) },
			};
			const n8n = new LivingN8n(database, { parameters: given, credentials: world.credentials });
			const begin = () => {
				world.service.faults.add({ answer: { delayMs: 60 } });
				n8n.tick();
			};
			await test({ ...world, database, n8n, begin });
			await n8n.quiet();
			expect(database.failures).toEqual([]);
		});
	});

/** What makes n8n throw away the result of a poll that runs. */
const ways: readonly (readonly [string, (life: Life) => Promise<void>])[] = [
	[
		'a new version is published and polls beside it',
		async ({ n8n, begin }) => {
			begin();
			await n8n.publish('update');
		},
	],
	[
		'a new version is published and polls after it',
		async ({ n8n, begin }) => {
			begin();
			await n8n.publish('update', () => n8n.quiet());
		},
	],
	[
		'the workflow is unpublished, and published when it has ended',
		async ({ n8n, begin }) => {
			begin();
			await n8n.unpublish();
			await n8n.quiet();
			await n8n.publish('activate');
		},
	],
	[
		'the workflow is unpublished and published at once',
		async ({ n8n, begin }) => {
			begin();
			await n8n.unpublish();
			await n8n.publish('activate');
		},
	],
	[
		'the process loses the leadership and gets it back',
		async ({ n8n, begin }) => {
			begin();
			await n8n.unpublish();
			await n8n.quiet();
			await n8n.publish('leadershipChange');
		},
	],
];

const user = { code: { __rl: true, mode: 'id', value: 'E0030' } };
const form = { form: formId(FORM) };

/** Events, and what makes the nth of them; its item has the answered properties. */
const events: readonly (readonly [string, INodeParameters, (life: Life, n: number) => object])[] = [
	['recordCreated', form, ({ create }, n) => ({ recordId: create(`new ${n}`) })],
	[
		'recordCreatedOrUpdated',
		form,
		({ edit }, n) => (edit(7, `edit ${n}`), { recordId: 7, 'field-41': `edit ${n}` }),
	],
	[
		'recordDeleted',
		form,
		({ service }, n) => (service.store.deleteRecord(FORM, n + 10), { recordId: n + 10 }),
	],
	[
		'recordStatusChanged',
		{ form: formId(1) },
		({ service }, n) => {
			service.store.updateRecord(1, 7, {}, { status: `state ${n}` });
			return { recordId: 7, status: `state ${n}` };
		},
	],
	[
		'noticeCountChanged',
		user,
		({ service }, n) => {
			service.store.raiseNotice('E0030', { appsId: FORM, id: '9', label: 'To pack', count: n + 1 });
			return { count: n + 1 };
		},
	],
];

const cases = ways.flatMap(([way, discard]) =>
	events.map(([event, more, happen]) => [way, event, discard, more, happen] as const),
);

describe('a poll whose result n8n throws away', () => {
	it.each(sampled(cases, ([way, event]) => `${way} ${event}`, 1 / 3))(
		'counts for nothing, every event comes once: %s, %s',
		async (_, event, discard, more, happen) => {
			await living({ event, ...more }, async (life) => {
				const { n8n, database, pass } = life;
				await n8n.publish('activate');
				const expected: object[] = [];
				const next = () => {
					pass(30);
					expected.push(expect.objectContaining(happen(life, expected.length)));
				};
				for (let round = 0; round < 4; round++) {
					next();
					await discard(life);
					await n8n.quiet();
					next();
					await n8n.poll();
					if (round % 2 === 0) await n8n.poll();
				}
				await n8n.poll();
				expect(database.items).toEqual(expected);
			});
		},
	);

	it.each(sampled(ways, ([way]) => way, 1 / 3))(
		'is found again by a read from the beginning: %s',
		async (_, discard) => {
			const existing = {
				event: 'recordCreated',
				...form,
				options: { existingSince: '1970-01-01' },
			};
			await living(existing, async (life) => {
				const { n8n, database, bulk, create } = life;
				bulk(6_000);
				await n8n.publish('activate');
				for (let round = 0; round < 3; round++) {
					create(`new ${round}`);
					await discard(life);
					await n8n.quiet();
					await n8n.poll();
				}
				for (let polls = 0; polls < 2; polls++) await n8n.poll();
				const told = database.items.map(({ recordId }) => Number(recordId)).sort((a, b) => a - b);
				expect(told).toEqual(Array.from({ length: 120 + 6_000 + 3 }, (__, index) => index + 1));
			});
		},
	);
});
