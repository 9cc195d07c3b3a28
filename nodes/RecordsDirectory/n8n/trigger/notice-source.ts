import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../api';
import type { EventSource } from '../../api/trigger';
import { WINDOW_MS } from '../../core/limits';
import { spanInWords, withThousands } from '../../core/text';
import { NoticePoll } from '../../core/trigger/notices';
import { longWorkShare } from '../../core/request/rate-window';
import { toRows } from '../../core/request/reply';
import { toRequest } from '../../core/request/request';
import { mistake } from '../../core/values/input-error';
import { onlyOfOne, type PollSituation, type SourceOf, type WatchSettings } from './source';

const { notice } = resources;
const list = { resource: notice, operation: notice.operations.getAll };

/** 1 request per user, spread over as many polls as the rate limit requires. */
export function noticeSource(
	{ client, event, values }: WatchSettings,
	{ emits }: Extract<EventSource, { kind: 'notices' }>,
): SourceOf<NoticePoll> {
	const { code, moreCodes = [] } = values;
	const codes = [...new Set([String(code), ...moreCodes])];
	const read = async (user: string) => {
		const asked = { code: user };
		return toRows(list, asked, await client.send(toRequest(list.operation, asked)));
	};
	return {
		scope: [],
		async sample() {
			const items: IDataObject[] = [];
			for (const user of codes)
				for (const row of await read(user)) {
					// As if the count had just gone up: a message "from 7 to 7" does not show what it will say.
					const now = { eventId: 'sample', previousCount: 0, difference: row.count };
					items.push({ ...row, event, ...now } as IDataObject);
				}
			return items;
		},
		start(context) {
			mustMakeSense(codes.length, client.limit, context);
			return new NoticePoll(context.saved, { event, emits, codes });
		},
		async answer(user, context) {
			const mustExist = context.isChosen && context.isPublishing;
			// A user may have left; but while publishing, a mistake must be seen.
			return await read(user).then(
				(rows) => ({ rows }),
				mustExist ? undefined : (error) => ({ missing: onlyOfOne(context, error) }),
			);
		},
		async items({ events }) {
			return events as readonly object[] as IDataObject[];
		},
	};
}

/** An older count is no longer useful. */
const LONGEST_ROUND_MS = 3_600_000;

function mustMakeSense(users: number, limit: number, { reject }: PollSituation): void {
	const most = Math.floor((longWorkShare(limit) * LONGEST_ROUND_MS) / WINDOW_MS);
	if (users <= most) return;
	reject(
		mistake('tooManyUsers', {
			users: withThousands(users),
			time: spanInWords(Math.ceil(users / longWorkShare(limit)) * WINDOW_MS),
			limit,
			most: withThousands(most),
		}),
	);
}
