import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { sampled } from '../../support/effort';
import { inAHurry } from '../../support/hurry';
import { idsOf, sorted, watching, type Watching } from '../../support/watching';

jest.setTimeout(120_000);

/** What the panel fills in. */
const ALL = '1970-01-01T00:00:00';
const start = (options: INodeParameters, event = 'recordCreatedOrUpdated') => ({
	given: { event, options: { existingSince: ALL, ...options } },
});
/** The IDs of all records of a form up to one of them. */
const upTo = (id: number) => Array.from({ length: id }, (_, n) => n + 1);
/** Another process of n8n. */
const restarted = () => ({ nodeId: `of-${Math.random()}` });

/** The events of some polls, a minute apart. */
async function eventsOf({ poll, pass }: Watching, polls: number): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for (let n = 0; n < polls; n++) {
		found.push(...((await poll()) ?? []));
		pass(60);
	}
	return found;
}

const EVENTS = [
	{ event: 'recordCreated', options: {} },
	{ event: 'recordCreatedOrUpdated', options: {} },
	{ event: 'recordCreatedOrUpdated', options: { watchedFields: 'field-41' } },
] as const;
const someEvents = sampled(EVENTS, (one) => JSON.stringify(one), 1 / 3);

const AFTER_DOWNTIME = ['everything', 'nothing'];

describe('all existing records', () => {
	it.each(someEvents)('come once, then new events: $event $options', async (one) => {
		await watching(start(one.options, one.event), async (life) => {
			const old = life.bulk(2_500);
			life.pass(7_200);
			const youngest = life.create('youngest');
			const first = (await life.poll()) ?? [];
			expect(sorted(idsOf(first))).toEqual(upTo(youngest));
			expect(new Set(first.map(({ event }) => event))).toEqual(new Set(['recordCreated']));
			expect(new Set(first.map(({ eventId }) => eventId)).size).toBe(first.length);
			life.pass(60);
			const created = life.create('created');
			if (one.event !== 'recordCreated') life.edit(old[0]!, 'edited');
			const expected = one.event === 'recordCreated' ? [created] : [old[0], created];
			expect(sorted(idsOf(await eventsOf(life, 5)))).toEqual(expected);
		});
	});
});

describe('all existing records, over several polls', () => {
	it.each(someEvents)('at 10 requests in 100 seconds: $event $options', async (one) => {
		await inAHurry(async ({ skip }) => {
			await watching(start(one.options, one.event), async (life) => {
				const made = life.bulk(12_000);
				life.pass(7_200);
				const few = { credentials: { ...life.credentials, requestsPer100Seconds: 10 } };
				const found: number[][] = [];
				const used: number[] = [];
				let created = 0;
				for (let polls = 0; polls < 12; polls++) {
					found.push(idsOf(await life.poll(few)));
					used.push(life.taken().length);
					if (polls === 0) created = life.create('created');
					if (polls === 0) life.edit(made[0]!, 'edited');
					skip(60_000);
					life.pass(60);
				}
				// The fields that are watched cost a baseline of the whole second in which all were made.
				const isPlain = !('watchedFields' in one.options);
				const polls = one.event === 'recordCreated' ? 3 : isPlain ? 4 : 7;
				expect(used.slice(0, polls).reduce((sum, n) => sum + n)).toBe(
					one.event === 'recordCreated' ? 15 : isPlain ? 16 : 31,
				);
				// What is new comes with the poll after them. The edited record comes again if it came with the first.
				const hasCome = one.event !== 'recordCreated' && found[0]!.includes(made[0]!);
				const edited = hasCome ? [made[0]!] : [];
				const existing = upTo(made.at(-1)!);
				expect(sorted(found.slice(0, polls).flat())).toEqual(sorted([...existing, ...edited]));
				expect(sorted(found.flat())).toEqual(sorted([...upTo(created), ...edited]));
				expect(found.flat().at(-1)).toBe(created);
				expect(Math.max(...found.map((ids) => ids.length))).toBeLessThanOrEqual(5_000);
				for (let n = 1; n < used.length; n++)
					expect(used[n - 1]! + used[n]!).toBeLessThanOrEqual(10);
			});
		});
	});

	it.each(sampled(AFTER_DOWNTIME, (one) => one))(
		'continues after a restart if n8n has saved it, After Downtime %s',
		async (catchUp) => {
			for (const { event, options } of EVENTS)
				await watching(start({ ...options, catchUp }, event), async (life) => {
					const last = life.bulk(5_500).at(-1)!;
					life.pass(7_200);
					const saved: IDataObject = {};
					const found = idsOf(await life.publish(saved, restarted())());
					life.pass(86_400);
					const missed = [life.create('one'), life.create('two')];
					const after = life.publish(saved, restarted());
					for (let polls = 0; polls < 3; polls++) {
						found.push(...idsOf(await after()));
						life.pass(60);
					}
					expect(sorted(found)).toEqual(upTo(missed[1]!));
					expect(sorted(found.slice(last))).toEqual(missed);
				});
		},
	);

	it('emits the same event IDs if n8n continues from an older state', async () => {
		for (const { event, options } of EVENTS)
			await watching(start(options, event), async (life) => {
				life.bulk(5_200);
				life.pass(7_200);
				await life.poll(restarted());
				const older = structuredClone(life.state);
				const again = [life.state, older].map((staticData) => ({ staticData, ...restarted() }));
				const [first, second] = [await life.poll(again[0]), await life.poll(again[1])];
				expect(first!.length).toBeGreaterThan(100);
				expect(second).toEqual(first);
			});
	});
});

