import { isOwnLimit } from '../../core/request/failure';
import type { Occasion } from './watch';

/** Requests of a poll that has little to do. */
const SHORT_WORK = 5;

interface Poll<Ask, Reply> {
	readonly ask: Ask | undefined;
	take(reply: Reply): void;
}

interface Driven {
	/** Why the poll was stopped before it had all. */
	readonly rest?: string;
	/** Rows of all replies; a reply without a list is one. */
	readonly rows: number;
}

/**
 * Answers what a poll of the core asks for, until it has all or time is up. When our own count of
 * the site's requests is full in the middle, or the poll over, what has been read counts, and the rest is for later.
 * Long work leaves a part of the limit to other polls, and to what this poll has to read for its items.
 */
export async function drive<Ask, Reply extends object>(
	poll: Poll<Ask, Reply>,
	answer: (ask: Ask) => Promise<Reply>,
	{ isTimeUp, isOver, hasRoom }: Pick<Occasion, 'isTimeUp' | 'isOver' | 'hasRoom'>,
): Promise<Driven> {
	let replies = 0;
	let rows = 0;
	const enough = (error: unknown) =>
		replies > 0 && (isOwnLimit(error) || isOver()) ? undefined : Promise.reject(error);
	const mayGoOn = () => !isTimeUp() && (replies < SHORT_WORK || hasRoom());
	for (let ask = poll.ask; ask !== undefined && mayGoOn(); ask = poll.ask, replies++) {
		const reply = await answer(ask).catch(enough);
		if (reply === undefined) return { rows, rest: isOver() ? TIME_IS_UP : LIMIT_IS_USED };
		rows += 'rows' in reply ? (reply.rows as readonly unknown[]).length : 1;
		poll.take(reply);
	}
	if (poll.ask === undefined) return { rows };
	return { rows, rest: isTimeUp() ? TIME_IS_UP : LIMIT_IS_USED };
}

/** Why a poll reads on that had no request left. */
export const MORE_THAN_ONE_POLL = 'there is more than one poll may request';

const TIME_IS_UP = 'the time of the poll is up';
const LIMIT_IS_USED = "the triggers' part of the limit is used";
