import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { inAHurry } from '../../support/hurry';
import { FORM, formId, idsOf, startProcess, type Watching, watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(30_000);

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
