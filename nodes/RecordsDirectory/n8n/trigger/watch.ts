import type { IPollFunctions } from 'n8n-workflow';
import { SAVE_EVERY_MINUTES } from '../../api/trigger';
import { fingerprint } from '../../core/json';
import { Failure } from '../../core/request/failure';
import { listInWords, shortened } from '../../core/text';
import type { Ended } from '../../core/trigger/poll-contract';
import { triggerInput } from '../parameters/item-reader';
import type { Client } from '../transport/client';
import { unlessLate } from '../transport/attempt';
import { deletionSource } from './deletion-source';
import { entrySource } from './entry-source';
import { noticeSource } from './notice-source';
import { recordSource } from './record-source';
import type { PollContext, PollSituation, Source, WatchSettings } from './source';

const MS_PER_MINUTE = 60_000;

export function chooseWatch(context: IPollFunctions, client: Client) {
	const { event, source, start, values: all } = triggerInput(context, client.zone);
	const { catchUp, saveEvery, simplify = true, ...values } = all;
	const settings = { client, event, values, simplify, start };
	const saving = {
		skipsMissed: catchUp === 'nothing',
		// 0 minutes means never.
		saveEveryMs: Number(saveEvery ?? SAVE_EVERY_MINUTES) * MS_PER_MINUTE || Infinity,
	};
	switch (source.kind) {
		case 'records':
			return watch(recordSource(settings, source), settings, saving);
		case 'deletions':
			return watch(deletionSource(settings), settings, saving);
		case 'entries':
			return watch(entrySource(settings, source), settings, saving);
		case 'notices':
			return watch(noticeSource(settings, source), settings, saving);
	}
}

interface TracedEvent {
	readonly eventId: string;
	readonly cause?: string;
}

/** If `skipsMissed`, takes a new baseline after n8n was offline or the workflow unpublished. */
function watch<Request, Reply extends object, Event extends TracedEvent, State>(
	source: Source<Request, Reply, Event, State>,
	{ client, event }: WatchSettings,
	{ skipsMissed, saveEveryMs }: { readonly skipsMissed: boolean; readonly saveEveryMs: number },
) {
	return {
		/** A state with another fingerprint is not used. */
		scope: fingerprint([client.site, event, ...source.scope]),
		/** How often n8n saves what polls learned without an event; Infinity for never. */
		saveEveryMs,
		async sample() {
			await source.check?.();
			return await source.sample();
		},
		/** Without a state, a baseline. `trace` is the log line: what the poll read, found and emitted, and why. */
		async changes(state: unknown, situation: PollSituation) {
			// The scope of a state says that it is this source's.
			const before = state as State | undefined;
			const isSkipped =
				skipsMissed &&
				situation.mayHaveMissed &&
				before !== undefined &&
				!source.hasUnfinishedWork?.(before);
			const saved = isSkipped ? undefined : before;
			const context = { ...situation, saved };
			// A new baseline means that a user has just chosen the settings and must see a mistake.
			if (saved === undefined) await source.check?.();
			const found = await answerPoll(source, context, client);
			for (const sentence of found.warnings ?? []) situation.warn(sentence);
			if (found.purpose === 'baseline' && found.whyUnfinished) situation.warn(FIRST_READING);
			const items = await source.items(found, context);
			const emitted = items.map(({ eventId }) => eventId);
			const counts = { fresh: found.fresh ?? found.events.length, requests: client.sent };
			const traced = { ...found, ...counts, emitted, isSkipped, isNew: saved === undefined };
			return { items, state: found.state, learned: found.learned, trace: traceLine(traced) };
		},
	};
}

/** Logged once, if the list is large or the rate limit low. */
const FIRST_READING =
	'The initial scan takes several polls. Changes made before it ends may not trigger the workflow.';

/** Requests of a poll with little work. */
const SHORT_WORK = 5;

const TIME_IS_UP = 'the time of the poll is up';
const LIMIT_IS_USED = "the triggers' part of the limit is used";
const WHY_UNFINISHED = {
	unread: 'one poll cannot read everything',
	unproven: 'a later poll must still prove that no record is missing',
};

/**
 * If the request window fills up or time runs out, what was read counts and the next poll continues. Long
 * work leaves a part of the limit to other polls and this poll's further reads. If a page is too large or too
 * slow, the poll starts again with smaller ones, now or next time.
 */
