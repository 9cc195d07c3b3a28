import { meaningOf } from '../../profile/meaning';
import type { Run } from './runs';
import type { Setting } from './settings';
import type { Outcome } from './tried';

type Part = keyof Outcome;

/** What may differ from the run under the plain dialect. */
interface Difference {
	/** Names of settings, or how they begin: the name of a switch stands for all its values. */
	readonly under: readonly string[];
	/** Names of runs: of one, of all that an operation has, or (`record.`) of a resource. All when absent. */
	readonly runs?: readonly string[];
	readonly why: string;
	/** Values are returned or go back as the service writes them: they only have to mean the same. */
	readonly spelled?: true;
	/** Properties with these names are not compared. */
	readonly ignored?: readonly string[];
	/** These parts are not compared; `reads` are the GET requests, `order` is that of the output. */
	readonly open?: ReadonlyArray<Part | 'reads' | 'order'>;
	/** The run fails with a message that has these words, and changes nothing. */
	readonly fails?: string;
}

/** A trigger emits nothing. */
interface Silence extends Pick<Difference, 'under' | 'why'> {
	/** How the names of the events begin. */
	readonly events: readonly string[];
	/** How the messages of its polls begin. */
	readonly fails: readonly string[];
}

// prettier-ignore
export const differences: readonly Difference[] = [
	{ under: ['a key for another form'], runs: ['record.', 'comment.', 'field.', 'form.get'], why: 'other forms answer 401', fails: 'Unauthorized' },
	{ under: ['a key for one form'], runs: ['field.getAll, failing'], why: 'the run requests a missing form, and the key is for another one', fails: 'Unauthorized' },
	{ under: ['a key for one form', 'a key for another form'], runs: ['form.getAll'], why: 'the service lists only the forms of the key', open: ['shown'] },
	{ under: ['pastTheEnd: repeats'], runs: ['record.getAll, two pages'], why: 'nothing shows that a full page is the whole list', fails: 'The site returns the same page again' },
	{ under: ['ties'], runs: ['record.getAll, equal rows'], why: 'the order of equal values is undefined', open: ['order'] },
	{ under: ['deleteTouchesUpdatedAt: false'], runs: ['record.delete'], why: 'the service does not say who deleted a record, and when', ignored: ['updaterCode', 'updatedAt'] },
	{ under: ['importRecords: alwaysCreates'], runs: ['record.import, with a record ID'], why: 'the first item shows no update, and the import ends', open: ['sent', 'shown', 'left'] },
	{ under: ['importFailure'], runs: ['record.import, one rejected'], why: 'the service saves other rows; the node reports unknown items', open: ['left'] },
	{ under: ['createRecordAnswer: record'], runs: ['record.create'], why: "the service's answer about the new record is returned", open: ['shown', 'reads'] },
	{ under: ['createRecordAnswer: location'], runs: ['record.create'], why: 'the header contains the ID of the new record', open: ['reads'], ignored: ['recordId'] },
	{ under: ['createUserAnswer: user'], runs: ['user.create'], why: "the service's answer about the new user is returned, without a password", open: ['shown'] },
	{ under: ['updateBody: replace'], runs: ['record.update', 'record.upsert', 'record.import, with a record ID'], why: "it shows at the first update without 'Keep Unmapped Values', which is undone", open: ['sent', 'shown', 'left'] },
	{ under: ['updateBody: replace'], runs: ['record.import', 'position.update', 'user.import'], why: "absent fields are cleared without 'Keep Others', and by an import", open: ['left'] },
	{ under: ['updateBody: replace'], runs: ['user.update', 'user.upsert', 'user.sync'], why: "if absent, they get the document's defaults", ignored: ['isRetired', 'expire', 'loginErrorCount'] },
	{ under: ['updateBody: replace'], runs: ['record.upsert, by a value beyond 2^53'], why: 'so is a day that the price requires', fails: 'Bad Request' },
	{ under: ['readOnlyFields: ignored'], runs: ['record.update, calculated, JSON'], why: 'the write succeeds without the value that cannot be set', open: ['sent', 'shown', 'left'] },
	{ under: ['writeStatus: 202', 'writes answer 202 with OK', 'writes that take effect after 202'], runs: ['record.update', 'record.upsert'], why: 'what is read at once after such an update proves nothing', open: ['reads'] },
	{ under: ['fieldTypes: codes'], runs: ['record.'], why: 'nothing shows that a field takes dates, numbers or a label', spelled: true, ignored: ['Please fill in all you know'] },
	{ under: ['fieldTypes: codes'], runs: ['field.get', 'field.getAll'], why: 'the definition of a field is returned unchanged', ignored: ['fieldType'] },
	{ under: ['fieldTypes: codes'], runs: ['record.create, a moment', 'record.create, by name'], why: 'nothing shows that a field takes times or users, so the value is sent unchanged', fails: 'Bad Request' },
	{ under: ['query: ignored'], runs: ['record.getAll, with a query'], why: 'the service answers as without the condition', open: ['shown'] },
	{ under: ['limit: '], why: 'the first request is rejected, and retried after the time has passed', open: ['sent'] },
	{ under: ['limit of the month'], why: 'no request works until the limit is released', fails: 'Request exhausted per month' },
	{ under: ['errorDetails', 'errorBody'], why: 'the node can only report what the service says, and not which item is meant', ignored: ['message', 'description', 'item'] },
	{ under: ['numbers: strings'], runs: ['comment.get', 'comment.getAll', 'field.get', 'field.getAll', 'record.update, whole'], why: 'values in lists are returned unchanged, and unchanged values go back so', spelled: true },
	{ under: ['multipleValues: comma'], runs: ['record.update, whole', 'record.getAll, related codes'], why: 'unchanged values go back, and related codes are returned, as they were read', spelled: true },
	{ under: ['choiceValues: object'], runs: ['record.update, whole'], why: 'unchanged values go back as they were read', open: ['sent'] },
	{ under: ['relatedCodeKey: withSuffix'], runs: ['record.getAll, related codes'], why: "a code is returned under the service's key", spelled: true },
	{ under: ['visibleAfterSeconds', 'writes that take effect after 202'], runs: ['record.create, found'], why: 'the new record is not found until the list shows it; a hint says so', ignored: ['recordId'] },
	{ under: ['zeroCounts: kept'], runs: ['notice.getAll'], why: 'a count of 0 is returned like any other', open: ['shown'] },
	{ under: ['processFunction: off'], runs: ['record.get', 'record.getAll', 'record.lookUp'], why: 'there is no status', ignored: ['status'] },
	{ under: ['identifiers: japanese', 'identifiers: javascript'], runs: ['form.get', 'form.getAll'], why: 'the size of a form includes the names of its fields', ignored: ['size'] },
	{ under: ['a site in Kolkata', 'times: Z, of a known zone', 'the clock repeats an hour, of a known zone', 'timestamps: utc, of a known zone'], runs: ['record.create, a moment'], why: 'a time is written in the zone of the site', open: ['sent'], ignored: ['field-44'] },
	{ under: ['writeStatus: 204', 'writeBody: empty', 'writes answer 200 with JSON', 'writes answer 201 with OK', 'writes answer 202 with OK'], runs: ['comment.create'], why: 'the service does not say which comment it has created', ignored: ['commentId'] },
	{ under: ['pageCap'], why: 'a list takes more requests', open: ['reads'] },
	{ under: ['ids: huge'], why: 'no record has the ID 1, at which a list ends', open: ['reads'] },
	{ under: ['pastTheEnd: repeats'], why: 'a page as large as possible shows whether the first one comes again', open: ['reads'] },
	{ under: ['rows deleted between two pages'], why: 'a row that is deleted meanwhile may be in the list', open: ['reads', 'shown', 'left'] },
	{ under: ['nameFilter'], runs: ['form.getAll, by a part of the name', 'user.getAll, by another case'], why: 'the service decides what matches the name', open: ['shown'] },
	{ under: ['keywordWithoutFields: none'], runs: ['record.getAll, by a keyword without fields'], why: 'the service finds nothing', open: ['reads', 'shown'] },
	{ under: ['keywordWithoutFields: refused'], runs: ['record.getAll, by a keyword without fields'], why: 'the service says what is wrong', fails: 'Bad Request' },
	{ under: ['unsetProperties', 'multipleFlag'], runs: ['field.get', 'field.getAll'], why: 'the definition of a field is returned unchanged', open: ['shown'] },
	{ under: ['noticeCode'], runs: ['notice.getAll'], why: 'the code is returned as requested, or as the service spells it', ignored: ['code'] },
	{ under: ['noticesOfRetired: notFound'], runs: ['notice.getAll, of a retired one'], why: 'the service no longer knows the user', fails: 'Not Found' },
	{ under: ['directoryDefaults: set'], runs: ['user.update, of a retired one'], why: 'isRetired can be written but not read: absent means false', ignored: ['isRetired'] },
	{ under: ['directoryDefaults: set'], runs: ['user.import, of a retired one'], why: 'an import sends only its items, and reads nothing before', open: ['left'] },
	{ under: ['deletionFlag: boolean', 'deletionFlag: absent'], runs: ['record.get', 'record.getAll', 'record.lookUp', 'comment.get', 'comment.getAll'], why: 'it is returned as the service writes it', ignored: ['isDeleted'] },
	{ under: ['dates: hyphens'], runs: ['user.', 'form.get', 'form.getAll'], why: 'unchanged values go back and are returned as they were read', spelled: true },
	{ under: ['ids: huge'], runs: ['notice.getAll'], why: 'the ID of an application is returned unchanged', spelled: true },
	{ under: ['changingValues', 'fileFields'], runs: ['record.get', 'record.getAll', 'record.lookUp', 'field.getAll'], why: 'values and files are returned unchanged', open: ['shown'] },
	{ under: ['fileFields'], runs: ['record.update, whole'], why: 'not handled yet: a whole record contains its files, which the service rejects', fails: 'Bad Request' },
	{ under: ['timestamps'], runs: ['record.get', 'record.getAll', 'record.lookUp', 'comment.get', 'comment.getAll'], why: 'times are returned as the service writes them', ignored: ['createdAt', 'updatedAt'] },
	{ under: ['timestamps'], runs: ['record.getAll, changed after'], why: 'the entered time is in the zone of the credential or workflow, not of the site', open: ['shown', 'reads'] },
	{ under: ['rejectedStatus: 200'], why: 'nothing shows whether the write took effect', ignored: ['description'] },
	{ under: ['firewall'], why: 'no request reaches the service', fails: 'Request blocked by the firewall' },
	{ under: ['idOrder: text'], runs: ['record.delete', 'record.lookUp', 'record.upsert'], why: 'a form that cannot be read in order cannot be matched', open: ['sent', 'shown', 'left'] },
	{ under: ['selections: pairs'], runs: ['record.create, by name'], why: 'the names that were sent are returned', open: ['shown'] },
	{ under: ['an old record dated in the future'], why: 'somebody has updated the record before the run', ignored: ['updatedAt', 'updater', 'updaterCode'] },
	{ under: ['an old record dated in the future'], runs: ['record.getAll, changed after'], why: 'its time is after the entered one', open: ['shown'] },
	{ under: ['heavyPages'], runs: ['record.'], why: 'a list takes smaller pages', open: ['reads'] },
	{ under: ['selections'], runs: ['record.create', 'record.update, whole'], why: 'users and organizations are sent as the credential says', open: ['sent'] },
];

