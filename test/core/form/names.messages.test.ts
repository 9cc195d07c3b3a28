import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import { captioned } from '../../../nodes/RecordsDirectory/core/form/names';

const fields = parseForm([
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
	['A key [a] in a field', 'A key [Letter (a)] in a field'],
	['「件名」は必須です', '「題 (件名)」は必須です'],
	['"件名" is missing', '"題 (件名)" is missing'],
	['[__proto__] is bad', '[$& $1 (__proto__)] is bad'],
	['[same] is bad', '[same] is bad'],
	['field-1x, my-field-1 and field-13 are others', 'field-1x, my-field-1 and field-13 are others'],
])('%s', (message, expected) => expect(captioned(fields, message)).toBe(expected));
