import { alone, PERSON, raise } from '../../support/noticing';

describe('a trigger on notices', () => {
	it('gives a count that went up, once, with all about it', async () => {
		await alone('noticeCountIncreased', {}, async ({ service, poll }) => {
			raise(service, 2);
			await poll();
			raise(service, 5);
			expect(await poll()).toEqual([
				{
					event: 'noticeCountIncreased',
					eventId: `noticeCountIncreased:${PERSON}:4:9:1:2:5`,
					code: PERSON,
					appsId: '4',
					appsName: 'Orders',
					id: '9',
					label: 'To pack',
					count: 5,
					previousCount: 2,
					difference: 3,
					url: `${service.url}/forms/4/records?filter=9`,
					icon: { name: 'cart', src: `${service.url}/icons/cart.svg` },
				},
			]);
			expect(await poll()).toBeNull();
		});
	});

	it('shows the present counts in the test step and leaves the state alone', async () => {
		const dialect = { numbers: 'strings' };
		await alone('noticeCountIncreased', dialect, async ({ service, poll, state, taken }) => {
			raise(service, 4);
			const shown = await poll({ mode: 'manual' });
			expect(shown).toMatchObject([
				{ event: 'noticeCountIncreased', code: PERSON, previousCount: 0, difference: 4, count: 4 },
			]);
			expect([state, taken().length]).toEqual([{}, 1]);
			await poll();
			raise(service, 6);
			const [item] = (await poll()) ?? [];
			expect(Object.keys(shown![0]!).sort()).toEqual([...Object.keys(item!), 'sample'].sort());
		});
	});
});
