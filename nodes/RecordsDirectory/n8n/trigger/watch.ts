import type { IDataObject } from 'n8n-workflow';

/** The circumstances of a poll. */
export interface Occasion {
	/** Whether n8n was down, or the workflow unpublished, since the poll that the state is of. */
	readonly mayHaveMissed: boolean;
	/** Whether nothing more is to be begun. */
	isTimeUp(): boolean;
	/** Whether requests are broken off, for the end of the poll and not for what they ask. */
	isOver(): boolean;
}

/** What a trigger looks at. Its state is plain JSON and is never changed in place. */
export interface Watch<State> {
	/** How often n8n is to save what was learned without an event; without it never. */
	readonly saveEveryMs?: number | undefined;
	/** The newest rows, for the editor's test step. */
	sample(): Promise<IDataObject[]>;
	/** What has changed since the saved state; without one a silent baseline. */
	changes(saved: State | undefined, occasion: Occasion): Promise<Found<State>>;
}

export interface Found<State> {
	readonly items: readonly IDataObject[];
	readonly state: State;
}
