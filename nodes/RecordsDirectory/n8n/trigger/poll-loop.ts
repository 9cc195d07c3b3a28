import { Failure, isOwnLimit, stopsAll } from '../../core/request/failure';
import type { Poll } from '../../core/trigger/poll-contract';
import type { PollSituation } from './watch';

/** Requests of a poll with little work. */
const SHORT_WORK = 5;

type Circumstances = Pick<PollSituation, 'isTimeUp' | 'isOver' | 'hasRoom'>;

interface Driven {
	/** Why the poll stopped before it had finished. */
	readonly whyUnfinished: string | undefined;
	/** Rows of all replies; a reply without a list counts as one. */
	readonly rows: number;
}

/**
 * Answers the requests of a poll until it is complete or its time is up, and ends the poll. If the request
 * window fills up or time runs out, what has been read counts and the next poll continues. Long work leaves a
 * part of the limit to other polls and to the further reads of this poll.
 */
export async function answerPoll<Request, Reply extends object, Ended>(
	poll: Poll<Request, Reply, Ended>,
	answer: (request: Request) => Promise<Reply>,
	{ isTimeUp, isOver, hasRoom }: Circumstances,
): Promise<Ended & Driven> {
	let replies = 0;
	let rows = 0;
	let whyUnfinished: string | undefined;
	const enough = (error: unknown) =>
		replies > 0 && (isOwnLimit(error) || isOver()) ? undefined : Promise.reject(error);
	while (poll.request !== undefined && whyUnfinished === undefined) {
		if (isTimeUp()) whyUnfinished = TIME_IS_UP;
		else if (replies >= SHORT_WORK && !hasRoom()) whyUnfinished = LIMIT_IS_USED;
		else {
			const reply = await answer(poll.request).catch(enough);
			if (reply === undefined) whyUnfinished = isOver() ? TIME_IS_UP : LIMIT_IS_USED;
			else {
				rows += 'rows' in reply ? (reply.rows as readonly unknown[]).length : 1;
				poll.take(reply);
				replies++;
			}
		}
	}
	return { ...poll.end(), rows, whyUnfinished };
}

/**
 * Handles the failure of reading one record or user, which must not stop the others. Throws failures that are
 * about all of them.
 */
export const onlyOfOne =
	({ isOver }: Pick<PollSituation, 'isOver'>) =>
	(error: unknown): Failure => {
		if (error instanceof Failure && !stopsAll(error) && !isOver()) return error;
		throw error;
	};

/** Why a poll that ran out of requests is continued by the next one. */
export const MORE_THAN_ONE_POLL = 'one poll cannot read everything';

const TIME_IS_UP = 'the time of the poll is up';
const LIMIT_IS_USED = "the triggers' part of the limit is used";