// prettier-ignore
export const silences: readonly Silence[] = [
	{ under: ['a key for another form'], why: 'other forms answer 401', events: ['record'], fails: ['Unauthorized', 'The fields of the form cannot be read: Unauthorized'] },
	{ under: ['noticesOfRetired: notFound'], why: 'the service no longer knows the user', events: ['notice'], fails: ['Not Found: user E0030'] },
	{ under: ['limit of the month', 'firewall: 429'], why: 'no request works, so there is no first poll', events: [''], fails: [] },
	{ under: ['firewall: 403'], why: 'no request reaches the service', events: [''], fails: ['Forbidden: Request blocked by the firewall', 'The fields of the form cannot be read: Forbidden: Request blocked by the firewall'] },
	{ under: ['idOrder: text'], why: 'the form cannot be read in order', events: ['recordDeleted', 'recordStatusChanged', 'recordUpdated, of'], fails: ['The service does not sort the records by recordId'] },
	{ under: ['processFunction: off'], why: 'there is no status that could change', events: ['recordStatusChanged'], fails: ['The records of this form have no status'] },
];

/** Whether one of the settings is named, by its whole name or the beginning, such as its switch. */
export const isUnder = (names: readonly string[], settings: readonly Setting[]): boolean =>
	settings.some(({ name }) => names.some((one) => name.startsWith(one)));

