import { idsOf, watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(30_000);

/** As n8n's scheduler calls it. */
const scheduled = { budgetMs: 48_000 };

describe('a poll that begins before n8n has saved the previous one', () => {
	it('emits nothing twice, and changes nothing', async () => {
		await watching({}, async ({ poll, state, create }) => {
			await poll(scheduled);
			const before = structuredClone(state);
			const ids = [create('one'), create('two')];
			expect(idsOf(await poll(scheduled))).toEqual(ids);
			const staticData = structuredClone(before);
			const later = create('three');
			expect(await poll({ ...scheduled, staticData })).toBeNull();
			expect(staticData).toEqual(before);
			expect(idsOf(await poll(scheduled))).toEqual([later]);
		});
	});
});
