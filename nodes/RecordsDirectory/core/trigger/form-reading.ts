import { isAbove, type Id } from '../id';
import { SMALLEST_PAGE } from '../listing/covering-page';
import {
	resumeWalk,
	startWalk,
	advanceWalk,
	walkRequest,
	type PageRequest,
	type Walk,
} from '../listing/walk';
import { withThousands } from '../request/subject';
import { InputError } from '../values/input-error';
import type { PageReply, RecordRow } from './listed-record';

/** A reading of all records over several polls, as plain JSON. */
export interface FormReadingState {
	readonly walk: Walk;
	readonly largestPage: number;
	/** Records listed so far. */
	readonly records: number;
}

/** One page of a reading. The list has no other rows with the IDs that the page covers. */
export interface CoveringPage {
	readonly rows: readonly RecordRow[];
	covers(id: Id): boolean;
}

/** n8n's database keeps about 20 bytes per record, and reads and writes them with every event. */
export const MOST_RECORDS = 20_000;

/** The most records for each kind of reading. The first reading of a form fails if the form is larger. */
const MOST_READ = { first: MOST_RECORDS, again: 2 * MOST_RECORDS, unbounded: Infinity };

interface ReadingSettings {
	readonly pageSize: number;
	readonly kind: keyof typeof MOST_READ;
}

/**
 * Reads all records by record ID, which has no ties: every page must begin in what has been read. Throws an
 * `InputError` for a form that is too large.
 */
export class FormReading {
	private readonly kind: ReadingSettings['kind'];
	private at: FormReadingState;
	private isDone = false;
	/** Whether the next request checks the size of the form, so that publishing fails for a form that is too large. */
	private checksSize = false;

	constructor(before: FormReadingState | undefined, { pageSize, kind }: ReadingSettings) {
		this.kind = kind;
		this.at = before
			? { ...before, walk: resumeWalk(before.walk, pageSize) }
			: { walk: startWalk('recordId', pageSize), largestPage: SMALLEST_PAGE, records: 0 };
	}

	/** The request to answer next. */
	get request(): PageRequest | undefined {
		const next = walkRequest(this.at.walk);
		if (this.checksSize) return { ...next, page: MOST_RECORDS + 1, limit: 1 };
		return this.isDone ? undefined : next;
	}

	/** How many records it has listed. */
	get records(): number {
		return this.at.records;
	}

	/** What is left for the next poll; undefined at the end. */
	get rest(): FormReadingState | undefined {
		return this.isDone ? undefined : this.at;
	}

	/** Takes a page; undefined for one that proves nothing. */
	take({ rows }: PageReply): CoveringPage | undefined {
		if (this.checksSize) {
			if (rows.length > 0) throw tooLarge();
			this.checksSize = false;
			return undefined;
		}
		const { walk: before, largestPage, records } = this.at;
		const asked = walkRequest(before);
		this.checksSize = this.kind === 'first' && before.edge === null && rows.length === asked.limit;
		const keys = rows.map(({ recordId }) => recordId);
		const { walk, isJoined, outcome } = advanceWalk(before, { asked, keys }, largestPage);
		this.isDone = isJoined && outcome === 'end';
		const covers = between(before.edge, this.isDone ? null : walk.edge);
		const news = isJoined ? rows.filter(({ recordId }) => covers(recordId)) : [];
		this.at = {
			walk,
			largestPage: Math.max(largestPage, rows.length),
			records: records + news.length,
		};
		if (this.at.records > MOST_READ[this.kind]) throw tooLarge();
		return isJoined ? { rows: news, covers } : undefined;
	}
}

/** Whether an ID lies below one, and not below another; null is no bound. */
const between =
	(above: Id | null, edge: Id | null) =>
	(id: Id): boolean =>
		(above === null || isAbove(above, id)) && (edge === null || !isAbove(edge, id));

const tooLarge = () =>
	new InputError(
		`The form has more than ${withThousands(MOST_RECORDS)} records, more than the trigger can watch`,
		'Watch fewer records by a keyword or by a query on other fields, or watch Record Updated without chosen fields.',
	);
