import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import {
	captioned,
	captionKeys,
	fieldFor,
	isNamed,
	namedBy,
	nearest,
	parameterKey,
} from '../../../nodes/RecordsDirectory/core/form/names';

const fields = parseForm([
	{ uniqueId: 'f-1', caption: 'Customer' },
	{ uniqueId: 'f-2', caption: 'Note' },
	{ uniqueId: 'f-3', caption: 'Note' },
	{ uniqueId: 'Customs', caption: 'Duty' },
]);

it('spaces around a caption or a key do not count, unless an exact name exists', () => {
	const fields = parseForm([
		{ uniqueId: 'f-1', caption: 'Name ' },
		{ uniqueId: 'f-2', caption: 'Age' },
		{ uniqueId: 'f-3', caption: 'Age ' },
	]);
	expect(['Name', 'Name ', ' Name', 'Age', 'Age '].map((key) => fieldFor(fields, key).id)).toEqual([
		'f-1',
		'f-1',
		'f-1',
		'f-2',
		'f-3',
	]);
});

it('a key names one field, several, or none', () => {
	expect(isNamed(fields, 'Note')).toBe(true);
	expect(isNamed(fields, 'Customer (f-1)')).toBe(true);
	expect(isNamed(fields, 'Noted')).toBe(false);
	expect(isNamed(fields, 'constructor')).toBe(false);
	expect(fieldFor(fields, 'Note (f-3)').id).toBe('f-3');
	expect(() => fieldFor(fields, 'Note')).toThrow(
		"'Note' is the caption of several fields: f-2, f-3",
	);
});

it('a caption is the name of a value only if it names one field', () => {
	const names = captionKeys(fields);
	expect(['f-1', 'f-2', 'f-3', 'other'].map((id) => names(id))).toEqual([
		...['Customer', 'Note (f-2)', 'Note (f-3)', 'other'],
	]);
	const clash = captionKeys(parseForm([{ uniqueId: 'a', caption: 'b' }, { uniqueId: 'b' }]));
	expect(['a', 'b'].map((id) => clash(id))).toEqual(['b (a)', 'b']);
});

it('an unknown key is reported with what may have been meant, and a long one in part', () => {
	expect(() => fieldFor(fields, 'Custome')).toThrow(
		"The form has no field 'Custome'; did you mean 'Customer' (f-1) or 'Duty' (Customs)?",
	);
	expect(() => fieldFor(fields, '?'.repeat(200))).toThrow(`no field '${'?'.repeat(100)}';`);
});

it.each([
	['f-1', 'f-1'],
	['then', 'Then (then)'],
	['toJSON', 'Then (toJSON)'],
	['prototype', 'Then (prototype)'],
	['constructor', 'Then (constructor)'],
])('the field ID %s is %s in parameters, where n8n would lose some names', (id, key) => {
	const field = { id, caption: 'Then' };
	expect(parameterKey(field)).toBe(key);
	expect(namedBy([field], key)).toEqual([field]);
});

const inMessages = parseForm([
	{ uniqueId: 'field-1', caption: 'Subject' },
	{ uniqueId: 'field-12', caption: 'Hours' },
	{ uniqueId: 'a', caption: 'Letter' },
	{ uniqueId: '件名', caption: '題' },
	{ uniqueId: '__proto__', caption: '$& $1' },
	{ uniqueId: 'same', caption: 'same' },
	{
		uniqueId: 'field-24',
		caption: 'Contacts',
		subTable: [{ uniqueId: 'field-241', caption: 'Name' }],
	},
]);

it.each([
	['The field field-12 is not field-1.', 'The field Hours (field-12) is not Subject (field-1).'],
	['「件名」は必須です', '「題 (件名)」は必須です'],
	['"件名" is missing', '"題 (件名)" is missing'],
	['[__proto__] is bad', '[$& $1 (__proto__)] is bad'],
	['field-1x, my-field-1 and field-13 are others', 'field-1x, my-field-1 and field-13 are others'],
])('in a message: %s', (message, expected) =>
	expect(captioned(inMessages, message)).toBe(expected),
);

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
])('names like %s of %j', (text, names, expected) =>
	expect(near(text, ...names)).toEqual(expected),
);

it('of long names only the beginning counts', () => {
	const long = 'x'.repeat(100);
	expect(near(`${long}${'a'.repeat(100)}`, `${long}${'b'.repeat(200)}`)).toHaveLength(1);
});
