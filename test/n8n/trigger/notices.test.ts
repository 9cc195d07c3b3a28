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
});
