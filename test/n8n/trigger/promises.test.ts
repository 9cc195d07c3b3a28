import { deepCopy, type IDataObject } from 'n8n-workflow';
import { idsOf, sorted, watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(30_000);

describe('a trigger on a service that is not made for it', () => {
	it('finds rows that show up after the time they carry', async () => {
		const dialect = { visibleAfterSeconds: 90 };
		await watching({ dialect }, async ({ service, poll, pass, create, edit }) => {
			await poll();
			pass(10);
			const late = create('late');
			pass(50);
			service.dialect = { ...service.dialect, visibleAfterSeconds: 0 };
			edit(2, 'at once');
			service.dialect = { ...service.dialect, visibleAfterSeconds: 90 };
			expect(idsOf(await poll())).toEqual([2]);
			pass(50);
			expect(idsOf(await poll())).toEqual([late]);
			expect(await poll()).toBeNull();
		});
	});

	it.each([
		['behind UTC by a day', { zoneOffsetMinutes: -720, clockOffsetSeconds: -43_200 }],
		['ahead by hours', { zoneOffsetMinutes: 825, clockOffsetSeconds: 20_000 }],
	])('works with a clock that is %s', async (_, dialect) => {
		await watching({ dialect }, async ({ poll, pass, create, edit }) => {
			await poll();
			pass(5);
			const id = create('one');
			expect(idsOf(await poll())).toEqual([id]);
			pass(600);
			expect(await poll()).toBeNull();
			edit(id, 'two');
			expect(idsOf(await poll())).toEqual([id]);
			expect(await poll()).toBeNull();
		});
	});

	it.each([0, 600])('finds what follows a step back of the clock, after %s s', async (quiet) => {
		await watching({}, async ({ service, poll, pass, create, edit }) => {
			pass(10);
			create('before');
			await poll();
			for (let left = quiet; left > 0; left -= 60) {
				pass(60);
				expect(await poll()).toBeNull();
			}
			service.dialect = { ...service.dialect, clockOffsetSeconds: -60 };
			pass(5);
			const id = create('after the step');
			edit(8, 'too');
			expect(sorted(idsOf(await poll()))).toEqual([8, id]);
			expect(await poll()).toBeNull();
		});
	});

	it.each(['1999-12-31T23:59:59Z', '2040-07-01T00:00:00Z'])(
		'does not ask what time this machine thinks it is (%s)',
		async (time) => {
			const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));
			try {
				await watching({}, async ({ poll, pass, create }) => {
					await poll();
					pass(1);
					const id = create('one');
					expect(idsOf(await poll())).toEqual([id]);
					pass(300);
					expect(await poll()).toBeNull();
				});
			} finally {
				clock.mockRestore();
			}
		},
	);

	it('does not take the time that this machine sees pass for the time at the service', async () => {
		let time = Date.UTC(2026, 2, 2);
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => (time += 3_600_000));
		try {
			await watching({}, async ({ service, poll, pass, create }) => {
				create('one');
				for (let polls = 0; polls < 4; polls++) {
					pass(10);
					expect(await poll()).toBeNull();
				}
				service.dialect = { ...service.dialect, clockOffsetSeconds: -60 };
				const id = create('two');
				expect(idsOf(await poll())).toEqual([id]);
			});
		} finally {
			clock.mockRestore();
		}
	});

	it('loses nothing when n8n starts again with an older state, and repeats with the same ids', async () => {
		await watching({}, async ({ poll, pass, create, edit, state }) => {
			await poll();
			const lives: Array<{ state: IDataObject; after: IDataObject[] }> = [];
			const emitted: IDataObject[] = [];
			const look = async () => {
				const before = deepCopy(state);
				const items = (await poll()) ?? [];
				lives.push({ state: before, after: [] });
				for (const life of lives) life.after.push(...items);
				emitted.push(...items);
			};
			pass(10);
			const id = create('one');
			await look();
			edit(id, 'two');
			await look();
			pass(200);
			await look();
			edit(6, 'three');
			create('four');
			await look();
			expect(emitted).toHaveLength(4);
			for (const [n, life] of lives.entries()) {
				// A new process has no memory of the trigger.
				const again = (await poll({ staticData: life.state, nodeId: `start ${n}` })) ?? [];
				const newest = new Map(life.after.map((item) => [item.recordId, item.eventId]));
				const repeated = new Map(again.map((item) => [item.recordId, item.eventId]));
				expect(again).toHaveLength(repeated.size);
				expect(repeated).toEqual(newest);
			}
		});
	});

	it('works without a Date header that can be read', async () => {
		const date = jest.spyOn(Date.prototype, 'toUTCString').mockReturnValue('none');
		try {
			await watching({}, async ({ poll, pass, create, edit, taken }) => {
				await poll();
				pass(10);
				const id = create('one');
				expect(idsOf(await poll())).toEqual([id]);
				pass(600);
				edit(id, 'two');
				expect(idsOf(await poll())).toEqual([id]);
				pass(600);
				taken();
				expect(await poll()).toBeNull();
				expect(taken()).toHaveLength(1);
			});
		} finally {
			date.mockRestore();
		}
	});
});
