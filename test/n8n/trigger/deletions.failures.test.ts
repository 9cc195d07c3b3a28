import { deepCopy } from 'n8n-workflow';
import { inAHurry } from '../../support/hurry';
import { bareForm, FORM, formId, idsOf, RECORDS, watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(60_000);

const given = { event: 'recordDeleted' };

describe('a deletion that is not certain', () => {
	it.each([
		[401, 'credential-invalid'],
		[403, 'configuration-invalid'],
		[500, 'temporarily-unavailable'],
	])('is a failure when the single read says %i, and told later', async (status, cause) => {
		await inAHurry(async ({ skip }) => {
			await watching({ given }, async ({ service, publish, state }) => {
				const poll = publish(state);
				await poll();
				service.store.deleteRecord(FORM, 5);
				const before = deepCopy(state);
				service.faults.add({ path: `${RECORDS}/5`, times: 9, answer: { status } });
				await expect(poll()).rejects.toMatchObject({ failure: { cause } });
				expect(state).toEqual(before);
				service.faults.clear();
				skip(110_000);
				expect(idsOf(await poll())).toEqual([5]);
			});
		});
	});

	it('is a failure when what the single read says of it is unclear', async () => {
		await watching({ given }, async ({ service, poll, state }) => {
			await poll();
			service.store.deleteRecord(FORM, 5);
			const before = deepCopy(state);
			for (const body of [{ recordId: 6, isDeleted: 1 }, { recordId: 5, isDeleted: 'yes' }, {}]) {
				service.faults.add({ path: `${RECORDS}/5`, answer: { status: 200, body } });
				await expect(poll()).rejects.toThrow('does not say clearly whether record 5 is deleted');
				expect(state).toEqual(before);
			}
			expect(idsOf(await poll())).toEqual([5]);
		});
	});

	it('is never told of a form that was empty and ignores the keyword', async () => {
		const watch = { given: { ...given, form: formId(9), options: { keyword: 'PO-' } } };
		await watching(watch, async ({ service, poll, state, taken }) => {
			service.store.addForm({ ...bareForm(['field-41']), id: 9 });
			expect(await poll()).toBeNull();
			const before = deepCopy(state);
			const { recordId } = service.store.createRecord(9, { 'field-41': 'another' });
			await expect(poll()).rejects.toThrow("ignores 'Keyword'");
			expect(state).toEqual(before);
			service.store.deleteRecord(9, recordId);
			taken();
			expect(await poll()).toBeNull();
			expect(taken()).toHaveLength(1);
		});
	});

	it('is none for a record that only left the search', async () => {
		const options = { query: 'field-45 = "New"' };
		const dialect = { deletedReadable: true };
		await watching({ given: { ...given, options }, dialect }, async ({ service, poll, taken }) => {
			const wanted = { 'field-41': 'PO-7', 'field-45': 'New' };
			const { recordId } = service.store.createRecord(FORM, wanted);
			await poll();
			service.store.updateRecord(FORM, recordId, { 'field-45': 'Paid' });
			taken();
			expect(await poll()).toBeNull();
			expect(taken().map(({ path }) => path)).toContain(`${RECORDS}/${recordId}`);
			expect(await poll()).toBeNull();
		});
	});

	it('is none when the list is suddenly empty or holds a part only', async () => {
		await watching({ given }, async ({ service, poll, state, taken }) => {
			await poll();
			const before = deepCopy(state);
			for (const records of [[], [{ recordId: 3, isDeleted: 0 }]]) {
				service.faults.add({ path: RECORDS, times: 9, answer: { status: 200, body: { records } } });
				taken();
				const error = (await poll().catch((thrown: Error) => thrown)) as Error;
				expect(error).toMatchObject({
					message: expect.stringMatching(/^At least 1\d\d of 120 records are missing at once/),
					description: expect.stringContaining('lost the right'),
				});
				expect(taken().every(({ path }) => path === RECORDS)).toBe(true);
				expect(state).toEqual(before);
				service.faults.clear();
			}
			service.store.deleteRecord(FORM, 5);
			expect(idsOf(await poll())).toEqual([5]);
		});
	});

	it('changes nothing at whichever request a failure happens', async () => {
		await inAHurry(async ({ skip }) => {
			await watching({ given }, async ({ service, publish, state, bulk, taken, ...life }) => {
				const poll = publish(state);
				bulk(2000);
				await poll();
				for (const id of [9, 700, 1800]) service.store.deleteRecord(FORM, id);
				const before = deepCopy(state);
				taken();
				await life.poll({ staticData: deepCopy(state), nodeId: 'another' });
				const requests = taken().length;
				expect(requests).toBeGreaterThanOrEqual(6);
				for (let nth = 1; nth <= requests; nth++) {
					const answer = { status: 500 };
					service.faults.add({ path: /records/, nth, times: 9, answer });
					await expect(poll()).rejects.toThrow();
					expect(state).toEqual(before);
					service.faults.clear();
					skip(110_000);
				}
				expect(idsOf(await poll())).toEqual([9, 700, 1800]);
				expect(await poll()).toBeNull();
			});
		});
	});
});
