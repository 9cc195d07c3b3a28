import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import {
	captionKeys,
	fieldFor,
	isNamed,
	namedBy,
	parameterKey,
} from '../../../nodes/RecordsDirectory/core/form/names';

const fields = parseForm([
	{ uniqueId: 'f-1', caption: 'Customer' },
	{ uniqueId: 'f-2', caption: 'Note' },
	{ uniqueId: 'f-3', caption: 'Note' },
	{ uniqueId: 'f-4', caption: 'status' },
	{ uniqueId: 'Customs', caption: 'Duty' },
	{ uniqueId: 'f-5', caption: 'a\nb' },
	{ uniqueId: 'f-6', caption: 'X' },
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
