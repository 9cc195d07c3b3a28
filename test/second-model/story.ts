/** What a value is for a person; how it is written in JSON is the dialect's business. */
export type Kind =
	| 'text'
	| 'number'
	| 'flag'
	| 'date'
	| 'datetime'
	| 'time'
	| 'choice'
	| 'choices'
	| 'users'
	| 'table';

/** A text, exact; several for what holds several; rows of a table by the names of its columns. `''` and `[]` are empty. */
export type Value = string | readonly string[] | ReadonlyArray<Readonly<Record<string, string>>>;
export type Values = Readonly<Record<string, Value>>;

export type DirectoryKind = 'organizations' | 'positions' | 'users';
export type On = 'records' | DirectoryKind;

/** A field of the form, or of an entry of the directory. */
export interface Field {
	readonly name: string;
	/** Its name in requests. */
	readonly id: string;
	readonly caption: string;
	readonly kind: Kind;
	readonly choices?: readonly string[];
	readonly columns?: readonly Field[];
	/** A key of the form, or what each entry must have. */
	readonly isNeeded?: boolean;
	/** Accepted, never returned. */
	readonly isSecret?: boolean;
	/** The entries that it names by their codes. */
	readonly names?: DirectoryKind;
	/** The value that a row has without another. */
	readonly start: Value;
}

const field = (name: string, caption: string, kind: Kind, more: Partial<Field> = {}): Field => ({
	name,
	id: name,
	caption,
	kind,
	start: ['choices', 'users', 'table'].includes(kind) ? [] : '',
	...more,
});

export const COLOURS = ['Red', '1', 'Dark, blue', 'Green', 'green'];

/** Every field that the form of a story may have. */
export const CATALOGUE: readonly Field[] = [
	field('title', 'Title', 'text'),
	field('code', 'Code', 'text'),
	field('serial', 'Serial', 'number'),
	field('amount', 'Amount', 'number'),
	field('day', 'Due date', 'date'),
	field('moment', 'Appointment', 'datetime'),
	field('clock', 'Opens at', 'time'),
	field('colour', 'Colour', 'choice', { choices: COLOURS }),
	field('tags', 'Tags', 'choices', { choices: COLOURS }),
	field('people', 'Assignee', 'users'),
	field('lines', 'Lines', 'table', {
		columns: [
			field('Product', 'Product', 'text'),
			field('Quantity', 'Quantity', 'number'),
			field('Delivery', 'Delivery', 'date'),
		],
	}),
	field('note', 'Note', 'text'),
];

const needed = (name: string, more: Partial<Field> = {}) =>
	field(name, name, 'text', { isNeeded: true, ...more });
const text = (name: string, more: Partial<Field> = {}) => field(name, name, 'text', more);
const common = [needed('code'), needed('name'), needed('kana')];
const organizationCode = needed('organizationCode', { names: 'organizations' });
const positionCode = text('positionCode', { names: 'positions' });

/** Resources, Organization, Position and User. */
export const DIRECTORY: Readonly<Record<DirectoryKind, readonly Field[]>> = {
	organizations: [
		...common,
		text('alias'),
		text('aliasKana'),
		text('note'),
		text('parentCode', { names: 'organizations' }),
	],
	positions: [...common, text('alias'), text('aliasKana'), text('note')],
	users: [
		...common,
		needed('loginId'),
		text('loginPass', { isSecret: true }),
		organizationCode,
		positionCode,
		field('expire', 'expire', 'date', { start: '9999-12-31' }),
		field('outsideAccess', 'outsideAccess', 'flag', { start: 'false' }),
		field('loginErrorCount', 'loginErrorCount', 'number', { start: '0' }),
		field('isRetired', 'isRetired', 'flag', { start: 'false', isSecret: true }),
		field('subBelong', 'subBelong', 'table', { columns: [organizationCode, positionCode] }),
	],
};

/** Whether nothing happens that could be an excuse. */
export const isQuiet = ({ faults, others }: Story): boolean =>
	faults.length === 0 && others.length === 0;

/** What an item gives; an empty cell of its input is no value. */
export const givenBy = ({ items, isAutomatic }: Story, index: number): Item => {
	const all = Object.entries(items[index]!);
	return Object.fromEntries(all.filter(([, { json }]) => !isAutomatic || json !== ''));
};

/** The property of an item with the value that a field of its records must have. */
export const matchOf = (name: string): string => `of_${name}`;

/** The fields of what a story is about. */
export function fieldsIn({ on, fields, keys }: Story): readonly Field[] {
	if (on !== 'records') return DIRECTORY[on];
	let next = 1;
	const placed = (one: Field): Field => ({
		...one,
		id: `field-${next++}`,
		...(keys.includes(one.name) && { isNeeded: true }),
		...(one.columns && { columns: one.columns.map(placed) }),
	});
	return CATALOGUE.filter(({ name }) => fields.includes(name)).map(placed);
}

