import type { Database } from './database.ts';

export interface Entry {
	code: string;
	name: string;
}

export type Stored<Item extends Entry> = Item & { id: number };

interface Row {
	id: number;
	document: string;
}

/** Organizations, positions or users: items with a management code that is unique in their kind. */
export class Directory<Item extends Entry> {
	private readonly database: Database;
	private readonly kind: string;

	constructor(database: Database, kind: string) {
		this.database = database;
		this.kind = kind;
	}

	list(options: { name?: string; limit?: number; offset?: number } = {}): Stored<Item>[] {
		const rows = this.database.all<Row>(
			`SELECT id, document FROM directory WHERE kind = ? AND instr(name, ?) > 0
			ORDER BY id LIMIT ? OFFSET ?`,
			this.kind,
			options.name ?? '',
			options.limit ?? -1,
			options.offset ?? 0,
		);
		return rows.map(parse<Item>);
	}

	get(code: string): Stored<Item> | undefined {
		const row = this.database.one<Row>(
			'SELECT id, document FROM directory WHERE kind = ? AND code = ?',
			this.kind,
			code,
		);
		return row && parse<Item>(row);
	}

	has(code: string): boolean {
		return this.get(code) !== undefined;
	}

	add(item: Item): number {
		return this.database.run(
			'INSERT INTO directory (kind, code, name, document) VALUES (?, ?, ?, ?)',
			this.kind,
			item.code,
			item.name,
			JSON.stringify(item),
		);
	}

	replace(code: string, item: Item): void {
		this.database.run(
			'UPDATE directory SET code = ?, name = ?, document = ? WHERE kind = ? AND code = ?',
			item.code,
			item.name,
			JSON.stringify(item),
			this.kind,
			code,
		);
	}

	delete(code: string): void {
		this.database.run('DELETE FROM directory WHERE kind = ? AND code = ?', this.kind, code);
	}
}

function parse<Item extends Entry>(row: Row): Stored<Item> {
	return { ...(JSON.parse(row.document) as Item), id: row.id };
}
