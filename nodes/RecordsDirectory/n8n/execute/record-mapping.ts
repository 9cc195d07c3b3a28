import { Failure } from '../../core/request/failure';
import { recordToSend } from '../../core/form/record-writer';
import { isTable, type FormField } from '../../core/form/field';
import { memoize } from '../../core/grouped';
import { asText, isJsonObject, isNothing, type JsonObject } from '../../core/json';
import { withCleared } from '../../core/form/panel';
import { filledIn, mustBeFields, unmatchedInWords, valuesIn } from '../../core/form/item-columns';
import { inputColumns } from '../../core/request/request';
import { captioned, fieldLabel, isNamed, type Captioned } from '../../core/form/names';
import { parseSortKeys } from '../../core/values/list-parameters';
import { mistake } from '../../core/values/input-error';
import { SYSTEM_FIELDS } from '../../core/values/record-properties';
import { listInWords, shortened } from '../../core/text';
import { formIn, type Mapped, type Values } from '../../core/values/validate';
import { partOf } from '../parameters/item-reader';
import { readConditions } from './actions/single';
import { eachItemWithPauses, type Checked, type Job } from './job';

export async function mappedToForms(job: Job, checked: readonly Checked[]) {
	const inputHints = new InputHints();
	const makeRecord = recordMaker(job, inputHints);
	const makeReady = async (one: Checked): Promise<Checked> => {
		const made = await makeRecord(one.values);
		if (!made) return one;
		const { record, lacking } = made;
		return { ...one, values: { ...one.values, record }, lacking };
	};
	const ready = await eachItemWithPauses(job, checked, (one) =>
		needsForm(one.values) ? makeReady(one) : one,
	);
	inputHints.hint(job);
	return ready;
}

/** Whether something in an item may be checked or made only with the definition of its form, or is not sent. */
const needsForm = ({ mapped, order, conditions, unmatched, unfilled }: Values): boolean =>
	[mapped, order, conditions, unmatched?.[0], unfilled].some((given) => given !== undefined);

/** Undefined if the item gives its record as JSON. Items with the same values share one record. */
function recordMaker(job: Job, inputHints: InputHints) {
	const columns = inputColumns(job.entry.operation);
	return memoize(async (values: Values) => {
		const { mapped, status, unmatched = [] } = values;
		inputHints.add(columns, unmatched);
		await mustBeSortable(job, values);
		await readConditions(job, values);
		if (!mapped) {
			inputHints.addUnfilled(values.unfilled?.map((label) => `'${label}'`) ?? []);
			return undefined;
		}
		const fields = await job.forms(formIn(values));
		const given = givenIn(fields, mapped, values);
		if (values.unknownColumns === 'fail') mustBeFields(fields, given.unmatched, 'The form');
		const isOwn =
			mapped.isWholeItem && values.recordId === undefined && !isNamed(fields, 'recordId');
		if (isOwn && isCopied(job, values, mapped.values))
			throw mistake('wouldDuplicate', { record: asText(mapped.values.recordId) });
		const unfilled = fields.filter(({ id }) => mapped.unfilled?.includes(id));
		inputHints.addUnfilled(unfilled.map(fieldLabel));
		const emptied = fields.filter(({ id }) => mapped.emptied?.includes(id));
		if (!isNew(job, values)) inputHints.add(EMPTIED, emptied.map(fieldLabel));
		inputHints.add(OF_RECORD, given.ownProperties.map(ownPropertyInWords));
		inputHints.add(fields, given.unmatched);
		const made = recordToSend(fields, given.values, {
			...job.zone,
			isNew: isNew(job, values),
			skipsFiles: mapped.isWholeItem,
			detailRows: values.detailRows ?? [],
		});
		if (status === undefined && Object.keys(made.record).length === 0)
			throw nothing(mapped, made, given);
		inputHints.add(CALCULATED, made.ignored);
		inputHints.add(NO_FILES, made.files);
		const record = await job.withSelections(fields, made.record, values.findByName);
		return { ...made, record };
	});
}

const EMPTIED = 'Cleared in some items, because the expression gives empty text';
const CALCULATED = 'Ignored because the form calculates them';
const NO_FILES = 'Ignored because the API cannot write files and images';
const OF_RECORD = 'Ignored because they are properties of the record, not fields of the form';

/** A sentence, or the fields among which it is not. */
type Reason = string | readonly Captioned[];

class InputHints {
	private readonly names = new Map<Reason, Set<string>>(
		[EMPTIED, CALCULATED, NO_FILES, OF_RECORD].map((why) => [why, new Set()]),
	);

