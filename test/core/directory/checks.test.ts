import { inWords, itemsInWords } from '../../../nodes/RecordsDirectory/core/request/subject';
import { excess, repeated } from '../../../nodes/RecordsDirectory/core/directory/checks';
import { doubtful, lacking } from '../../../nodes/RecordsDirectory/core/directory/checks';
import type { Planned } from '../../../nodes/RecordsDirectory/core/directory/plan';
import {
	removedBy,
	syncedRow,
	upsertedRow,
} from '../../../nodes/RecordsDirectory/core/directory/output';
import { settingsOf } from '../../../nodes/RecordsDirectory/core/directory/settings';
import { entryOf } from '../document';
import { planned, syncOf } from './model';

const refusal = (message: string, advice: string) => expect.objectContaining({ message, advice });
const plannedOne = (one: Partial<Planned> = {}): Planned => ({
	item: 0,
	code: 'A',
	action: 'update',
	changes: {},
	body: {},
	...one,
});

it.each([
	[[], ''],
	[['A'], 'A'],
	[['A', 'B'], 'A and B'],
	[['A', 'B', 'C', 'D'], 'A, B, C and D'],
	[['A', 'B', 'C', 'D', 'E'], 'A, B, C and 2 more'],
	[[1, 2], '1 and 2'],
])('%j in words', (all, words) => expect(inWords(all)).toBe(words));

it.each([
	[['A'], 'the removal of A'],
	[[0, 1, 'A', 'B'], 'items 0 to 1 and the removal of A and B'],
	[[7], 'item 7'],
	[[10, 8, 9], 'items 8 to 10'],
	[[10, 2], 'items 2 and 10'],
	[[], 'no items'],
])('subjects %j in words', (all, words) => expect(itemsInWords(all)).toBe(words));

it('as many may go as may, and no more', () => {
	expect(excess([], 0)).toBeUndefined();
	expect(excess(['A', 'B'], 2)).toBeUndefined();
	expect(excess(['A', 'B'], 1)).toEqual(
		refusal(
			"2 would be retired or deleted, but 'Most Removals' is 1: A and B",
			"Nothing was sent. Check that the input is the whole list; if it is, raise 'Most Removals'.",
		),
	);
});

it('every item of a code that comes twice is named', () => {
	const codes = ['A', 'B', 'A', '__proto__', 'A', 'constructor'];
	const found = repeated(codes.map((code, item) => ({ code, item })));
	expect([...found.keys()]).toEqual([0, 2, 4]);
	expect(found.get(2)).toEqual(
		refusal(
			'\'Code\' is "A" in items 0, 2 and 4',
			'Each entry can be given once. Remove the others, or check the expression for the code.',
		),
	);
});

describe('a new entry without what only new ones need', () => {
	const { operation, resource } = entryOf('user.upsert');
	const user = { code: 'E1', name: 'A', kana: 'A', loginId: 'a', organizationCode: 'O1' };
	const lacks = (...all: Planned[]) => [...lacking(resource, operation, all)];

	it('is named with the input that is empty', () => {
		const { loginId: _, ...body } = user;
		const one = plannedOne({ item: 3, code: 'E1', action: 'create', body });
		expect(lacks(one)).toEqual([
			[
				3,
				refusal(
					'\'Login ID\' is empty, and "E1" is new',
					"The service needs it to create an entry. Enter a value in 'Login ID', or check the code.",
				),
			],
		]);
	});

	it('is told of the input by the name that it has there', () => {
		const sync = syncOf('user');
		const one = plannedOne({ code: 'E1', action: 'create', body: user });
		const told = lacking(sync.resource, sync.operation, [one]).get(0);
		expect(told?.message).toBe('\'Initial Login Password\' is empty, and "E1" is new');
	});

	it('is no matter for one that is there already, nor for one that has all', () => {
		const { loginId: _, ...body } = user;
		expect(lacks(plannedOne({ body }), plannedOne({ action: 'unchanged', body }))).toEqual([]);
		const pass = { loginPass: 'secret' };
		expect(lacks(plannedOne({ action: 'create', body: { ...user, ...pass } }))).toEqual([]);
	});
});

