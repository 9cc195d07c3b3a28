import { textIn, type Row } from '../json';
import type { RecordRow } from './scan';

/** A record of the list as the change detector reads it; the record itself stays as it came. */
export function recordRow(raw: Row): RecordRow {
	return {
		recordId: Number(textIn(raw.recordId)),
		createdAt: textIn(raw.createdAt),
		updatedAt: textIn(raw.updatedAt),
		isDeleted: Number(textIn(raw.isDeleted ?? 0)),
		raw,
	};
}
