import {
	differencesInField,
	isUnsteady,
	learnUnsteady,
	mayShowMore,
	NOTHING_UNSTEADY,
	withoutFields,
	withoutUnsteady,
	type Differences,
	type Unsteady,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/unsteady';
import { row, time } from './polls';

const SETTLED_BEFORE = time(1_000);

/** A record that is settled since second 500, with other content each time. */
const settled = (content: object, recordId = 1, second = 500) => {
	const one = row(recordId, second);
	return { ...one, raw: { ...one.raw, ...content } };
};

/** What is known after replies with one record, whose content is this each time. */
function learned(...contents: readonly object[]): Unsteady {
	let known = NOTHING_UNSTEADY;
	for (const content of contents) known = learnUnsteady(known, [settled(content)], SETTLED_BEFORE);
	return known;
}

const differencesOf = (...contents: readonly object[]) => learned(...contents).differences;

describe('a difference between replies', () => {
	test('is counted as a whole first, and then where it is', () => {
		const clock = (n: number) => ({ record: { clock: n, name: 'x' } });
		expect(differencesOf(clock(1))).toBeUndefined();
		expect(differencesOf(clock(1), clock(1))).toBeUndefined();
		expect(differencesOf(clock(1), clock(2))).toBe(1);
		expect(differencesOf(clock(1), clock(2), clock(3))).toEqual({ record: { clock: 1 } });
		expect(differencesOf(...[1, 2, 3, 4].map(clock))).toEqual({ record: { clock: 2 } });
		expect(differencesOf(...[1, 2, 3, 4, 4].map(clock))).toEqual({ record: { clock: 2 } });
	});

	test('is not counted further once a value is ignored', () => {
		const clock = (n: number) => ({ record: { clock: n } });
		expect(differencesOf(...[1, 2, 3, 4, 5, 6].map(clock))).toEqual({ record: { clock: 2 } });
	});

	test.each([
		['accessUrl', 'https://x/?s='],
		['accessEditUrl', 'https://x/?s='],
		['status', 'Step '],
		['isDeleted', ''],
	])('in %s is none', (name, text) => {
		const contents = [1, 2, 3, 4].map((n) => ({ [name]: `${text}${n}` }));
		expect(differencesOf(...contents)).toBeUndefined();
	});

	test('in one of several records is counted once', () => {
		const rowsOf = (n: number) => [1, 2, 3].map((id) => settled({ clock: id === 3 ? 0 : n }, id));
		let known = NOTHING_UNSTEADY;
		for (const n of [1, 2, 3, 4]) known = learnUnsteady(known, rowsOf(n), SETTLED_BEFORE);
		expect(known.differences).toEqual({ clock: 2 });
	});

	test.each<[string, unknown, unknown, Differences]>([
		['a part of a part', { a: { b: 1, c: 1 } }, { a: { b: 2, c: 1 } }, { a: { b: 1 } }],
		['a part of an entry', [{ a: 1, b: 1 }], [{ a: 2, b: 1 }], { a: 1 }],
		['parts of two entries', [{ a: 1 }, { a: 1 }], [{ a: 2 }, { a: 3 }], { a: 1 }],
		['an entry of a list in a list', [[{ a: 1 }]], [[{ a: 2 }]], { a: 1 }],
		['one of two plain entries', ['x', 'y'], ['x', 'z'], 1],
		['another number of entries', [{ a: 1 }], [{ a: 1 }, { a: 1 }], 1],
		['a list instead of an object', { a: 1 }, [{ a: 1 }], 1],
		['a text instead of an object', { a: 1 }, 'x', 1],
		['an object instead of a text', 'x', { a: 1 }, 1],
		['a part more', { a: 1 }, { a: 1, b: 1 }, { b: 1 }],
		['a part less', { a: 1, b: 1 }, { a: 1 }, { b: 1 }],
		['a name that each object has', { a: 1 }, { a: 1, toString: 'x' }, { toString: 1 }],
	])('%s is counted in its place', (_, one, other, place) => {
		const known = learned(
			{ first: 1, value: one },
			{ first: 2, value: one },
			{ first: 2, value: one },
		);
		const next = learnUnsteady(known, [settled({ first: 2, value: other })], SETTLED_BEFORE);
		expect(next.differences).toEqual({ value: place });
	});
});

describe('what is known', () => {
	const rows = [
		settled({ a: 1 }, 5, 1_000),
		...[4, 3, 2, 1].map((id) => settled({ a: 1 }, id, 500 + id)),
	];

	test('has the three newest records that are settled', () => {
		const { samples } = learnUnsteady(NOTHING_UNSTEADY, rows, SETTLED_BEFORE);
		expect(Object.keys(samples)).toEqual([time(504), time(503), time(502)]);
		expect(Object.values(samples).map(Object.keys)).toEqual([['4'], ['3'], ['2']]);
	});

	test('does not change in a poll that shows nothing new', () => {
		const known = learned({ clock: 1 }, { clock: 2 });
		expect(learnUnsteady(known, [settled({ clock: 2 })], SETTLED_BEFORE)).toBe(known);
		// Among records of one second, others may be listed first.
		expect(learnUnsteady(known, [settled({ clock: 7 }, 2)], SETTLED_BEFORE)).toBe(known);
		expect(learnUnsteady(known, [], SETTLED_BEFORE)).toBe(known);
	});

	test('follows the newest settled record', () => {
		const known = learnUnsteady(NOTHING_UNSTEADY, [settled({ a: 1 })], SETTLED_BEFORE);
		const next = learnUnsteady(
			known,
			[settled({ a: 1 }, 2, 600), settled({ a: 1 })],
			SETTLED_BEFORE,
		);
		expect(Object.keys(next.samples)).toEqual([time(600), time(500)]);
		expect(next).not.toHaveProperty('differences');
	});

	test.each([
		['without a settled record', 0, [], false],
		['after the first settled record', 0, [1], true],
		['if nothing differs', 1, [1, 1], false],
		['if something differs', 1, [1, 2], true],
		['if it is known where', 4, [1, 2, 3, 4, 5], false],
	])('%s, another look may show more', (_, before, values, more) => {
		const after = values.map((a) => ({ a }));
		expect(mayShowMore(learned(...after.slice(0, before)), learned(...after))).toBe(more);
	});
});

describe('a value that differed', () => {
	const value = { a: 1, b: { c: 1, d: 1 }, e: [{ f: 1, g: 1 }, 'x'] };

	test.each<[Differences | undefined, unknown]>([
		[undefined, value],
		[0, value],
		[1, value],
		[2, undefined],
		[{}, value],
		[{ a: 1 }, value],
		[{ a: 2 }, { b: value.b, e: value.e }],
		[{ b: { c: 2 } }, { a: 1, b: { d: 1 }, e: value.e }],
		[{ b: { c: 1, d: 3 } }, { a: 1, b: { c: 1 }, e: value.e }],
		[{ e: { f: 2 } }, { a: 1, b: value.b, e: [{ g: 1 }, 'x'] }],
		[{ a: { deep: 2 } }, value],
	])('is ignored after its second time: %j', (differences, left) => {
		expect(withoutUnsteady(value, differences)).toEqual(left);
	});

	test.each<[Differences | undefined, boolean]>([
		[undefined, false],
		[0, false],
		[1, false],
		[2, true],
		[{}, false],
		[{ a: 1, b: { c: 1 } }, false],
		[{ a: 1, b: { c: 2 } }, true],
	])('is unsteady after its second time: %j', (differences, is) => {
		expect(isUnsteady(differences)).toBe(is);
	});
});

describe('the differences of fields', () => {
	const all = { subject: 2, record: { clock: 2, 'field-1': { url: 2 } } };

	test.each<[Differences | undefined, string, Differences | undefined]>([
		[all, 'clock', 2],
		[all, 'field-1', { url: 2 }],
		[all, 'field-2', undefined],
		[all, 'toString', undefined],
		[{ record: 2 }, 'clock', undefined],
		[2, 'clock', undefined],
		[undefined, 'clock', undefined],
	])('%j: those of %s', (differences, field, own) => {
		expect(differencesInField(differences, field)).toEqual(own);
	});

	test.each<[Differences | undefined, readonly string[], Differences | undefined]>([
		[all, [], all],
		[all, ['clock'], { subject: 2, record: { 'field-1': { url: 2 } } }],
		[all, ['clock', 'field-1'], { subject: 2, record: {} }],
		[all, ['subject'], all],
		[{ subject: 2 }, ['clock'], { subject: 2 }],
		[{ record: 2 }, ['clock'], { record: 2 }],
		[1, ['clock'], 1],
		[undefined, ['clock'], undefined],
	])('%j: all except those of %j', (differences, fields, others) => {
		expect(withoutFields(differences, fields)).toEqual(others);
	});
});
