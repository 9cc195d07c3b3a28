import { alone, PERSON, raise } from '../../support/noticing';

describe('a trigger on notices', () => {
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
