import fc from 'fast-check';
import {
	lowestFirst,
	sortIntoWaves,
	writableFields,
} from '../../../nodes/RecordsDirectory/core/directory/plan';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import {
	carriedOut,
	isSameInModel,
	kinds,
	listed,
	modelOf,
	planned,
	someEntries,
	syncOf,
	type Kind,
	type Spelling,
} from './model';
import { times } from '../../support/effort';

const spelling: fc.Arbitrary<Spelling> = fc.record({
	empty: fc.constantFrom('text', 'null', 'missing'),
	dashes: fc.boolean(),
});
const reversed = <T>(all: T[]) => all.reverse();

const differing = (kind: Kind, entry: JsonObject, from: JsonObject): string[] =>
	[...writableFields(syncOf(kind).operation)]
		.filter(([name]) => entry[name] !== undefined)
		.filter(([name]) => !isSameInModel(name, entry[name], from[name]))
		.map(([name]) => name);

describe.each(kinds)('%s', (kind) => {
	interface World {
		readonly before: ReturnType<typeof modelOf>;
		readonly wanted: readonly JsonObject[];
		readonly spelled: Spelling;
		readonly plan: ReturnType<typeof planned>;
	}
	const worlds = fc.tuple(someEntries(kind), someEntries(kind), spelling);
	const always = (title: string, test: (world: World) => void) =>
		it(title, () =>
			fc.assert(
				fc.property(worlds, ([present, wanted, spelled]) => {
					const before = modelOf(present);
					const plan = planned(kind, wanted, listed(before, spelled));
					test({ before, wanted, spelled, plan });
				}),
				{ numRuns: times(500) },
			),
		);

	always('a plan creates exactly the given entries and keeps other values', (world) => {
		const { before, wanted, plan } = world;
		const after = carriedOut(plan, before, reversed);
		expect([...after.keys()].sort()).toEqual(wanted.map(({ code }) => code).sort());
		for (const entry of wanted) {
			const now = after.get(String(entry.code)) ?? {};
			expect(differing(kind, entry, now)).toEqual([]);
			const old = before.get(String(entry.code)) ?? {};
			expect(differing(kind, { ...old, ...entry }, now)).toEqual([]);
		}
	});

	always('a second plan is empty', ({ before, wanted, spelled, plan }) => {
		const after = carriedOut(plan, before, (all) => all);
		const again = planned(kind, wanted, listed(after, spelled));
		expect(sortIntoWaves(again)).toEqual([]);
		expect(again.missing).toEqual([]);
	});

	always('sends exactly the entries and values that differ', ({ before, wanted, plan }) => {
		const sent = sortIntoWaves(plan).flatMap((wave) => wave.map(({ code }) => code));
		const news = wanted.filter((entry) => {
			const old = before.get(String(entry.code));
			return !old || differing(kind, entry, old).length > 0;
		});
		expect(sent.sort()).toEqual(news.map(({ code }) => code).sort());
		for (const { action, changes, code, body } of plan.planned) {
			const names = differing(kind, body, before.get(code) ?? {});
			if (action !== 'create') expect(Object.keys(changes).sort()).toEqual(names.sort());
		}
	});
});

describe('a field that cannot be read', () => {
	const present = { code: 'E1', name: 'A', loginId: 'a' };

	it('counts as changed whenever the item gives it', () => {
		const [one] = planned('user', [{ code: 'E1', isRetired: false }], [present]).planned;
		expect(one).toMatchObject({ action: 'update', changes: { isRetired: { to: false } } });
	});

	it('is sent only for new users if it is the initial password', () => {
		const wanted = [
			{ code: 'E1', loginPass: 'secret' },
			{ code: 'E2', loginPass: 'secret' },
		];
		const [old, fresh] = planned('user', wanted, [present]).planned;
		expect(old).toMatchObject({ action: 'unchanged', changes: {} });
		expect(old?.body).toEqual(present);
		expect(fresh).toMatchObject({ action: 'create', body: { code: 'E2', loginPass: 'secret' } });
		expect(JSON.stringify([old?.changes, fresh?.changes])).not.toContain('secret');
	});
});

it('compares codes as text and ignores entries without a code', () => {
	const list = [
		{ code: 7, name: 'A' },
		{ name: 'B' },
		{ code: '', name: 'C' },
		{ code: '__proto__' },
	];
	const plan = planned('position', [{ code: '7', name: 'A' }], list);
	expect(plan.planned[0]?.action).toBe('unchanged');
	expect(plan.missing).toEqual([{ code: '__proto__' }]);
});

describe('the order in a tree', () => {
	const org = (code: string, parentCode: string, name = 'A') => ({ code, name, parentCode });
	const there = [org('E1', ''), org('E2', 'E1')];
	const waves = (...wanted: JsonObject[]) =>
		sortIntoWaves(planned('organization', wanted, there)).map((wave) =>
			wave.map(({ code }) => code),
		);

	it('a new or moved organization waits only for new or moved parents', () => {
		expect(waves(org('N1', ''), org('N2', 'E2'))).toEqual([['N1', 'N2']]);
		expect(waves(org('E1', '', 'B'), org('N1', 'E1'))).toEqual([['E1', 'N1']]);
		expect(waves(org('N1', ''), org('N2', 'N1'), org('E2', 'N2'))).toEqual([
			['N1'],
			['N2'],
			['E2'],
		]);
		expect(waves(org('E2', 'E1', 'B'), org('N1', ''), org('N2', 'N1'))).toEqual([
			['E2', 'N1'],
			['N2'],
		]);
	});

	it('removes the lowest organizations first', () => {
		const rows = [org('1', ''), org('3', '2'), org('2', '1'), org('4', '3'), org('5', '1')];
		const plan = planned('organization', [], rows);
		expect(lowestFirst(plan, rows).map(({ code }) => code)).toEqual(['4', '3', '2', '5', '1']);
	});
});

describe('an update sends the whole entry', () => {
	const whole = { code: 'E1', name: 'Ann', loginId: 'ann', organizationCode: 'O1' };
	const bodyOf = (present: JsonObject, given: JsonObject) =>
		planned('user', [{ code: 'E1', ...given }] as never, [{ ...whole, ...present }]).planned[0]
			?.body;

	it('with an equal value in the format of the service', () => {
		const expire = '2030/01/05';
		expect(bodyOf({ expire }, { name: 'Bob', expire: '2030-01-05' })).toMatchObject({ expire });
		expect(bodyOf({ expire }, { expire: '2030-01-06' })).toMatchObject({ expire: '2030-01-06' });
	});

	it('without default values that the item does not give', () => {
		const present = { expire: '9999/12/31', isRetired: false };
		expect(bodyOf(present, { name: 'Bob' })).toEqual({ ...whole, name: 'Bob' });
		expect(bodyOf({ expire: '2030/01/05' }, { name: 'Bob' })).toHaveProperty('expire');
	});
});
