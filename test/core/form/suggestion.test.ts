import { nearest } from '../../../nodes/RecordsDirectory/core/form/names';

const near = (text: string, ...names: string[]) =>
	nearest(
		text,
		names.map((name) => ({ id: name, caption: name })),
		1 / 2,
	).map(({ id }) => id);

it.each<[string, string[], string[]]>([
	['Priorty', ['Hours', 'Priority'], ['Priority']],
	['Nmae', ['Age', 'Name'], ['Name']],
	[' PRIORITY ', ['Priority'], ['Priority']],
	['   ab   ', ['ab', 'abcde'], ['ab']],
	// An added, missing or replaced letter counts as one: the most similar comes first.
	['abcdef', ['abcxyf', 'abcdxf', 'abcdef', 'abcxyz'], ['abcdef', 'abcdxf', 'abcxyf']],
	['abcdef', ['abc'], ['abc']],
	['abc', ['abcd', 'abcde'], ['abcd']],
	['abcdef', ['ab', 'uvwxef', 'fedcba'], []],
	['abcd', ['cdab', 'xxabcd', 'xabcdx', 'bcda'], ['xxabcd', 'xabcdx', 'bcda']],
	['a', ['b', 'bc', 'ab'], ['b', 'ab']],
	['', ['a', 'ab'], []],
	['  ', ['a', 'ab'], []],
	['題名', ['件名', '優先度'], ['件名']],
])('%s of %j', (text, names, expected) => expect(near(text, ...names)).toEqual(expected));

it('of long texts only the beginning counts', () => {
	const long = 'x'.repeat(100);
	expect(near(`${long}${'a'.repeat(100)}`, `${long}${'b'.repeat(200)}`)).toHaveLength(1);
});

it('any name of a field will do', () => {
	const fields = [
		{ id: 'field-1', caption: 'Subject' },
		{ id: 'field-99', caption: 'Else' },
	];
	expect(nearest('subjekt', fields, 1 / 2)).toEqual([fields[0]]);
	expect(nearest('field-98', fields, 1 / 4)[0]).toEqual(fields[1]);
});
