import { type IDataObject } from 'n8n-workflow';
import type { Dialect } from '../../../sandbox/service/service';
import { FORM, watching, type Watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(60_000);

const given = { event: 'recordDeleted' };

const deleting = (dialect: Partial<Dialect>, test: (life: Watching) => Promise<void>) =>
	watching({ given, dialect }, test);

/** Lets a deleted record come back, as a person at the service may do. */
function restore({ service }: Watching, recordId: number): void {
	const { records } = service.store;
	service.store.change(() => records.put({ ...records.get(FORM, recordId)!, isDeleted: 0 }));
}

const eventIds = (items: readonly IDataObject[] | null) =>
	(items ?? []).map(({ eventId }) => eventId);

const DIALECTS: Array<[string, Partial<Dialect>]> = [
	['leaves the list, single read 404', {}],
	['leaves the list, single read 200 with isDeleted 1', { deletedReadable: true }],
	['stays in the list, single read 404', { deletedListed: true }],
	[
		'stays in the list with its old time, ids as texts, ties shuffled',
		{
			deletedListed: true,
			deletedReadable: true,
			deleteTouchesUpdatedAt: false,
			numbers: 'strings',
			ties: 'shuffled',
		},
	],
	[
		'stays in the list with isDeleted true',
		{ deletedListed: true, deletedReadable: true, deletionFlag: 'boolean' },
	],
	['leaves the list, no page past the end', { pastTheEnd: 'notFound', errorBody: 'html' }],
];

describe('a trigger on deletions, where a deleted record', () => {
	it.each(DIALECTS)('%s: emits it again when it had come back', async (_, dialect) => {
		await deleting(dialect, async (life) => {
			const { service, poll } = life;
			await poll();
			service.store.deleteRecord(FORM, 40);
			expect(eventIds(await poll())).toEqual(['recordDeleted:4:40:1']);
			restore(life, 40);
			expect(await poll()).toBeNull();
			service.store.deleteRecord(FORM, 40);
			expect(eventIds(await poll())).toEqual(['recordDeleted:4:40:2']);
			expect(await poll()).toBeNull();
		});
	});
});

describe('a trigger on deletions', () => {
	it('does not touch its state in the test step, and shows what an event looks like', async () => {
		await deleting({}, async ({ poll, state }) => {
			const items = await poll({ mode: 'manual' });
			expect(items).toHaveLength(3);
			const event = { event: 'recordDeleted', eventId: 'recordDeleted:4:120:1', appsId: FORM };
			expect(items![0]).toEqual({ sample: true, ...event, recordId: 120 });
			expect(state).toEqual({});
		});
	});
});
