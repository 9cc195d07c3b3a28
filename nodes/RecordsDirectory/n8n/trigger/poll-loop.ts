import { Failure } from '../../core/request/failure';
import type { Occasion } from './watch';

/** Requests of a poll that has little to do. */
const SHORT_WORK = 5;

interface Poll<Ask, Reply> {
	readonly ask: Ask | undefined;
	take(reply: Reply): void;
}

/**
 * Answers what a poll of the core asks for, until it has all or time is up. When our own count of
 * the site's requests is full in the middle, or the poll over, what has been read counts, and the rest is for later.
 * Answers why it has stopped before the poll had all.
 * Long work leaves a part of the limit to other polls, and to what this poll has to read for its items.
 */
export async function drive<Ask, Reply>(
	poll: Poll<Ask, Reply>,
	answer: (ask: Ask) => Promise<Reply>,
	{ isTimeUp, isOver, hasRoom }: Pick<Occasion, 'isTimeUp' | 'isOver' | 'hasRoom'>,
): Promise<string | undefined> {
	let replies = 0;
	const enough = (error: unknown) =>
		replies > 0 && (isOwnLimit(error) || isOver()) ? undefined : Promise.reject(error);
	const mayGoOn = () => !isTimeUp() && (replies < SHORT_WORK || hasRoom());
	for (let ask = poll.ask; ask !== undefined && mayGoOn(); ask = poll.ask, replies++) {
		const reply = await answer(ask).catch(enough);
		if (reply === undefined) return isOver() ? TIME_IS_UP : LIMIT_IS_USED;
		poll.take(reply);
	}
	if (poll.ask === undefined) return undefined;
	return isTimeUp() ? TIME_IS_UP : LIMIT_IS_USED;
}

const TIME_IS_UP = 'the time of the poll is up';
const LIMIT_IS_USED = "the triggers' part of the limit is used";

const isOwnLimit = (error: unknown): boolean =>
	error instanceof Failure && error.kind === 'rate' && error.status === undefined;
