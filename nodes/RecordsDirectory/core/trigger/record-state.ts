import type { ChangeState } from './changes/changes';
import type { FieldHistoryState } from './field-history';

/** The state of either kind of poll for changes. */
export type RecordState = CatchingUp<ChangeState> | CatchingUp<FieldHistoryState>;

export type CatchingUp<State> = State & {
	/** How many of the missed changes are left to emit; absent for all. */
	readonly catchUpLeft?: number;
};

const changesIn = (state: RecordState): ChangeState => ('changes' in state ? state.changes : state);

/** Whether the next poll must continue a scan. */
export const isScanOpen = (state: RecordState): boolean => changesIn(state).scan !== undefined;

/** Whether the next poll continues to read. */
export const isReadingOpen = (state: RecordState): boolean =>
	isScanOpen(state) || 'existing' in state || 'first' in state || 'again' in state;

/** Whether a later poll must prove that no record of the window is missing. */
export const isUnproven = (state: RecordState): boolean => changesIn(state).unproven !== undefined;

/** Whether earlier polls have not emitted all records that the trigger begins with. */
export const isStartOpen = (state: RecordState | undefined): boolean =>
	state !== undefined &&
	('existing' in state || 'emitsSince' in state || changesIn(state).scan?.isStart === true);

/** Whether earlier polls have not completed what is read without being emitted. */
export const isBaselineOpen = (state: RecordState | undefined): boolean =>
	state !== undefined && (changesIn(state).scan?.isBaseline === true || 'first' in state);

/** The newest time when the last scan began. */
export function newestIn(state: RecordState): string {
	const { scan, newest } = changesIn(state);
	return scan?.newestAtStart ?? newest;
}

/** The oldest time that a poll looks at; '' for none. */
export const windowStartOf = (state: RecordState | undefined): string =>
	state ? changesIn(state).windowStart : '';
