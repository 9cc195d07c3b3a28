import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { idsOf, sorted, watching } from '../../support/watching';

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

const EVENTS = [
	{ event: 'recordCreated', options: {} },
	{ event: 'recordCreatedOrUpdated', options: {} },
	{ event: 'recordCreatedOrUpdated', options: { watchedFields: 'field-41' } },
] as const;

it('all existing records continue after a restart, also with Emit None', async () => {
	for (const { event, options } of EVENTS)
		await watching(start({ ...options, catchUp: 'nothing' }, event), async (life) => {
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
});

describe('publishing again', () => {
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
