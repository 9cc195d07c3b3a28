import { numeric, type Row } from './reply';

/**
 * A person's notices (Resources, Notice) in rows: one a person as the service gives it, or one a
 * notice with the app it belongs to. No `notices` means none.
 */
export function noticeRows(reply: Row, perPerson: boolean): readonly Row[] {
	if (perPerson) return [reply];
	return arrayOf(reply.notices).flatMap(({ appsId, appsName, icon, noticeList }) =>
		arrayOf(noticeList).map(({ id, label, count, url }) => ({
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

const arrayOf = (value: unknown): readonly Row[] =>
	Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
