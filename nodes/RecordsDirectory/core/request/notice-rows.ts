import { numeric, rowsIn, type Row } from '../json';

/**
 * A person's notices (Resources, Notice) in rows: one a person as the service gives it, or one a
 * notice with the app it belongs to. No `notices` means none.
 */
export function noticeRows(reply: Row, perPerson: boolean): readonly Row[] {
	if (perPerson) return [reply];
	return rowsIn(reply.notices).flatMap(({ appsId, appsName, icon, noticeList }) =>
		rowsIn(noticeList).map(({ id, label, count, url }) => ({
			code: reply.code,
			appsId,
			appsName,
			id,
			label,
			count: numeric(count),
			url,
			icon,
		})),
	);
}