	private unfilled: readonly string[] | undefined;

	add(why: Reason, names: readonly string[]): void {
		const known = this.names.get(why) ?? new Set();
		this.names.set(why, known);
		for (const name of names) known.add(name);
	}

	/** Only what has no value in any item is worth a hint: rows often lack some. */
	addUnfilled(names: readonly string[]): void {
		this.unfilled = this.unfilled?.filter((name) => names.includes(name)) ?? names;
	}

	hint({ entry, outcomes }: Job): void {
		const whole = 'record' in entry.resource.entity ? 'the form' : 'the operation';
		const hint = (why: string, labels: readonly string[]) => {
			if (labels.length > 0) outcomes.note(shortened(`${why}: ${listInWords(labels)}`));
		};
		hint('Ignored because no item has a value for them', this.unfilled ?? []);
		for (const [why, names] of this.names)
			if (typeof why === 'string') hint(why, [...names]);
			else hint(`Ignored because ${whole} has no such field`, unmatchedInWords(why, names));
	}
}

/** Throws an `InputError` for sorting by a detail table, which the service rejects (Output-field limiting, 5). */
async function mustBeSortable({ forms }: Job, { form, order }: Values): Promise<void> {
	const keys = parseSortKeys(String(order ?? ''));
	if (keys.every((key) => SYSTEM_FIELDS.has(key))) return;
	const fields = await forms(formIn({ form }));
	const table = fields.find((field) => isTable(field) && keys.includes(field.id));
	if (table) throw mistake('sortByTable', { field: fieldLabel(table) });
}

/** The form's inputs contain nothing but fields. */
function givenIn(
	fields: readonly FormField[],
	{ isWholeItem, values }: Mapped,
	{ clearNull }: Values,
) {
	const given = isWholeItem
		? valuesIn(fields, values)
		: { values: Object.entries(withCleared(fields, values)), ownProperties: [], unmatched: [] };
	// The editor gives null for an empty input. Files and databases give '' and null for empty cells.
	const clearing = clearNull === true ? ['', null] : isWholeItem ? [] : [''];
	return { ...given, values: filledIn(given.values, clearing), named: given.values };
}

type Given = ReturnType<typeof givenIn>;
type Made = ReturnType<typeof recordToSend>;

/** Undefined if the operation creates or updates: that is not known yet. */
const isNew = ({ entry }: Job, { recordId }: Values) =>
	['create', 'import'].includes(entry.operation.runs.kind) && recordId === undefined;

/** Whether an import would create a second record of an item that is one. An empty *Record ID* wants that. */
const isCopied = (job: Job, { form }: Values, { appsId = form, recordId }: JsonObject) =>
	job.entry.operation.runs.kind === 'import' &&
	partOf(job.given.written('options'), 'recordId') !== '' &&
	String(appsId) === String(form) &&
	!isNothing(recordId);

const ownPropertyInWords = (key: string) => `'${key}' (the field is 'record.${key}')`;

function nothing(mapped: Mapped, { ignored, files }: Made, given: Given) {
	const reasons = [
		...(ignored.length > 0 ? [`the form calculates ${listInWords(ignored)}`] : []),
		...(files.length > 0 ? [`files and images cannot be written to ${listInWords(files)}`] : []),
	];
	if (reasons.length > 0) return mistake('nothingToSend', { reasons: reasons.join('; ') });
	if (!mapped.isWholeItem) return mistake('noValue', { label: 'Values' });
	if (isJsonObject(mapped.values.record)) return mistake('valuesInRecord');
	const names = listInWords(given.ownProperties.map(ownPropertyInWords));
	if (names !== '') return mistake('propertiesOfRecord', { names });
	const empty = listInWords(given.named.map(([name]) => `'${name}'`));
	if (empty === '') return mistake('noProperty');
	return mistake('nothingToSend', { reasons: `there is no value in ${empty}` });
}

const BY_NAME = ". For names, add the option 'Find Users and Organizations by Name'.";

/** If the form is already known. */
export async function withCaptions({ forms }: Job, one: Checked | undefined, error: unknown) {
	if (!(error instanceof Failure) || !one?.values.mapped) return error;
	const fields = await forms(formIn(one.values));
	const named = fields.filter(({ id }) => error.message.includes(id));
	const mayBeName = named.some(({ kind }) => kind.resource) && !one.values.findByName;
	const message = captioned(fields, error.message) + (mayBeName ? BY_NAME : '');
	return error.with({ message: shortened(message) });
}