/** Whether the name of a run is one that a difference names; '' names all. */
export const isNamed = (named: string, run: string): boolean =>
	run === named || run.startsWith(/^$|\.$/.test(named) ? named : `${named},`);

/**
 * Returns what is wrong with a run under some settings, in sentences: `expected` is its outcome under the plain dialect. `meaning`
 * compares what values mean and not how they are written or how often is read, as several settings together write them in ways that none
 * of them has alone.
 */
export function wrongIn(
	run: Run,
	settings: readonly Setting[],
	{ expected, actual, meaning = false }: { expected: Outcome; actual: Outcome; meaning?: boolean },
): string[] {
	const allowed = differences.filter(
		({ under, runs = [''] }) =>
			isUnder(under, settings) && runs.some((one) => isNamed(one, run.name)),
	);
	const fails = allowed.find((one) => one.fails)?.fails;
	if (fails !== undefined) {
		const [failure = ''] = actual.shown;
		const isFailure = failure.startsWith('{"message"') && failure.includes(fails);
		const isRight = isFailure && actual.left.length === 0;
		return isRight ? [] : [`${run.name} does not fail with ${fails}: ${actual.shown.join()}`];
	}
	const ignored = allowed.flatMap((one) => one.ignored ?? []);
	const open = allowed.flatMap((one) => one.open ?? []);
	const isSpelled = meaning || allowed.some(({ spelled }) => spelled);
	const isReadingOpen = meaning || open.includes('reads');
	const comparable = (lines: readonly string[]) =>
		lines
			.filter((line) => !isReadingOpen || !line.startsWith('{"method":"GET"'))
			.map((line) => without(line, ignored))
			.map((line) => (isSpelled ? meaningOf(line) : line));
	return (['sent', 'shown', 'left'] as const)
		.filter((part) => !open.includes(part))
		.flatMap((part) => {
			const isUnordered = part === 'shown' && open.includes('order');
			const inOrder = (lines: readonly string[]) => (isUnordered ? [...lines].sort() : lines);
			const [right, found] = [expected[part], actual[part]].map(comparable).map(inOrder);
			const at = [...right!, ''].findIndex((line, n) => line !== found![n]);
			return right!.join('\n') === found!.join('\n')
				? []
				: [`${run.name}, ${part}:\n  expected ${right![at]}\n  it was   ${found![at]}`];
		});
}

/** A line without the properties with these names, wherever they are. */
function without(line: string, names: readonly string[]): string {
	if (names.length === 0) return line;
	const sign = /^[+-] /.exec(line)?.[0] ?? '';
	const kept = (name: string, value: unknown) => (names.includes(name) ? undefined : value);
	return sign + JSON.stringify(JSON.parse(line.slice(sign.length)), kept);
}
