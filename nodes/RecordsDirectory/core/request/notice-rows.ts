import { numeric, jsonObjectsIn, type JsonObject } from '../json';

/**
 * Converts a user's notices (Resources, Notice) to rows: one per user as the service returns it, or one per
 * notice with its app. Missing `notices` mean none.
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
