import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../../../sandbox/service/service';
import { byId, inWorld, test, jsonOf, sentTo, type World } from '../../../support/world';
import { errorOf, failureOf, headlinesOf, recordsOf } from '../../runs';
import { run, wanting } from './run';

const LIST = '/api/apps/1/records';
const row = (field: string, value: unknown = '={{ $json.of }}') => ({ field: byId(field), value });
const lookUp = (field = 'field-1', more: INodeParameters = {}): INodeParameters =>
	recordsOf(1, 'lookUp', {
		matches: { row: [row(field)] } as INodeParameters,
		options: {},
		...more,
	});
const lists = (service: Service) => sentTo(service).filter(({ path }) => path === LIST).length;
const idsIn = (items: readonly INodeExecutionData[]) =>
	jsonOf(items).map(({ record }) => (record as { recordId?: number } | null)?.recordId);

/** Gives records of form 1 the subjects, the last of them the newest. */
const add = ({ service: { store } }: World, ...subjects: string[]) =>
	subjects.map((subject) => store.createRecord(1, { 'field-1': subject }).recordId);

describe('a lookup of records', () => {
	test('reads the form once for all items, and links each output to its item', async (world) => {
		add(world, ...Array.from({ length: 2_500 }, (_, n) => `Wanted ${n}`));
		const wanted = Array.from({ length: 100 }, (_, n) => `Wanted ${n * 7}`);
		const { items } = await run(world, lookUp(), wanting(...wanted, wanted[0], 'Unknown'));
		expect(idsIn(items)).toEqual([...wanted.map((_, n) => 41 + n * 7), 41, undefined]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		expect(lists(world.service)).toBeLessThanOrEqual(4);
	});

	test('stops when every item has its newest record', async (world) => {
		add(world, ...Array.from({ length: 4_000 }, (_, n) => `Wanted ${n}`));
		await run(world, lookUp(), wanting('Wanted 3999', 'Wanted 3990'));
		// The second page is requested while the first one is read.
		expect(lists(world.service)).toBe(2);
	});

	test.each([
		['all', ['A', 'B', 'A']],
		['found', ['A', 'A']],
		['notFound', ['B']],
	])('returns the items that the user chose: %s', async (world, keep, expected) => {
		add(world, 'A');
		const { items } = await run(world, lookUp('field-1', { keep }), wanting('A', 'B', 'A'));
		expect(jsonOf(items).map(({ of }) => of)).toEqual(expected);
	});

	test('returns the newest of several matches, or all, but no deleted record', async (world) => {
		const [first, second, deleted] = add(world, 'Same', 'Same', 'Same');
		world.service.store.deleteRecord(1, Number(deleted));
		expect(idsIn((await run(world, lookUp(), wanting('Same'))).items)).toEqual([second]);
		const options = { severalMatches: 'all', resultName: 'ticket', names: 'identifiers' };
		const { items } = await run(world, lookUp('field-1', { options }), wanting('None', 'Same'));
		expect(items.map(({ json, pairedItem }) => [json.ticket, pairedItem])).toEqual([
			[null, { item: 0 }],
			[expect.objectContaining({ recordId: second, 'field-1': 'Same' }), { item: 1 }],
			[expect.objectContaining({ recordId: first }), { item: 1 }],
		]);
	});

	test('keeps the files of an item, and matches each item by its own field', async (world) => {
		const [first, second] = add(world, 'A', 'B');
		const binary = { data: { data: '', mimeType: 'text/plain' } };
		const { items } = await run(world, lookUp('={{ $json.by }}'), [
			{ json: { by: 'field-1', of: 'B' }, binary },
			{ json: { by: 'recordId', of: first! } },
		]);
		expect(idsIn(items)).toEqual([second, first]);
		expect(items.map((item) => item.binary)).toEqual([binary, undefined]);
	});

	test('gives each item its record under the names that it asks for', async (world) => {
		add(world, 'A');
		const options = { names: '={{ $itemIndex ? "identifiers" : "captions" }}' };
		const { items } = await run(world, lookUp('field-1', { options }), wanting('A', 'A'));
		const names = jsonOf(items).map(({ record }) => Object.keys(record as object));
		expect(names.map((all) => ['Subject', 'field-1'].filter((name) => all.includes(name)))).toEqual(
			[['Subject'], ['field-1']],
		);
	});

	test('needs a value if a model enters it', async (world) => {
		const empty = "={{ $fromAI('value') ?? '' }}";
		const matches = { row: [row('field-1', empty), row('field-6', empty)] } as INodeParameters;
		const { items } = await run(world, lookUp('field-1', { matches }), wanting('A'), true);
		expect(headlinesOf(items)).toEqual([
			"There is no value to match on for 'Subject' (field-1) and 'Priority' (field-6)",
		]);
	});

	test('finds nothing for a missing value, and sends no request', async (world) => {
		// Some records have no assignee.
		const nothing = ['', null, undefined, []];
		const { items } = await run(world, lookUp('field-4'), wanting(...nothing));
		expect(idsIn(items)).toEqual(nothing.map(() => undefined));
		expect(items.map(({ json }) => json.record)).toEqual(nothing.map(() => null));
		expect(lists(world.service)).toBe(0);
	});

	describe('with Not in Input', () => {
		const gone = lookUp('field-1', { keep: 'others', simplify: false });
		const ids = (items: readonly INodeExecutionData[]) =>
			items.map((item) => item.json.recordId ?? errorOf(item)?.message);

		test('returns the records that no item matches, for all items together', async (world) => {
			const [a, b, c] = add(world, 'A', 'a', 'A');
			const kept = world.service.store.records.count(1) - 3;
			const { items, hints } = await run(world, gone, wanting('A', 'Unknown', 'A'));
			expect(ids(items)).toEqual([b, ...Array.from({ length: kept }, (_, n) => kept - n)]);
			expect([a, c].every((id) => !ids(items).includes(id))).toBe(true);
			expect(items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
			expect(hints.map(({ message }) => message)).toEqual(['1 of 3 items match nothing.']);
			expect((await run(world, gone, wanting('A'))).hints).toEqual([]);
		});

		test('returns them beside what other items find', async (world) => {
			add(world, 'A', 'B');
			const keep = '={{ $itemIndex ? "others" : "all" }}';
			const { items } = await run(world, { ...gone, keep }, wanting('A', 'B'));
			expect(items).toHaveLength(world.service.store.records.count(1));
		});

		it.each([
			[['', 'B'], {}, /There is no value to match on for/],
			[['2026-01-05'], { fieldTypes: 'codes' } as const, /may have the same value as record/],
			[
				['b ', 'C'],
				{},
				/No record has .*Subject.* "b ", but record \d+ differs only in case, spaces or full-width letters/,
			],
		])('returns no record if an item may match any: %j', async (wanted, dialect, problem) => {
			await inWorld({ dialect }, async (world) => {
				world.service.store.createRecord(1, { 'field-1': 'B', 'field-8': '2026/01/05' });
				const field = wanted.length > 1 ? 'field-1' : 'field-8';
				const parameters = lookUp(field, { keep: 'others' });
				const { items } = await run(world, parameters, wanting(...wanted), true);
				expect(ids(items)).toEqual([expect.stringMatching(problem)]);
			});
		});

		test('returns no record if an expression of an item fails', async (world) => {
			add(world, 'A', 'B');
			const value = '={{ $json.of === "B" ? $("Nope").item.json.x : $json.of }}';
			const matches = { row: [row('field-1', value)] } as INodeParameters;
			const { items } = await run(world, { ...gone, matches }, wanting('A', 'B'), true);
			expect(ids(items)).toEqual([expect.any(String)]);
		});
	});
});

describe('a lookup in the directory', () => {
	const entry = (resource: string, field: string): INodeParameters => ({
		...{ resource, operation: 'lookUp', options: {} },
		matches: { row: [{ field, value: '={{ $json.of }}' }] },
	});

	test('rejects an object in place of a code', async (world) => {
		const wrong = run(world, entry('user', 'code'), wanting({ code: 'E0002' }));
		expect((await failureOf(wrong)).message).toBe("'code' is an object, not text");
	});

	test('finds entries in any case, and reads the list once', async (world) => {
		const wanted = wanting('USER1', ' user2', 'user 1', '');
		const { items } = await run(world, entry('user', 'loginId'), wanted);
		const codes = jsonOf(items).map(({ user }) => (user as { code?: string } | null)?.code);
		expect(codes).toEqual(['E0001', 'E0002', undefined, undefined]);
		expect(sentTo(world.service).map(({ query }) => query?.page)).toEqual(['1', '3']);
	});

	test.each([
		['user', 'name', 'Aiko  Tanaka', 'E0001'],
		['organization', 'code', 'ORG 03', 'ORG03'],
	])(
		'returns no entry with Not in Input if an item nearly matches one: %s',
		async (world, resource, field, value, code) => {
			const gone = { ...entry(resource, field), keep: 'others' };
			const { items } = await run(world, gone, wanting(value), true);
			expect(headlinesOf(items)).toEqual([
				`No entry has ${field} "${value}", but ${code} differs only in case, spaces or full-width letters`,
			]);
		},
	);

	test('returns no entry with Not in Input if an item has no value', async (world) => {
		const gone = { ...entry('user', 'loginId'), keep: 'others' };
		const { items } = await run(world, gone, wanting(''), true);
		expect(headlinesOf(items)).toEqual(['There is no value to match on for loginId']);
	});

	test('does not choose between entries with the same name', async (world) => {
		const { positions } = world.service.store;
		for (const code of ['X1', 'X2']) positions.add({ code, name: 'Twin', kana: 'x' });
		const wanted = wanting('Twin', 'President');
		const { items } = await run(world, entry('position', 'name'), wanted, true);
		expect(headlinesOf(items)).toEqual([expect.stringMatching(/X1 and X2/), undefined]);
	});
});
