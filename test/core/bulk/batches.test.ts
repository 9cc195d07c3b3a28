import fc from 'fast-check';
import { toBatches, withSubjects } from '../../../nodes/RecordsDirectory/core/bulk/batches';
import { IMPORT_LIMIT } from '../../../nodes/RecordsDirectory/core/limits';
import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import { itemsInWords } from '../../../nodes/RecordsDirectory/core/request/subject';

const entriesAt = (paths: readonly string[]) => paths.map((path, item) => ({ path, item }));
const sizesOf = (count: number) =>
	toBatches(entriesAt(Array<string>(count).fill('/a'))).map(({ entries }) => entries.length);

describe('input items in requests', () => {
	it.each([
		[0, []],
		[1, [1]],
		[99, [99]],
		[100, [100]],
		[101, [100, 1]],
		[200, [100, 100]],
		[250, [100, 100, 50]],
	])('%i items go in requests of %j', (count, sizes) => expect(sizesOf(count)).toEqual(sizes));

	it('items for the same form go together, whatever lies between', () => {
		const batches = toBatches(entriesAt(['/a', '/b', '/a', '/b', '/a']));
		expect(batches.map(({ path, entries }) => [path, entries.map(({ item }) => item)])).toEqual([
			['/a', [0, 2, 4]],
			['/b', [1, 3]],
		]);
	});

	it('no item is lost, doubled, moved before another of its form, or sent to another form', () => {
		const path = fc.constantFrom('/a', '/b', '/__proto__');
		const paths = fc.array(path, { maxLength: 450, size: 'max' });
		fc.assert(
			fc.property(paths, (all) => {
				const entries = entriesAt(all);
				const batches = toBatches(entries);
				const sent = batches.flatMap((batch) => batch.entries);
				for (const path of new Set(all)) {
					const ours = (entry: { path: string }) => entry.path === path;
					expect(sent.filter(ours)).toEqual(entries.filter(ours));
					const needed = Math.ceil(entries.filter(ours).length / IMPORT_LIMIT);
					expect(batches.filter(ours)).toHaveLength(needed);
				}
				expect(sent).toHaveLength(entries.length);
				for (const batch of batches) {
					expect(batch.entries.length).toBeLessThanOrEqual(IMPORT_LIMIT);
					expect(batch.entries.every(({ path }) => path === batch.path)).toBe(true);
				}
			}),
		);
	});
});

describe('items in words', () => {
	it.each<[readonly number[], string]>([
		[[], 'no items'],
		[[7], 'item 7'],
		[[0, 1], 'items 0 to 1'],
		[[0, 1, 2, 3], 'items 0 to 3'],
		[[0, 2, 5], 'items 0, 2 and 5'],
		[[0, 1, 3, 5, 6, 7], 'items 0 to 1, 3 and 5 to 7'],
		[[0, 2, 4, 6], 'items 0, 2, 4 and 6'],
		[[0, 2, 4, 6, 8], 'items 0, 2, 4, 6 and 8'],
	])('%j: %s', (items, words) => expect(itemsInWords(items)).toBe(words));

	it('names up to 60 ranges, so that a person can tell which items are left', () => {
		const gaps = (count: number) => Array.from({ length: count }, (_, n) => 2 * n);
		expect(itemsInWords(gaps(60))).toMatch(/^items 0, 2, 4, .*, 116 and 118$/);
		expect(itemsInWords(gaps(61))).toBe('61 items between 0 and 120');
	});

	it('"from to" is said only where none is left out', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.nat(30), { minLength: 2 }), (any) => {
				const items = [...any].sort((a, b) => a - b);
				const isGapless = items.every((item, n) => item === (items[0] ?? 0) + n);
				expect(/^items \d+ to \d+$/.test(itemsInWords(items))).toBe(isGapless);
			}),
		);
	});
});

describe('the places of a list that a message names', () => {
	const items = [100, 101, 102, 103, 104, 105];

	const failure = (message: string) =>
		new Failure({ kind: 'refused', message, details: ['records[1] is empty'] });

	it('get the items that stand there; places inside of one do not', () => {
		const message =
			"[records[5].record.records[1]] is wrong; other[2], records[9], records[0]'s too";
		expect(withSubjects(failure(message), 'records', items)).toMatchObject({
			message:
				"[records[5] (item 105).record.records[1]] is wrong; other[2], records[9], records[0] (item 100)'s too",
			details: ['records[1] (item 101) is empty'],
			subject: 105,
		});
	});

	it.each(['Bad Request', 'other[2] is wrong', 'records[9] is wrong'])(
		'name no item if the first is not in the request: %s',
		(message) => {
			const named = withSubjects(failure(message), 'records', items);
			expect(named).toMatchObject({ message, details: ['records[1] is empty'] });
			expect(named.subject).toBeUndefined();
		},
	);
});
