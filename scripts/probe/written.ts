import { recordIn } from '../../nodes/RecordsDirectory/core/values/record-properties';
import { idIn, isAbove } from '../../nodes/RecordsDirectory/core/id';
import { textIn, type JsonObject } from '../../nodes/RecordsDirectory/core/json';
import { answerBodyOf, answerRowsOf, type Answers } from './answers';
import type { Evidence } from './question';
import { LIST_ROWS, markText, type ScratchTrace } from './scratch-trace';

/** Reads the outcome for the probe's own records, if there are any. */
export const scratchReader =
	<B extends string>(read: (trace: ScratchTrace) => Evidence<B> | undefined) =>
	({ scratch }: Answers): Evidence<B> | undefined =>
		scratch && read(scratch);

/** The record that a single read has returned, unless another user edited it last: the user of the key created the record. */
export function untouchedIn(trace: ScratchTrace, name: string): JsonObject | undefined {
	const row = answerBodyOf(trace, name);
	return row && isUntouched(row) ? row : undefined;
}

export const isUntouched = ({ creatorCode, updaterCode }: JsonObject): boolean =>
	textIn(creatorCode ?? '') === textIn(updaterCode ?? '');

/** The rows of a list; undefined where none was given. */
export const scratchRowsOf = (
	trace: ScratchTrace,
	when: string,
): readonly JsonObject[] | undefined => answerRowsOf(trace, `scratch list ${when}`);

/** The own record in a list. */
export const ownIn = (trace: ScratchTrace, when: string): JsonObject | undefined =>
	scratchRowsOf(trace, when)?.find(({ recordId }) => idIn(recordId) === trace.created);

/** Whether the own record is missing in a list that goes down to its place. */
export function isGoneFrom(trace: ScratchTrace, when: string): boolean {
	const ids = scratchRowsOf(trace, when)?.map(({ recordId }) => idIn(recordId));
	if (!ids || ids.includes(undefined) || ids.includes(trace.created)) return false;
	return ids.length < LIST_ROWS || ids.some((id) => isAbove(trace.created, id));
}

/** Records with the text of the probe of this number. */
export const markedIn = (trace: ScratchTrace, when: string, nth: number): readonly JsonObject[] =>
	(scratchRowsOf(trace, when) ?? []).filter((row) => hasText(row, trace, nth));

/** Whether a record has the text of the probe of this number. */
export function hasText(
	row: JsonObject,
	{ fields: { required, optional }, mark }: Pick<ScratchTrace, 'fields' | 'mark'>,
	nth: number,
): boolean {
	const values = recordIn(row);
	return [required, optional].some((id) => textIn(values[id] ?? '') === markText(mark, nth));
}
