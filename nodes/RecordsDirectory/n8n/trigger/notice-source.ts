import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../api';
import type { EventSource } from '../../api/trigger';
import { WINDOW_MS } from '../../core/limits';
import type { JsonObject } from '../../core/json';
import { spanInWords, withThousands } from '../../core/text';
import { NoticePoll, type RoundEnded, type UserReply } from '../../core/trigger/notice-round';
import type { NoticeState } from '../../core/trigger/notices';
import { longWorkShare } from '../../core/request/rate-window';
import { toRows } from '../../core/request/reply';
import { toRequest } from '../../core/request/request';
import { mistake } from '../../core/values/input-error';
import {
	onlyOfOne,
	type PollContext,
	type PollSituation,
	type Report,
	type Source,
	type WatchSettings,
} from './source';

const { notice } = resources;
const operation = notice.operations.getAll;

type NoticeEvents = Extract<EventSource, { kind: 'notices' }>;

/**
 * The notice counts of one or more users: 1 request per user, spread over as many polls as the rate limit
 * requires.
 */
export class NoticeSource implements Source<NoticeState, string, UserReply, RoundEnded> {
	readonly scope = [];
	private readonly settings: WatchSettings;
	private readonly source: NoticeEvents;
	private readonly codes: readonly string[];

	constructor(settings: WatchSettings, source: NoticeEvents) {
		const { code, moreCodes = [] } = settings.values;
		this.settings = settings;
		this.source = source;
		this.codes = [...new Set([String(code), ...moreCodes])];
	}

	async sample(): Promise<IDataObject[]> {
		const items: IDataObject[] = [];
		for (const code of this.codes)
			for (const row of await this.read(code)) {
				const now = { eventId: 'sample', previousCount: row.count, difference: 0 };
				items.push({ ...row, event: this.settings.event, ...now } as IDataObject);
			}
		return items;
	}

	start(context: PollContext<NoticeState>): NoticePoll {
		const { codes, settings } = this;
		const { client, event } = settings;
		mustMakeSense(codes.length, client.limit, context);
		return new NoticePoll(context.saved, { event, emits: this.source.emits, codes });
	}

	async answer(code: string, context: PollContext<NoticeState>): Promise<UserReply> {
		const mustExist = context.isChosen && context.isPublishing;
		// A user may have left; but while publishing, a mistake must be seen.
		return await this.read(code).then(
			(rows) => ({ rows }),
			mustExist ? undefined : (error) => ({ missing: onlyOfOne(context)(error) }),
		);
	}

	async report({ events, state, users, leftUsers, returnedUsers }: RoundEnded): Promise<Report> {
		return {
			items: events as readonly object[] as IDataObject[],
			window: `${users} of ${this.codes.length} users`,
			learned: state.users,
			warnings: [...leftUsers.map(hasLeft), ...returnedUsers.map(isBack)],
		};
	}

	private async read(code: string): Promise<readonly JsonObject[]> {
		const values = { code };
		const reply = await this.settings.client.send(toRequest(operation, values));
		return toRows({ resource: notice, operation }, values, reply);
	}
}

/** An older count is no longer useful. */
const LONGEST_ROUND_MS = 3_600_000;

/** Rejects so many users that one round through them takes too long. */
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

const hasLeft = ({ code, failure }: RoundEnded['leftUsers'][number]) =>
	failure.status === 404
		? `The service does not know user ${code} any more. The user is skipped until the service knows the code again.`
		: `The notices of user ${code} cannot be read: ${failure.message}. The user is skipped until they can be read.`;
const isBack = (code: string) =>
	`The notices of user ${code} can be read again. Counts that have changed since it was last read start the workflow.`;
