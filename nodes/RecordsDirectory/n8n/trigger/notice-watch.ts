import type { IDataObject } from 'n8n-workflow';
import { resources } from '../../api';
import { fingerprint } from '../../core/fingerprint';
import { WINDOW_MS } from '../../core/limits';
import type { JsonObject } from '../../core/json';
import { spanInWords } from '../../core/duration';
import { startNotices, type LeftUser } from '../../core/trigger/notice-round';
import type { NoticeKind, NoticeState } from '../../core/trigger/notices';
import { longWorkOf } from '../../core/request/rate-window';
import { rowsOf } from '../../core/request/reply';
import { requestOf } from '../../core/request/request';
import { withThousands } from '../../core/request/subject';
import { answerPoll, onlyOfOne } from './poll-loop';
import type { PollSituation, PollResult, Watch, WatchSettings } from './watch';

const { notice } = resources;
const operation = notice.operations.getAll;

/**
 * Watches the notice counts of one or more users: 1 request per user, spread over as many polls as the rate
 * limit requires.
 */
export class NoticeWatch implements Watch<NoticeState> {
	readonly scope: string;
	private readonly settings: WatchSettings<NoticeKind>;
	private readonly codes: readonly string[];

	constructor(settings: WatchSettings<NoticeKind>) {
		const { client, event, values } = settings;
		this.settings = settings;
		this.codes = [...new Set([String(values.code), ...(values.moreCodes ?? [])])];
		this.scope = fingerprint([client.site, event]);
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

	async changes(
		saved: NoticeState | undefined,
		situation: PollSituation,
	): Promise<PollResult<NoticeState>> {
		const { codes, scope, settings } = this;
		const { client, event } = settings;
		mustMakeSense(codes.length, client.limit, situation);
		const isChosen = situation.isChosen && situation.isPublishing;
		// A user may have left; but while publishing, a mistake must be seen.
		const found = await answerPoll(
			() => startNotices(saved, { event, scope, codes }),
			(code) =>
				this.read(code).then(
					(rows) => ({ rows }),
					isChosen ? undefined : (error) => ({ missing: onlyOfOne(situation)(error) }),
				),
			situation,
		);
		const { events, state, users, leftUsers, returnedUsers, rows, whyUnfinished } = found;
		const warnings = [...leftUsers.map(hasLeft), ...returnedUsers.map(isBack)];
		const window = `${users} of ${codes.length} users`;
		const trace = { window, rows, fresh: events.length, found: events, whyUnfinished };
		const items = events as readonly object[] as IDataObject[];
		return { items, state, learned: state.users, trace, warnings };
	}

	private async read(code: string): Promise<readonly JsonObject[]> {
		const values = { code };
		const reply = await this.settings.client.send(requestOf(operation, values));
		return rowsOf({ resource: notice, operation }, values, reply);
	}
}

/** An older count is no longer useful. */
const LONGEST_ROUND_MS = 3_600_000;

/** Rejects so many users that one round through them takes too long. */
function mustMakeSense(users: number, limit: number, situation: PollSituation): void {
	const most = Math.floor((longWorkOf(limit) * LONGEST_ROUND_MS) / WINDOW_MS);
	if (users <= most) return;
	const round = spanInWords(Math.ceil(users / longWorkOf(limit)) * WINDOW_MS);
	situation.reject(
		`The notices of ${withThousands(users)} users take at least ${round} to read once, at ${limit} requests per 100 seconds`,
		`Choose ${withThousands(most)} users at most, or raise the requests per 100 seconds in the credential if the site allows more.`,
	);
}

const hasLeft = ({ code, failure }: LeftUser) =>
	failure.status === 404
		? `The service does not know user ${code} any more. The user is skipped until the service knows the code again.`
		: `The notices of user ${code} cannot be read: ${failure.message}. The user is skipped until they can be read.`;
const isBack = (code: string) =>
	`The notices of user ${code} can be read again. Counts that have changed since it was last read start the workflow.`;
