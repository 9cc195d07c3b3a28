import { idIn } from '../../../nodes/RecordsDirectory/core/id';
import { isJsonObject, textIn, type JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import {
	answerBodyOf,
	answerRowsOf,
	answerStatusOf,
	FORMS,
	recordsReadOf,
	successOf,
	type Answers,
} from '../answers';
import { deletionIn } from '../../../nodes/RecordsDirectory/core/request/reply';
import { likelyEvidence, question, seenEvidence, type Evidence } from '../question';
import { isGoneFrom, isUntouched, ownIn, scratchReader } from '../written';
import type { ScratchTrace } from '../scratch-trace';

/** What happens to deleted records. */
export const deletion = [
	question({
		name: 'deletedListed',
		rows: [10],
		about: 'Whether deleted records are listed',
		asks: [...FORMS.map((form) => `records ${form}`), 'gap', 'records again'],
		behaviours: {
			yes: 'Deleted records are listed. Get Many leaves them out.',
			no: 'Deleted records are not listed.',
		},
		otherwise: 'needs writing',
		read: (answers) => {
			const form = FORMS.find((one) => recordsReadOf(answers, one).some(isDeleted));
			if (form !== undefined) return seenEvidence('yes', `records ${form}`);
			const gap = deletedGap(answers);
			const again = answerRowsOf(answers, 'records again');
			const isListed = again?.some(({ recordId }) => idIn(recordId) === idIn(gap?.recordId));
			return gap && isListed === false
				? seenEvidence('no', 'gap')
				: scratchReader(isListedDeleted)(answers);
		},
	}),
	question({
		name: 'deletedReadable',
		rows: [10],
		about: 'Whether a deleted record can still be read',
		asks: ['records 0', 'gap'],
		behaviours: {
			yes: 'A deleted record can still be read. Get returns it with `isDeleted`.',
			no: 'A deleted record cannot be read. Get fails with 404.',
		},
		otherwise: 'needs writing',
		read: (answers) => {
			if (deletedGap(answers)) return seenEvidence('yes', 'gap');
			return scratchReader((trace) => {
				if (!successOf(trace, 'scratch delete')) return undefined;
				const by = 'scratch read deleted';
				if (answerStatusOf(trace, by) === 404) return seenEvidence('no', by);
				return isDeleted(answerBodyOf(trace, by) ?? {}) ? seenEvidence('yes', by) : undefined;
			})(answers);
		},
	}),
	question({
		name: 'deleteTouchesUpdatedAt',
		rows: [10],
		about: 'Whether a deletion counts as an update',
		asks: [],
		behaviours: {
			yes: 'A deletion sets the time of the last update.',
			no: 'A deletion leaves the time of the last update. Record Deleted still finds it.',
		},
		otherwise: 'needs writing',
		read: scratchReader((trace) => {
			const before = updateIn(ownIn(trace, 'after bad import'));
			const listed = ownIn(trace, 'after deletion');
			const deleted = [answerBodyOf(trace, 'scratch read deleted'), listed].find(
				(row) => isDeleted(row ?? {}) && isUntouched(row ?? {}),
			);
			const after = updateIn(deleted);
			if (before === undefined || after === undefined) return undefined;
			return before === after
				? likelyEvidence('no', 'scratch delete')
				: seenEvidence('yes', 'scratch delete');
		}),
	}),
];

/** The time of the last update, if it has seconds: a deletion in the same minute would not show otherwise. */
function updateIn(row: JsonObject | undefined): string | undefined {
	const text = textIn(row?.updatedAt ?? '');
	return /:\d\d:\d\d/.test(text) ? text : undefined;
}

function isListedDeleted(trace: ScratchTrace): Evidence<'yes' | 'no'> | undefined {
	const by = 'scratch delete';
	// What was not listed before says nothing.
	if (!successOf(trace, by) || !ownIn(trace, 'after bad import')) return undefined;
	if (isDeleted(ownIn(trace, 'after deletion') ?? {})) return seenEvidence('yes', by);
	return isGoneFrom(trace, 'after deletion') ? seenEvidence('no', by) : undefined;
}

const isDeleted = (row: JsonObject): boolean => deletionIn(row) !== 0;

/** A deleted record that a single read has given although the list does not have it. */
function deletedGap(answers: Answers): JsonObject | undefined {
	const reply = answers.replies.get('gap');
	const row = reply?.status === 200 && isJsonObject(reply.body) ? reply.body : undefined;
	return row && isDeleted(row) ? row : undefined;
}
