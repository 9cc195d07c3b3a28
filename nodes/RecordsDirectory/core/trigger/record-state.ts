import type { ChangeState } from './changes/changes';
import type { FieldHistoryState } from './field-history';

/** The state of either kind of poll for changes. */
export type RecordState = ChangeState | FieldHistoryState;

/** What the state of a poll for changes says about those before and after it. */
export function findProgress(state: RecordState | undefined) {
	const changes = state && 'changes' in state ? state.changes : state;
	const has = (part: string) => state !== undefined && part in state;
	return {
		/** The oldest time that the next poll looks at; '' for none. */
		windowStart: changes?.windowStart ?? '',
		/** Whether the next poll continues to read. */
		isOpen: changes?.scan !== undefined || changes?.existing !== undefined,
		/** Whether a later poll must prove that no record of the window is missing. */
		isUnproven: changes?.unproven !== undefined,
		/** Whether polls have not emitted all records yet that the trigger begins with. */
		isStart: changes?.scan?.isStart === true || has('existing') || has('emitsSince'),
		/** Whether polls have not completed yet what is read without being emitted. */
		isBaseline:
			changes?.scan?.isBaseline === true ||
			(state !== undefined && 'changes' in state && !state.counted),
	};
}
