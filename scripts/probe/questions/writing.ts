import { idIn } from '../../../nodes/RecordsDirectory/core/id';
import { isJsonObject, textIn } from '../../../nodes/RecordsDirectory/core/json';
import { recordIn } from '../../../nodes/RecordsDirectory/core/values/record-properties';
import { answerBodyOf, answerStatusOf, successOf } from '../answers';
import {
	firstOf,
	likelyEvidence,
	measuredEvidence,
	needsWriting,
	question,
	seenEvidence,
	type Evidence,
} from '../question';
import { markedIn, ownIn, scratchReader, scratchRowsOf, untouchedIn } from '../written';
import { BEHIND, DOUBLE, KEPT, NO_SUM, type ScratchTrace } from '../scratch-trace';

/** Questions that only a record written for them can answer. */
export const writing = [
	question({
		name: 'importRecords',
		rows: [11],
		about: 'Whether an import updates the record with its ID',
		asks: [],
		behaviours: {
			byRecordId: 'An import updates the record whose ID it has: Record ID of Import works here.',
			alwaysCreates: 'An import always creates. Leave Record ID of Import empty.',
		},
		otherwise: 'needs writing',
		read: scratchReader((trace) => {
			const ids = markedIn(trace, 'after import', 2).map(({ recordId }) => idIn(recordId));
			if (ids.length === 0) return undefined;
			const behaviour = ids.includes(trace.created) ? 'byRecordId' : 'alwaysCreates';
			return seenEvidence(behaviour, 'scratch import');
		}),
	}),
	question({
		name: 'importFailure',
		rows: [11, 54],
		about: 'What an import with an invalid row saves',
		asks: [],
		behaviours: {
			nothing: 'A rejected import saves nothing. Correct its items and run all of them again.',
			rowsBeforeStay:
				'A rejected import saves the rows before the invalid one. Do not run the whole import again.',
			goodRowsStay:
				'A rejected import saves all rows but the invalid ones. Do not run the whole import again.',
		},
		otherwise: 'needs writing',
		read: scratchReader((trace) => {
			const by = 'scratch bad import';
			if (answerStatusOf(trace, by) !== 400) return undefined;
			return seenEvidence(
				firstOf([
					['goodRowsStay', markedIn(trace, 'after bad import', BEHIND).length > 0],
					['rowsBeforeStay', markedIn(trace, 'after bad import', 3).length > 0],
					['nothing', isListed(trace, 'after bad import')],
				]),
				by,
			);
		}),
	}),
	question({
		name: 'createRecordAnswer',
		rows: [12],
		about: 'The answer to a new record',
		asks: [],
		behaviours: {
			empty: 'The answer to a new record is empty. Create does not return its ID.',
			record: 'The answer to a new record is the record. Create returns its ID.',
			location: 'The answer to a new record is its address. Create returns its ID.',
		},
		otherwise: 'needs writing',
		read: scratchReader((trace) => {
			const by = 'scratch create';
			const reply = successOf(trace, by);
			if (!reply) return undefined;
			const { created } = trace;
			const id = isJsonObject(reply.body) ? idIn(reply.body.recordId) : undefined;
			const address = textIn(reply.headers.location ?? '');
			return seenEvidence(
				firstOf([
					// The ID of another record helps nobody.
					['record', id !== undefined && id === created],
					['location', id === undefined && address.endsWith(`/${created}`)],
					['empty', id === undefined && address === '' && reply.body === ''],
				]),
				by,
			);
		}),
	}),
	question({
		name: 'updateBody',
		rows: [14],
		about: 'What happens to fields that an update does not contain',
		asks: [],
		behaviours: {
			partial: 'An update keeps absent fields. Keep Unmapped Values can stay off.',
			replace: 'An update clears absent fields. Switch Keep Unmapped Values on.',
		},
		otherwise: 'needs writing',
		read: scratchReader(updateBody),
	}),
	question({
		name: 'writeStatus',
		rows: [28],
		about: 'The status of a successful write',
		asks: [],
		behaviours: {
			documented: 'The status of a successful write is 201 or 204, as documented.',
			'#': 'The status of a successful write is #. The nodes take any status from 200 to 299.',
		},
		documented: ['documented'],
		otherwise: 'needs writing',
		read: scratchReader(writeStatus),
	}),
	question({
		name: 'writeBody',
		rows: [28],
		about: 'The answer to a successful update',
		asks: [],
		behaviours: {
			documented: 'The answer to a successful update is empty, as documented.',
			json: 'The answer to a successful update is JSON. The nodes do not need it.',
			text: 'The answer to a successful update is a text. The nodes do not need it.',
		},
		documented: ['documented'],
		otherwise: 'needs writing',
		read: scratchReader((trace) => {
			const body = successOf(trace, 'scratch update')?.body;
			return seenEvidence(
				firstOf([
					['documented', body === ''],
					['json', isJsonObject(body)],
					['text', body !== undefined],
				]),
				'scratch update',
			);
		}),
	}),
	question({
		name: 'keyRequiredOnUpdate',
		rows: [15],
		about: 'Whether an update must have the key field',
		asks: [],
		behaviours: {
			yes: 'An update must have the key field. The nodes read it where you do not give it.',
			no: 'An update can leave out the key field.',
		},
		otherwise: 'needs writing',
		read: scratchReader((trace) => {
			const by = 'scratch without key';
			return seenEvidence(
				firstOf([
					['no', successOf(trace, by)],
					['yes', answerStatusOf(trace, by) === 400],
				]),
				by,
			);
		}),
	}),
	question({
		name: 'doubleKey',
		rows: [15],
		about: 'What happens to a new record with the key of another one',
		asks: [],
		behaviours: {
			rejected: 'A key that another record has is rejected.',
			updated: 'A new record with the key of another one updates it. Use Create with care.',
			created: 'Two records can have the same key. Create or Update fails if it finds both.',
		},
		otherwise: 'needs writing',
		read: scratchReader(doubleKey),
	}),
	question({
		name: 'readOnlyFields',
		rows: [16],
		about: 'What happens to a value for a calculated field',
		asks: [],
		behaviours: {
			refused: 'A value for a calculated field is rejected. The nodes offer no input for it.',
			ignored: 'A value for a calculated field is ignored. The nodes offer no input for it.',
		},
		otherwise: 'needs writing',
		read: scratchReader((trace) => {
			const by = 'scratch calculated';
			if (answerStatusOf(trace, by) === 400) return seenEvidence('refused', by);
			const row = answerBodyOf(trace, 'scratch read calculated');
			const { calculated = '' } = trace.fields;
			if (!successOf(trace, by) || !row) return undefined;
			return textIn(recordIn(row)[calculated] ?? '') === String(NO_SUM)
				? undefined
				: seenEvidence('ignored', by);
		}),
	}),
	question({
		name: 'statusInBody',
		rows: [34],
		about: 'What happens to a status in an update',
		asks: [],
		behaviours: {
			ignored: 'A status in an update is ignored. The nodes send none.',
			changes: 'A status in an update changes it, if there is such a status. The nodes send none.',
			refused: 'A status in an update is rejected. The nodes send none.',
		},
		otherwise: 'needs writing',
		read: scratchReader(statusInBody),
	}),
	question({
		name: 'selections',
		rows: [43],
		about: 'How users and organizations have to be written',
		asks: [],
		behaviours: {
			any: 'Users and organizations can be written in any way.',
			codeObjects: 'Users and organizations have to be objects with a code.',
			pairs: 'Users and organizations have to be objects with code and name.',
			codes: 'Users and organizations have to be codes.',
		},
		otherwise: 'needs writing',
		read: scratchReader(selections),
	}),
	needsWriting('rejectedStatus', 49, 'The status of a rejected request'),
	needsWriting('createUserAnswer', 13, 'What answers the creation of a user'),
	needsWriting('importUsersAnswer', 13, 'What answers an import of users'),
	needsWriting('requiredOnUpdate', 14, 'Whether an update must have what is required'),
	needsWriting(
		'directoryDefaults',
		36,
		'What happens to fields with a default that an update does not contain',
	),
];