async function answerPoll<Request, Reply extends object, Event, State>(
	source: Source<Request, Reply, Event, State>,
	context: PollContext<State>,
	{ hasRoom }: Client,
) {
	const { enough, end, pageSize } = context;
	let poll = source.start(context, pageSize.most);
	let replies = 0;
	/** Rows of all replies; a reply without a list counts as one. */
	let rows = 0;
	let slowest = 0;
	let whyUnfinished: string | undefined;
	let ended: ReturnType<typeof poll.end> | undefined;
	const handle = (error: unknown): undefined => {
		const isSmaller = pageSize.shrinkAfter(error, poll.request);
		const isLate = performance.now() > (isSmaller ? enough : end);
		if (isSmaller && !isLate) {
			poll = source.start(context, pageSize.most);
			replies = rows = slowest = 0;
		} else if (replies > 0 && (isLate || (error instanceof Failure && error.isOwnLimit)))
			whyUnfinished = isLate ? TIME_IS_UP : LIMIT_IS_USED;
		else {
			// To find the same again, the next poll would ask as much, and a firewall that rejects it would do so again.
			ended = poll.end();
			if (ended.events.length === 0 || !(error instanceof Failure)) throw error;
			whyUnfinished = `a request failed: ${error.message}`;
			context.warn(`The trigger emits what it had found before a request failed: ${error.message}`);
		}
	};
	while (poll.request !== undefined && whyUnfinished === undefined) {
		const now = performance.now();
		if (now > enough || (replies > 0 && now + slowest > end)) whyUnfinished = TIME_IS_UP;
		else if (replies >= SHORT_WORK && !hasRoom()) whyUnfinished = LIMIT_IS_USED;
		else {
			const work = source.answer(poll.request, context);
			// A first reply counts even if it is late: otherwise no poll would make progress.
			const reply = await (replies > 0 ? unlessLate(work, end) : work).catch(handle);
			if (reply === undefined) continue;
			slowest = Math.max(slowest, performance.now() - now);
			rows += 'rows' in reply ? (reply.rows as readonly unknown[]).length : 1;
			poll.take(reply);
			replies++;
		}
	}
	ended ??= poll.end();
	whyUnfinished ??= ended.unfinished && WHY_UNFINISHED[ended.unfinished];
	return { ...ended, rows, whyUnfinished };
}

interface Traced extends Ended<TracedEvent, unknown> {
	readonly rows: number;
	readonly whyUnfinished: string | undefined;
	readonly fresh: number;
	readonly requests: number;
	/** The IDs of the emitted events; the others do not match the conditions. */
	readonly emitted: readonly unknown[];
	/** Whether the poll had no state to compare with, and whether it was to have none. */
	readonly isNew: boolean;
	readonly isSkipped: boolean;
}

function traceLine(traced: Traced): string {
	const { window, requests, rows, fresh, emitted, whyUnfinished } = traced;
	const counts = `requests ${requests}, rows ${rows}, new ${fresh}, emitted ${emitted.length}`;
	const more = whyUnfinished === undefined ? [] : [`the next poll continues, as ${whyUnfinished}`];
	return [`window ${window}`, counts, findReason(traced), ...more, ...eventsIn(traced)].join('; ');
}

function findReason(traced: Traced): string {
	const { purpose, isNew, isSkipped, emitted, fresh, whyUnfinished } = traced;
	if (isSkipped) return "a new baseline, as 'After Downtime' is 'Emit None'";
	if (purpose === 'existing') return "existing records, as chosen in 'Existing Records Since'";
	if (isNew) return 'a new baseline, which emits nothing';
	if (purpose === 'baseline') return 'the baseline continues, which emits nothing';
	if (emitted.length > 0) return 'something has changed since the last poll';
	if (fresh > 0) return 'the new rows have no watched change';
	return whyUnfinished === undefined ? 'nothing is new' : 'nothing is new so far';
}

/** One import may start thousands of events. */
const MOST_EVENTS = 20;
/** The service chooses the IDs of notices. */
const LONGEST_EVENT = 500;

function eventsIn({ events, emitted }: Traced): readonly string[] {
	if (emitted.length === 0) return [];
	const isEmitted = new Set(emitted);
	const named = events
		.filter(({ eventId }) => isEmitted.has(eventId))
		.map(({ eventId, cause }) => (cause === undefined ? eventId : `${eventId} (${cause})`))
		.map((event) => shortened(event.replace(/\p{Cc}/gu, ' '), LONGEST_EVENT));
	return [`events ${listInWords(named, MOST_EVENTS)}`];
}
