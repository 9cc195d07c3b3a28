/*
 * A second service, written from the document alone and sharing nothing with the sandbox: a plain set of rows. Where the document
 * is silent it does what the story's dialect says. It keeps every version of every row, so that what a run said can be compared with what is.
 */

/** What a value is for a person; how it is spelled in JSON is the dialect's business. */
export type Kind =
	| 'text'
	| 'number'
	| 'date'
	| 'datetime'
	| 'time'
	| 'choice'
	| 'choices'
	| 'users'
	| 'table'
	| 'formula'
	| 'file';

export interface Choice {
	readonly name: string;
	readonly code?: string;
}

export interface FieldOf {
	readonly id: number;
	readonly uid: string;
	readonly caption: string;
	readonly kind: Kind;
	readonly key?: boolean;
	readonly maxLength?: number;
	readonly max?: number;
	readonly choices?: readonly Choice[];
	readonly columns?: readonly FieldOf[];
}

/** A text, exact; several for what holds several; rows for a table. `''` and `[]` are empty. */
export type Value = string | readonly string[] | readonly Values[];
export type Values = ReadonlyMap<string, Value>;

export interface Dialect {
	/** Row 3. */
	readonly address: 'plain' | 'slash' | 'path';
	/** Common request rules, 2: the credential may ask for it. */
	readonly override: 'off' | 'on';
	/** Row 6. */
	readonly pastEnd: 'empty' | '404';
	/** Row 29. */
	readonly cap: 1000 | 500 | 100;
	/** Row 5. */
	readonly overLimit: 'refused' | 'cut';
	/** Row 7. */
	readonly equals: 'by ID' | 'shuffled';
	/** Row 8. */
	readonly unordered: 'by ID' | 'newest first' | 'last updated first';
	/** Row 10. */
	readonly deleted: 'gone' | 'listed' | 'readable';
	/** Row 37. */
	readonly isDeleted: 'number' | 'text' | 'boolean' | 'absent if live';
	/** Row 11. */
	readonly importOfID: 'updates' | 'creates';
	/** Row 11. */
	readonly refusedImport: 'keeps nothing' | 'keeps rows before';
	/** Rows 12 and 28. */
	readonly writeAnswer: 'as documented' | 'the record' | 'Location' | '200 OK' | '202 {}' | '204';
	/** Row 13. */
	readonly userAnswer: 'as documented' | 'the user' | 'a notice';
	/** Row 14. */
	readonly leftOut: 'kept' | 'cleared';
	/** Row 15. */
	readonly keyOnUpdate: 'needed' | 'not needed';
	/** Row 16. */
	readonly formula: 'refused' | 'ignored';
	/** Row 16. */
	readonly types: 'words' | 'numbers';
	/** Row 19. */
	readonly errors:
		| 'full'
		| 'code as text'
		| 'no details'
		| 'details without message'
		| 'empty'
		| 'HTML'
		| 'cut off';
	/** Row 20. */
	readonly numbers: 'numbers' | 'texts';
	/** Row 39: the first record ID is beyond 2^53; such IDs are texts. */
	readonly ids: 'small' | 'beyond 2^53';
	/** Row 21. */
	readonly choice: 'name' | 'object';
	readonly several: 'array' | 'commas';
	readonly tableRows: 'plain' | 'record';
	readonly empty: 'text' | 'null' | 'missing';
	/** Row 24. */
	readonly process: 'off' | 'on';
	/** Row 34. */
	readonly statusSent: 'ignored' | 'changes it' | 'refused';
	/** Row 25. */
	readonly uids: 'field-1' | 'field_1' | 'Japanese' | 'JavaScript';
	/** Row 27. */
	readonly zone: 'Asia/Tokyo' | 'America/Los_Angeles' | 'Pacific/Auckland' | 'UTC';
	/** Row 33. */
	readonly definitions: 'short' | 'every property';
	/** Columns of a table are also in the list of fields, with their `parentFieldId`. */
	readonly columns: 'in the table' | 'listed too';
	/** Row 36. */
	readonly defaults: 'kept' | 'set';
	/** Row 38. */
	readonly dates: 'yyyy/MM/dd' | 'yyyy-MM-dd';
	readonly times: 'space' | 'T' | 'without seconds';
	/** Row 41. */
	readonly fileSent: 'ignored' | 'refused';
	/** Row 43. */
	readonly people: 'code' | 'code and name' | 'codes';
	/** "Returned but not accepted." */
	readonly readOnly: 'ignored' | 'refused';
	/** A key field that a record has already. */
	readonly doubleKey: 'taken' | 'refused';
	/** Row 30: what the directory is listed by. */
	readonly directoryOrder: 'by ID' | 'by code' | 'last updated first';
}

