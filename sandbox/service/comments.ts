import type { Database } from './database.ts';
import type { Comment } from './resources.ts';

interface Row {
	id: number;
	appsId: number;
	recordId: number;
	isDeleted: number;
	document: string;
}

export type NewComment = Omit<Comment, 'id' | 'isDeleted'>;

/** The comments table. */
export class Comments {
	private readonly database: Database;

	constructor(database: Database) {
		this.database = database;
	}

	list(
		appsId: number,
		recordId: number,
		{ deleted = false, limit = -1, offset = 0 } = {},
	): Comment[] {
		const rows = this.database.all<Row>(
			`SELECT * FROM comment WHERE appsId = ? AND recordId = ? AND isDeleted <= ?
			ORDER BY id LIMIT ? OFFSET ?`,
			appsId,
			recordId,
			Number(deleted),
			limit,
			offset,
		);
		return rows.map(parse);
	}

	get(appsId: number, recordId: number, id: number): Comment | undefined {
		const row = this.database.one<Row>(
			'SELECT * FROM comment WHERE appsId = ? AND recordId = ? AND id = ?',
			appsId,
			recordId,
			id,
		);
		return row && parse(row);
	}

	add({ appsId, recordId, ...document }: NewComment): number {
		return this.database.run(
			'INSERT INTO comment (appsId, recordId, document) VALUES (?, ?, ?)',
			appsId,
			recordId,
			JSON.stringify(document),
		);
	}

	markDeleted(id: number): void {
		this.database.run('UPDATE comment SET isDeleted = 1 WHERE id = ?', id);
	}
}

function parse({ document, ...columns }: Row): Comment {
	return { ...(JSON.parse(document) as NewComment), ...columns };
}
