import type { LogEntry } from '../../../sandbox/service/service';
import { alone, given, PATH, PERSON, raise } from '../../support/noticing';
import { watching } from '../../support/watching';
import { failureOf } from '../runs';

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

describe('Include User Name', () => {
	const named = (more: string[] = []) => ({
		given: {
			...given('noticeCountChanged'),
			options: { userName: true, ...(more.length > 0 && { moreCodes: more }) },
		},
	});
	const usersIn = (requests: readonly LogEntry[]) =>
		requests.flatMap(({ path }) => (path.startsWith('/api/admin/') ? [path] : []));

	it('costs nothing without an event, and one request for the events of one user', async () => {
		await watching(named(['E0001']), async ({ service, poll, taken }) => {
			await poll();
			// Whether the key may read users shows when the workflow is published.
			expect(usersIn(taken())).toEqual([`/api/admin/users/${PERSON}`]);
			expect(await poll()).toBeNull();
			expect(usersIn(taken())).toEqual([]);
			raise(service, 2);
			raise(service, 3, '10');
			const items = await poll();
			const userName = service.store.users.get(PERSON)!.name;
			expect(items).toMatchObject([{ code: PERSON, userName }, { userName }]);
			expect(usersIn(taken())).toEqual([`/api/admin/users/${PERSON}`]);
		});
	});

	it('reads the list for the events of several users, and for samples', async () => {
		await watching(named(['E0001']), async ({ service, poll, taken }) => {
			await poll();
			raise(service, 2);
			service.store.raiseNotice('E0001', { appsId: 4, id: '9', label: 'To pack', count: 5 });
			taken();
			const names = [service.store.users.get(PERSON)!.name, 'Aiko Tanaka'];
			expect((await poll())?.map(({ userName }) => userName)).toEqual(names);
			expect(new Set(usersIn(taken()))).toEqual(new Set(['/api/admin/users']));
			const samples = await poll({ mode: 'manual' });
			expect(new Set(samples?.map(({ userName }) => userName))).toEqual(new Set(names));
		});
	});

	it('loses nothing if the names cannot be read, and a wrong key shows when it is published', async () => {
		await watching(named(), async ({ service, poll }) => {
			const path = /^\/api\/admin\/users/;
			service.faults.add({ path, answer: { status: 403 } });
			expect((await failureOf(poll())).message).toContain('Access Denied');
			expect(await poll()).toBeNull();
			raise(service, 2);
			service.faults.add({ path, nth: 1, answer: { status: 403 } });
			expect((await failureOf(poll())).message).toContain('Access Denied');
			expect(await poll()).toMatchObject([{ count: 2, userName: expect.any(String) }]);
		});
	});
});
