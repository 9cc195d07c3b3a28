import { parseForm } from '../../../nodes/RecordsDirectory/core/form/definition';
import type { FormField } from '../../../nodes/RecordsDirectory/core/form/field';
import { KINDS } from '../../../nodes/RecordsDirectory/core/form/kinds';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';

const only = (row: JsonObject): FormField => {
	const [field] = parseForm([{ uniqueId: 'field-1', caption: 'Field', ...row }]);
	if (!field) throw new Error('no field');
	return field;
};

const kindName = (row: JsonObject) =>
	Object.entries(KINDS).find(([, kind]) => kind === only(row).kind)?.[0];

const items = [{ selectName: 'High' }, { selectName: 'Low' }];

/** Names of types, by the kind that they hint at. */
const NAMES = {
	date: 'date|DATE|dateField|-date-|日付|年月日',
	dateTime: 'dateTime|datetime|DATE_TIME|Date and time|timestamp|日時|日付時刻',
	time: 'time|TIME|時刻',
	users: 'userSelection|USER|employee|社員選択|ユーザー',
	organizations: 'organizationSelection|Organization|組織',
	number: 'number|Numeric|数値',
	text: 'text|texts|textarea|Text - Area|text area|textBox|text box|string|strings|varchar|memo|html|line|email|e-mails|eMail|mail|url|urls|link|links|phone|phone number|telephone|tel|fax|address|zip|postal|文字|文章|テキスト|メモ|メール|リンク|電話|住所|郵便|備考',
	file: 'file|files|image|images|picture|pictures|photo|photos|attachment|attachments|ファイル|画像|添付|写真',
	untyped:
		'profile|filet|update|candidate|times|label|qrCode|numbers|number of seats|numberPlate|数値ラベル',
};
const SHOWN_ONLY = 'label|qrcode|QR code|related record|relatedRecords'.split('|');
const FILLED =
	'autonumber|autoNumbers|auto number|serial number|serial numbers|recordId|identification id|created|creator|updated|updater|ラベル|qrコード|QRコード|関連レコード|自動採番|連番|作成者|更新日時';

describe('the kind of a field', () => {
	it.each<[string, JsonObject, string]>([
		['nothing known', {}, 'untyped'],
		['a type without meaning', { fieldType: 'T123' }, 'untyped'],
		['a length', { max_length: 10, digit: 0, min: 0 }, 'text'],
		['decimals', { digit: 2 }, 'number'],
		['a bound as text', { max: '99' }, 'number'],
		['a smallest value', { min: -2 }, 'number'],
		['a bound beside lengths that nobody set', { max: 9, min_length: 0, max_length: -1 }, 'number'],
		['a formula', { calc: 'a * b' }, 'number'],
		['a formula with a length', { calc: 'a & b', max_length: 10 }, 'text'],
		['parts that say nothing', { digit: null, min: '', selectItems: [], subTable: [] }, 'untyped'],
		['choices', { selectItems: items }, 'choice'],
		['choices, one of them', { selectItems: items, multiple: false }, 'choice'],
		['choices, several', { selectItems: items, multiple: true }, 'choices'],
		['several, as a text', { selectItems: items, multiple: 'true' }, 'choices'],
		['one, as a text', { selectItems: items, multiple: '0' }, 'choice'],
		['a number that begins with 1', { selectItems: items, multiple: '10' }, 'choice'],
		[
			'check boxes that do not say how many',
			{ selectItems: items, fieldType: 'checkBox' },
			'choices',
		],
		...[false, 'false', 0, '', null].flatMap((multiple) =>
			['checkBox', 'LIST_BOX', 'List box', 'listbox', 'list-box', 'チェックボックス'].map(
				(fieldType): [string, JsonObject, string] => [
					`${fieldType} whose property nobody set: ${JSON.stringify(multiple)}`,
					{ selectItems: items, fieldType, multiple },
					'choices',
				],
			),
		),
		[
			'a combo box that takes one',
			{ selectItems: items, fieldType: 'comboBox', multiple: false },
			'choice',
		],
		['radio buttons', { selectItems: items, fieldType: 'radioButton' }, 'choice'],
		['columns', { subTable: [{ uniqueId: 'a' }], fieldType: 'text' }, 'table'],
		['choices of dates', { selectItems: items, fieldType: 'date' }, 'choice'],
		['a date with bounds', { fieldType: 'date', digit: 0, min: 0 }, 'date'],
	])('%s', (_, row, kind) => expect(kindName(row)).toBe(kind));

	it.each(
		Object.entries(NAMES).flatMap(([kind, names]) => names.split('|').map((name) => [name, kind])),
	)('a type called %s is a hint: %s', (fieldType, kind) =>
		expect(kindName({ fieldType })).toBe(kind),
	);

	it.each([
		[{ min_length: '1' }, 'text'],
		[{ default: 'x' }, 'untyped'],
	])('a type called file with %j is %s', (parts, kind) =>
		expect(kindName({ fieldType: 'file', ...parts })).toBe(kind),
	);
});

