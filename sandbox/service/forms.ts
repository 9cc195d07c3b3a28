import type { Database } from './database.ts';
import { valueColumn } from './identifiers.ts';
import type { Form } from './resources.ts';

/** Form definitions. Parsed once: every request needs one, and only tests and the seed change them. */
export class Forms {
	private readonly database: Database;
	private readonly byId = new Map<number, Form>();

	constructor(database: Database) {
		this.database = database;
		const rows = database.all<{ id: number; document: string }>('SELECT id, document FROM form');
		for (const row of rows) this.byId.set(row.id, JSON.parse(row.document) as Form);
	}

	list(): Form[] {
		return [...this.byId.values()].sort((a, b) => a.id - b.id);
	}

	get(appsId: number): Form | undefined {
		return this.byId.get(appsId);
	}

	/** Adds the form, or replaces its definition; its records stay. */
	set(form: Form): void {
		this.database.run(
			`INSERT INTO form (id, name, document) VALUES (?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET name = excluded.name, document = excluded.document`,
			form.id,
			form.name,
			JSON.stringify(form),
		);
		this.byId.set(form.id, form);
		// Every create and update checks whether a key is taken.
		for (const { fieldId, uniqueId } of form.fields.filter((field) => field.primaryKey)) {
			this.database.run(
				`CREATE INDEX IF NOT EXISTS key_${form.id}_${fieldId}
				ON record (appsId, ${valueColumn(uniqueId)})`,
			);
		}
	}

	/** Takes `count` record IDs. An ID is never used twice, even after a deletion. */
	takeRecordIds(appsId: number, count: number): number {
		const row = this.database.one<{ lastRecordId: number }>(
			'UPDATE form SET lastRecordId = lastRecordId + ? WHERE id = ? RETURNING lastRecordId',
			count,
			appsId,
		);
		return (row?.lastRecordId ?? count) - count + 1;
	}
}
