/** What happens at a service of records; times are real seconds, which nobody in the model can read. */
export type RecordAct =
	| {
			readonly kind: 'create';
			readonly count: number;
			/** Seconds until the list shows it. */
			readonly lag: number;
			/** Seconds by which the records are dated in the future. */
			readonly ahead?: number | undefined;
	  }
	| { readonly kind: 'edit'; readonly count: number; readonly lag: number; readonly from: number }
	| { readonly kind: 'delete' | 'restore'; readonly count: number; readonly from: number }
	/** Deletes one record and lets another come back: no position below both moves. */
	| { readonly kind: 'swap'; readonly from: number }
	/** Hides a share of the records from the list although they exist; 0 lists all again. */
	| { readonly kind: 'hide'; readonly share: number; readonly singly: 'found' | 'missing' }
	/** Makes the single read of a share of the records fail; 0 ends it. */
	| { readonly kind: 'jam'; readonly share: number }
	/** Sets the server's clock, as a fraction of what the overlap leaves for steps back. */
	| { readonly kind: 'clock'; readonly to: number };

/** Which user and which notice, counted from 0. */
interface Place {
	readonly person: number;
	readonly notice: number;
}

export type NoticeAct =
	| (Place & { readonly kind: 'count'; readonly to: number })
	/** The service gives no number for the notice, or one again. */
	| (Place & { readonly kind: 'blank'; readonly isBlank: boolean })
	/** All of the notice but its count is another. */
	| (Place & { readonly kind: 'rename' })
	/** The trigger starts to watch one more user, or permanently stops to watch one. */
	| { readonly kind: 'add' | 'drop'; readonly person: number };

export interface RecordDialect {
	/** How far the clock may fall behind what it has shown before, in seconds. */
	readonly stepBack: number;
	/** Constant error of the server's text clock, zone included, in seconds. */
	readonly zone: number;
	/** The Date header: of the same clock, of another one, or none. */
	readonly date: 'same' | 'other' | 'none';
	/** Deleted rows are left out, or listed with isDeleted 1, or so and with a new time. */
	readonly deleted: 'gone' | 'listed' | 'touched';
	/** A deleted record read singly: 404, or 200 with isDeleted 1. */
	readonly singly: 'missing' | 'readable';
	/** Rows with an equal value are in another order on each request, or always in that of their IDs. */
	readonly ties: 'shuffled' | 'stable';
	/** The service cuts pages to this many rows without a word. */
	readonly cap: number;
	/** Whether it ends pages by bytes instead: after at least so many rows, at another one each time. */
	readonly isUneven?: boolean;
	/** Whether each record has a value that no other reply shows. */
	readonly differs?: boolean;
}

export interface NoticeDialect {
	/** Notices with nothing in them stay in the list, or leave it. */
	readonly zeros: 'listed' | 'gone';
	readonly numbers: 'numbers' | 'texts';
}

/** What all plans say; everything that happens in a life follows from its plan. */
export interface Plan<Act = unknown> {
	readonly seed: number;
	readonly maxRequests: number;
	/** Seconds between polls, and seconds per request, during which writers write. */
	readonly interval: number;
	readonly latency: number;
	/** Share of requests that fail, and of polls after which n8n falls back to an older state. */
	readonly failing: number;
	readonly restarts: number;
	readonly acts: readonly { readonly gap: number; readonly act: Act }[];
}

/** The life of a trigger on the records of a form. */
export interface RecordPlan extends Plan<RecordAct> {
	readonly event: 'recordCreated' | 'recordUpdated' | 'recordCreatedOrUpdated';
	readonly dialect: RecordDialect;
	readonly overlap: number;
	readonly pageSize: number;
	readonly initial: number;
	/** Polls between two periodic checks for deletions. */
	readonly patrolEvery: number;
	/** The age of the oldest existing record to emit, in seconds before the first poll. */
	readonly since?: number;
}

/** The life of a trigger on notices. */
export interface NoticePlan extends Plan<NoticeAct> {
	readonly event: 'noticeCountIncreased' | 'noticeCountChanged';
	readonly dialect: NoticeDialect;
	/** The number of users whom the trigger watches at first. */
	readonly people: number;
}
