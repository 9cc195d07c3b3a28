import type { ScratchKind } from './scratch-site';
import { offsetAt } from '../../sandbox/service/clock';
import type { Dialect } from '../../sandbox/service/service';
import type { Finding } from '../../scripts/probe/findings';

/** The facts about a site, which the probe does not know. */
export interface Truth {
	readonly dialect: Dialect;
	/** Field IDs of the site. */
	readonly identifiers: string;
	readonly hasDirectoryKey: boolean;
	readonly isFormKey: boolean;
	/** Seconds that its clock was put forward during the run, as its limit was reached. */
	readonly skippedSeconds: number;
	/** The form that the probe had to write to, if any. */
	readonly scratchForm: ScratchKind | undefined;
	/** Minutes that the zone of the site was ahead when the writing part began, and when it ended. */
	readonly offsets: readonly number[];
}

type Told = string | number | undefined;

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no');

/** What the seeded dates with a time were shown with. */
const WINTER = new Date('2026-01-06T00:00:00Z');

/** What a finding may say; undefined where it must not say anything. */
const truths: Readonly<Record<string, (truth: Truth) => Told>> = {
	connection: () => 'accepted',
	scopes: ({ hasDirectoryKey }) => (hasDirectoryKey ? undefined : 'oneKey'),
	formKey: ({ isFormKey }) => (isFormKey ? 'oneForm' : 'anyForm'),
	limitStatus: ({ dialect }) => String(dialect.limitStatus),
	retryAfter: ({ dialect }) => yesOrNo(dialect.retryAfter),
	limitHeaders: () => 'no',
	unknownPaths: ({ dialect }) => dialect.unknownPaths,
	defaultLimit: ({ dialect }) => Math.min(dialect.defaultLimit, dialect.pageCap),
	pageCap: ({ dialect }) => Math.min(1000, dialect.pageCap),
	overLimit: ({ dialect }) => dialect.overLimit,
	pastTheEnd: ({ dialect: { pastTheEnd, deepPages } }) => {
		if (deepPages !== 'listed' && pastTheEnd !== 'repeats')
			return deepPages === 'empty' ? 'empty' : undefined;
		return pastTheEnd === 'lastAgain' ? 'repeats' : pastTheEnd;
	},
	defaultOrder: ({ dialect }) => dialect.defaultOrder,
	ties: ({ dialect }) => dialect.ties,
	orderDirections: ({ dialect }) => dialect.orderDirections,
	query: ({ dialect }) => dialect.query,
	nameFilter: ({ dialect }) => dialect.nameFilter,
	keywordWithoutFields: ({ dialect }) =>
		dialect.keywordWithoutFields === 'none' ? undefined : dialect.keywordWithoutFields,
	numbers: ({ dialect }) => dialect.numbers,
	ids: ({ dialect }) => dialect.ids,
	choiceValues: ({ dialect }) => dialect.choiceValues,
	multipleValues: ({ dialect }) => dialect.multipleValues,
	detailRows: ({ dialect }) => dialect.detailRows,
	emptyValues: ({ dialect }) => dialect.emptyValues,
	relatedCodeKey: ({ dialect }) => dialect.relatedCodeKey,
	processFunction: ({ dialect }) => (dialect.processFunction === 'perForm' ? 'perForm' : undefined),
	deletionFlag: ({ dialect: { deletionFlag, numbers } }) =>
		deletionFlag === 'number' && numbers === 'strings' ? 'text' : deletionFlag,
	identifiers: ({ identifiers }) => identifiers,
	fieldTypes: ({ dialect }) => dialect.fieldTypes,
	unsetProperties: ({ dialect }) => dialect.unsetProperties,
	multipleFlag: ({ dialect }) => dialect.multipleFlag,
	fileFields: ({ dialect }) => (dialect.fileFields === 'none' ? undefined : dialect.fileFields),
	changingValues: ({ dialect }) => yesOrNo(dialect.changingValues),
	deletedListed: ({ dialect }) => yesOrNo(dialect.deletedListed),
	deletedReadable: ({ dialect }) => yesOrNo(dialect.deletedReadable),
	deleteTouchesUpdatedAt: ({ dialect }) => yesOrNo(dialect.deleteTouchesUpdatedAt),
	timestamps: ({ dialect }) => (dialect.timestamps === 'blank' ? 'blank' : 'zoned'),
	dateHeader: () => 'yes',
	clockOffsetSeconds: ({ dialect }) => dialect.clockOffsetSeconds,
	zoneOffsetMinutes: ({ dialect, scratchForm, offsets }) => {
		if (scratchForm) return offsets[0];
		return dialect.times === 'offset' ? offsetAt(WINTER, dialect) : undefined;
	},
	visibleAfterSeconds: ({ dialect }) => dialect.visibleAfterSeconds,
	keyRequiredOnUpdate: ({ dialect }) => yesOrNo(dialect.keyRequiredOnUpdate),
	doubleKey: ({ dialect }) => dialect.doubleKey,
	readOnlyFields: ({ dialect }) => dialect.readOnlyFields,
	statusInBody: ({ dialect }) => dialect.statusInBody,
	selections: ({ dialect }) => dialect.selections,
	dates: ({ dialect }) => dialect.dates,
	times: ({ dialect }) => dialect.times,
	errorBody: ({ dialect: { errorBody } }) =>
		['flat', 'message', 'list', 'problem'].includes(errorBody) ? 'otherJson' : errorBody,
	errorCode: ({ dialect }) => dialect.errorCode,
	errorDetails: ({ dialect }) => dialect.errorDetails,
	zeroCounts: ({ dialect }) => dialect.zeroCounts,
	noNotices: ({ dialect }) => dialect.noNotices,
	emptyApplications: ({ dialect }) => dialect.emptyApplications,
	noticeCode: ({ dialect }) => dialect.noticeCode,
	fileContent: ({ dialect }) => dialect.fileContent,
	importRecords: ({ dialect }) => dialect.importRecords,
	importFailure: ({ dialect }) => dialect.importFailure,
	createRecordAnswer,
	updateBody: ({ dialect }) => dialect.updateBody,
	writeStatus: ({ dialect: { writeStatus, writeBody } }) => {
		const hasBody = writeBody === 'json' || writeBody === 'text';
		return writeStatus === 'documented' && hasBody ? undefined : writeStatus;
	},
	writeBody: ({ dialect: { writeStatus, writeBody } }) =>
		writeStatus === 204 || writeBody === 'empty' ? 'documented' : writeBody,
};