/** What the document does not say. The first of each is the plain one. */
export const DIALECTS = {
	pastEnd: ['empty', '404'],
	cap: [1000, 100, 500],
	unordered: ['by ID', 'newest first', 'last updated first'],
	deleted: ['gone', 'listed'],
	refusedImport: ['keeps nothing', 'keeps rows before'],
	/** A rule that is in no definition. */
	unsaid: ['nothing', 'no markup'],
	writeAnswer: ['as documented', 'the row', '200 OK'],
	/** What an update of an entry of the directory leaves out. */
	leftOut: ['kept', 'cleared'],
	keyOnUpdate: ['needed', 'not needed'],
	errors: ['full', 'no details', 'empty'],
	numbers: ['numbers', 'texts'],
	/** Where the first record ID is beyond 2^53, such IDs are texts. */
	ids: ['small', 'beyond 2^53'],
	/** The number in an identification ID. */
	shown: ['of the record ID', 'another'],
	choice: ['name', 'object'],
	tableRows: ['plain', 'record'],
	empty: ['text', 'null', 'missing'],
	zone: ['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Auckland', 'UTC'],
	dates: ['yyyy/MM/dd', 'yyyy-MM-dd'],
	times: ['space', 'T'],
} as const;

export type Dialect = { readonly [K in keyof typeof DIALECTS]: (typeof DIALECTS)[K][number] };

export const PLAIN = Object.fromEntries(
	Object.entries(DIALECTS).map(([name, [first]]) => [name, first]),
) as unknown as Dialect;

/** What can go wrong at a request: before it takes effect, or after it did. */
export const FAULTS =
	'400|402|404|500|200 HTML|reset|hang|500 after|reset after|hang after|cut after'.split('|');

export interface Fault {
	readonly kind: string;
	/** The first request of the run that it strikes, from 1 on. */
	readonly at: number;
	/** How many in a row. */
	readonly count: number;
}

/** What an item gives for a field, and what a person means by it; undefined: nobody can use it. */
export interface Given {
	readonly json: unknown;
	readonly means: Value | undefined;
}

export type Item = Readonly<Record<string, Given>>;

/** What somebody else does before a request of the run. */
export interface Other {
	readonly before: number;
	readonly does: 'edits' | 'deletes' | 'creates';
	/** The place among the living rows, from the first on. */
	readonly which: number;
	/** The values of a new row; those that an edit changes. */
	readonly values: Values;
}

export type Operation =
	| 'create'
	| 'import'
	| 'update'
	| 'delete'
	| 'upsert'
	| 'sync'
	| 'retire'
	| 'restore'
	| 'getAll'
	| 'lookUp';

export interface Options {
	readonly wholeRecord?: boolean;
	readonly severalMatches?: 'fail' | 'newest' | 'all';
	/** Which items a look-up returns, and where it puts what it finds. */
	readonly keep?: 'all' | 'found' | 'notFound';
	readonly resultName?: string;
	readonly returnAll?: boolean;
	readonly limit?: number;
	readonly missing?: 'nothing' | 'retire' | 'delete';
	readonly mostRemovals?: number;
	/** Separated by commas. */
	readonly neverRemove?: string[];
}

export interface Story {
	readonly seed: number;
	readonly on: On;
	readonly operation: Operation;
	readonly dialect: Partial<Dialect>;
	readonly onError: 'stop' | 'continue' | 'error output';
	readonly faults: readonly Fault[];
	readonly others: readonly Other[];
	/** A dry run before. */
	readonly dryRun: boolean;
	/** The same run again, without faults and changes by others. */
	readonly again: boolean;
	readonly options: Options;
	/** Rows around those of the story. */
	readonly filler: number;
	/** Names of the fields of the form. */
	readonly fields: readonly string[];
	/** Names of the fields by which rows are found: keys of the form, or `code`. */
	readonly keys: readonly string[];
	readonly rows: readonly Values[];
	/** Places among the rows that were deleted before. */
	readonly deleted: readonly number[];
	readonly items: readonly Item[];
	/**
	 * What the records of an item are found by: fields whose values it has (`matchOf`), or properties of a record; none: its
	 * record is named by ID.
	 */
	readonly matches: readonly string[];
	/** For each item that names a record: the place of its row. */
	readonly targets: readonly number[];
	/** The ID by which items name records. */
	readonly target: 'recordId' | 'uniqueId';
	/** Whether the fields of the form are taken from properties of the items, rather than from expressions. */
	readonly isAutomatic: boolean;
}
