import type { Fault } from './faults';
import type { Dialect, DirectoryKind, Kind } from './site';

/** A value of a story, which is JSON throughout: a table's rows go by the names of their columns. */
export type Plain = string | readonly string[] | readonly Readonly<Record<string, string>>[];
export type PlainValues = Readonly<Record<string, Plain>>;

/** What an item gives for a field, and what a person means by it. */
export interface Given {
	readonly json: unknown;
	readonly means: Plain;
	/** open: the node may also say that it cannot use it. */
	readonly is: 'good' | 'bad' | 'open';
}

export type Item = Readonly<Record<string, Given>>;

/** What somebody else does before a request of the run. */
export interface Other {
	readonly before: number;
	readonly does: 'edits' | 'deletes' | 'creates' | 'drops field';
	/** The place among what lives, from the first on. */
	readonly which: number;
	readonly field: string;
	readonly value: Plain;
}

export type RecordOperation = 'create' | 'import' | 'update' | 'upsert' | 'get' | 'getAll';
export type DirectoryOperation =
	| 'create'
	| 'import'
	| 'upsert'
	| 'sync'
	| 'update'
	| 'retire'
	| 'restore'
	| 'getAll';

interface Common {
	readonly seed: number;
	readonly dialect: Partial<Dialect>;
	readonly onError: 'stop' | 'continue' | 'error output';
	readonly faults: readonly Fault[];
	readonly others: readonly Other[];
	/** The request at which a person cancels the execution. */
	readonly cancelAt?: number;
	/** The same run again, without faults and changes by others. */
	readonly again: boolean;
	/** What is chosen in the node beside what each operation needs. */
	readonly options: Readonly<Record<string, unknown>>;
	/** Rows that nobody names, beside those of the story. */
	readonly filler: number;
}

export interface RecordStory extends Common {
	readonly on: 'records';
	readonly operation: RecordOperation;
	/** How many fields precede those of the story. */
	readonly wide?: number;
	/** Names of the form's fields. */
	readonly fields: readonly string[];
	readonly keys: readonly string[];
	readonly rows: readonly PlainValues[];
	/** Places among the rows that were deleted before. */
	readonly deleted: readonly number[];
	readonly items: readonly Item[];
	/** For each item of an update, or a single read: the place of its row. */
	readonly targets: readonly number[];
	readonly mode: 'mapped' | 'automatic' | 'json';
	/** Further properties of the input items. */
	readonly strays: Readonly<Record<string, unknown>>;
}

/** What Get Many is to leave out; times are seconds since the beginning of the service. */
export interface Filter {
	readonly changedAfter?: number;
	readonly createdAfter?: number;
	readonly conditions?: readonly Condition[];
}

export interface Condition {
	readonly field: string;
	readonly operator: 'equals' | 'contains' | 'atLeast' | 'less' | 'atMost' | 'empty' | 'notEmpty';
	readonly value: string;
}

/** The names of a directory's fields in the panel, by those in requests. */
export const LABELS: Readonly<Record<string, string>> = {
	code: 'Code',
	name: 'Name',
	kana: 'Phonetic Name (Kana)',
	alias: 'Alias',
	note: 'Note',
	parentCode: 'Parent Organization',
	loginId: 'Login ID',
	organizationCode: 'Preferred Organization',
	positionCode: 'Position',
	expire: 'Expiry Date',
	outsideAccess: 'Outside Access',
	loginErrorCount: 'Failed Login Count',
	isRetired: 'Retired',
	subBelong: 'Other Affiliations',
};

export type EntryGiven = Readonly<Record<string, unknown>>;

export interface DirectoryStory extends Common {
	readonly on: DirectoryKind;
	readonly operation: DirectoryOperation;
	readonly rows: readonly EntryGiven[];
	readonly items: readonly EntryGiven[];
	/** The fields are taken from the items, where these go by their labels. */
	readonly labelled?: readonly string[];
	/** Further properties of those items. */
	readonly strays?: Readonly<Record<string, unknown>>;
}

/** The properties of a story's items that are not fields. */
export const straysOf = (story: Story): readonly string[] => [
	...Object.keys(story.strays ?? {}),
	...(story.on === 'records' && story.operation === 'update' ? [TARGET] : []),
];

/** Where an item of an update says which record it means. */
export const TARGET = 'recordIdOfItem';

/** Whether the fields are taken from the properties of the items. */
export const isAutomatic = (story: Story): boolean =>
	story.on === 'records' ? story.mode === 'automatic' : story.labelled !== undefined;

/** Whether what no field is called must fail the items. */
export const rejectsStrays = (story: Story): boolean =>
	story.options.unknownColumns === 'fail' && straysOf(story).length > 0 && isAutomatic(story);

export type Story = RecordStory | DirectoryStory;

export interface CatalogueField {
	readonly caption: string;
	readonly kind: Kind;
	readonly maxLength?: number;
	readonly max?: number;
	readonly choices?: readonly { readonly name: string; readonly code?: string }[];
	readonly columns?: readonly string[];
}

export const COLOURS = [
	{ name: 'Red', code: '1' },
	{ name: '1', code: '2' },
	{ name: 'Dark, blue', code: '3' },
	{ name: 'Green', code: 'Red' },
	{ name: 'green', code: '5' },
];

/** Every field that a story's form may have. */
export const CATALOGUE: Readonly<Record<string, CatalogueField>> = {
	title: { caption: 'Title', kind: 'text', maxLength: 80 },
	code: { caption: 'Code', kind: 'text' },
	serial: { caption: 'Serial', kind: 'number' },
	amount: { caption: 'Amount', kind: 'number', max: 1_000_000 },
	day: { caption: 'Due date', kind: 'date' },
	moment: { caption: 'Appointment', kind: 'datetime' },
	clock: { caption: 'Opens at', kind: 'time' },
	colour: { caption: 'Colour', kind: 'choice', choices: COLOURS },
	tags: { caption: 'Tags', kind: 'choices', choices: COLOURS },
	people: { caption: 'Assignee', kind: 'users' },
	lines: { caption: 'Lines', kind: 'table', columns: ['product', 'quantity', 'delivery'] },
	note: { caption: 'Note', kind: 'text' },
	twin: { caption: 'Note', kind: 'text' },
	status: { caption: 'status', kind: 'text' },
	sum: { caption: 'Sum', kind: 'formula' },
	paper: { caption: 'Paper', kind: 'file' },
};

export const COLUMNS: Readonly<Record<string, CatalogueField>> = {
	product: { caption: 'Product', kind: 'text' },
	quantity: { caption: 'Quantity', kind: 'number' },
	delivery: { caption: 'Delivery', kind: 'date' },
};
