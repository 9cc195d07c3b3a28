import { takeLog } from '../../support/n8n';
import { FORM, idsOf, RECORDS, sorted, watching } from '../../support/watching';

it('one record that does not say whether it is deleted stops no other, and is named once', async () => {
	await watching({}, async ({ service, poll, pass, edit }) => {
		await poll();
		takeLog();
		for (const name of ['one', 'two']) {
			pass(60);
			edit(5, name);
			edit(9, name);
			const rows = [5, 9].map((id) => {
				const { createdAt, updatedAt } = service.store.records.get(FORM, id)!;
				return { recordId: id, createdAt, updatedAt, isDeleted: id === 5 ? 'yes' : 0, name };
			});
			const old = {
				recordId: 1,
				createdAt: '2026-01-01 00:00:00',
				updatedAt: '2026-01-01 00:00:00',
			};
			const answer = { status: 200, body: { records: [...rows, old] } };
			service.faults.add({ path: RECORDS, answer });
			expect(sorted(idsOf(await poll()))).toEqual([5, 9]);
		}
		const warnings = takeLog().filter((line) => line.startsWith('warn'));
		expect(warnings).toEqual([expect.stringMatching(/clearly whether record 5 is deleted/)]);
	});
});

it.each([
	[{ recordId: '' }, 'The service lists a record without an ID'],
	[
		{ createdAt: '1/2/2026' },
		'Record 5 has no times as YYYY-MM-DD hh:mm:ss: createdAt "1/2/2026", u',
	],
	[{ updatedAt: undefined }, 'updatedAt ""'],
])(
	'a record of the list with %j fails the poll, and the next one misses nothing',
	async (wrong, message) => {
		await watching({}, async ({ service, poll, pass, edit, state }) => {
			await poll();
			const before = structuredClone(state);
			pass(60);
			edit(5, 'edited');
			const row = { ...service.store.records.get(FORM, 5), recordId: 5, ...wrong };
			service.faults.add({ path: RECORDS, answer: { status: 200, body: { records: [row] } } });
			await expect(poll()).rejects.toThrow(message);
			expect(state).toEqual(before);
			expect(idsOf(await poll())).toEqual([5]);
		});
	},
);