/** The reply as sent: the usual reply to writes hides the record, but no header. */
function createRecordAnswer({ dialect }: Truth): Told {
	const { createRecordAnswer: answer, writeBody, writeStatus } = dialect;
	if (answer === 'location') return answer;
	const isEmpty = writeStatus === 204 || writeBody === 'empty';
	if (isEmpty) return 'empty';
	return writeBody === 'documented' ? answer : undefined;
}

/** Seconds by which a clock may be read wrong. */
const CLOCK_TOLERANCE = 2;

/** What is wrong with the findings, in words. */
export const mistakesIn = (findings: readonly Finding[], truth: Truth): readonly string[] =>
	findings.flatMap(({ question, behaviour, certainty, evidence }) => {
		if (behaviour === undefined) return [];
		const told = truths[question]?.(truth);
		if (isSame(question, { behaviour, told }, truth)) return [];
		return [
			`${question} is ${told ?? 'not to be seen'}, not ${behaviour} (${certainty}: ${evidence})`,
		];
	});

function isSame(
	question: string,
	{ behaviour, told }: { behaviour: string | number; told: Told },
	{ skippedSeconds, offsets, dialect }: Truth,
): boolean {
	const ahead = Number(behaviour) - Number(told);
	switch (question) {
		case 'clockOffsetSeconds':
			return ahead >= -CLOCK_TOLERANCE && ahead <= skippedSeconds + CLOCK_TOLERANCE;
		case 'visibleAfterSeconds':
			// Between two looks, where it is late at all.
			return told === 0 ? behaviour === 0 : ahead >= 0 && ahead <= BETWEEN_LOOKS + CLOCK_TOLERANCE;
		case 'zoneOffsetMinutes':
			// The clock may have been put back meanwhile, and older records have another offset.
			return [...offsets, offsetAt(WINTER, dialect)].includes(Number(behaviour));
		default:
			return behaviour === told;
	}
}

