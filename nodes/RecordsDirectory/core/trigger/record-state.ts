import type { ChangeState } from './changes/changes';
import type { FieldHistoryState } from './field-history';

/** The state of either kind of poll for changes. */
export type RecordState = ChangeState | FieldHistoryState;

const changesIn = (state: RecordState): ChangeState => ('changes' in state ? state.changes : state);

/** Whether the next poll continues to read. */
export const isReadingOpen = (state: RecordState): boolean =>
	changesIn(state).scan !== undefined || changesIn(state).existing !== undefined;

/** Whether a later poll must prove that no record of the window is missing. */
export const isUnproven = (state: RecordState): boolean => changesIn(state).unproven !== undefined;

/** Whether earlier polls have not emitted all records that the trigger begins with. */
export const isStartOpen = (state: RecordState | undefined): boolean =>
	state !== undefined &&
	('existing' in state || 'emitsSince' in state || changesIn(state).scan?.isStart === true);

/** Whether earlier polls have not completed what is read without being emitted. */
export const isBaselineOpen = (state: RecordState | undefined): boolean =>
	state !== undefined &&
	(changesIn(state).scan?.isBaseline === true || ('changes' in state && !state.counted));

/** The oldest time that a poll looks at; '' for none. */
export const windowStartOf = (state: RecordState | undefined): string =>
	state ? changesIn(state).windowStart : '';