/** The first of each is the plain one. */
export const DIALECTS: { readonly [K in keyof Dialect]: readonly Dialect[K][] } = {
	address: ['plain', 'slash', 'path'],
	override: ['off', 'on'],
	pastEnd: ['empty', '404'],
	cap: [1000, 100, 500],
	overLimit: ['refused', 'cut'],
	equals: ['by ID', 'shuffled'],
	unordered: ['by ID', 'newest first', 'last updated first'],
	deleted: ['gone', 'listed', 'readable'],
	isDeleted: ['number', 'text', 'boolean', 'absent if live'],
	importOfID: ['updates', 'creates'],
	refusedImport: ['keeps nothing', 'keeps rows before'],
	writeAnswer: ['as documented', 'the record', 'Location', '200 OK', '202 {}', '204'],
	userAnswer: ['as documented', 'the user', 'a notice'],
	leftOut: ['kept', 'cleared'],
	keyOnUpdate: ['needed', 'not needed'],
	formula: ['refused', 'ignored'],
	types: ['words', 'numbers'],
	errors: [
		'full',
		'code as text',
		'no details',
		'details without message',
		'empty',
		'HTML',
		'cut off',
	],
	numbers: ['numbers', 'texts'],
	ids: ['small', 'beyond 2^53'],
	choice: ['name', 'object'],
	several: ['array', 'commas'],
	tableRows: ['plain', 'record'],
	empty: ['text', 'null', 'missing'],
	process: ['off', 'on'],
	statusSent: ['ignored', 'changes it', 'refused'],
	uids: ['field-1', 'field_1', 'Japanese', 'JavaScript'],
	zone: ['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Auckland', 'UTC'],
	definitions: ['short', 'every property'],
	columns: ['in the table', 'listed too'],
	defaults: ['kept', 'set'],
	dates: ['yyyy/MM/dd', 'yyyy-MM-dd'],
	times: ['space', 'T', 'without seconds'],
	fileSent: ['ignored', 'refused'],
	people: ['code', 'code and name', 'codes'],
	readOnly: ['ignored', 'refused'],
	doubleKey: ['taken', 'refused'],
	directoryOrder: ['by ID', 'by code', 'last updated first'],
};

export const PLAIN = Object.fromEntries(
	Object.entries(DIALECTS).map(([name, [first]]) => [name, first]),
) as unknown as Dialect;

export type Who = 'before' | 'node' | 'other';

/** A state of a row that began at a moment; moments are numbered, and a request is one. */
export interface Version<T> {
	readonly at: number;
	readonly by: Who;
	/** The request that made it, where it was the node's. */
	readonly request?: number;
	/** The place in an import. */
	readonly entry?: number;
	/** Undefined: deleted. */
	readonly state: T | undefined;
}

export class Row<T> {
	readonly id: string;
	readonly versions: Version<T>[] = [];

	constructor(id: string) {
		this.id = id;
	}

	get now(): T | undefined {
		return this.versions.at(-1)?.state;
	}

	/** The last state while it lived. */
	get last(): T {
		return this.versions.findLast(({ state }) => state !== undefined)!.state!;
	}

	/** The state when the moment began. */
	at(moment: number): T | undefined {
		return this.versions.findLast(({ at }) => at < moment)?.state;
	}

	/** The states it had at or after one moment, and until another. */
	between(from: number, to: number): (T | undefined)[] {
		const during = this.versions.filter(({ at }) => at >= from && at <= to);
		return [this.at(from), ...during.map(({ state }) => state)];
	}
}

export interface RecordState {
	readonly values: Values;
	readonly status: string;
	readonly createdAt: number;
	readonly updatedAt: number;
}

export type Entry = Readonly<Record<string, unknown>> & { readonly code: string };
export type DirectoryKind = 'organizations' | 'positions' | 'users';

/** A request as the service got it. */
export interface Got {
	readonly at: number;
	readonly method: string;
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	readonly body: unknown;
	/** 0: no answer. */
	status: number;
	fault?: string;
}

/** Everything that the service holds. */
export class Rows {
	readonly fields: readonly FieldOf[];
	readonly records: Row<RecordState>[] = [];
	readonly directory: Record<DirectoryKind, Row<Entry>[]> = {
		organizations: [],
		positions: [],
		users: [],
	};
	readonly got: Got[] = [];
	readonly dialect: Dialect;
	private moments = 0;
	private nextId: bigint;

	constructor(fields: readonly FieldOf[], dialect: Dialect) {
		this.fields = fields;
		this.dialect = dialect;
		this.nextId = dialect.ids === 'small' ? 1n : 9007199254740990n;
	}

	moment(): number {
		return ++this.moments;
	}

	get present(): number {
		return this.moments;
	}

	newId(): string {
		return String(this.nextId++);
	}

	/** IDs that were given and deleted before. */
	skipIds(count: number): void {
		this.nextId += BigInt(count);
	}

	record(id: string): Row<RecordState> | undefined {
		return this.records.find((row) => row.id === id);
	}

	entry(kind: DirectoryKind, code: string): Row<Entry> | undefined {
		return this.directory[kind].findLast((row) => row.now?.code === code);
	}

	write<T>(row: Row<T>, state: T | undefined, by: Omit<Version<T>, 'state' | 'at'>): void {
		row.versions.push({ ...by, at: this.moment(), state });
	}

	addRecord(values: Values, by: Omit<Version<RecordState>, 'state' | 'at'>): Row<RecordState> {
		const row = new Row<RecordState>(this.newId());
		this.records.push(row);
		const time = this.moments;
		const state = { values, status: 'open', createdAt: time, updatedAt: time };
		this.write(row, state, by);
		return row;
	}

	setRecord(
		row: Row<RecordState>,
		values: Values | undefined,
		by: Omit<Version<RecordState>, 'state' | 'at'> & { status?: string },
	): void {
		const state = values && {
			...row.last,
			values,
			updatedAt: this.moments,
			...(by.status !== undefined && { status: by.status }),
		};
		this.write(row, state, by);
	}

	addEntry(kind: DirectoryKind, entry: Entry, by: Omit<Version<Entry>, 'state' | 'at'>) {
		const row = new Row<Entry>(this.newId());
		this.directory[kind].push(row);
		this.write(row, entry, by);
		return row;
	}
}