/** Where a rejected import is known to have saved nothing. */
const isListed = (trace: ScratchTrace, when: string): boolean =>
	scratchRowsOf(trace, when) !== undefined && ownIn(trace, when) !== undefined;

function writeStatus(trace: ScratchTrace): Evidence<'documented'> | undefined {
	const create = successOf(trace, 'scratch create')?.status;
	const update = successOf(trace, 'scratch update')?.status;
	if (create === undefined || update === undefined) return undefined;
	if (create === 201 && update === 204) return seenEvidence('documented', 'scratch update');
	return create === update ? measuredEvidence(update, 'scratch update') : undefined;
}

/** Whether the update without the optional field has kept it. */
function updateBody(trace: ScratchTrace) {
	const row = untouchedIn(trace, 'scratch read');
	if (!successOf(trace, 'scratch update') || !row) return undefined;
	const held = textIn(recordIn(row)[trace.fields.optional] ?? '');
	return seenEvidence(
		firstOf([
			['partial', held === KEPT],
			['replace', held === ''],
		]),
		'scratch update',
	);
}

/** A status that does not exist, and the one that the record has. */
function statusInBody(trace: ScratchTrace) {
	const [before, after] = ['scratch read', 'scratch read status'].map((name) =>
		untouchedIn(trace, name),
	);
	// Without the process function, no form takes a status.
	if (!before || !('status' in before)) return undefined;
	if (successOf(trace, 'scratch status')) {
		if (!after) return undefined;
		const isSame = textIn(before.status ?? '') === textIn(after.status ?? '');
		return seenEvidence(isSame ? 'ignored' : 'changes', 'scratch status');
	}
	if (answerStatusOf(trace, 'scratch status') !== 400) return undefined;
	if (successOf(trace, 'scratch same status'))
		return likelyEvidence('changes', 'scratch same status');
	const isRejected = answerStatusOf(trace, 'scratch same status') === 400;
	return isRejected ? seenEvidence('refused', 'scratch same status') : undefined;
}