describe('publishing again', () => {
	it.each(sampled(AFTER_DOWNTIME, (one) => one))(
		'does not begin it again, After Downtime %s',
		async (catchUp) => {
			for (const { event, options } of EVENTS)
				await watching(start({ ...options, catchUp }, event), async (life) => {
					const saved: IDataObject = {};
					expect((await life.publish(saved, restarted())())!.length).toBeGreaterThan(10);
					life.pass(86_400);
					const missed = [life.create('one'), life.create('two')];
					const expected = catchUp === 'everything' ? missed : [];
					const again = life.publish(saved, restarted());
					expect(idsOf(await again())).toEqual(expected);
					const later = life.create('later');
					life.pass(60);
					expect(idsOf(await again())).toEqual([later]);
				});
		},
	);

	it('does not begin it again if the state cannot be used, as the trigger then begins with how things are', async () => {
		await watching(start({}), async (life) => {
			await life.poll();
			life.state.state = { version: 2 };
			expect(await life.poll()).toBeNull();
			life.pass(60);
			const id = life.create('new');
			expect(idsOf(await life.poll())).toEqual([id]);
		});
	});

	it('begins it again with other settings', async () => {
		await watching(start({}), async ({ poll, pollAs, create, pass }) => {
			const all = await poll();
			pass(60);
			const wanted = { existingSince: '2026-01-01' };
			const since = await pollAs({ options: wanted });
			expect(sorted(idsOf(since))).toEqual(sorted(idsOf(all)));
			expect(await pollAs({ options: wanted })).toBeNull();
			expect(await pollAs({ options: {} })).toBeNull();
			const id = create('new');
			expect(idsOf(await pollAs({ options: {} }))).toEqual([id]);
		});
	});
});

