import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { Field, FieldType, SelectItem } from '../../../../sandbox/service/resources.ts';

/** A value as somebody may give it, and as it must be read. */
export interface Cell {
	readonly given: unknown;
	readonly meant: unknown;
}

/** A field of a random form with what may be in it. */
export interface Made {
	readonly field: Field;
	readonly empty: null | [];
	readonly filled: fc.Arbitrary<Cell>;
}

export const zone = 'Asia/Tokyo';

/** Codes that exist in the service, with their names. */
interface People {
	readonly users: readonly Named[];
	readonly organizations: readonly Named[];
}

interface Named {
	readonly code: string;
	readonly name: string;
}

const given = (meant: unknown, ...spellings: unknown[]): fc.Arbitrary<Cell> =>
	fc.constantFrom(meant, ...spellings).map((spelling) => ({ given: spelling, meant }));

type Parts = Partial<Field> & { readonly fieldType: FieldType };
type Kind = fc.Arbitrary<Pick<Made, 'empty' | 'filled'> & { readonly parts: Parts }>;

const made = (parts: Parts, filled: fc.Arbitrary<Cell>, empty: null | [] = null) => ({
	parts,
	filled,
	empty,
});

const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });

const texts: Kind = fc
	.constantFrom<Parts>({ fieldType: 'text' }, { fieldType: 'textArea', max_length: 200 })
	.map((parts) =>
		made(
			parts,
			letters.chain((text) => given(text)),
		),
	);

const numbers: Kind = fc
	.record({ digit: fc.option(fc.nat(4), { nil: undefined }), bounded: fc.boolean() })
	.map(({ digit, bounded }) => {
		const most = bounded || digit ? 1_000_000 : Number.MAX_SAFE_INTEGER;
		const number = fc
			.integer({ min: -most, max: most })
			.map((whole) => whole / 10 ** (digit ?? 0))
			.chain((value) => given(value, String(value), ` ${value}\n`));
		const bounds = bounded ? { min: -most, max: most } : {};
		const decimals = digit === undefined ? {} : { digit };
		return made({ fieldType: 'number', ...decimals, ...bounds }, number);
	});

const moments = fc
	.date({
		min: new Date('1960-01-01T00:00:00Z'),
		max: new Date('2100-01-01T00:00:00Z'),
		noInvalidDate: true,
	})
	.map((date) => DateTime.fromJSDate(date, { zone }).startOf('second'));

const dates: Kind = fc.constant(
	made(
		{ fieldType: 'date' },
		moments.chain((moment) =>
			given(
				moment.toISODate(),
				moment.toFormat('yyyy/M/d'),
				moment.toFormat('yyyyMMdd'),
				moment,
				moment.toJSDate(),
				moment.toUTC().toISO(),
			),
		),
	),
);

const dateTimes: Kind = fc.constant(
	made(
		{ fieldType: 'dateTime' },
		moments.chain((moment) =>
			given(
				moment.toFormat('yyyy-MM-dd HH:mm:ss'),
				moment.toFormat('yyyy/MM/dd HH:mm:ss'),
				moment,
				moment.setZone('America/New_York').toISO(),
				moment.toJSDate(),
				moment.toUTC().toISO({ format: 'basic' }),
			),
		),
	),
);

/** Some hold commas; no two lists of them are the same text. */
const items: SelectItem[] = ['High', 'Low', 'A, B', 'C', 'C,D', '緊急', '10'].map(
	(selectName, index) => ({ id: index + 1, selectName, code1: `k${index}`, code4: `z${index}` }),
);

const single: Kind = fc.constant(
	made(
		{ fieldType: 'radioButton', selectItems: items },
		fc
			.constantFrom(...items)
			.chain((item) => given(item.selectName, item.code1, item.code4, item, ` ${item.selectName}`)),
	),
);

const several: Kind = fc.constantFrom<FieldType>('checkBox', 'listBox').map((fieldType) =>
	made(
		{ fieldType, multiple: true, selectItems: items },
		fc.subarray(items, { minLength: 1 }).chain((some) => {
			const names = some.map(({ selectName }) => selectName);
			const codes = some.map(({ code1 }) => code1);
			return given(
				names,
				names.join(),
				names.join('\n'),
				codes.join(', '),
				JSON.stringify(names),
				some,
			);
		}),
		[],
	),
);

const selection = (fieldType: FieldType, from: readonly Named[]): Kind =>
	fc.boolean().map((multiple) =>
		made(
			{ fieldType, multiple },
			fc.subarray([...from], { minLength: 1, maxLength: multiple ? 3 : 1 }).chain((some) => {
				const codes = some.map(({ code }) => code);
				return given(some, codes, codes.join(', '), codes.join('\n'), JSON.stringify(some));
			}),
			[],
		),
	);

