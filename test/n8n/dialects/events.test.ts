import { sampled } from '../../support/effort';
import { FORM, idsOf, watching } from '../../support/watching';
import { wrongAt } from './events';
import { settings } from './settings';
import { watched } from './stories';

jest.setTimeout(600_000);

const events = Object.keys(watched);

it.each(events)('%s is emitted once for every change that it is about', async (event) => {
	expect(await wrongAt(event, [])).toEqual([]);
});

it.each(sampled(settings, ({ name }) => name).map((one) => [one.row, one.name, one] as const))(
	'row %i, %s: every event is emitted once',
	async (_, __, setting) => {
		const wrong: string[] = [];
		for (const event of sampled(events, (one) => `${setting.name} ${one}`, 1 / 3))
			wrong.push(...(await wrongAt(event, [setting])));
		expect(wrong).toEqual([]);
	},
);

it.each(sampled(events, (one) => one))(
	'row 22, the clock steps back: %s is emitted once',
	async (event) => {
		expect(await wrongAt(event, [], 60)).toEqual([]);
	},
);

it('row 6, past the end: 404: no poll reads past the end of full pages', async () => {
	const given = { event: 'recordUpdated', options: { watchedFields: 'field-41' } };
	const dialect = { pastTheEnd: 'notFound' } as const;
	await watching({ given, dialect }, async ({ service, poll, pass, bulk, edit }) => {
		bulk(1_000 - service.store.records.count(FORM));
		expect(await poll()).toBeNull();
		pass(600);
		edit(7, 'edited');
		expect(idsOf(await poll())).toEqual([7]);
		expect(await poll()).toBeNull();
		expect(service.log.filter(({ query }) => query.page === '2')).toHaveLength(1);
		expect(service.log.filter(({ status }) => status !== 200)).toEqual([]);
	});
});