function doubleKey(trace: ScratchTrace) {
	const by = 'scratch double key';
	const status = answerStatusOf(trace, by);
	if (status === 400) return seenEvidence('rejected', by);
	if (!successOf(trace, by) || !isListed(trace, 'after double key')) return undefined;
	const ids = markedIn(trace, 'after double key', DOUBLE).map(({ recordId }) => idIn(recordId));
	if (ids.length === 0) return undefined;
	return seenEvidence(ids.includes(trace.created) ? 'updated' : 'created', by);
}

const WAYS = [
	['codeObjects', 'scratch user object'],
	['pairs', 'scratch user pair'],
	['codes', 'scratch user text'],
] as const;

function selections(trace: ScratchTrace) {
	const { fields, user } = trace;
	const row = answerBodyOf(trace, 'scratch read user');
	const held = row && fields.users !== undefined ? recordIn(row)[fields.users] : undefined;
	const isKept =
		user !== undefined && JSON.stringify(held ?? '').includes(JSON.stringify(user.code));
	const isDecided = WAYS.every(
		([, name]) => successOf(trace, name) || answerStatusOf(trace, name) === 400,
	);
	if (!isKept || !isDecided) return undefined;
	const taken = WAYS.filter(([, name]) => successOf(trace, name));
	// What is taken and ignored would look the same, as the record has the user already.
	if (taken.length === WAYS.length) return likelyEvidence('any', 'scratch user text');
	const [only, another] = taken;
	return only && !another ? seenEvidence(only[0], only[1]) : undefined;
}
