import { DatabaseSync } from 'node:sqlite';

// Record values are one JSON column; values that lists sort or filter by have their own columns.
const schema = `
	CREATE TABLE IF NOT EXISTS directory (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		kind TEXT NOT NULL,
		code TEXT NOT NULL,
		name TEXT NOT NULL,
		document TEXT NOT NULL,
		UNIQUE (kind, code)
	);
	CREATE INDEX IF NOT EXISTS directoryLogin ON directory (kind, document ->> '$.loginId');
	CREATE TABLE IF NOT EXISTS form (
		id INTEGER PRIMARY KEY,
		name TEXT NOT NULL,
		lastRecordId INTEGER NOT NULL DEFAULT 0,
		document TEXT NOT NULL
	);
	CREATE TABLE IF NOT EXISTS record (
		appsId INTEGER NOT NULL,
		recordId INTEGER NOT NULL,
		uniqueId TEXT NOT NULL,
		status TEXT NOT NULL,
		creatorCode TEXT NOT NULL,
		creator TEXT NOT NULL,
		createdAt TEXT NOT NULL,
		updaterCode TEXT NOT NULL,
		updater TEXT NOT NULL,
		updatedAt TEXT NOT NULL,
		isDeleted INTEGER NOT NULL DEFAULT 0,
		visibleFrom INTEGER NOT NULL DEFAULT 0,
		written INTEGER NOT NULL,
		data TEXT NOT NULL,
		PRIMARY KEY (appsId, recordId)
	);
	CREATE INDEX IF NOT EXISTS recordUpdatedAt
		ON record (appsId, updatedAt DESC, recordId, isDeleted, visibleFrom);
	CREATE INDEX IF NOT EXISTS recordCreatedAt
		ON record (appsId, createdAt DESC, recordId, isDeleted, visibleFrom);
	CREATE TABLE IF NOT EXISTS comment (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		appsId INTEGER NOT NULL,
		recordId INTEGER NOT NULL,
		isDeleted INTEGER NOT NULL DEFAULT 0,
		document TEXT NOT NULL
	);
	CREATE INDEX IF NOT EXISTS commentOfRecord ON comment (appsId, recordId, id);
	CREATE TABLE IF NOT EXISTS raisedNotice (
		code TEXT NOT NULL,
		appsId INTEGER NOT NULL,
		id TEXT NOT NULL,
		label TEXT NOT NULL,
		count INTEGER NOT NULL,
		PRIMARY KEY (code, appsId, id)
	);
`;

export type Value = string | number | null;

export class Database {
	readonly connection: DatabaseSync;
	private readonly statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
	private depth = 0;

	constructor(path: string) {
		this.connection = new DatabaseSync(path);
		this.connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
		this.connection.exec(schema);
	}

	all<Row>(sql: string, ...values: Value[]): Row[] {
		return this.prepare(sql).all(...values) as Row[];
	}

	one<Row>(sql: string, ...values: Value[]): Row | undefined {
		return this.prepare(sql).get(...values) as Row | undefined;
	}

	run(sql: string, ...values: Value[]): number {
		return Number(this.prepare(sql).run(...values).lastInsertRowid);
	}

	/** Undoes everything that `work` wrote if it throws; may be nested. */
	transaction<Result>(work: () => Result): Result {
		const savepoint = `level${this.depth++}`;
		this.connection.exec(`SAVEPOINT ${savepoint}`);
		try {
			return work();
		} catch (error) {
			this.connection.exec(`ROLLBACK TO ${savepoint}`);
			throw error;
		} finally {
			this.connection.exec(`RELEASE ${savepoint}`);
			this.depth--;
		}
	}

	close(): void {
		this.connection.close();
	}

	private prepare(sql: string) {
		const known = this.statements.get(sql);
		if (known !== undefined) return known;
		const statement = this.connection.prepare(sql);
		this.statements.set(sql, statement);
		return statement;
	}
}
