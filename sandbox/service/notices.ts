import type { Database, Value } from './database.ts';
import { valueColumn } from './identifiers.ts';
import type { Form, NoticeFilter } from './resources.ts';

export interface NoticeCount {
	appsId: number;
	id: string;
	label: string;
	count: number;
}

/** Counts per user, form and filter. They follow the records and comments, unless set by hand. */
export class Notices {
	private readonly database: Database;
	private readonly forms: () => Form[];

	constructor(database: Database, forms: () => Form[]) {
		this.database = database;
		this.forms = forms;
	}

	/** Everybody's counts together: each filter is one query, however many users there are. */
	all(): (code: string) => NoticeCount[] {
		const raised = this.database.all<NoticeCount & { code: string }>('SELECT * FROM raisedNotice');
		const counted = this.forms().flatMap((form) =>
			(form.filters ?? []).map((filter) => {
				const { id, label } = filter;
				return { appsId: form.id, id, label, countOf: this.counts(form, filter) };
			}),
		);
		return (code) => {
			const fixed = raised
				.filter((notice) => notice.code === code)
				.map(({ appsId, id, label, count }) => ({ appsId, id, label, count }));
			const following = counted
				.filter(({ appsId, id }) => !fixed.some((one) => one.appsId === appsId && one.id === id))
				.map(({ countOf, ...notice }) => ({ ...notice, count: countOf(code) }));
			return [...following, ...fixed].sort((a, b) => a.appsId - b.appsId);
		};
	}

	/** Sets a count by hand, as if something outside the records had happened. */
	raise(code: string, notice: NoticeCount): void {
		this.database.run(
			'INSERT OR REPLACE INTO raisedNotice (code, appsId, id, label, count) VALUES (?, ?, ?, ?, ?)',
			code,
			notice.appsId,
			notice.id,
			notice.label,
			notice.count,
		);
	}

	private counts(form: Form, filter: NoticeFilter): (code: string) => number {
		const { sql, values } = filter.commentsTo ? commentCounts() : recordCounts(filter);
		const rows = this.database.all<{ code: string; count: number }>(sql, form.id, ...values);
		const perCode = new Map(rows.map(({ code, count }) => [code, count]));
		return (code) => perCode.get(everybody) ?? perCode.get(code) ?? 0;
	}
}

/** Means all users; no code is empty. */
const everybody = '';

function recordCounts(filter: NoticeFilter): { sql: string; values: Value[] } {
	const { userField, statuses, unanswered } = filter;
	const where = ['record.appsId = ?', 'record.isDeleted = 0'];
	if (statuses !== undefined) where.push(`status IN (${statuses.map(() => '?').join()})`);
	if (unanswered) {
		where.push(`NOT EXISTS (SELECT 1 FROM comment WHERE comment.appsId = record.appsId
			AND comment.recordId = record.recordId AND comment.isDeleted = 0)`);
	}
	const people = userField && `, json_each(coalesce(${valueColumn(userField)}, '[]')) AS person`;
	const code = people ? `json_extract(person.value, '$.code')` : `'${everybody}'`;
	const sql = `SELECT ${code} AS code, count(*) AS count FROM record ${people ?? ''}
		WHERE ${where.join(' AND ')} GROUP BY 1`;
	return { sql, values: statuses ?? [] };
}

function commentCounts(): { sql: string; values: Value[] } {
	const sql = `SELECT json_extract(target.value, '$.userCode') AS code, count(*) AS count
		FROM comment JOIN record USING (appsId, recordId),
			json_each(comment.document, '$.target') AS target
		WHERE appsId = ? AND comment.isDeleted = 0 AND record.isDeleted = 0
		GROUP BY 1 HAVING code <> '${everybody}'`;
	return { sql, values: [] };
}
