import {
	kindsReferredTo,
	mergedProblems,
	problemsBeforeReading,
	problemsOfPlan,
	repeatedCodes,
} from '../../../nodes/RecordsDirectory/core/directory/checks';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import type { Plan, PlannedEntry } from '../../../nodes/RecordsDirectory/core/directory/plan';
import { planRemovals, syncSettings } from '../../../nodes/RecordsDirectory/core/directory/sync';
import { planned, syncOf, type Kind } from './model';

const refusal = (message: string, advice: string) => expect.objectContaining({ message, advice });
const plannedOne = (one: Partial<PlannedEntry> = {}): PlannedEntry => ({
	item: 0,
	code: 'A',
	action: 'update',
	changes: {},
	body: {},
	...one,
});

/** What is wrong with the items of a plan, if others refer to nothing that is missing. */
const problemsOf = (
	kind: Kind,
	plan: Plan,
	against: Partial<Parameters<typeof problemsOfPlan>[2]> = {},
) =>
	problemsOfPlan(syncOf(kind), plan, {
		listed: [],
		codes: new Map(),
		partial: new Map(),
		...against,
	});

const DELETE = {
	isDry: false,
	removal: 'delete',
	mostRemovals: 9,
	neverRemove: undefined,
} as const;
const removing = (missing: readonly JsonObject[], more: object = {}) =>
	planRemovals({ ...DELETE, ...more }, { planned: [], missing }, undefined);

it('as many may go as may, and no more', () => {
	const two = [{ code: 'A' }, { code: 'B' }];
	expect(removing([], { mostRemovals: 0 }).wrong).toBeUndefined();
	expect(removing(two, { mostRemovals: 2 }).wrong).toBeUndefined();
	const { wrong } = removing(two, { mostRemovals: 1 });
	expect(wrong).toEqual(
		refusal(
			"'Removal Limit' is 1, but 2 would be removed: A and B",
			"Check that the input is the whole list; if it is, raise 'Removal Limit'.",
		),
	);
	expect(wrong?.subject).toBe("'Removal Limit'");
});

describe('a new entry without what only new ones need', () => {
	const user = { code: 'E1', name: 'A', kana: 'A', loginId: 'a', organizationCode: 'O1' };
	const lacking = (of: ReturnType<typeof syncOf>, all: readonly PlannedEntry[]) => {
		const against = { listed: [], codes: new Map(), partial: new Map() };
		return problemsOfPlan(of, { planned: all, missing: [] }, against);
	};

	it('is reported for the input by the name that it has there', () => {
		const one = plannedOne({ code: 'E1', action: 'create', body: user });
		expect(lacking(syncOf('user'), [one]).get(0)?.message).toBe(
			'\'Initial Login Password\' is empty, and "E1" is new',
		);
	});
});

describe('entries that cannot be meant so', () => {
	const list = [
		{ code: 'O1', name: 'A' },
		{ code: 'O2', name: 'B', parentCode: 'O1' },
	];
	const full = (wanted: object) => ({ name: 'N', kana: 'N', ...wanted });
	const plan = (...wanted: object[]) => planned('organization', wanted.map(full), list);
	const found = (...wanted: object[]) =>
		problemsOf('organization', plan(...wanted), { listed: list });

	it('a new "O1 " beside "O1"', () => {
		const code = 'O1 ';
		expect([...found({ code })]).toEqual([
			[
				0,
				refusal(
					`'Code' is "${code}", and "O1" (in the service) differs only in case, spaces or full-width letters`,
					"Use the code exactly as the service has it, in one item only. If the codes belong to different entries, add the new one with 'Create'.",
				),
			],
		]);
	});

	it('entries that the service has under both codes are two', () => {
		const both = [{ code: 'O1' }, { code: 'o1' }];
		expect(problemsOf('position', planned('position', both, both), { listed: both }).size).toBe(0);
		expect(found({ code: 'O3' }).size).toBe(0);
	});

	it('one that stays below another that would go', () => {
		const orphaned = (code: string, missing: readonly JsonObject[]) =>
			planRemovals(DELETE, { ...plan(list.find((row) => row.code === code)!), missing }, undefined)
				.orphaned;
		expect([...orphaned('O2', list.slice(0, 1))]).toEqual([
			[
				0,
				refusal(
					'"O1" would be removed, and "O2" is below it',
					'Add the parent to the input, or exclude it from removal.',
				),
			],
		]);
		expect(orphaned('O2', []).size).toBe(0);
		expect(orphaned('O1', list.slice(1)).size).toBe(0);
	});
});

