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
		about: 'Whether an import updates the record whose ID it has',
		asks: [],
		behaviours: {
			byRecordId: 'An import updates the record whose ID it has. Update With Import is safe here.',
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
		about: 'What is saved of an import with a bad row',
		asks: [],
		behaviours: {
			nothing: 'A rejected import saves nothing. Split Rejected Batches is safe here.',
			rowsBeforeStay:
				'A rejected import saves the rows before the bad one. Do not repeat it whole.',
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
		about: 'What answers the creation of a record',
		asks: [],
		behaviours: {
			empty: 'A new record is answered with nothing. Create does not return its ID.',
			record: 'A new record is answered with itself. Create returns its ID.',
			location: 'A new record is answered with its address. Create returns its ID.',
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
		about: 'What becomes of a field that an update leaves out',
		asks: [],
		behaviours: {
			partial: 'An update keeps what it leaves out. Send Whole Record can stay off.',
			replace: 'An update clears what it leaves out. Switch Send Whole Record on.',
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
		about: 'The status of a write that succeeds',
		asks: [],
		behaviours: {
			documented: 'A write that succeeds answers 201 or 204, as documented.',
			'#': 'A write that succeeds answers #. The nodes take any status from 200 to 299.',
		},
		documented: ['documented'],
		otherwise: 'needs writing',
		read: written(writeStatus),
	}),
	question({
		name: 'writeBody',
		rows: [28],
		about: 'What answers an update that succeeds',
		asks: [],
		behaviours: {
			documented: 'An update that succeeds is answered with nothing, as documented.',
			json: 'An update that succeeds is answered with JSON. The nodes do not need it.',
			text: 'An update that succeeds is answered with a text. The nodes do not need it.',
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
	needsWriting('createUserAnswer', 13, 'What answers the creation of a user'),
	needsWriting('importUsersAnswer', 13, 'What answers an import of users'),
	needsWriting('requiredOnUpdate', 14, 'Whether an update must have what is required'),
	needsWriting('keyRequiredOnUpdate', 15, 'Whether an update must have the key field'),
	needsWriting('readOnlyFields', 16, 'What becomes of a value for a calculated field'),
	needsWriting('statusInBody', 34, 'What becomes of a status that an update has'),
	needsWriting('directoryDefaults', 36, 'What becomes of defaults that an update leaves out'),
	needsWriting('selections', 43, 'How users and organizations have to be written'),
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
