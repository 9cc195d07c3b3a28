import { alone, given, PATH, PERSON, raise } from '../../support/noticing';
import { watching } from '../../support/watching';

describe('a trigger on notices', () => {
	it('follows the records', async () => {
		const code = { __rl: true, mode: 'id', value: 'E0003' };
		const parameters = { event: 'noticeCountIncreased', code };
		await watching({ given: parameters }, async ({ service, poll }) => {
			await poll();
			const person = { code: 'E0003', name: 'Chika Mori' };
			service.store.createRecord(1, { 'field-1': 'Help', 'field-4': [person] });
			expect(await poll()).toMatchObject([
				{ appsId: '1', label: 'Assigned to me', difference: 1 },
				{ appsId: '1', label: 'Unanswered', difference: 1 },
			]);
		});
	});

	it('begins in silence for another person or event', async () => {
		await alone('noticeCountChanged', {}, async ({ service, poll, pollAs }) => {
			await poll();
			raise(service, 4);
			expect(await pollAs({ event: 'noticeCountIncreased' })).toBeNull();
			raise(service, 5);
			expect(await pollAs({ code: { __rl: true, mode: 'id', value: 'E0002' } })).toBeNull();
		});
	});

	it('shows the present counts in the test step and leaves the state alone', async () => {
		const dialect = { numbers: 'strings' };
		await alone('noticeCountIncreased', dialect, async ({ service, poll, state, taken }) => {
			raise(service, 4);
			const shown = await poll({ mode: 'manual' });
			expect(shown).toMatchObject([{ event: 'noticeCountIncreased', code: PERSON, count: 4 }]);
			expect([state, taken().length]).toEqual([{}, 1]);
			await poll();
			raise(service, 6);
			const [item] = (await poll()) ?? [];
			expect(Object.keys(shown![0]!).sort()).toEqual([...Object.keys(item!), 'sample'].sort());
		});
	});

	it('waits for a service that fails at first, and reports lasting failures', async () => {
		await watching({ given: given('noticeCountChanged') }, async ({ service, poll, state }) => {
			const answer = { status: 500, headers: { 'retry-after': '0' } };
			service.faults.add({ path: PATH, times: 4, answer });
			expect([await poll(), state]).toEqual([null, {}]);
			expect(await poll()).toBeNull();
			const before = structuredClone(state);
			for (const body of [{}, { notices: 7 }, { code: PERSON, notices: {} }]) {
				service.faults.add({ path: PATH, answer: { status: 200, body } });
				await expect(poll()).rejects.toThrow('is not one of the records service');
			}
			service.faults.add({ path: PATH, answer: { status: 403 } });
			await expect(poll()).rejects.toThrow('Access Denied');
			expect(state).toEqual(before);
		});
		const nobody = { ...given('noticeCountChanged'), code: { __rl: true, mode: 'id', value: 'X' } };
		await watching({ given: nobody }, async ({ poll }) => {
			await expect(poll()).rejects.toThrow('Not Found');
		});
	});
});
