import { examples, USER } from '../../support/events';
import { formId, watching, type Watching } from '../../support/watching';

const REQUESTS = 1;
const SITE = 'https://your-site.example.com';

const request = {
	'field-1': 'Projector does not start',
	'field-2': 'The screen stays black',
	'field-3': [{ code: 'E0002', name: 'Ben Carter' }],
	'field-4': [{ code: 'E0001', name: 'Aiko Tanaka' }],
	'field-5': [],
	'field-6': 'High',
	'field-7': ['Phone'],
	'field-8': '2026-03-04',
	'field-9': 0.5,
	'field-10': '',
};

const user = { ...USER, loginPass: 'secret' };
const OF_USERS = {
	add: ({ service }: Watching) => (service.store.users.add(user), 0),
	close: ({ service }: Watching) =>
		void service.store.users.replace('E0031', { ...user, organizationCode: 'ORG08' }),
	remove: ({ service }: Watching) => void service.store.users.delete('E0031'),
};

const add = ({ service }: Watching) =>
	service.store.createRecord(REQUESTS, request, { by: 'E0002', status: 'In progress' }).recordId;
const close = ({ service }: Watching, recordId: number) =>
	void service.store.updateRecord(
		REQUESTS,
		recordId,
		{ 'field-10': 'The cable was loose' },
		{ by: 'E0001', status: 'Closed' },
	);
const remove = ({ service }: Watching, recordId: number) =>
	void service.store.deleteRecord(REQUESTS, recordId);

const documented = Object.entries(examples).flatMap(([event, { happened, item }]) =>
	item ? [{ event, happened, item }] : [],
);

test.each(documented)(
	'docs/events.md shows an item of $event as the trigger emits it',
	async ({ event, happened, item }) => {
		const code = { __rl: true, mode: 'id', value: 'E0001' };
		const given = { event, form: formId(REQUESTS), code, options: { names: 'captions' } };
		await watching({ given }, async (life) => {
			const does = event.startsWith('user') ? OF_USERS : { add, close, remove };
			const recordId = happened === 'added' ? undefined : does.add(life);
			await life.poll();
			life.pass(3600);
			if (recordId === undefined) does.add(life);
			else (happened === 'closed' ? does.close : does.remove)(life, recordId);
			const items = JSON.stringify(await life.poll()).replaceAll(life.service.url, SITE);
			expect(JSON.parse(items)).toEqual([item]);
		});
	},
);
