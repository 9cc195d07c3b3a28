import { recordIn } from '../../../nodes/RecordsDirectory/core/values/record-properties';
import { idIn } from '../../../nodes/RecordsDirectory/core/id';
import {
	asList,
	isJsonObject,
	jsonObjectsIn,
	textIn,
	type JsonObject,
} from '../../../nodes/RecordsDirectory/core/json';
import { findKind } from '../../../nodes/RecordsDirectory/core/form/kinds';
import {
	isTrue,
	takesSeveral,
} from '../../../nodes/RecordsDirectory/core/form/kinds/definition-row';
import {
	everyField,
	everyRecord,
	FORMS,
	recordsReadOf,
	answerRowsOf,
	type Answers,
	type FieldValues,
} from '../answers';
import { agreedEvidence, firstOf, likelyEvidence, question, seenEvidence } from '../question';

const FIELDS = FORMS.map((form) => `fields ${form}`);
const RECORDS = FORMS.map((form) => `records ${form}`);

/** How records and field definitions are written. */
export const values = [
	question({
		name: 'numbers',
		rows: [20],
		about: 'How numbers are written',
		asks: ['forms'],
		behaviours: {
			numbers: 'Numbers are numbers.',
			strings: 'Numbers are texts. The nodes read both.',
		},
		documented: ['numbers'],
		read: (answers) => {
			const counts = (answerRowsOf(answers, 'forms', 'forms') ?? []).flatMap(
				({ count, digits }) => [count, digits],
			);
			return seenEvidence(
				firstOf([
					['numbers', counts.length > 0 && counts.every((one) => typeof one === 'number')],
					['strings', counts.some((one) => typeof one === 'string' && /^\d+$/.test(one))],
				]),
				'forms',
			);
		},
	}),
	question({
		name: 'ids',
		rows: [39],
		about: 'How long IDs are',
		asks: ['forms', ...RECORDS],
		behaviours: {
			usual: 'IDs fit into a number.',
			huge: 'IDs are longer than a number can hold. The nodes keep them as texts.',
		},
		read: (answers) => {
			const forms = (answerRowsOf(answers, 'forms', 'forms') ?? []).map(({ id }) => idIn(id));
			const records = everyRecord(answers).map(({ recordId }) => idIn(recordId));
			const ids = [...forms, ...records].filter((id) => id !== undefined);
			return seenEvidence(
				firstOf([
					['huge', ids.some((id) => typeof id === 'string')],
					['usual', ids.length > 0],
				]),
				'forms',
			);
		},
	}),
	question({
		name: 'choiceValues',
		rows: [21],
		about: 'How a choice is written in a record',
		asks: [...FIELDS, ...RECORDS],
		behaviours: {
			name: 'A choice is its name.',
			object: 'A choice is an object. The nodes show its name.',
		},
		read: choiceValues,
	}),
	question({
		name: 'multipleValues',
		rows: [21],
		about: 'How several choices are written in a record',
		asks: [...FIELDS, ...RECORDS],
		behaviours: {
			array: 'Several choices are a list.',
			comma: 'Several choices are one text with commas. The nodes show a list.',
		},
		read: (answers) =>
			agreedEvidence(
				choiceFields(answers).flatMap((one) =>
					one.values.map((value) => ({
						by: `records ${one.form}`,
						behaviour: firstOf([
							['array', Array.isArray(value)],
							['comma', isCommaList(one, value)],
						]),
					})),
				),
			),
	}),
	question({
		name: 'detailRows',
		rows: [21],
		about: 'How detail rows are written',
		asks: [...FIELDS, ...RECORDS],
		behaviours: {
			values: 'A detail row contains its values.',
			records: 'A detail row has its values in "record". The nodes read both.',
		},
		read: (answers) =>
			agreedEvidence(
				everyField(answers).flatMap(({ field, values: held, form }) => {
					const columns = jsonObjectsIn(field.subTable).map(({ uniqueId }) =>
						textIn(uniqueId ?? ''),
					);
					if (columns.length === 0 || columns.includes('record')) return [];
					return held.flatMap(jsonObjectsIn).map(({ record }) => ({
						by: `records ${form}`,
						behaviour: isJsonObject(record) ? ('records' as const) : ('values' as const),
					}));
				}),
			),
	}),
	question({
		name: 'emptyValues',
		rows: [21],
		about: 'How an empty field is written in a record',
		asks: [...FIELDS, ...RECORDS],
		behaviours: {
			text: 'An empty field is an empty text.',
			null: 'An empty field is null.',
			missing: 'An empty field is not in the record. The nodes add it to their output.',
		},
		read: (answers) =>
			agreedEvidence<'text' | 'null' | 'missing'>(
				everyField(answers).flatMap(({ values: held, missing, form }) => {
					const by = `records ${form}`;
					return [
						{ by, behaviour: firstOf([['text', held.includes('')]]) },
						{ by, behaviour: firstOf([['null', held.includes(null)]]) },
						// A field that no record has may be a label.
						{ by, behaviour: firstOf([['missing', held.length > 0 && missing > 0]]) },
					];
				}),
			),
	}),
	question({
		name: 'relatedCodeKey',
		rows: [21],
		about: 'Under which name a related code is returned',
		asks: ['related code'],
		behaviours: {
			identifier: 'A related code is returned under its field ID.',
			withSuffix: 'A related code is returned under its field ID with [1].',
		},
		read: (answers) =>
			agreedEvidence(
				(answerRowsOf(answers, 'related code') ?? [])
					.flatMap((row) => Object.keys(recordIn(row)))
					.map((key) => ({
						by: 'related code',
						behaviour: key.endsWith('[1]') ? 'withSuffix' : 'identifier',
					})),
			),
	}),
	question({
		name: 'processFunction',
		rows: [24],
		about: 'Whether records have a status',
		asks: RECORDS,
		behaviours: {
			perForm: 'Records of at least one form have a status. Its trigger can be used.',
		},
		read: (answers) => {
			const form = FORMS.find((one) =>
				recordsReadOf(answers, one).some(({ status }) => textIn(status ?? '') !== ''),
			);
			return form === undefined ? undefined : seenEvidence('perForm', `records ${form}`);
		},
	}),
	question({
		name: 'deletionFlag',
		rows: [37],
		about: 'How `isDeleted` is written',
		asks: RECORDS,
		behaviours: {
			number: '`isDeleted` is a number.',
			text: '`isDeleted` is a text. The nodes read both.',
			boolean: '`isDeleted` is true or false. The nodes read both.',
			absent: '`isDeleted` is not there. A record that is listed counts as not deleted.',
		},
		documented: ['number'],
		read: (answers) =>
			agreedEvidence(
				everyRecord(answers).map(({ isDeleted: flag }) => ({
					by: 'records 0',
					behaviour: firstOf([
						['absent', flag === undefined],
						['number', typeof flag === 'number'],
						['text', typeof flag === 'string'],
						['boolean', typeof flag === 'boolean'],
					]),
				})),
			),
	}),
	question({
		name: 'identifiers',
		rows: [25],
		about: 'How field IDs look',
		asks: FIELDS,
		behaviours: {
			hyphens: 'Field IDs look like `field-12`.',
			underscores: 'Field IDs look like `field_12`.',
			japanese: 'Some field IDs have non-Latin letters. The nodes accept all.',
			javascript: 'Some field IDs are names of JavaScript. The nodes accept all.',
			other: 'Field IDs look different. The nodes accept all.',
		},
		read: identifiers,
	}),
	question({
		name: 'fieldTypes',
		rows: [16],
		about: 'Whether field types are words',
		asks: FIELDS,
		behaviours: {
			words: 'Field types are words. The inputs in n8n fit their fields.',
			codes: 'Field types are no words. In n8n, some dates and users are entered as plain texts.',
		},
		read: (answers) => {
			const types = everyField(answers).map(({ field }) => textIn(field.fieldType ?? ''));
			if (types.some((type) => TYPE_WORDS.test(type))) return seenEvidence('words', 'fields 0');
			return types.length > 0 && types.every((type) => /\d/.test(type))
				? likelyEvidence('codes', 'fields 0')
				: undefined;
		},
	}),
	question({
		name: 'unsetProperties',
		rows: [33],
		about: 'How a field definition writes unset properties',
		asks: FIELDS,
		behaviours: {
			absent: 'A field definition has no unset properties.',
			null: 'A field definition has null for unset properties.',
			text: 'A field definition has an empty text for unset properties.',
			zero: 'A field definition has 0 for unset properties. The nodes read that as no bound.',
			minusOne: 'A field definition has -1 for unset properties. The nodes read that as no bound.',
		},
		read: (answers) =>
			agreedEvidence(
				everyField(answers)
					.flatMap(({ field }) => REFERENCES.map((name) => field[name]))
					.map((value) => UNSET.get(typeof value === 'number' ? String(value) : value))
					.map((behaviour) => ({ by: 'fields 0', behaviour })),
			),
	}),
	question({
		name: 'multipleFlag',
		rows: [33],
		about: 'Whether a field definition says that several choices are allowed',
		asks: [...FIELDS, ...RECORDS],
		behaviours: {
			asDefined: 'A field definition says whether several choices are allowed.',
			false:
				'A field definition says false although several choices are allowed. The nodes use its type.',
		},
		read: (answers) =>
			agreedEvidence(
				choiceFields(answers).map((one) => ({
					by: `fields ${one.form}`,
					behaviour: firstOf([
						['asDefined', isTrue(one.field.multiple)],
						['false', one.field.multiple === false && hasSeveral(one)],
					]),
				})),
			),
	}),
	question({
		name: 'fileFields',
		rows: [41],
		about: 'How a file field is written in a record',
		asks: [...FIELDS, ...RECORDS],
		behaviours: {
			objects: 'Files in records are objects with a name and an address. They cannot be written.',
			addresses: 'Files in records are addresses. They cannot be written.',
		},
		read: (answers) =>
			agreedEvidence(
				everyField(answers).flatMap(({ field, values: held, form }) => {
					const [name] = findKind(field, jsonObjectsIn(field.subTable).length);
					return held.map((value) => ({
						by: `records ${form}`,
						behaviour: firstOf([
							['objects', jsonObjectsIn(value).some(isFileObject)],
							['addresses', name === 'file' && /^https?:\/\//.test(textIn(value))],
						]),
					}));
				}),
			),
	}),
	question({
		name: 'changingValues',
		rows: [40],
		about: 'Whether values change although nobody edits the record',
		asks: ['records 0', 'records again'],
		behaviours: {
			yes: 'Some values differ in each reply. The trigger uses the time of the update.',
			no: 'Values stay as they are until a user edits the record.',
		},
		read: changingValues,
	}),
];

const TYPE_WORDS =
	/text|number|date|time|select|radio|check|combo|list|user|organi[sz]ation|calc|label|file|image|table|[ぁ-んァ-ヶ一-龠]/i;

const choicesOf = ({ field }: FieldValues): readonly string[] =>
	jsonObjectsIn(field.selectItems).map(({ selectName }) => textIn(selectName ?? ''));

const choiceFields = (answers: Answers): readonly FieldValues[] =>
	everyField(answers).filter((one) => choicesOf(one).length > 0);

const isChoiceObject = (value: unknown) =>
	isJsonObject(value) && Object.hasOwn(value, 'selectName');

function choiceValues(answers: Answers) {
	const fields = choiceFields(answers);
	const object = fields.find((one) => one.values.flatMap(asList).some(isChoiceObject));
	if (object) return seenEvidence('object', `records ${object.form}`);
	// A text with commas can only contain names, so it proves nothing about a single choice.
	const telling = fields.find((one) =>
		one.values.some((value) =>
			Array.isArray(value)
				? value.some((name) => typeof name === 'string')
				: typeof value === 'string' && choicesOf(one).includes(value) && isSingle(one.field),
		),
	);
	return telling && seenEvidence('name', `records ${telling.form}`);
}

const SINGLE = /radio|combo|drop ?down|ラジオ|プルダウン|コンボ/i;
const isSingle = (field: JsonObject) =>
	SINGLE.test(textIn(field.fieldType ?? '')) && !isTrue(field.multiple);

function isCommaList(one: FieldValues, value: unknown): boolean {
	const known = choicesOf(one);
	if (typeof value !== 'string' || known.includes(value)) return false;
	const parts = value.split(',').map((part) => part.trim());
	return parts.length > 1 && parts.every((part) => known.includes(part));
}

function identifiers(answers: Answers) {
	const ids = everyField(answers).map(({ field }) => textIn(field.uniqueId ?? ''));
	const are = (pattern: RegExp) => ids.every((id) => pattern.test(id));
	if (ids.length === 0) return undefined;
	return seenEvidence(
		firstOf([
			['javascript', ids.some((id) => id in {})],
			['japanese', ids.some((id) => /[^ -~]/.test(id))],
			['hyphens', are(/^field-\d+$/)],
			['underscores', are(/^field[_-]\d+$/)],
			['other', true],
		]),
		'fields 0',
	);
}

/** IDs of other entities; 0 and -1 mean none. */
const REFERENCES = ['requiredId', 'calcFieldId', 'relationId', 'relationFieldId'] as const;

/** How a property without a value may be written; numbers as texts. */
const UNSET = new Map<unknown, 'absent' | 'null' | 'text' | 'zero' | 'minusOne'>([
	[undefined, 'absent'],
	[null, 'null'],
	['', 'text'],
	['0', 'zero'],
	['-1', 'minusOne'],
]);

const hasSeveral = (one: FieldValues): boolean =>
	takesSeveral(one.field) ||
	one.values.some((value) => (Array.isArray(value) && value.length > 1) || isCommaList(one, value));

const isFileObject = (value: JsonObject) =>
	['name', 'type', 'size'].every((name) => Object.hasOwn(value, name));

/** Compares records that nobody has edited between the two replies. */
function changingValues(answers: Answers) {
	const before = new Map(
		(answerRowsOf(answers, 'records 0') ?? []).map((row) => [textIn(row.recordId), row]),
	);
	const pairs = (answerRowsOf(answers, 'records again') ?? []).flatMap((row) => {
		const known = before.get(textIn(row.recordId));
		return known?.updatedAt === row.updatedAt && known ? [[known, row] as const] : [];
	});
	const different = pairs.filter(([a, b]) => JSON.stringify(a) !== JSON.stringify(b)).length;
	if (pairs.length === 0) return undefined;
	// Some may change more slowly.
	if (different === 0) return likelyEvidence('no', 'records again');
	// A few may have been edited twice within a second.
	return different > pairs.length / 2 ? seenEvidence('yes', 'records again') : undefined;
}
