import { deepCopy, type INodeParameters } from 'n8n-workflow';
import { asked, FORM, formId, idsOf, RECORDS, watching } from '../../support/watching';

describe('a trigger whose settings change', () => {
	it.each<[string, INodeParameters]>([
		['form', { form: formId(1) }],
		['event', { event: 'recordUpdated' }],
		['keyword', { options: { keyword: 'PO' } }],
		['query', { options: { query: 'field-45 = "New"' } }],
		['output fields', { options: { fields: 'field-41' } }],
	])('begins in silence once more: %s', async (_, given) => {
		await watching({}, async ({ poll, pollAs, pass, create, edit, state, service }) => {
			await poll();
			pass(60);
			create('not seen');
			edit(3, 'not seen');
			const before = deepCopy(state);
			expect(await pollAs(given)).toBeNull();
			expect(state).not.toEqual(before);
			expect(Object.keys(state)).toEqual(['state']);
			pass(60);
			service.store.updateRecord(1, 7, { 'field-1': 'seen' });
			service.store.updateRecord(FORM, 7, { 'field-41': 'PO-seen', 'field-45': 'New' });
			expect(idsOf(await pollAs(given))).toEqual([7]);
		});
	});

	it('continues with another layout, and with another overlap', async () => {
		await watching({}, async ({ poll, pollAs, create }) => {
			await poll();
			const first = create('one');
			expect(idsOf(await pollAs({ simplify: false }))).toEqual([first]);
			const second = create('two');
			expect(idsOf(await pollAs({ options: { overlap: 30 } }))).toEqual([second]);
			expect(await poll()).toBeNull();
		});
	});
});

describe('two polls of one trigger at once', () => {
	it('give each event once, and do not hinder other triggers or later polls', async () => {
		await watching({}, async ({ service, publish, create, taken, pass, state }) => {
			const poll = publish(state);
			await poll();
			const other = publish({}, { nodeId: 'other' });
			await other();
			pass(10);
			const id = create('one');
			taken();
			service.faults.add({ path: RECORDS, times: 2, answer: { delayMs: 100 } });
			const [first, second] = await Promise.all([poll(), poll()]);
			expect([idsOf(first), second]).toEqual([[id], null]);
			expect(taken()).toHaveLength(1);
			await Promise.all([
				poll(),
				other(),
				publish(structuredClone(state), { workflowId: 'other' })(),
			]);
			expect(taken()).toHaveLength(3);
			await poll();
			expect(taken()).toHaveLength(1);
		});
	});

	it('may fail without keeping the next poll out', async () => {
		await watching({}, async ({ service, poll, create }) => {
			await poll();
			const id = create('one');
			service.faults.add({ path: RECORDS, answer: { status: 403 } });
			await expect(poll()).rejects.toThrow('Access Denied');
			expect(idsOf(await poll())).toEqual([id]);
		});
	});

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

describe('n8n that does not save what a poll brings', () => {
	it('gets the events again, until it hands back a state', async () => {
		await watching({}, async ({ poll, create }) => {
			const key = { nodeId: 'unsaved' };
			await poll({ ...key, staticData: {} });
			const first = create('one');
			for (let polls = 0; polls < 2; polls++)
				expect(idsOf(await poll({ ...key, staticData: {} }))).toEqual([first]);
			const staticData = {};
			expect(idsOf(await poll({ ...key, staticData }))).toEqual([first]);
			expect(await poll({ ...key, staticData })).toBeNull();
			const second = create('two');
			expect(idsOf(await poll({ ...key, staticData: {} }))).toEqual([second]);
		});
	});
});
