import { idIn } from '../../id';
import { isJsonObject, jsonObjectsIn, textIn, type JsonObject } from '../../json';
import { recordIn } from '../../form/edits';
import { isSuccess, type Answers } from '../answers';
import { measured, needsWriting, question, seen, type Reading } from '../question';
import type { ProbeReply } from '../reply';
import type { ScratchTrace } from '../scratch-trace';

/** Questions that only a record written for them can answer. */
export const writing = [
	question({
		name: 'importRecords',
		rows: [11],
		about: 'Whether an import updates the record with its ID',
		asks: [],
		behaviours: {
			byRecordId: 'An import updates the record with its ID. Update With Import is safe here.',
			alwaysCreates: 'An import always creates. Leave Update With Import off.',
		},
		otherwise: 'needs writing',
		read: written((trace) => {
			const ids = rowsOf(trace, 'after import')
				.filter((row) => isMarked(trace, row, 2))
				.map(({ recordId }) => idIn(recordId));
			if (ids.length === 0) return undefined;
			const behaviour = ids.includes(trace.created) ? 'byRecordId' : 'alwaysCreates';
			return seen(behaviour, 'scratch import');
		}),
	}),
	question({
		name: 'importFailure',
		rows: [11],
		about: 'What an import with an invalid row saves',
		asks: [],
		behaviours: {
			nothing: 'A rejected import saves nothing. Split Rejected Batches is safe here.',
			rowsBeforeStay:
				'A rejected import saves the rows before the invalid one. Do not run the whole import again.',
		},
		otherwise: 'needs writing',
		read: written((trace) => {
			if (trace.replies.get('scratch bad import')?.status !== 400) return undefined;
			const by = 'scratch bad import';
			const stays = rowsOf(trace, 'after bad import').some((row) => isMarked(trace, row, 3));
			if (stays) return seen('rowsBeforeStay', by);
			return isListedAtOnce(trace, 'after bad import') ? seen('nothing', by) : undefined;
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
		read: written((trace) => {
			const reply = successOf(trace, 'scratch create');
			if (!reply) return undefined;
			const by = 'scratch create';
			if (isJsonObject(reply.body) && idIn(reply.body.recordId)) return seen('record', by);
			if (textIn(reply.headers.location ?? '') !== '') return seen('location', by);
			return reply.body === '' ? seen('empty', by) : undefined;
		}),
	}),
	question({
		name: 'updateBody',
		rows: [14],
		about: 'What happens to fields that an update does not contain',
		asks: [],
		behaviours: {
			partial: 'An update keeps absent fields. Send Whole Record can stay off.',
			replace: 'An update clears absent fields. Switch Send Whole Record on.',
		},
		otherwise: 'needs writing',
		read: written((trace) => {
			const body = successOf(trace, 'scratch read')?.body;
			if (!successOf(trace, 'scratch update') || !isJsonObject(body)) return undefined;
			const kept = textIn(recordIn(body)[trace.fields.optional] ?? '') === 'kept';
			return seen(kept ? 'partial' : 'replace', 'scratch update');
		}),
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
		read: written(writeStatus),
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
		read: written((trace) => {
			const body = successOf(trace, 'scratch update')?.body;
			if (body === undefined) return undefined;
			if (isJsonObject(body)) return seen('json', 'scratch update');
			return seen(body === '' ? 'documented' : 'text', 'scratch update');
		}),
	}),
	needsWriting('createUserAnswer', 13, 'The answer to a new user'),
	needsWriting('importUsersAnswer', 13, 'The answer to an import of users'),
	needsWriting('requiredOnUpdate', 14, 'Whether an update needs the required fields'),
	needsWriting('keyRequiredOnUpdate', 15, 'Whether an update needs the key field'),
	needsWriting('readOnlyFields', 16, 'What happens to a value for a calculated field'),
	needsWriting('statusInBody', 34, 'What happens to a status in an update'),
	needsWriting(
		'directoryDefaults',
		36,
		'What happens to fields with a default that an update does not contain',
	),
	needsWriting('selections', 43, 'How to write users and organizations'),
];

/** Reads the outcome for the probe's own records, if there are any. */
function written<B extends string>(read: (trace: ScratchTrace) => Reading<B> | undefined) {
	return ({ scratch }: Answers): Reading<B> | undefined => scratch && read(scratch);
}

function successOf({ replies }: ScratchTrace, name: string): ProbeReply | undefined {
	const reply = replies.get(name);
	return reply && isSuccess(reply) ? reply : undefined;
}

function rowsOf(trace: ScratchTrace, when: string): readonly JsonObject[] {
	const body = successOf(trace, `scratch list ${when}`)?.body;
	return isJsonObject(body) ? jsonObjectsIn(body.records) : [];
}

const isMarked = ({ fields, mark }: ScratchTrace, row: JsonObject, nth: number): boolean =>
	textIn(recordIn(row)[fields.required] ?? '') === `${mark} ${nth}`;

/** Whether a record that a list does not contain is certainly not there. */
const isListedAtOnce = (trace: ScratchTrace, when: string): boolean =>
	trace.looks === 1 && successOf(trace, `scratch list ${when}`) !== undefined;

function writeStatus(trace: ScratchTrace): Reading<'documented'> | undefined {
	const create = successOf(trace, 'scratch create')?.status;
	const update = successOf(trace, 'scratch update')?.status;
	if (create === undefined || update === undefined) return undefined;
	if (create === 201 && update === 204) return seen('documented', 'scratch update');
	return create === update ? measured(update, 'scratch update') : undefined;
}
