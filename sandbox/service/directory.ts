import type { Database } from './database.ts';

export interface Entry {
	code: string;
	name: string;
}

export type Stored<Item extends Entry> = Item & { id: number };

/** The entry before and after a change; a new one has no `before`, a deleted one no `after`. */
export interface Change<Item extends Entry> {
	kind: string;
	before?: Item;
	after?: Item;
}

interface Listed {
	/** By its name; absent = all. */
	isWanted?: ((name: string) => boolean) | undefined;
	limit?: number;
	offset?: number;
}

interface Row {
	id: number;
	document: string;
}

/** Organizations, positions or users: entries with a code that is unique within their kind. */
export class Directory<Item extends Entry> {
	private readonly database: Database;
	private readonly kind: string;
	private readonly told: (change: Change<Item>) => void;

	constructor(database: Database, kind: string, told: (change: Change<Item>) => void) {
		this.database = database;
		this.kind = kind;
		this.told = told;
	}

	list({ isWanted, limit = -1, offset = 0 }: Listed = {}): Stored<Item>[] {
		const sql = 'SELECT id, document FROM directory WHERE kind = ? ORDER BY id LIMIT ? OFFSET ?';
		if (isWanted === undefined) {
			return this.database.all<Row>(sql, this.kind, limit, offset).map(parse<Item>);
		}
		const all = this.database.all<Row>(sql, this.kind, -1, 0).map(parse<Item>);
		const wanted = all.filter(({ name }) => isWanted(name));
		return wanted.slice(offset, limit < 0 ? undefined : offset + limit);
	}

	get(code: string): Stored<Item> | undefined {
		const row = this.database.one<Row>(
			'SELECT id, document FROM directory WHERE kind = ? AND code = ?',
			this.kind,
			code,
		);
		return row && parse<Item>(row);
	}

	/** The codes of the users with a login ID; organizations and positions have none. */
	codesWithLogin(loginId: string): string[] {
		const sql = "SELECT code FROM directory WHERE kind = ? AND document ->> '$.loginId' = ?";
		return this.database.all<{ code: string }>(sql, this.kind, loginId).map(({ code }) => code);
	}

	has(code: string): boolean {
		return this.get(code) !== undefined;
	}

	add(item: Item): number {
		const id = this.database.run(
			'INSERT INTO directory (kind, code, name, document) VALUES (?, ?, ?, ?)',
			this.kind,
			item.code,
			item.name,
			JSON.stringify(item),
		);
		this.told({ kind: this.kind, after: item });
		return id;
	}

	replace(code: string, item: Item): void {
		const before = this.get(code);
		this.database.run(
			'UPDATE directory SET code = ?, name = ?, document = ? WHERE kind = ? AND code = ?',
			item.code,
			item.name,
			JSON.stringify(item),
			this.kind,
			code,
		);
		if (before) this.told({ kind: this.kind, before, after: item });
	}

	delete(code: string): void {
		const before = this.get(code);
		this.database.run('DELETE FROM directory WHERE kind = ? AND code = ?', this.kind, code);
		if (before) this.told({ kind: this.kind, before });
	}
}

function parse<Item extends Entry>(row: Row): Stored<Item> {
	return { ...(JSON.parse(row.document) as Item), id: row.id };
}
