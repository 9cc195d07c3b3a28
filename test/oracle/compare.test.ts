import { compare } from './compare.mjs';

const one = (requests: readonly string[]) => new Map([['run: a', { requests }]]);
const compared = (was: readonly string[], is: readonly string[], entry: object = {}) => {
	const { unwanted, entries } = compare(one(was), one(is), [{ why: 'It is so', ...entry }]);
	return { lines: unwanted.flatMap(({ lines }) => lines), count: entries[0]?.count };
};

test('what nothing wants, with the lines that are there more often or in another order', () => {
	expect(compared(['a', 'b'], ['a', 'b'])).toEqual({ lines: [], count: 0 });
	expect(compared(['a', 'b'], ['a', 'c'])).toEqual({ lines: ['- b', '+ c'], count: 0 });
	expect(compared(['a'], ['a', 'a'])).toEqual({ lines: ['+ a'], count: 0 });
	expect(compared(['a', 'b'], ['b', 'a'])).toEqual({ lines: ['- a', '+ a'], count: 0 });
});

test('a case or a part that only one package has', () => {
	const none = compare(one(['a']), new Map(), []);
	expect(none.unwanted).toEqual([{ name: 'run: a', part: 'requests', lines: ['- a'] }]);
	const other = compare(one([]), new Map([['run: a', { output: ['b'] }]]), []);
	expect(other.unwanted).toEqual([{ name: 'run: a', part: 'output', lines: ['+ b'] }]);
});

test('an entry is for its cases and parts', () => {
	const entry = { gone: '^a$', new: '^b$' };
	expect(compared(['a'], ['b'], entry)).toEqual({ lines: [], count: 1 });
	expect(compared(['a'], ['b'], { ...entry, case: '^fault' }).lines).toHaveLength(2);
	expect(compared(['a'], ['b'], { ...entry, part: '^output$' }).lines).toHaveLength(2);
});

test('another text, and nothing else in its line', () => {
	const entry = { text: ['(one) more', 'another $1'] };
	expect(compared(['one more'], ['another one'], entry)).toEqual({ lines: [], count: 1 });
	expect(compared(['one more.'], ['another one'], entry).lines).toHaveLength(2);
	expect(compared(['one more'], ['one more'], entry)).toEqual({ lines: [], count: 0 });
	expect(compared(['another one'], ['one more'], entry).lines).toHaveLength(2);
});

test('what is ignored, and nothing else in its line', () => {
	const entry = { ignored: 'limit=\\d+' };
	expect(compared(['a?limit=1'], ['a?limit=2'], entry)).toEqual({ lines: [], count: 1 });
	expect(compared(['a?limit=1'], ['b?limit=2'], entry).lines).toHaveLength(2);
});

test('lines that come and go, as many as are wanted', () => {
	const entry = { gone: '^a', new: '^b' };
	expect(compared(['a1', 'a2'], ['b1'], entry).lines).toEqual([]);
	expect(compared(['a1'], ['b1', 'b2'], entry).lines).toEqual(['+ b2']);
	expect(compared(['a1'], ['b1', 'b2'], { ...entry, most: 1 }).lines).toEqual([]);
	expect(compared(['a1', 'c'], ['b1', 'd'], entry).lines).toEqual(['- c', '+ d']);
	expect(compared([], ['b1', 'b2', 'b3'], { new: '^b', most: 2 }).lines).toEqual(['+ b3']);
});