describe('what entries refer to', () => {
	const names = { name: 'A', kana: 'A', loginId: 'a', loginPass: 'secret' };
	const person = { ...names, organizationCode: 'O1', positionCode: 'P1' };
	const list = [{ code: 'E1', ...person, subBelong: [{ organizationCode: 'GONE' }] }];
	const { operation } = syncOf('user');
	const codes = new Map([
		['organization', new Set(['O1', 'O2'])],
		['position', new Set(['P1'])],
	] as const);
	const lost = (...wanted: JsonObject[]) =>
		[...problemsOf('user', planned('user', wanted, list), { codes })].map(([item, { message }]) => [
			item,
			message,
		]);

	it('has to exist, in an entry and in its rows', () => {
		expect(
			lost(
				{ code: 'E2', ...person },
				{ code: 'E3', ...person, organizationCode: 'O3' },
				{ code: 'E4', ...person, positionCode: 'P2' },
				{ code: 'E1', subBelong: [{ organizationCode: 'O2', positionCode: 'P3' }] },
			),
		).toEqual([
			[1, '\'Preferred Organization\' is "O3", but there is no such organization'],
			[2, '\'Position\' is "P2", but there is no such position'],
			[3, '\'Other Affiliations: Position\' is "P3", but there is no such position'],
		]);
	});

	it('is not looked at where it is as the service has it, or cleared', () => {
		expect(lost({ code: 'E1', name: 'New' }, { code: 'E2', ...person, positionCode: '' })).toEqual(
			[],
		);
	});

	it('is read only where something refers to it', () => {
		const kinds = (...wanted: JsonObject[]) => [
			...kindsReferredTo(operation, planned('user', wanted, list)),
		];
		expect(kinds({ code: 'E1', name: 'New' })).toEqual([]);
		expect(kinds({ code: 'E1', organizationCode: 'O2' })).toEqual(['organization']);
		expect(kinds({ code: 'E2', ...person })).toEqual(['organization', 'position']);
	});
});

it('a code that many items share is reported with all of them', () => {
	const wanted = [0, 1, 2, 3, 4, 5, 8].map((item) => ({ item, code: 'A' }));
	const [problem] = repeatedCodes(wanted).values();
	expect(problem?.message).toBe('\'Code\' is "A" in items 0 to 5 and 8');
});

it('all that is wrong with an item is one problem, and items keep their order', () => {
	const [one, other] = [new InputError('A', 'Do.'), new InputError('B', 'Do.')];
	const all = mergedProblems(new Map([[2, one]]), new Map([[0, one]]), new Map([[2, other]]));
	expect([...all]).toEqual([
		[0, refusal('A', 'Do.')],
		[2, refusal('A; B', 'A and B: Do.')],
	]);
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
	const plan = { planned: all, missing: [{ code: 7 }, { code: 'B' }] };
	const settings = { ...DELETE, mostRemovals: 0 };
	expect(planRemovals(settings, plan, retired).wrong?.message).toMatch(/ 3 would .*: 7, B and R$/);
	expect(planRemovals(settings, plan, undefined).wrong?.message).toMatch(/ 2 would .*: 7 and B$/);
});

describe('the settings of a sync', () => {
	const { operation } = syncOf('user');
	const given = { dryRun: false, missing: 'retire', mostRemovals: 3 };

	it('are those that all items have', () => {
		const values = [given, given].map((one, n) => ({
			...one,
			neverRemove: ['A', 'B'],
			name: `N${n}`,
		}));
		expect(syncSettings(operation, values)).toEqual({
			isDry: false,
			removal: 'retire',
			mostRemovals: 3,
			neverRemove: ['A', 'B'],
		});
		const { removal } = syncSettings(operation, [{ ...given, missing: 'delete' }]);
		expect(removal).toBe('delete');
	});

	it('are safe where nothing is given', () => {
		const settings = syncSettings(operation, [{ missing: 'nothing' }]);
		const safe = { isDry: true, removal: 'kept', mostRemovals: 0, neverRemove: undefined };
		expect(settings).toEqual(safe);
	});

	it('that differ from item to item are rejected', () => {
		expect(() => syncSettings(operation, [given, { ...given, neverRemove: ['A'] }])).toThrow(
			refusal(
				"'Excluded User Names or IDs' differs from item to item",
				'All items are processed together. Use one value for all.',
			),
		);
	});
});

it('a new code that no address can contain is named', () => {
	const names = { name: 'A', kana: 'A' };
	const wanted = ['..', 'P1', '.'].map((code) => ({ code, ...names }));
	const plan = planned('position', wanted, [{ code: '.' }]);
	expect([...problemsOf('position', plan)].map(([item, { message }]) => [item, message])).toEqual([
		[0, '\'Code\' is "..", which the API cannot use in a URL'],
	]);
});

it('organizations in a circle that the plan does not move are left as they are', () => {
	const list = [
		{ code: 'A', name: 'A', parentCode: 'B' },
		{ code: 'B', name: 'B', parentCode: 'A' },
	];
	const named = planned('organization', [{ code: 'A', name: 'New' }], list);
	expect(problemsOf('organization', named, { listed: list }).size).toBe(0);
	const moved = list.map((body, item) => ({ item, code: body.code, body }));
	const [one, other] = problemsBeforeReading(moved).values();
	expect(one).toBe(other);
	expect(one?.message).toBe('\'Parent Organization\' forms a loop: "A" and "B"');
});

it('an import names each item of a code that is there twice', () => {
	const wanted = ['A', 'B', 'A'].map((code, item) => ({ item, code, body: { code } }));
	const problems = [...problemsBeforeReading(wanted)];
	expect(problems.map(([item, { mistakeCode }]) => [item, mistakeCode])).toEqual([
		[0, 'sameCode'],
		[2, 'sameCode'],
	]);
});
