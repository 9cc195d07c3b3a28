import type { Dialect } from '../../../sandbox/service/service';
import { bareForm, FORM, idsOf, watching } from '../../support/watching';

describe('a trigger on a form of its own', () => {
	it('starts in silence on an empty form, and gives its first record', async () => {
		await watching({ seed: false }, async ({ service, poll, create }) => {
			service.store.addForm(bareForm(['field-41']));
			expect(await poll()).toBeNull();
			expect(await poll()).toBeNull();
			const id = create('first');
			expect(idsOf(await poll())).toEqual([id]);
			expect(await poll()).toBeNull();
		});
	});

	it('keeps a field whose identifier is one of its own words', async () => {
		const names = ['field-41', 'event', 'eventId', '__proto__'];
		await watching({ seed: false }, async ({ service, poll }) => {
			service.store.addForm(bareForm(names));
			await poll();
			const record = JSON.parse('{"field-41":"a","event":"b","eventId":"c","__proto__":"d"}');
			service.store.createRecord(FORM, record as Record<string, unknown>);
			const [item] = (await poll()) ?? [];
			expect(item).toMatchObject({
				event: 'recordCreated',
				eventId: expect.stringMatching(/^recordCreatedOrUpdated:4:1:/),
				'record.event': 'b',
				'record.eventId': 'c',
			});
			expect(Object.entries(item!)).toContainEqual(['__proto__', 'd']);
		});
	});
});

describe('a trigger on a service with habits of its own', () => {
	it.each<[string, Partial<Dialect>]>([
		['numbers as text', { numbers: 'strings' }],
		['404 past the end', { pastTheEnd: 'notFound' }],
		['deleted rows listed', { deletedListed: true }],
		['deleted rows listed as text', { deletedListed: true, numbers: 'strings' }],
	])('works with %s', async (_, dialect) => {
		await watching({ dialect }, async ({ service, poll, pass, create, edit }) => {
			await poll();
			pass(10);
			const id = create('stays');
			service.store.deleteRecord(FORM, create('goes'));
			service.store.deleteRecord(FORM, 5);
			edit(4, 'edited');
			const items = (await poll()) ?? [];
			expect(items.map((item) => [item.recordId, item.event, item.isDeleted])).toEqual([
				[4, 'recordUpdated', 0],
				[id, 'recordCreated', 0],
			]);
			service.store.deleteRecord(FORM, id);
			expect(await poll()).toBeNull();
			pass(600);
			expect(await poll()).toBeNull();
		});
	});
});
