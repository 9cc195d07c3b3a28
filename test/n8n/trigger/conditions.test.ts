import { formId, idsOf, watching } from '../../support/watching';

const condition = (field: string, asks: string, value: unknown) => ({
	field: { __rl: true, mode: 'id', value: field },
	condition: asks,
	value,
});
const given = (...row: Array<ReturnType<typeof condition>>) => ({
	event: 'recordCreatedOrUpdated',
	form: formId(4),
	conditions: { row },
});
const paid = condition('field-45', 'equals', 'Paid');

it('other conditions are no new beginning', async () => {
	await watching({ given: given(paid) as never }, async ({ poll, pollAs, pass, service }) => {
		await poll();
		pass(60);
		const { recordId } = service.store.createRecord(4, { 'field-41': 'PO-1', 'field-45': 'New' });
		const others = given(condition('field-45', 'equals', 'New'));
		expect(idsOf(await pollAs(others as never))).toEqual([recordId]);
	});
});

it('any condition starts the workflow with Must Match', async () => {
	const either = { ...given(paid, condition('field-45', 'equals', 'New')), mustMatch: 'any' };
	await watching({ given: either as never }, async ({ poll, pollAs, pass, service }) => {
		await poll();
		pass(60);
		const { recordId } = service.store.createRecord(4, { 'field-41': 'PO-1', 'field-45': 'New' });
		expect(idsOf(await poll())).toEqual([recordId]);
		pass(60);
		service.store.createRecord(4, { 'field-41': 'PO-2', 'field-45': 'New' });
		expect(await pollAs({ ...either, mustMatch: 'all' } as never)).toBeNull();
	});
});

it('a condition that its field cannot have is rejected when the workflow is published', async () => {
	const wrong = given(condition('field-45', 'equals', 'Payed'));
	await watching({ given: wrong as never }, async ({ poll }) => {
		await expect(poll()).rejects.toThrow(/^Condition 1: .* has no choice 'Payed'/);
	});
});

it('a value that cannot be compared starts the workflow', async () => {
	const late = given(condition('field-44', 'more', '9000-01-01'));
	await watching({ given: late as never }, async ({ poll, pass, service }) => {
		await poll();
		pass(60);
		service.store.addRecords(4, [
			{ values: { 'field-41': 'PO-1', 'field-44': '2026/01/05 10:00:00' } },
			{ values: { 'field-41': 'PO-2', 'field-44': 'some day' } },
		]);
		expect(await poll()).toHaveLength(1);
	});
});
