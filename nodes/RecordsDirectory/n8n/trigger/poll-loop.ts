import { isOwnLimit } from '../../core/request/failure';
import type { Poll } from '../../core/trigger/poll';
import type { PollSituation } from './watch';

/** Requests of a poll that has little to do. */
const SHORT_WORK = 5;

interface Circumstances extends Pick<PollSituation, 'isTimeUp' | 'isOver' | 'hasRoom'> {
	/** Requests that need no room; fewer if the items of the poll take requests, too. */
	readonly shortWork?: number;
}

interface Driven {
	/** Why the poll was stopped before it had all. */
	readonly rest: string | undefined;
	/** Rows of all replies; a reply without a list is one. */
	readonly rows: number;
}

/**
 * Answers the requests of a poll of the core, until it has all or time is up, and ends the poll. When our own count of
 * the site's requests is full in the middle, or the poll over, what has been read counts, and the rest is for later.
 * Long work leaves a part of the limit to other polls, and to what this poll has to read for its items.
 */
export async function answerPoll<Request, Reply extends object, Ended>(
	poll: Poll<Request, Reply, Ended>,
	answer: (request: Request) => Promise<Reply>,
	{ isTimeUp, isOver, hasRoom, shortWork = SHORT_WORK }: Circumstances,
): Promise<Ended & Driven> {
	let replies = 0;
	let rows = 0;
	let rest: string | undefined;
	const enough = (error: unknown) =>
		replies > 0 && (isOwnLimit(error) || isOver()) ? undefined : Promise.reject(error);
	while (poll.request !== undefined && rest === undefined) {
		if (isTimeUp()) rest = TIME_IS_UP;
		else if (replies >= shortWork && !hasRoom()) rest = LIMIT_IS_USED;
		else {
			const reply = await answer(poll.request).catch(enough);
			if (reply === undefined) rest = isOver() ? TIME_IS_UP : LIMIT_IS_USED;
			else {
				rows += 'rows' in reply ? (reply.rows as readonly unknown[]).length : 1;
				poll.take(reply);
				replies++;
			}
		}
	}
	return { ...poll.end(), rows, rest };
}

/** Why a poll reads on that had no request left. */
export const MORE_THAN_ONE_POLL = 'there is more than one poll may request';

const TIME_IS_UP = 'the time of the poll is up';
const LIMIT_IS_USED = "the triggers' part of the limit is used";
