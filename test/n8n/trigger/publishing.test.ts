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
	const code = { __rl: true, mode: 'id', value: 'E0030' };

	it.each<[string, INodeParameters, number]>([
		['recordStatusChanged', {}, 60],
		['recordDeleted', { options: { saveEvery: 20 } }, 20],
		['recordUpdated', { options: { watchedFields: 'field-41' } }, 60],
		['noticeCountIncreased', { code }, 60],
	])(
		'has n8n save what was learned without an event, at most so often: %s',
		async (event, more, minutes) => {
			await inAHurry(async ({ skip }) => {
				await watching({ given: { event, ...more } }, async (life) => {
					const { service, publish, create, pass } = life;
					let count = 9;
					const lower = () => {
						const notice = { appsId: FORM, id: '9', label: 'To pack', count: count-- };
						service.store.raiseNotice('E0030', notice);
					};
					startProcess(service);
					lower();
					const poll = publish({}, process());
					const learn = async () => {
						pass(600);
						create('one');
						lower();
						return await poll();
					};
					expect(await poll()).toBeNull();
					expect(await learn()).toBeNull();
					skip(minutes * 60_000 - 1_000);
					expect(await poll()).toBeNull();
					skip(1_000);
					expect(await learn()).toEqual([]);
					expect(await learn()).toBeNull();
					skip(minutes * 60_000);
					expect(await poll()).toEqual([]);
					// Nothing was learned since.
					skip(minutes * 60_000);
					expect(await poll()).toBeNull();
				});
			});
		},
	);

	it.each<[string, (life: Watching) => unknown, INodeParameters?]>([
		['recordDeleted, 0 minutes', ({ create }) => create('one'), { saveEvery: 0 }],
		['recordCreated, of which n8n forgets nothing', ({ edit }) => edit(3, 'two')],
		['recordUpdated, of which n8n forgets nothing', ({ create }) => create('one')],
	])('saves with events only: %s', async (words, happen, options = {}) => {
		await inAHurry(async ({ skip }) => {
			const [event] = words.split(',');
			await watching({ given: { event, options } }, async (life) => {
				const poll = life.publish({}, process());
				for (let hour = 0; hour < 4; hour++) {
					expect(await poll()).toBeNull();
					life.pass(3_600);
					skip(3_600_000);
					happen(life);
				}
			});
		});
	});

	it('saves nothing where n8n saves each poll', async () => {
		await inAHurry(async ({ skip }) => {
			const given = { event: 'recordStatusChanged', form: formId(4) };
			await watching({ given }, async ({ service, poll, state, create }) => {
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

it('a poll that begins before n8n has saved the previous one emits nothing twice, and changes nothing', async () => {
	await watching({}, async ({ poll, state, create }) => {
		await poll(scheduled);
		const before = structuredClone(state);
		const ids = [create('one'), create('two')];
		expect(idsOf(await poll(scheduled))).toEqual(ids);
		const staticData = structuredClone(before);
		const later = create('three');
		expect(await poll({ ...scheduled, staticData })).toBeNull();
		expect(staticData).toEqual(before);
		expect(idsOf(await poll(scheduled))).toEqual([later]);
	});
});
