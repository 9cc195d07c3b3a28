import type { INodeParameters } from 'n8n-workflow';
import type { ServiceOptions } from '../../../sandbox/service/service';
import { inAHurry } from '../../support/hurry';
import { Database, LivingN8n } from '../../support/living-n8n';
import { FORM, formId, undated, watching, type Watching } from '../../support/watching';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(60_000);

const code = { __rl: true, mode: 'id', value: 'E0030' };
const count = ({ service }: Watching, to: number) =>
	service.store.raiseNotice('E0030', { appsId: FORM, id: '9', label: 'To pack', count: to });
const status = ({ service }: Watching, id: number, to: string) =>
	void service.store.updateRecord(1, id, {}, { status: to });
const record = ({ service }: Watching) =>
	service.store.createRecord(1, { 'field-1': 'x' }).recordId;

const user = ({ service: { store } }: Watching) => {
	store.users.add({ ...store.users.get('E0002')!, code: 'E0099', loginId: 'new' });
	return 0;
};

/** What the second process learns without an event, and the event that only it can see. */
const kinds: readonly (readonly [
	string,
	INodeParameters,
	(life: Watching) => number,
	(life: Watching, learned: number) => void,
])[] = [
	[
		'recordDeleted',
		{ form: formId(1) },
		record,
		({ service }, id) => void service.store.deleteRecord(1, id),
	],
	['recordStatusChanged', { form: formId(1) }, record, (life, id) => status(life, id, 'Closed')],
	[
		'recordUpdated',
		{ form: formId(1), options: { watchedFields: 'field-1' } },
		record,
		({ service }, id) => void service.store.updateRecord(1, id, { 'field-1': 'y' }),
	],
	['noticeCountIncreased', { code }, (life) => (count(life, 1), 0), (life) => void count(life, 3)],
	['userRemoved', {}, user, ({ service }) => void service.store.users.delete('E0099')],
	[
		'userChanged',
		{},
		user,
		({ service: { store } }) =>
			store.users.replace('E0099', { ...store.users.get('E0099')!, positionCode: 'P1' }),
	],
];

describe.each<[string, ServiceOptions]>([
	['by the time of the service', {}],
	["by n8n's saved state without a Date header", undated],
])('two processes that take turns: the fresher state wins, %s', (_, options) => {
	it.each(kinds)('%s', async (event, given, learn, happen) => {
		await inAHurry(async () => {
			await watching(options, async (life) => {
				const { credentials, pass } = life;
				const database = new Database();
				const parameters = { event, ...given };
				const [one, two] = [0, 1].map(() => new LivingN8n(database, { parameters, credentials }));
				count(life, 5);
				await one!.publish('activate');
				await one!.poll();
				pass(600);
				const learned = learn(life);
				await one!.unpublish();
				// n8n saves the state of the poll that registers a trigger.
				await two!.publish('leadershipChange');
				await two!.poll();
				expect(database.items).toEqual([]);
				await two!.unpublish();
				pass(600);
				happen(life, learned);
				await one!.publish('leadershipChange');
				await one!.poll();
				expect(database.items).toHaveLength(1);
				expect(JSON.stringify(database.staticData).includes('asOf')).toBe(options !== undated);
				expect(database.failures).toEqual([]);
			});
		});
	});
});
