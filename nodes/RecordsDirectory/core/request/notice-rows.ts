import { numeric, jsonObjectsIn, type JsonObject } from '../json';

/**
 * A person's notices (Resources, Notice) in rows: one a person as the service gives it, or one a
 * notice with the app it belongs to. No `notices` means none.
 */
export function noticeRows(reply: JsonObject, perPerson: boolean): readonly JsonObject[] {
	if (perPerson) return [reply];
	return jsonObjectsIn(reply.notices).flatMap(({ appsId, appsName, icon, noticeList }) =>
		jsonObjectsIn(noticeList).map(({ id, label, count, url }) => ({
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
