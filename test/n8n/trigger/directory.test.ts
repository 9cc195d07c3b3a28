import type { IDataObject } from 'n8n-workflow';
import { takeLog } from '../../support/n8n';
import { watching, type Watching, formId } from '../../support/watching';

const USERS = '/api/admin/users';
const moved = ({ service: { store } }: Watching, organizationCode: string) =>
	store.users.replace('E0001', { ...store.users.get('E0001')!, organizationCode });
const added = ({ service: { store } }: Watching) =>
	store.users.add({ ...store.users.get('E0002')!, code: 'E0099', loginId: 'new' });
const gone = ({ service: { store } }: Watching) => store.users.delete('E0003');

/** What happens, and the only event that it is. */
const HAPPENINGS = [
	{
		does: added,
		event: 'userAdded',
		item: { code: 'E0099', change: 'added' },
		asks: [USERS, USERS],
	},
	{
		does: (life: Watching) => moved(life, 'ORG08'),
		event: 'userChanged',
		item: {
			...{ code: 'E0001', change: 'changed', organizationCode: 'ORG08' },
			changes: { organizationCode: { from: 'ORG01', to: 'ORG08' } },
		},
		asks: [USERS],
	},
	{
		does: gone,
		event: 'userRemoved',
		item: { code: 'E0003', change: 'removed', name: 'Chika Mori' },
		// A shorter list than before may have been cut.
		asks: [USERS, USERS, `${USERS}/E0003`],
	},
];

it.each(HAPPENINGS)(
	'$event: emits one item for its change, and reads the list once per poll unless it is shorter',
	async (watched) => {
		const { event } = watched;
		await watching({ given: { event } }, async (life) => {
			const { poll, taken, pass } = life;
			expect(await poll()).toBeNull();
			for (const { does, item, asks, event: told } of HAPPENINGS) {
				does(life);
				pass(60);
				taken();
				const items = (await poll()) ?? [];
				expect(items).toMatchObject(told === event ? [{ ...item, event }] : []);
				expect(JSON.stringify(items)).not.toContain('loginPass');
				expect(taken().map(({ path }) => path)).toEqual(asks);
				expect(await poll()).toBeNull();
			}
		});
	},
);

it('formChanged emits each field that is added, renamed or removed', async () => {
	await watching({ given: { event: 'formChanged', form: formId(2) } }, async (life) => {
		const { poll, service } = life;
		const form = service.store.forms.get(2)!;
		const [first, second, ...others] = form.fields;
		expect(await poll()).toBeNull();
		const more = {
			fieldId: 29,
			fieldType: 'text' as const,
			caption: 'Phone',
			uniqueId: 'field-29',
		};
		service.store.addForm({
			...form,
			fields: [{ ...first!, caption: 'Number' }, ...others, more],
		});
		const items = (await poll()) ?? [];
		const told = items.map(({ change, fieldId, caption }) => ({ change, fieldId, caption }));
		expect(told).toEqual([
			{ change: 'changed', fieldId: first!.fieldId, caption: 'Number' },
			{ change: 'added', fieldId: 29, caption: 'Phone' },
			{ change: 'removed', fieldId: second!.fieldId, caption: second!.caption },
		]);
		const [{ changes } = {} as IDataObject] = items;
		expect(changes).toEqual({ caption: { from: first!.caption, to: 'Number' } });
		expect(await poll()).toBeNull();
	});
});

it('only watched fields of a user trigger the workflow, and an unknown field is rejected', async () => {
	const given = { event: 'userChanged', options: { watchedFields: ['positionCode'] } };
	await watching({ given }, async (life) => {
		const { poll, pollAs, service } = life;
		expect(await poll()).toBeNull();
		moved(life, 'ORG08');
		expect(await poll()).toBeNull();
		const { store } = service;
		store.users.replace('E0001', { ...store.users.get('E0001')!, positionCode: 'P6' });
		expect(await poll()).toMatchObject([{ changes: { positionCode: { to: 'P6' } } }]);
		const options = { watchedFields: ['loginPass'] };
		await expect(pollAs({ event: 'userChanged', options })).rejects.toThrow(
			/Watched Fields.* \(positionCode\)/,
		);
	});
});

it.each(['organizationChanged', 'organizationAdded'])(
	'the test step shows samples: %s',
	async (event) => {
		await watching({ given: { event } }, async ({ poll }) => {
			const items = (await poll({ mode: 'manual' })) ?? [];
			expect(items).toHaveLength(3);
			for (const item of items) {
				expect(item).toMatchObject({ sample: true, eventId: 'sample' });
				const { from } = (item.changes as { name?: IDataObject })?.name ?? {};
				expect(from).toBe(event === 'organizationChanged' ? item.name : undefined);
			}
		});
	},
);

it('a user whom the list leaves out, and a single read returns, is not removed', async () => {
	await watching({ given: { event: 'userRemoved' } }, async ({ poll, service, taken }) => {
		expect(await poll()).toBeNull();
		const user = service.store.users
			.list()
			.flatMap(({ code, name }) => (code === 'E0003' ? [] : { code, name }));
		service.faults.add({ path: USERS, times: 2, answer: { status: 200, body: { user } } });
		taken();
		expect(await poll()).toBeNull();
		expect(taken().at(-1)?.path).toBe(`${USERS}/E0003`);
		expect(takeLog().join()).toContain('E0003 is not listed any more, but not emitted as removed');
	});
});

it('a code that cannot be part of an address does not stop the trigger', async () => {
	await watching({ given: { event: 'userChanged' } }, async (life) => {
		const { poll, service } = life;
		const { users } = service.store;
		users.add({ ...users.get('E0002')!, code: '.', loginId: 'dot' });
		expect(await poll()).toBeNull();
		users.delete('.');
		moved(life, 'ORG08');
		takeLog();
		expect(await poll()).toMatchObject([{ code: 'E0001' }]);
		expect(takeLog().join()).toMatch(
			/warn [^,]*: \. is not listed any more, but not emitted as removed: '/,
		);
	});
});
