import type { IDataObject } from 'n8n-workflow';

/** The circumstances of a poll. */
export interface Occasion {
	/** Whether this process of n8n polls this trigger for the first time: n8n may have been down. */
	readonly isFirst: boolean;
	isTimeUp(): boolean;
}

/** What a trigger looks at. Its state is plain JSON and is never changed in place. */
export interface Watch<State> {
	/** The newest rows, for the editor's test step. */
	sample(): Promise<IDataObject[]>;
	/** What has changed since the saved state; without one a silent baseline. */
	changes(saved: State | undefined, occasion: Occasion): Promise<Found<State>>;
}

export interface Found<State> {
	readonly items: readonly IDataObject[];
	readonly state: State;
}
