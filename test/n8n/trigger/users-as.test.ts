import { formId, watching } from '../../support/watching';

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
