import type { Form, RecordRow, Values } from './resources.ts';
import type { Tables } from './tables.ts';

export interface ChangeOptions {
	/** Code of the user who makes the change; default: the service integration. */
	by?: string;
	createdAt?: string;
	updatedAt?: string;
	status?: string;
}

export interface NewRecord extends ChangeOptions {
	/** Stored unchanged. */
	values: Values;
}

/** Creator and updater of a change made with an authentication key. */
const integration = { code: 'api', name: 'Service integration' };

export function newRow(store: Tables, form: Form, recordId: number, record: NewRecord): RecordRow {
	const author = authorOf(store, record.by);
	const now = timeOf(store, recordId);
	const createdAt = record.createdAt ?? record.updatedAt ?? now;
	return {
		appsId: form.id,
		recordId,
		uniqueId: `${form.prefix}${String(recordId).padStart(form.digits, '0')}`,
		status: record.status ?? form.statuses?.[0] ?? '',
		creatorCode: author.code,
		creator: author.name,
		createdAt,
		updaterCode: author.code,
		updater: author.name,
		updatedAt: record.updatedAt ?? createdAt,
		isDeleted: 0,
		data: JSON.stringify(record.values),
	};
}

export function updatedBy(store: Tables, recordId: number, { by, updatedAt }: ChangeOptions) {
	const author = authorOf(store, by);
	return {
		updaterCode: author.code,
		updater: author.name,
		updatedAt: updatedAt ?? timeOf(store, recordId),
	};
}

const AHEAD_MS = 3 * 86_400_000;

/** The time of a change: a wrong one for the record that the dialect dates ahead (row 55). */
const timeOf = ({ clock, dialect }: Tables, recordId: number): string =>
	clock.text(recordId === dialect().futureRecord ? AHEAD_MS : 0);

function authorOf(store: Tables, by: string | undefined) {
	if (by === undefined) return integration;
	return { code: by, name: store.users.get(by)?.name ?? '' };
}