describe('the words in the name of a type', () => {
	it.each([...SHOWN_ONLY, ...FILLED.split('|')])('%s is filled by the service', (fieldType) => {
		expect(only({ fieldType, required: true })).toMatchObject({ required: true });
		expect(only({ fieldType, required: true }).mustBeGiven).toBeUndefined();
	});

	it.each(SHOWN_ONLY)('%s only shows something, unless it is entered', (fieldType) => {
		expect(only({ fieldType }).isShownOnly).toBe(true);
		expect(only({ fieldType }).isLabel).toBe(fieldType === 'label' || undefined);
		for (const entered of [
			{ required: true },
			{ primaryKey: 1 },
			{ requiredId: 3 },
			{ default: 'x' },
			{ min_length: 2 },
			{ max_length: 5 },
			{ multiple: true },
			{ autoFormat: 'upper' },
		])
			expect(only({ fieldType, ...entered }).isShownOnly).toBeUndefined();
	});

	it('number of seats says nothing', () => {
		expect(only({ fieldType: 'number of seats', required: true })).toMatchObject({
			kind: KINDS.untyped,
			mustBeGiven: true,
		});
	});

	it.each(['listbox', 'list-box'])('%s takes several choices', (fieldType) =>
		expect(kindName({ fieldType, selectItems: items })).toBe('choices'),
	);
});

it.each([
	['true?', false],
	['untrue', false],
])('a property is set by 1 or true only: %j', (required, isSet) =>
	expect(only({ required }).required).toBe(isSet),
);

describe('the parts of a field', () => {
	it('choices with their related codes', () => {
		const item = {
			id: 1,
			selectName: 'High',
			code1: 'H',
			code2: 30,
			code4: null,
			regulationValue: 'true',
		};
		expect(only({ selectItems: [item, { selectName: '' }, 'nonsense'] }).choices).toEqual([
			{ name: 'High', codes: ['H', '30', '', '', ''], isDefault: true },
		]);
	});

	it('a blank is no bound', () => {
		expect(only({ fieldType: 'number', max: ' ' }).max).toBeUndefined();
	});

	it.each([
		['a key', { required: false, primaryKey: true }, true],
		[
			'parts that say nothing',
			{ default: '', requiredId: -1, requiredValue: null, calc: '' },
			true,
		],
		['an initial value that is none', { default: 0 }, true],
		['another initial value that is none', { default: -1 }, true],
		['choices', { selectItems: items }, true],
		['a detail table', { subTable: [{ uniqueId: 'a' }] }, true],
		['what is not required', { required: false }, undefined],
		['a condition', { requiredId: '7', requiredCompare: 1, requiredValue: 'x' }, undefined],
		['an initial value', { default: 'x' }, undefined],
		['the number 0 as initial value', { digit: 0, default: '0' }, undefined],
		[
			'a default choice',
			{ selectItems: [...items, { selectName: 'C', regulationValue: 1 }] },
			undefined,
		],
		['a formula as an object', { calc: { sum: ['a', 'b'] } }, undefined],
		...['relative', 'number', 'relatedUser', 'serial', 'record'].map(
			(fieldType) => [`the type ${fieldType}`, { fieldType }, true] as const,
		),
	] as const)('a new record must be given: %s', (_, row, expected) => {
		expect(only({ required: true, ...row }).mustBeGiven).toBe(expected);
	});

	it.each([
		[{ selectItems: items, multiple: true }, true],
		[{ subTable: [{ uniqueId: 'a' }] }, true],
	])('%j takes several: %s', (row, expected) => expect(only(row).isMultiple).toBe(expected));

	it('parts that a definition does not set are not properties', () => {
		expect(Object.keys(only({ fieldType: 'text' })).sort()).toEqual([
			...['caption', 'choices', 'columns', 'id', 'isKey', 'isMultiple', 'isReadOnly', 'kind'],
			'required',
		]);
	});

	it('only numbers have bounds of value, and only texts bounds of length', () => {
		const bounds = { digit: 1, min: 2, max: 3, min_length: 4, max_length: 5 };
		expect(only({ fieldType: 'text', ...bounds })).toMatchObject({ minLength: 4, maxLength: 5 });
		expect(only({ fieldType: 'text', ...bounds })).not.toHaveProperty('decimals');
		expect(only({ fieldType: 'number', ...bounds })).toMatchObject({ decimals: 1, min: 2, max: 3 });
		expect(only({ fieldType: 'number', ...bounds })).not.toHaveProperty('maxLength');
		const dateKeys = Object.keys(only({ fieldType: 'date', ...bounds }));
		expect(dateKeys).toEqual(Object.keys(only({ fieldType: 'date' })));
	});
});

describe('the fields of a form', () => {
	const ids = (fields: readonly FormField[]): unknown[] =>
		fields.map(({ id, columns }) => (columns.length > 0 ? [id, ids(columns)] : id));

	it.each<[string, JsonObject[], unknown[]]>([
		[
			'columns beside it that do not say so',
			[
				{ fieldId: 24, uniqueId: 'table', subTable: [{ fieldId: 241, uniqueId: 'a' }] },
				{ fieldId: '241', uniqueId: 'a' },
			],
			[['table', ['a']]],
		],
		[
			'columns beside the table only',
			[
				{ fieldId: '24', uniqueId: 'table' },
				{ fieldId: 241, parentFieldId: '24', uniqueId: 'a' },
			],
			[['table', ['a']]],
		],
		['a number as identifier', [{ uniqueId: 12 }], ['12']],
		[
			'columns of a table without an ID of its own',
			[{ uniqueId: 'table' }, { fieldId: 241, parentFieldId: 24, uniqueId: 'a' }],
			['table'],
		],
		[
			'an identifier that is neither a text nor a number',
			[{ uniqueId: true }, { uniqueId: {} }],
			[],
		],
	])('%s', (_, rows, expected) => expect(ids(parseForm(rows))).toStrictEqual(expected));
});
