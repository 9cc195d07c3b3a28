import { nearest } from '../../../nodes/RecordsDirectory/core/form/names';

const near = (text: string, ...names: string[]) =>
	nearest(text, names, { names: (name) => [name] });

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

it('any name of a thing will do', () => {
	const things = [{ names: ['field-1', 'Subject'] }, { names: ['field-99', 'Else'] }];
	expect(nearest('subjekt', things, { names: ({ names }) => names })).toEqual([things[0]]);
});