describe('a removal that may not be meant', () => {
	const list = [
		{ code: 'O1', name: 'A' },
		{ code: 'O2', name: 'B', parentCode: 'O1' },
	];
	const doubt = (wanted: object[], going: object[]) =>
		doubtful(planned('organization', wanted as never, list), going as never);

	it.each([' o1', 'O1 ', 'Ｏ１'])('one is created as "%s", and "O1" would go', (code) => {
		expect(doubt([{ code, name: 'A' }], list.slice(0, 1))).toEqual(
			refusal(
				`Item 0 would create "${code}", and "O1" would be removed`,
				'They differ in case, width or spaces only. Give the code as the service has it.',
			),
		);
	});

	it('one stays below another that would go', () => {
		expect(doubt([{ code: 'O2', name: 'B' }], list.slice(0, 1))).toEqual(
			refusal(
				'"O1" would be removed, and "O2" of item 0 stands below it',
				"Give the parent as an item as well, or name it in 'Never Remove'.",
			),
		);
	});

	it.each([
		['others are created', [{ code: 'O3', name: 'C' }], list],
		['nothing goes', [{ code: 'o1', name: 'A' }], []],
		['the same one is kept', [{ code: 'O1', name: 'C' }], [list[1]]],
		['one is there under both codes', [{ code: 'O1', name: 'A' }], [{ code: 'o1' }]],
	])('nothing is in doubt where %s', (_, wanted, going) => {
		expect(doubt(wanted, going as object[])).toBeUndefined();
	});
});

describe('the output', () => {
	it.each([
		['create', 'created'],
		['update', 'updated'],
		['unchanged', 'unchanged'],
	] as const)('of an entry to %s says %s', (action, done) => {
		const row = { success: true, code: 'A', action: done };
		expect(upsertedRow(plannedOne({ action }))).toEqual(row);
	});

	it.each([
		['missing', 'missing'],
		['retire', 'retired'],
		['delete', 'deleted'],
	] as const)('of a sync to %s says %s, and in a dry run what would be', (action, done) => {
		const row = { code: 'A', name: 'B', parentCode: 'C' };
		const told = { code: 'A', name: 'B' };
		expect(syncedRow(false, action, row)).toEqual({ success: true, ...told, action: done });
		expect(syncedRow(true, action, row)).toEqual({ dryRun: true, ...told, action });
	});

	it('of a sync says what changes, if anything does', () => {
		const changes = { name: { from: 'A', to: 'B' } };
		expect(syncedRow(true, 'update', { code: 'A' }, changes)).toMatchObject({ changes });
		expect(syncedRow(true, 'update', { code: 'A' }, {})).not.toHaveProperty('changes');
	});
});

it('a sync removes those that go, and those that it retires', () => {
	const retired = { isRetired: true, isHidden: true };
	const to = (value: unknown) => ({ to: value });
	const all = [
		plannedOne({ code: 'R', changes: { isRetired: to(true), isHidden: to(true), name: to('x') } }),
		plannedOne({ code: 'half', changes: { isRetired: to(true) } }),
		plannedOne({ code: 'back', changes: { isRetired: to(false), isHidden: to(true) } }),
		plannedOne({
			code: 'new',
			action: 'create',
			changes: { isRetired: to(true), isHidden: to(true) },
		}),
	];
	const plan = { planned: all, missing: [] };
	expect(removedBy(plan, [{ code: 7 }, { code: 'B' }], retired)).toEqual(['7', 'B', 'R']);
	expect(removedBy(plan, [], undefined)).toEqual([]);
});

describe('the settings of a sync', () => {
	const { operation } = syncOf('user');
	const given = { dryRun: false, missing: 'retire', mostRemovals: 3 };

	it('are those that all items have', () => {
		const values = [given, given].map((one, n) => ({ ...one, neverRemove: 'A,B', name: `N${n}` }));
		expect(settingsOf(operation, values)).toEqual({
			isDry: false,
			removal: 'retire',
			mostRemovals: 3,
			spared: new Set(['A', 'B']),
		});
		const { removal } = settingsOf(operation, [{ ...given, missing: 'delete' }]);
		expect(removal).toBe('delete');
	});

	it('are safe where nothing is given', () => {
		const settings = settingsOf(operation, [{ missing: 'nothing' }]);
		const safe = { isDry: true, removal: 'missing', mostRemovals: 0, spared: new Set() };
		expect(settings).toEqual(safe);
	});

	it.each([
		[{ dryRun: true }, "'Dry Run' differs from item to item"],
		[{ missing: 'delete' }, "'Missing Ones' differs from item to item"],
		[{ mostRemovals: 99 }, "'Most Removals' differs from item to item"],
		[{ neverRemove: 'A' }, "'Never Remove' differs from item to item"],
	])('%j in one of two is refused', (other, message) => {
		expect(() => settingsOf(operation, [given, { ...given, ...other }])).toThrow(
			refusal(message, 'All items are worked on together. Give it one value.'),
		);
	});

	it.each(['retire', 'Delete', 'toString'])('a position cannot be given %s', (missing) => {
		expect(() => settingsOf(syncOf('position').operation, [{ ...given, missing }])).toThrow(
			refusal(`'Missing Ones' is "${missing}", which is no choice`, 'Choose from the list.'),
		);
	});
});
