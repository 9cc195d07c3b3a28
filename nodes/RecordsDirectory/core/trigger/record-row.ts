import { numeric, type Row } from '../json';
import type { RecordRow } from './scan';

/** A record of the list as the change detector reads it; the record itself stays as it came. */
export function recordRow(raw: Row): RecordRow {
	return {
		recordId: Number(raw.recordId),
		createdAt: String(raw.createdAt ?? ''),
		updatedAt: String(raw.updatedAt ?? ''),
		isDeleted: Number(numeric(raw.isDeleted ?? 0)),
		raw,
	};
}
