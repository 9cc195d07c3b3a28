import { isLong, ofTheWhole, sampled, seedOr, times } from '../../support/effort';
import { FORM, idsOf, watching } from '../../support/watching';
import { elsewhere, eventsFor, OF_TRIGGERS, wrongWith } from './events';
import { pairs } from './pairs';
import { settings } from './settings';
import { randomOf, storyOf, watched } from './stories';
import { toldOf, type Told } from './told';

// Each setting has up to eight stories, and machines differ.
jest.setTimeout(isLong ? 3_600_000 : 120_000);

const SEED = seedOr(20_261);
const ROUNDS = isLong ? 6 : 2;
const story = storyOf(SEED, ROUNDS);

/** What the service answers in the story under the plain dialect, by the event. */
const plain = new Map<string, string>();
/** Settings under which it answers otherwise. */
const met = new Set<string>();

const answersOf = ({ answers }: Told) => answers.join('\n').replace(/127\.0\.0\.1:\d+/g, '');

it('a story has something for every event, in every round', async () => {
	for (const [event, one] of Object.entries(watched)) {
		const result = await toldOf(one, story, []);
		const { told, happened, failures } = result;
		plain.set(event, answersOf(result));
		expect(happened).toHaveLength(ROUNDS);
		for (const round of happened) expect([event, round.length > 0]).toEqual([event, true]);
		expect([told, failures]).toEqual([happened, []]);
	}
});

const tried = settings.map((one, index) => [one.row, one.name, one, index] as const);

it.each(sampled(tried, ([, name]) => name))('row %i, %s', async (_, __, setting, index) => {
	const wrong: string[] = [];
	const events = eventsFor(setting, index, isLong);
	for (const event of sampled(events, (one) => `${setting.name} ${one}`, 1 / 2)) {
		const result = await toldOf(watched[event]!, story, [setting]);
		wrong.push(...wrongWith(event, [setting], result));
		if (answersOf(result) !== plain.get(event)) met.add(setting.name);
	}
	expect(wrong).toEqual([]);
});

ofTheWhole('all settings', () => {
	it('the stories meet what decides what a trigger sees', () => {
		const meant = settings.filter(({ row }) => OF_TRIGGERS.includes(row)).map(({ name }) => name);
		expect(meant.filter((name) => !met.has(name))).toEqual(Object.keys(elsewhere));
	});
});

it('row 6, past the end: 404: no poll goes past the end of full pages', async () => {
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
		// Except for checking whether a form that fills a page has too many records.
		const failed = service.log.filter(({ status }) => status !== 200);
		expect(failed.map(({ query }) => query)).toMatchObject([{ page: '20001', limit: '1' }]);
	});
});

it.each(sampled(Object.keys(watched), (one) => one))(
	'row 22, the clock steps back: %s',
	async (event) => {
		const result = await toldOf(watched[event]!, storyOf(SEED, ROUNDS, 60), []);
		expect(wrongWith(event, [], result)).toEqual([]);
	},
);

it.each(
	sampled(
		Object.keys(watched).filter((event) => event.startsWith('record')),
		(one) => one,
	),
)('row 42, the clock repeats an hour: %s, with an overlap that is longer', async (event) => {
	const one = watched[event]!;
	const { options = {}, ...given } = one.given;
	const overlap = event === 'recordDeleted' ? {} : { overlap: 3_720 };
	const setting = settings.filter(({ name }) => name === 'the clock repeats an hour');
	const longer = { ...one, given: { ...given, options: { ...(options as object), ...overlap } } };
	const result = await toldOf(longer, storyOf(SEED, ROUNDS), setting);
	expect(wrongWith(event, setting, result)).toEqual([]);
});

it('two settings at once, and other stories, by chance', async () => {
	const random = randomOf(SEED);
	const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
	const wrong: string[] = [];
	for (let n = 0; n < times(10); n++) {
		const [pair, event] = [one(pairs), one(Object.keys(watched))];
		const result = await toldOf(watched[event]!, storyOf(SEED + n, ROUNDS), pair);
		const names = pair.map(({ row, name }) => `row ${row}, ${name}`).join('; ');
		const told = wrongWith(event, pair, result);
		wrong.push(...told.map((words) => `seed ${SEED}, case ${n}: ${names}\n${words}`));
	}
	expect(wrong).toEqual([]);
});