const simple = ({ users, organizations }: People): Kind =>
	fc.oneof(
		...[texts, numbers, dates, dateTimes, single, several],
		selection('userSelection', users),
		selection('organizationSelection', organizations),
	);

const cellsOf = (columns: readonly Made[]) =>
	fc.tuple(...columns.map(({ filled }) => fc.option(filled, { nil: undefined })));

/** Cells that are not given are read as empty ones. */
const rowsOf = (columns: readonly Made[]): fc.Arbitrary<Cell> => {
	const row = cellsOf(columns)
		.filter((cells) => cells.some((cell) => cell !== undefined))
		.map((cells) => {
			const row = (name: 'given' | 'meant') =>
				Object.fromEntries(
					columns.map(({ field, empty }, index) => [
						field.uniqueId,
						cells[index] ? cells[index][name] : name === 'meant' ? empty : undefined,
					]),
				);
			return { given: row('given'), meant: row('meant') };
		});
	return fc.array(row, { minLength: 1, maxLength: 3 }).chain((rows) => {
		const all = rows.map((one) => one.given);
		const meant = rows.map((one) => one.meant);
		return fc
			.constantFrom<unknown>(
				all,
				all.map((record) => ({ record })),
				JSON.stringify(meant),
			)
			.map((spelling) => ({ given: spelling, meant }));
	});
};

const identifiers = fc.oneof(
	fc.nat(99).map((number) => `field-${number}`),
	fc.nat(99).map((number) => `field_${number}`),
	fc.constantFrom('__proto__', 'constructor', 'toString', '件名', 'a,b', "it's", 'x[1]'),
);

const captions = fc.oneof(fc.constantFrom('Name', '件名', 'field-1', '__proto__'), letters);

/** What fields may be called. */
interface Names {
	readonly identifiers: fc.Arbitrary<string>;
	readonly captions: fc.Arbitrary<string>;
}

/** Names of all sorts and, above all, these. Lists are sorted by record ID and time: those are no field's. */
export const namesWith = (...names: readonly string[]): Names => ({
	identifiers: fc
		.oneof(identifiers, fc.constantFrom(...names))
		.filter((id) => !['recordId', 'createdAt', 'updatedAt'].includes(id)),
	captions: fc.oneof(
		{ weight: 1, arbitrary: captions },
		{ weight: 3, arbitrary: fc.constantFrom(...names) },
	),
});

const fieldsOf = (
	kinds: Kind,
	[maxLength, first]: readonly [number, number],
	names: Names,
): fc.Arbitrary<Made[]> =>
	fc
		.uniqueArray(fc.tuple(names.identifiers, names.captions, kinds), {
			selector: ([id]) => id,
			minLength: 1,
			maxLength,
		})
		.map((all) =>
			all.map(([uniqueId, caption, { parts, ...rest }], index) => ({
				...rest,
				field: { fieldId: first + index, uniqueId, caption, ...parts },
			})),
		);

/** The fields of a form with a key, something calculated and perhaps a detail table. */
export const forms = (people: People, names: Names): fc.Arbitrary<Made[]> => {
	const tables: Kind = fieldsOf(simple(people), [4, 100], names).map((columns) => {
		const subTable = columns.map(({ field }) => field);
		return made({ fieldType: 'detailTable', subTable }, rowsOf(columns), []);
	});
	const key = { fieldId: 90, uniqueId: 'key', caption: 'Key', primaryKey: true, required: true };
	const total = { fieldId: 91, uniqueId: 'total', caption: 'Total', calc: '1 + 2' };
	return fieldsOf(fc.oneof({ weight: 5, arbitrary: simple(people) }, tables), [7, 1], names).map(
		(fields) => [
			{
				field: { ...key, fieldType: 'text' },
				empty: null,
				filled: letters.chain((text) => given(text)),
			},
			...fields,
			{
				field: { ...total, fieldType: 'calculation' },
				empty: null,
				filled: fc.constant({ given: 99, meant: 3 }),
			},
		],
	);
};

/** The arbitraries of a form say nothing to who reads a counter-example. */
export const shown = (fields: Made[]): Made[] =>
	Object.defineProperty(fields, fc.toStringMethod, {
		value: () => JSON.stringify(fields.map(({ field }) => field)),
	});

/** What is given for each field: undefined is not given, null and '' clear; the key always is. */
export const cells = (fields: readonly Made[]): fc.Arbitrary<Array<Cell | undefined>> =>
	fc.tuple(
		...fields.map(
			({ field, empty, filled }): fc.Arbitrary<Cell | undefined> =>
				field.primaryKey || field.calc
					? filled
					: fc.oneof(
							{ weight: 4, arbitrary: filled },
							fc.constantFrom(
								undefined,
								{ given: null, meant: empty },
								{ given: '', meant: empty },
							),
						),
		),
	);
