import { loadedOptions } from '../../support/n8n';
import { raise } from '../../support/noticing';
import { formId, idsOf, sorted, watching } from '../../support/watching';

/** n8n was down: another process polls the same trigger with the state that was saved. */
const restarted = () => ({ nodeId: `after-restart-${Math.random()}` });

describe('After Downtime', () => {
	it('Everything, when nothing is chosen', async () => {
		await watching({}, async ({ poll, pass, bulk }) => {
			await poll();
			pass(3600);
			const ids = bulk(30);
			expect(sorted(idsOf(await poll(restarted())))).toEqual(ids);
		});
	});

	it.each(['recordCreatedOrUpdated', 'recordStatusChanged'])(
		'Nothing: %s continues from how things are',
		async (event) => {
			const given = { event, form: formId(1), options: { catchUp: 'nothing' } };
			await watching({ given }, async ({ poll, pass, service }) => {
				await poll();
				pass(600);
				service.store.createRecord(1, { 'field-1': 'missed on purpose' });
				service.store.updateRecord(1, 3, {}, { status: 'missed on purpose' });
				const process = restarted();
				expect(await poll(process)).toBeNull();
				pass(60);
				service.store.updateRecord(1, 3, {}, { status: 'seen' });
				expect(idsOf(await poll(process))).toEqual([3]);
			});
		},
	);
});

describe('several people', () => {
	const code = { __rl: true, mode: 'id', value: 'E0030' };

	it.each([
		['a list', ['E0029', 'E0030']],
		['a text, as an expression may give it', 'E0029, E0030'],
	])('are watched with one request each: %s', async (_, moreCodes) => {
		const given = { event: 'noticeCountIncreased', code, options: { moreCodes } };
		await watching({ given }, async ({ poll, service, taken }) => {
			await poll();
			expect(taken().map(({ path }) => path)).toEqual([
				'/api/common/notices/E0030',
				'/api/common/notices/E0029',
			]);
			raise(service, 2);
			service.store.raiseNotice('E0029', { appsId: 4, id: '9', label: 'To pack', count: 5 });
			const items = await poll();
			expect(items?.map((item) => [item.code, item.difference])).toEqual([
				['E0030', 2],
				['E0029', 5],
			]);
		});
	});

	it('are chosen from a list of all users', async () => {
		await watching({}, async ({ credentials, taken }) => {
			const run = { node: 'recordsDirectoryTrigger' as const, parameters: {}, credentials };
			const options = await loadedOptions('getUsers', run);
			expect(options).toHaveLength(30);
			expect(options[0]).toEqual({ name: 'Aiko Tanaka (E0001)', value: 'E0001' });
			// A site could have cut the list at this round number.
			expect(taken()).toHaveLength(2);
		});
	});
});
