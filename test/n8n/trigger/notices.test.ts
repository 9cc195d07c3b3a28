import { alone, given, PATH, PERSON, raise } from '../../support/noticing';
import { watching } from '../../support/watching';

describe('a trigger on notices', () => {
	it('begins in silence, with one request, and so does every quiet poll', async () => {
		await watching({ given: given('noticeCountChanged') }, async ({ poll, taken, state }) => {
			expect(await poll()).toBeNull();
			expect(Object.keys(state)).toEqual(['state']);
			expect(await poll()).toBeNull();
			const request = { method: 'GET', path: PATH, query: {} };
			expect(taken()).toMatchObject([request, request]);
		});
	});

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

	it.each([
		['noticeCountIncreased', [1, 1]],
		['noticeCountChanged', [1, -1, 1]],
	])('gives %s its own id each time a count comes back', async (event, differences) => {
		await alone(event, {}, async ({ service, poll }) => {
			raise(service, 1);
			await poll();
			const items = [];
			for (const count of [2, 1, 2]) {
				raise(service, count);
				items.push(...((await poll()) ?? []));
			}
			expect(items.map(({ difference }) => difference)).toEqual(differences);
			expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(items.length);
		});
	});

	it('gives the same id when n8n starts again with the older state', async () => {
		await alone('noticeCountChanged', {}, async ({ service, poll, state }) => {
			raise(service, 1);
			await poll();
			const older = structuredClone(state);
			raise(service, 2);
			const items = await poll();
			expect(items).toHaveLength(1);
			expect(await poll({ staticData: older, nodeId: 'a new process' })).toEqual(items);
		});
	});

	it.each([
		['an entry disappears', {}],
		['notices are missing', { noNotices: 'missing' }],
		['an entry stays with 0', { zeroCounts: 'kept' }],
		['counts are texts', { numbers: 'strings' }],
	])('counts 0 and up again where %s', async (_, dialect) => {
		await alone('noticeCountChanged', dialect, async ({ service, poll }) => {
			raise(service, 3);
			expect(await poll()).toBeNull();
			raise(service, 0);
			const change = { appsId: '4', id: '9', label: 'To pack', appsName: 'Orders' };
			expect(await poll()).toMatchObject([
				{ ...change, count: 0, previousCount: 3, difference: -3 },
			]);
			expect(await poll()).toBeNull();
			raise(service, 12);
			expect(await poll()).toMatchObject([
				{ ...change, count: 12, previousCount: 0, difference: 12 },
			]);
			expect(await poll()).toBeNull();
		});
	});

	it('gives a notice that comes up after a baseline without any', async () => {
		await alone('noticeCountIncreased', { noNotices: 'missing' }, async ({ service, poll }) => {
			expect(await poll()).toBeNull();
			raise(service, 1);
			raise(service, 2, '10');
			expect(await poll()).toMatchObject([
				{ id: expect.any(String), previousCount: 0 },
				{ id: expect.any(String), previousCount: 0 },
			]);
		});
	});
});