const BETWEEN_LOOKS = 5;

/** The questions whose behaviour shows at this site, and that the findings leave open. */
export const openIn = (findings: readonly Finding[], truth: Truth): readonly string[] =>
	findings
		.filter(({ question, behaviour }) => behaviour === undefined && isVisible(question, truth))
		.map(({ question, certainty }) => `${question}: ${certainty}`);

/** Questions that only the records of the probe answer. */
const WRITING = [
	...['importRecords', 'importFailure', 'createRecordAnswer', 'updateBody', 'writeStatus'],
	...['writeBody', 'visibleAfterSeconds', 'deleteTouchesUpdatedAt', 'statusInBody'],
];
/** Those of a form that has more than it must have. */
const OF_WHOLE = ['keyRequiredOnUpdate', 'doubleKey', 'readOnlyFields', 'selections'];

/** Why a behaviour cannot be seen, although another one of the same question could. */
const hidden: Readonly<Record<string, (dialect: Dialect, hasScratch: boolean) => boolean>> = {
	// Nobody reaches a limit on purpose.
	limitStatus: () => true,
	retryAfter: () => true,
	errorCode: ({ errorBody }) => errorBody !== 'json',
	errorDetails: ({ errorBody }) => errorBody !== 'json',
	// A list that is empty is the same.
	noNotices: ({ emptyApplications, noNotices, zeroCounts }) =>
		zeroCounts === 'kept' || (emptyApplications === 'withoutList' && noNotices === 'empty'),
	emptyApplications: ({ emptyApplications, noNotices, zeroCounts }) =>
		emptyApplications === 'leftOut' && zeroCounts === 'leftOut' && noNotices === 'missing',
	// Without the flag a deleted record looks like any other.
	deletedListed: ({ deletedListed, deletedReadable, deletionFlag }, hasScratch) =>
		hasScratch
			? deletedListed && deletionFlag === 'absent'
			: deletionFlag === 'absent' || (!deletedListed && !deletedReadable),
	deletedReadable: ({ deletedListed, deletedReadable, deletionFlag }, hasScratch) =>
		hasScratch
			? deletedReadable && deletionFlag === 'absent'
			: !deletedReadable || deletedListed || deletionFlag === 'absent',
	deleteTouchesUpdatedAt: ({ deletedListed, deletedReadable, deletionFlag }) =>
		deletionFlag === 'absent' || (!deletedListed && !deletedReadable),
	// Without it the key may not be left out: that might clear it.
	keyRequiredOnUpdate: ({ updateBody }) => updateBody === 'replace',
	statusInBody: ({ processFunction, statusInBody }) =>
		processFunction === 'off' && statusInBody !== 'ignored',
	fileFields: ({ fieldTypes, fileFields }) => fieldTypes === 'codes' && fileFields === 'addresses',
	choiceValues: ({ fieldTypes, multipleValues, choiceValues }) =>
		fieldTypes === 'codes' && multipleValues === 'comma' && choiceValues === 'name',
	unsetProperties: ({ ids, unsetProperties }) => ids === 'huge' && unsetProperties === 'zero',
	multipleFlag: ({ fieldTypes, multipleFlag, multipleValues }) =>
		fieldTypes === 'codes' && multipleFlag === 'false' && multipleValues === 'comma',
};

const isVisible = (question: string, truth: Truth): boolean =>
	(truth.scratchForm !== undefined || !WRITING.includes(question)) &&
	(truth.scratchForm === 'whole' || !OF_WHOLE.includes(question)) &&
	truths[question]?.(truth) !== undefined &&
	hidden[question]?.(truth.dialect, truth.scratchForm !== undefined) !== true;