describe('existing records since a time', () => {
	// The site is nine hours ahead of UTC, where it is 18:00 now.
	it.each([
		'2026-03-02 18:00:00',
		'2026/3/2 18:00',
		'2026-03-02T09:00:00Z',
		'2026-03-02T04:00:00-05:00',
		'={{ DateTime.fromISO("2026-03-02T09:00:00Z") }}',
	])('of any spelling, in the zone of the site: %s', async (existingSince) => {
		for (const { event, options } of EVENTS)
			await watching(start({ ...options, existingSince }, event), async (life) => {
				life.pass(-1);
				const before = life.create('before');
				life.pass(1);
				const at = life.create('at');
				life.pass(600);
				const after = life.create('after');
				if (event !== 'recordCreated') life.edit(before, 'edited');
				life.taken();
				const credentials = { ...life.credentials, timeZone: 'Asia/Tokyo' };
				const found = (await life.poll({ credentials })) ?? [];
				const old = event === 'recordCreated' ? [] : [before];
				expect(sorted(idsOf(found))).toEqual([...old, at, after]);
				expect(found.find(({ recordId }) => recordId === after)!.event).toBe('recordCreated');
				if (old.length > 0)
					expect(found.find(({ recordId }) => recordId === before)!.event).toBe('recordUpdated');
				life.pass(60);
				const created = life.create('created');
				expect(idsOf(await life.poll({ credentials }))).toEqual([created]);
			});
	});

	it.each(['blank', 'utc', 'offset', 'milliseconds'] as const)(
		'as the service writes its times: %s',
		async (timestamps) => {
			for (const { event, options } of EVENTS) {
				const existingSince = '2026-03-02 18:00:00';
				const site = { ...start({ ...options, existingSince }, event), dialect: { timestamps } };
				await watching(site, async (life) => {
					life.pass(-1);
					life.create('before');
					life.pass(1);
					const at = life.create('at');
					const credentials = { ...life.credentials, timeZone: 'Asia/Tokyo' };
					life.pass(600);
					expect(idsOf(await life.poll({ credentials }))).toEqual([at]);
					life.pass(60);
					const created = life.create('created');
					expect(idsOf(await life.poll({ credentials }))).toEqual([created]);
				});
			}
		},
	);

	it('reads no more than that, and a moment that continues begins nothing again', async () => {
		const existingSince = '={{ $now.minus({ years: 20 }) }}';
		await watching(start({ existingSince }, 'recordCreated'), async (life) => {
			life.bulk(2_000);
			const first = (await life.poll())!;
			expect(first.length).toBeGreaterThan(2_000);
			life.pass(3_600);
			const id = life.create('new');
			expect(idsOf(await life.poll())).toEqual([id]);
		});
		const recent = { existingSince: '2026-03-02 18:30:00' };
		await watching(start(recent, 'recordCreated'), async (life) => {
			life.bulk(5_000);
			life.pass(3_600);
			const id = life.create('new');
			life.taken();
			expect(idsOf(await life.poll())).toEqual([id]);
			expect(life.taken()).toHaveLength(1);
		});
	});

	it.each([
		['', "'Existing Records Since' is empty"],
		['={{ null }}', "'Existing Records Since' is empty"],
		['soon', '\'Existing Records Since\' is not a date and time: "soon"'],
		['9999-01-01', "'Existing Records Since' is in the future: 9999-01-01 00:00:00"],
		['={{ $now.plus({ days: 2 }) }}', "'Existing Records Since' is in the future: "],
	])('%j is rejected before anything is sent', async (existingSince, message) => {
		await watching(start({ existingSince }), async ({ poll, taken }) => {
			taken();
			await expect(poll()).rejects.toThrow(message);
			expect(taken()).toEqual([]);
		});
	});

	it('may be later than the clock of n8n where the zone of the site is unknown', async () => {
		const existingSince = '={{ $now.plus({ hours: 13 }).toFormat("yyyy-MM-dd HH:mm:ss") }}';
		await watching(start({ existingSince }), async ({ poll, credentials }) => {
			expect(await poll()).toBeNull();
			const named = {
				staticData: {},
				nodeId: 'named',
				credentials: { ...credentials, timeZone: 'UTC' },
			};
			await expect(poll(named)).rejects.toThrow('is in the future');
		});
	});
});

it('conditions hold for existing records too, and polls without a match continue', async () => {
	const row = {
		field: { __rl: true, mode: 'id', value: 'field-41' },
		operator: 'equals',
		value: 'wanted',
	};
	const given = { existingSince: ALL, conditions: { row: [row] } };
	await watching({ given: { event: 'recordCreatedOrUpdated', options: given } }, async (life) => {
		const { recordId } = life.service.store.createRecord(4, { 'field-41': 'wanted' });
		life.pass(60);
		life.bulk(6_000);
		life.pass(7_200);
		expect(await life.poll()).toBeNull();
		expect(idsOf(await eventsOf(life, 3))).toEqual([recordId]);
	});
});
