import { nearest } from '../../../nodes/RecordsDirectory/core/form/names';

const near = (text: string, ...names: string[]) =>
	nearest(
		text,
		names.map((name) => ({ id: name, caption: name })),
		1 / 2,
	).map(({ id }) => id);

it.each<[string, string[], string[]]>([
	['   ab   ', ['ab', 'abcde'], ['ab']],
	// An added, missing or replaced letter counts as one: the most similar comes first.
	['abcdef', ['abcxyf', 'abcdxf', 'abcdef', 'abcxyz'], ['abcdef', 'abcdxf', 'abcxyf']],
	['a', ['b', 'bc', 'ab'], ['b', 'ab']],
	['', ['a', 'ab'], []],
])('%s of %j', (text, names, expected) => expect(near(text, ...names)).toEqual(expected));

it('of long texts only the beginning counts', () => {
	const long = 'x'.repeat(100);
	expect(near(`${long}${'a'.repeat(100)}`, `${long}${'b'.repeat(200)}`)).toHaveLength(1);
});
