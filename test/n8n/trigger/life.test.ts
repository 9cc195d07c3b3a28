import { deepCopy, type INodeParameters } from 'n8n-workflow';
import { asked, FORM, formId, idsOf, RECORDS, watching } from '../../support/watching';

describe('two polls of one trigger at once', () => {
	it('do not hinder the test step', async () => {
		await watching({}, async ({ service, poll, taken }) => {
			service.faults.add({ path: RECORDS, times: 2, answer: { delayMs: 50 } });
			const [, shown] = await Promise.all([poll(), poll({ mode: 'manual' })]);
			expect(shown).not.toBeNull();
			expect(taken()).toHaveLength(3);
		});
	});
});

describe('the test step of the editor', () => {
	it.each([
		['recordCreated', 'createdAt', 'recordCreated'],
		['recordCreatedOrUpdated', 'updatedAt', 'recordUpdated'],
		['recordUpdated', 'updatedAt', 'recordUpdated'],
	])('shows the newest rows for %s and leaves the state alone', async (event, by, name) => {
		await watching({ given: { event } }, async ({ poll, taken, create, pass, edit, state }) => {
			await poll();
			pass(10);
			const id = create('one');
			pass(10);
			edit(id, 'two');
			const before = deepCopy(state);
			taken();
			const shown = (await poll({ mode: 'manual' })) ?? [];
			expect(asked(taken())).toEqual([
				{ method: 'GET', path: RECORDS, query: { order: `${by}:desc`, page: '1', limit: '20' } },
			]);
			expect(idsOf(shown)).toEqual([119, 120, id]);
			expect(shown.at(-1)).toMatchObject({ event: name, appsId: FORM, 'field-41': 'two' });
			expect(state).toEqual(before);
			const [item] = (await poll()) ?? [];
			expect(item?.recordId).toBe(id);
			expect(shown.map(({ sample }) => sample)).toEqual([true, true, true]);
			expect(Object.keys(shown.at(-1)!)).toEqual(['sample', ...Object.keys(item!)]);
			expect(shown.at(-1)).toMatchObject({ eventId: item!.eventId });
		});
	});

	it('shows what a deletion looks like, and leaves the state alone', async () => {
		await watching({ given: { event: 'recordDeleted' } }, async ({ poll, state }) => {
			const items = (await poll({ mode: 'manual' })) ?? [];
			expect(idsOf(items)).toEqual([120, 119, 118]);
			const event = { event: 'recordDeleted', eventId: 'recordDeleted:4:120:1', appsId: FORM };
			expect(items[0]).toEqual({ sample: true, ...event, recordId: 120 });
			expect(state).toEqual({});
		});
	});

	it('shows no deleted rows', async () => {
		await watching({ dialect: { deletedListed: true } }, async ({ service, poll, create }) => {
			service.store.deleteRecord(FORM, create('gone'));
			expect(idsOf(await poll({ mode: 'manual' }))).toEqual([118, 119, 120]);
		});
	});

	it.each<[string, INodeParameters]>([
		['records', { options: { keyword: 'nobody has this' } }],
		['notices', { event: 'noticeCountIncreased', code: formId(0) }],
	])('says plainly that there is nothing to show of %s', async (_, given) => {
		const code = { __rl: true, mode: 'id', value: 'E0030' };
		const settings = given.code ? { ...given, code } : given;
		await watching({ given: settings }, async ({ service, poll, state }) => {
			for (const { id } of service.store.forms.list())
				for (const filter of ['1', '2', '3'])
					service.store.raiseNotice('E0030', { appsId: id, id: filter, label: '', count: 0 });
			await expect(poll({ mode: 'manual' })).rejects.toMatchObject({
				message: 'Nothing to show yet',
				description: expect.stringContaining('starts the workflow when something changes'),
			});
			expect(state).toEqual({});
		});
	});

	it('says what fails, also what passes by itself', async () => {
		await watching({}, async ({ service, poll }) => {
			const body = { errors: { code: 402, message: 'Request exhausted per month' } };
			service.faults.add({ answer: { status: 402, body } });
			await expect(poll({ mode: 'manual' })).rejects.toThrow('Request exhausted per month');
		});
	});
});
