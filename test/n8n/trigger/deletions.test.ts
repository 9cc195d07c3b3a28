import { deepCopy } from 'n8n-workflow';
import type { Fault } from '../../../sandbox/service/service';
import { inAHurry } from '../../support/hurry';
import { takeLog } from '../../support/n8n';
import { bareForm, FORM, formId, idsOf, RECORDS, watching } from '../../support/watching';

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
		'stops no others, and is reported once and read again, if its read answers %s',
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

	it.each(['403Page', '403'] as const)(
		'is emitted even if a firewall blocks clients that read deleted records: %s',
		async (firewall) => {
			const dialect = { firewall, firewallBlocks: 'afterRejections' } as const;
			await watching({ given: { ...given, options: {} }, dialect }, async (life) => {
				await life.poll();
				const gone = [3, 5, 9, 12, 15, 20];
				for (const id of gone) life.service.store.deleteRecord(FORM, id);
				const told: number[] = [];
				for (let polls = 0; polls < 4; polls++) {
					life.pass(700);
					told.push(...idsOf(await life.pollAs({ options: { names: 'captions' } })));
				}
				expect(told).toEqual(gone);
			});
		},
	);

	it('does not stop others if a row of the list is unclear about it', async () => {
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

	it('is never emitted for a form that was empty and ignores the keyword', async () => {
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

	it('is not emitted for a record that only left the search', async () => {
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
});

it('a trigger on deletions works where the site rejects pages of older records', async () => {
	await watching({ given, dialect: { deepPages: 'refused' } }, async ({ service, poll, bulk }) => {
		bulk(200);
		const told: number[] = [];
		for (const id of [3, 300]) {
			await poll();
			service.store.deleteRecord(FORM, id);
			for (let polls = 0; polls < 3; polls++) told.push(...idsOf(await poll()));
		}
		expect(told).toEqual([3, 300]);
	});
});

it('a trigger on deletions asks for one short field of each record, where the site allows it', async () => {
	await watching({ given }, async ({ service, poll, taken }) => {
		const asked = async () => {
			taken();
			const ids = idsOf(await poll({ nodeId: 'asks for one field' }));
			const lists = taken().filter(({ path }) => path === RECORDS);
			return [ids, lists.map(({ query }) => query.fields)];
		};
		const field = 'field-43';
		expect(await asked()).toEqual([[], [undefined, field]]);
		service.store.deleteRecord(FORM, 3);
		expect(await asked()).toEqual([[3], [field]]);
		const answer = { status: 400, body: { errors: { code: 400, message: 'Not this field' } } };
		service.faults.add({ path: RECORDS, answer });
		service.store.deleteRecord(FORM, 4);
		expect(await asked()).toEqual([[4], [field, undefined]]);
		expect(await asked()).toEqual([[], [undefined]]);
	});
});
