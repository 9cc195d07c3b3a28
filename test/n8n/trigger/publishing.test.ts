import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { inAHurry } from '../../support/hurry';
import { FORM, formId, idsOf, startProcess, type Watching, watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(30_000);

type Store = Watching['service']['store'];

/** As n8n's scheduler calls it, with durable poll cursors. */
const scheduled = { budgetMs: 48_000, activation: 'update' as const };

const trigger = (catchUp?: string, given: INodeParameters = {}) => ({
	given: { ...given, options: catchUp === undefined ? {} : { catchUp } },
});

/** Each name of the trigger stands for a process of n8n, because the memory of a process is kept per trigger. */
const process = () => ({ nodeId: `of-${Math.random()}` });

/** Forty days in which the workflow is not published. */
function unpublished({ pass, create }: Watching): number[] {
	return Array.from({ length: 40 }, (_, day) => {
		pass(24 * 3600);
		return create(`day ${day}`);
	});
}

describe('a workflow that is published again', () => {
	it('starts nothing when it is published for the first time', async () => {
		await watching(trigger(), async ({ publish, create }) => {
			const poll = publish({}, process());
			expect(await poll()).toBeNull();
			const id = create('one');
			expect(idsOf(await poll())).toEqual([id]);
		});
	});

	it.each([
		['everything', 40],
		['nothing', 0],
	])('catches up as was chosen: %s', async (catchUp, expected) => {
		await watching(trigger(catchUp), async (life) => {
			const saved: IDataObject = {};
			const n8n = process();
			await life.publish(saved, n8n)();
			const missed = unpublished(life);
			const poll = life.publish(saved, n8n);
			expect(idsOf(await poll())).toEqual(expected ? missed.slice(-expected) : []);
			const later = [life.create('one'), life.create('two'), life.create('three')];
			// The scheduled polls keep the mode of the registration.
			expect(idsOf(await poll())).toEqual(later);
			life.pass(3600);
			const last = life.create('four');
			expect(idsOf(await poll())).toEqual([last]);
		});
	});

	it('continues from then, though n8n drops the state of the poll at activation', async () => {
		await watching(trigger('nothing'), async (life) => {
			const saved: IDataObject = {};
			const n8n = process();
			await life.publish(saved, n8n)();
			await life.poll({ ...n8n, ...scheduled, staticData: saved });
			unpublished(life);
			expect(await life.publish(structuredClone(saved), n8n)()).toBeNull();
			const id = life.create('one');
			const first = await life.poll({ ...n8n, ...scheduled, staticData: saved });
			expect(idsOf(first)).toEqual([id]);
			expect(await life.poll({ ...n8n, ...scheduled, staticData: saved })).toBeNull();
		});
	});

	it('counts as published again also when the poll at activation found another at work', async () => {
		await watching(trigger('nothing'), async (life) => {
			const saved: IDataObject = {};
			const n8n = process();
			const before = life.publish(saved, n8n);
			await before();
			life.service.faults.add({ answer: { delayMs: 100 } });
			const late = before();
			unpublished(life);
			const poll = life.publish(structuredClone(saved), n8n);
			expect(await poll()).toBeNull();
			await late;
			expect(await poll()).toBeNull();
			const id = life.create('one');
			expect(idsOf(await poll())).toEqual([id]);
		});
	});
});

describe('a new version of a published workflow', () => {
	it('loses and repeats nothing, whatever is to be done after downtime', async () => {
		await watching(trigger('nothing'), async ({ publish, create, pass }) => {
			const saved: IDataObject = {};
			const n8n = process();
			const poll = publish(saved, n8n);
			await poll();
			const first = create('one');
			expect(idsOf(await poll())).toEqual([first]);
			pass(600);
			const second = create('two');
			const next = publish(saved, { ...n8n, activation: 'update' });
			expect(idsOf(await next())).toEqual([second]);
			expect(await next()).toBeNull();
		});
	});

	it.each<[string, (store: Store, recordId: number) => void]>([
		['recordStatusChanged', (store, id) => store.updateRecord(1, id, {}, { status: 'Closed' })],
		['recordDeleted', (store, id) => store.deleteRecord(1, id)],
	])('knows what polls without an event have seen: %s', async (event, change) => {
		await watching(trigger(undefined, { event, form: formId(1) }), async (life) => {
			const { store } = life.service;
			const saved: IDataObject = {};
			const n8n = process();
			const poll = life.publish(saved, n8n);
			await poll();
			const inDatabase = structuredClone(saved);
			const { recordId } = store.createRecord(1, { 'field-1': 'one' });
			expect(await poll()).toBeNull();
			life.pass(60);
			change(store, recordId);
			const next = life.publish(inDatabase, { ...n8n, activation: 'update' });
			expect(idsOf(await next())).toEqual([recordId]);
			expect(await next()).toBeNull();
		});
	});

	it('knows a count that has fallen', async () => {
		const code = { __rl: true, mode: 'id', value: 'E0030' };
		const given = { event: 'noticeCountIncreased', code };
		await watching(trigger(undefined, given), async ({ publish, service }) => {
			const count = (to: number) =>
				service.store.raiseNotice('E0030', { appsId: 4, id: '9', label: 'To pack', count: to });
			count(5);
			const saved: IDataObject = {};
			const n8n = process();
			const poll = publish(saved, n8n);
			await poll();
			const inDatabase = structuredClone(saved);
			count(1);
			expect(await poll()).toBeNull();
			count(3);
			const next = publish(inDatabase, { ...n8n, activation: 'update' });
			expect(await next()).toMatchObject([{ previousCount: 1, count: 3 }]);
		});
	});
});

describe('Save Every', () => {
	const saving = (event: string, saveEvery = 60) => ({
		given: { event, form: formId(4), options: { saveEvery } },
	});

	it('0 saves with events only', async () => {
		await inAHurry(async ({ skip }) => {
			await watching(saving('recordDeleted', 0), async ({ publish, create }) => {
				const poll = publish({}, process());
				expect(await poll()).toBeNull();
				for (let hour = 0; hour < 3; hour++) {
					create('one');
					skip(3_600_000);
					expect(await poll()).toBeNull();
				}
			});
		});
	});

	const noticed = { code: { __rl: true, mode: 'id', value: 'E0030' } };
	const form = { form: formId(FORM) };

	it.each<[string, INodeParameters]>([
		['recordStatusChanged', form],
		['recordDeleted', form],
		['recordUpdated', { ...form, options: { watchedFields: 'field-41' } }],
		['noticeCountIncreased', noticed],
	])('applies without the option where n8n would forget: %s', async (event, more) => {
		await inAHurry(async ({ skip }) => {
			await watching({ given: { event, ...more } }, async ({ publish, create, pass, service }) => {
				const notice = { appsId: FORM, id: '9', label: 'To pack' };
				service.store.raiseNotice('E0030', { ...notice, count: 9 });
				startProcess(service);
				const poll = publish({}, process());
				expect(await poll()).toBeNull();
				for (let polls = 0; polls < 60; polls++) {
					skip(120_000);
					expect(await poll()).toBeNull();
				}
				pass(600);
				create('one');
				service.store.raiseNotice('E0030', { ...notice, count: 5 });
				expect(await poll()).toEqual([]);
				skip(3_600_000);
				expect(await poll()).toBeNull();
			});
		});
	});

	it.each<[string, INodeParameters]>([
		['recordCreated', form],
		['recordUpdated', form],
	])('saves nothing where nothing would be forgotten: %s', async (event, more) => {
		await inAHurry(async ({ skip }) => {
			await watching({ given: { event, ...more } }, async ({ publish, create, pass, edit }) => {
				const poll = publish({}, process());
				expect(await poll()).toBeNull();
				create('one');
				edit(3, 'two');
				expect(await poll()).toHaveLength(1);
				for (let polls = 0; polls < 4; polls++) {
					pass(3_600);
					skip(3_600_000);
					expect(await poll()).toBeNull();
				}
			});
		});
	});

	it.each(['recordStatusChanged', 'recordDeleted'])(
		'has n8n save what was learned without an event, at most so often: %s',
		async (event) => {
			await inAHurry(async ({ skip }) => {
				await watching(saving(event), async ({ service, publish, create, pass }) => {
					startProcess(service);
					const poll = publish({}, process());
					const learn = async () => {
						pass(600);
						create('one');
						return await poll();
					};
					expect(await poll()).toBeNull();
					expect(await learn()).toBeNull();
					skip(3_599_000);
					expect(await poll()).toBeNull();
					skip(1_000);
					expect(await learn()).toEqual([]);
					expect(await learn()).toBeNull();
					skip(3_600_000);
					expect(await learn()).toEqual([]);
				});
			});
		},
	);

	it('saves nothing where nothing was learned', async () => {
		await inAHurry(async ({ skip }) => {
			await watching(saving('recordStatusChanged'), async ({ service, publish }) => {
				startProcess(service);
				const poll = publish({}, process());
				expect(await poll()).toBeNull();
				skip(7_200_000);
				expect(await poll()).toBeNull();
			});
		});
	});

	it('saves nothing where n8n saves each poll', async () => {
		await inAHurry(async ({ skip }) => {
			await watching(saving('recordStatusChanged'), async ({ service, poll, state, create }) => {
				startProcess(service);
				await poll(scheduled);
				create('one');
				skip(7_200_000);
				expect(await poll(scheduled)).toBeNull();
				expect(Object.keys(state)).toEqual(['state']);
			});
		});
	});
});

test('a user who has left while the workflow was not published stops nobody else, with After Downtime Nothing too', async () => {
	const given = {
		event: 'noticeCountChanged',
		code: { __rl: true, mode: 'id', value: 'E0030' },
		options: { catchUp: 'nothing', moreCodes: ['E0029'] },
	};
	await watching({ given }, async ({ service, publish }) => {
		const saved: IDataObject = {};
		const n8n = process();
		await publish(saved, n8n)();
		service.faults.add({ path: '/api/common/notices/E0029', times: 9, answer: { status: 404 } });
		const poll = publish(saved, n8n);
		expect(await poll()).toBeNull();
		service.store.raiseNotice('E0030', { appsId: 4, id: '9', label: 'To pack', count: 5 });
		expect(await poll()).toHaveLength(1);
	});
});

test('an unknown user stops no other once the workflow is published, also if the first poll failed', async () => {
	const given = {
		event: 'noticeCountChanged',
		code: { __rl: true, mode: 'id', value: 'E0030' },
		options: { moreCodes: ['unknown'] },
	};
	await inAHurry(async () => {
		await watching({ given }, async ({ service, publish }) => {
			const poll = publish({}, process());
			service.faults.add({ path: '/api/common/notices/E0030', times: 9, answer: { status: 500 } });
			expect(await poll()).toBeNull();
			service.faults.clear();
			// What n8n would forget is saved, as the first poll saved nothing.
			expect(await poll()).toEqual([]);
			service.store.raiseNotice('E0030', { appsId: 4, id: '9', label: 'To pack', count: 5 });
			expect(await poll()).toHaveLength(1);
		});
	});
});

describe('a version that is published while a poll of the one before emits', () => {
	it.each([1, 3])('repeats nothing, though its state is %i events older', async (events) => {
		await watching(trigger(), async ({ publish, create }) => {
			const saved: IDataObject = {};
			const n8n = process();
			const before = publish(saved, n8n);
			await before();
			const older = structuredClone(saved);
			for (let n = 0; n < events; n++) {
				const id = create(`event ${n}`);
				expect(idsOf(await before())).toEqual([id]);
			}
			const quiet = await before();
			expect(quiet).toBeNull();
			const after = publish(older, { ...n8n, activation: 'update' });
			const id = create('new');
			expect(idsOf(await after())).toEqual([id]);
			expect(await after()).toBeNull();
		});
	});

	it('repeats the events of a poll that ends at that moment, with the same eventId', async () => {
		await watching(trigger(), async ({ publish, create }) => {
			const saved: IDataObject = {};
			const n8n = process();
			const before = publish(saved, n8n);
			await before();
			create('earlier');
			await before();
			await before();
			const older = structuredClone(saved);
			create('event');
			const events = await before();
			expect(events).toHaveLength(1);
			const after = publish(older, { ...n8n, activation: 'update' });
			expect(await after()).toEqual(events);
			expect(await after()).toBeNull();
		});
	});

	it('emits again what the scheduler of n8n could not save', async () => {
		await watching(trigger(), async ({ poll, state, create }) => {
			const n8n = { ...process(), ...scheduled };
			await inAHurry(async ({ skip }) => {
				await poll(n8n);
				const older = structuredClone(state);
				const id = create('event');
				expect(idsOf(await poll(n8n))).toEqual([id]);
				skip(60_000);
				expect(idsOf(await poll({ ...n8n, staticData: older }))).toEqual([id]);
			});
		});
	});
});
