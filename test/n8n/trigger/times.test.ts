import type { IDataObject } from 'n8n-workflow';
import { formId, FORM, watching } from '../../support/watching';

/** Texts of the local service, whose zone is that of Tokyo. */
const OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/;
const ORDERED_AT = 'field-44';

const parametersOf = (event: string, options: IDataObject) => ({
	event,
	form: formId(FORM),
	simplify: false,
	options: { names: 'identifiers', ...options },
});

it.each([
	['recordCreated', {}],
	['recordUpdated', {}],
	['recordCreatedOrUpdated', {}],
	['recordUpdated', { watchedFields: 'field-41' }],
	['recordDeleted', {}],
])(
	'%s gives the times of the site with its offset, and no other event: %j',
	async (event, more) => {
		const dialect = { deletedReadable: true };
		await watching({ dialect }, async ({ service, credentials, poll, pass, state }) => {
			const inTokyo = { ...credentials, timeZone: 'Asia/Tokyo' };
			const at = (options: IDataObject, staticData: IDataObject, nodeId = 'plain') =>
				poll({
					parameters: parametersOf(event, { ...more, ...options }),
					credentials: inTokyo,
					staticData,
					nodeId,
				});
			await at({}, state);
			pass(60);
			const values = { 'field-41': 'PO-1', [ORDERED_AT]: '2026-03-02 12:00:00' };
			service.store.createRecord(FORM, values);
			service.store.updateRecord(FORM, 1, values);
			service.store.deleteRecord(FORM, 7);
			const before = structuredClone(state);
			const plain = (await at({}, structuredClone(before))) ?? [];
			// Changing the option does not make a new trigger: it continues from the same state, with the same
			// events. The process knows that the node has emitted them, so another node gets the state.
			const timed = (await at({ timesWithOffset: true }, before, 'timed')) ?? [];
			expect(plain.length).toBeGreaterThan(0);
			expect(timed.map(({ eventId }) => eventId)).toEqual(plain.map(({ eventId }) => eventId));
			for (const [n, item] of timed.entries()) {
				const record = item.record as IDataObject;
				for (const time of [item.createdAt, item.updatedAt, record[ORDERED_AT]].filter(Boolean))
					expect(time).toMatch(OFFSET);
				expect(item.createdAt).toBe(`${String(plain[n]?.createdAt).replace(' ', 'T')}+09:00`);
			}
		});
	},
);

it('is rejected at once where nobody names the zone', async () => {
	await watching({}, async ({ service, poll }) => {
		const parameters = parametersOf('recordUpdated', { timesWithOffset: true });
		await expect(poll({ parameters })).rejects.toMatchObject({
			message: expect.stringMatching(/^'Times with Offset' needs the time zone .* Asia\/Tokyo/),
			description: expect.stringContaining('Asia/Tokyo'),
		});
		expect(service.log).toHaveLength(0);
	});
});

it('Users As shows users by their names, and is no other trigger', async () => {
	await watching({ given: { form: formId(1) } }, async ({ service, poll, pollAs, pass }) => {
		await poll();
		pass(60);
		service.store.updateRecord(1, 3, { 'field-4': [{ code: 'E0001' }] });
		const form = formId(1);
		const [item] = (await pollAs({ form, options: { usersAs: 'names' } })) ?? [];
		expect(item).toMatchObject({ recordId: 3, 'field-4': ['Aiko Tanaka'] });
	});
});
