import type { Database, Value } from './database.ts';
import type { RecordRow } from './resources.ts';

export interface Selected {
	/** SQL conditions, joined with AND, and their values. */
	where: string[];
	values: Value[];
	/** SQL of ORDER BY */
	order: string;
	limit: number;
	offset: number;
}

const columns = [
	'appsId',
	'recordId',
	'uniqueId',
	'status',
	'creatorCode',
	'creator',
	'createdAt',
	'updaterCode',
	'updater',
	'updatedAt',
	'isDeleted',
	'data',
] as const;

/** The records table. Values have been checked before they arrive here. */
export class Records {
	private readonly database: Database;
	private written: number;

	constructor(database: Database) {
		this.database = database;
		const last = database.one<{ last: number | null }>('SELECT max(written) AS last FROM record');
		this.written = last?.last ?? 0;
	}

	get(appsId: number, recordId: number): RecordRow | undefined {
		return this.database.one<RecordRow>(
			`SELECT ${columns.join()} FROM record WHERE appsId = ? AND recordId = ?`,
			appsId,
			recordId,
		);
	}

	select(appsId: number, { where, values, order, limit, offset }: Selected): RecordRow[] {
		const conditions = ['appsId = ?', ...where].join(' AND ');
		// The page is found with the index alone; only its rows are then read whole.
		return this.database.all<RecordRow>(
			`SELECT ${columns.join()} FROM record WHERE rowid IN
			(SELECT rowid FROM record WHERE ${conditions} ORDER BY ${order} LIMIT ? OFFSET ?)
			ORDER BY ${order}`,
			appsId,
			...values,
			limit,
			offset,
		);
	}

	count(appsId: number, where: string[] = [], values: Value[] = []): number {
		const conditions = ['appsId = ?', 'isDeleted = 0', ...where].join(' AND ');
		const sql = `SELECT count(*) AS count FROM record WHERE ${conditions}`;
		return this.database.one<{ count: number }>(sql, appsId, ...values)?.count ?? 0;
	}

	size(appsId: number): number {
		const sql = 'SELECT sum(length(data)) AS size FROM record WHERE appsId = ?';
		return this.database.one<{ size: number | null }>(sql, appsId)?.size ?? 0;
	}

	put(row: RecordRow, visibleFrom = 0): void {
		const values = columns.map((column) => row[column]);
		this.database.run(
			`INSERT OR REPLACE INTO record (${columns.join()}, visibleFrom, written)
			VALUES (${columns.map(() => '?').join()}, ?, ?)`,
			...values,
			visibleFrom,
			++this.written,
		);
	}
}
