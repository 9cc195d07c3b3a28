import type { ListedRow } from './known';
import type { DeletionAsk, DeletionReply, PageAsk, SingleRecord } from './deletions';

/** A request, and what becomes of its reply. */
export interface Step {
	readonly ask: DeletionAsk;
	readonly take: (reply: DeletionReply) => void;
}

/** Promises: a step that takes the rows of a page, and nothing else for them. */
export const pageStep = (ask: PageAsk, take: (rows: readonly ListedRow[]) => void): Step => ({
	ask,
	take: (reply) => {
		if (reply.kind !== 'page') throw new Error('A page was asked for');
		take(reply.rows);
	},
});

/** Promises: a step that takes a single read; only a reply to one can say that a record is gone. */
export const recordStep = (
	recordId: number,
	take: (record: SingleRecord | undefined) => void,
): Step => ({
	ask: { kind: 'record', recordId },
	take: (reply) => {
		if (reply.kind !== 'record') throw new Error('A record was asked for');
		take(reply.record);
	},
});
