import { deepCopy } from 'n8n-workflow';
import type { Fault } from '../../../sandbox/service/service';
import { inAHurry } from '../../support/hurry';
import { takeLog } from '../../support/n8n';
import { bareForm, FORM, formId, idsOf, RECORDS, sorted, watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(60_000);

const given = { event: 'recordDeleted' };

describe('a deletion that is not certain', () => {
	const unreadable: Array<[string, string, Fault['answer']]> = [
		['401', '', { status: 401 }],
		['403', 'No right', { status: 403, body: { errors: { code: 403, message: 'No right' } } }],
		['500', '', { status: 500 }],
		['a broken connection', '', { drop: 'after' }],
		['another record', 'clearly', { status: 200, body: { recordId: 6, isDeleted: 1 } }],
		['an unclear deletion', 'clearly', { status: 200, body: { recordId: 5, isDeleted: 'yes' } }],
		['nothing', 'clearly', { status: 200, body: {} }],
		['a login page', '', { status: 200, body: '<html>' }],
	];
	it.each(unreadable)(
		'stops no other if the single read answers %s: it is named once and read again',
		async (name, words, answer) => {
			await inAHurry(async ({ skip }) => {
				await watching({ given }, async ({ service, publish, state, pass }) => {
					// A process logs each sentence once for a node.
					const poll = publish(state, { nodeId: name });
					await poll();
					for (const id of [3, 5, 9]) service.store.deleteRecord(FORM, id);
					service.faults.add({ path: `${RECORDS}/5`, times: 99, answer });
					const warnings = () => takeLog().filter((line) => line.startsWith('warn'));
					warnings();
					expect(idsOf(await poll())).toEqual([3, 9]);
					expect(warnings()).toEqual([expect.stringMatching(`Record 5 may be.*${words}`)]);
					for (const id of [70, 71, 72]) {
						skip(110_000);
						pass(110);
						service.store.deleteRecord(FORM, id);
						expect(idsOf(await poll())).toEqual([id]);
					}
					expect(warnings()).toEqual([]);
					service.faults.clear();
					expect(idsOf(await poll())).toEqual([5]);
					expect(await poll()).toBeNull();
				});
			});
		},
	);

	it('stops no other if many cannot be read: a quiet poll reads one of them, in turn', async () => {
		await watching({ given }, async ({ service, poll, taken }) => {
			await poll();
			const lost = Array.from({ length: 40 }, (_, i) => i + 1);
			for (const id of [...lost, 90]) service.store.deleteRecord(FORM, id);
			const path = new RegExp(`^${RECORDS}/([1-9]|[1-3]\\d|40)$`);
			service.faults.add({ path, times: 999, answer: { status: 403 } });
			expect([...idsOf(await poll()), ...idsOf(await poll())]).toEqual([90]);
			const turns: string[] = [];
			for (let polls = 0; polls < 50; polls++) {
				taken();
				expect(await poll()).toBeNull();
				turns.push(...taken().flatMap((request) => request.path.split(`${RECORDS}/`).slice(1)));
			}
			expect(new Set(turns).size).toBe(40);
			service.faults.clear();
			const told = [...idsOf(await poll()), ...idsOf(await poll())];
			expect(sorted(told)).toEqual(lost);
		});
	});

	it('is an error if the key may not read the list either', async () => {
		await watching({ given }, async ({ service, publish, state }) => {
			const poll = publish(state);
			await poll();
			service.store.deleteRecord(FORM, 5);
			service.faults.add({ path: /records/, times: 9, answer: { status: 403 } });
			const failure = { cause: 'configuration-invalid' };
			await expect(poll()).rejects.toMatchObject({ failure });
			service.faults.clear();
			expect(idsOf(await poll())).toEqual([5]);
		});
	});

	it('stops no other if a row of the list does not say it clearly', async () => {
		await watching({ given }, async ({ service, poll, state }) => {
			const records = Array.from({ length: 9 }, (_, i) => ({
				recordId: 120 - i,
				isDeleted: i === 4 ? 'yes' : 0,
			}));
			const answer = { status: 200, body: { records } };
			const list = () => service.faults.add({ path: RECORDS, answer });
			list();
			expect(await poll()).toBeNull();
			service.store.deleteRecord(FORM, 113);
			records.splice(7, 1);
			list();
			expect(idsOf(await poll())).toEqual([113]);
			service.store.deleteRecord(FORM, 116);
			list();
			expect(idsOf(await poll())).toEqual([116]);
			for (const row of records) row.isDeleted = 'no?';
			list();
			const before = deepCopy(state);
			await expect(poll()).rejects.toThrow('does not say clearly whether record 120 is deleted');
			expect(state).toEqual(before);
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
		await watching({ given }, async ({ service, publish, state, taken }) => {
			const poll = publish(state);
			await poll();
			for (const records of [[], [{ recordId: 3, isDeleted: 0 }]]) {
				const before = deepCopy(state);
				service.faults.add({ path: RECORDS, times: 9, answer: { status: 200, body: { records } } });
				taken();
				const error = (await poll().catch((thrown: Error) => thrown)) as Error;
				expect(error).toMatchObject({
					message: expect.stringMatching(/^At least 1\d\d of 120 records are missing at once/),
					description: expect.stringContaining('lost the permission'),
				});
				expect(taken().every(({ path }) => path === RECORDS)).toBe(true);
				expect(state).toEqual(before);
				service.faults.clear();
				expect(await poll()).toBeNull();
			}
			service.store.deleteRecord(FORM, 5);
			expect(idsOf(await poll())).toEqual([5]);
		});
	});

	it('changes nothing at whichever page a failure happens', async () => {
		await inAHurry(async ({ skip }) => {
			await watching({ given }, async ({ service, publish, state, bulk, taken, ...life }) => {
				const poll = publish(state);
				bulk(2000);
				await poll();
				for (const id of [9, 700, 1800]) service.store.deleteRecord(FORM, id);
				const before = deepCopy(state);
				taken();
				await life.poll({ staticData: deepCopy(state), nodeId: 'another' });
				const requests = taken();
				expect(requests.length).toBeGreaterThanOrEqual(6);
				for (const [index, { path }] of requests.entries()) {
					if (path !== RECORDS) continue;
					const answer = { status: 500 };
					service.faults.add({ path: /records/, nth: index + 1, times: 9, answer });
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
