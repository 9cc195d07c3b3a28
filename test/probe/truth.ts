import type { ScratchKind } from './scratch-site';
import { offsetAt } from '../../sandbox/service/clock';
import type { Dialect } from '../../sandbox/service/service';
import { QUESTIONS, type Finding } from '../../scripts/probe/findings';

/** The facts about a site, which the probe does not know. */
export interface Truth {
	readonly dialect: Dialect;
	/** Field IDs of the site. */
	readonly identifiers: string;
	readonly hasDirectoryKey: boolean;
	readonly isFormKey: boolean;
	/** The form that the probe had to write to, if any. */
	readonly scratchForm: ScratchKind | undefined;
	/** Minutes that the zone of the site was ahead when the writing part began, and when it ended. */
	readonly offsets: readonly number[];
}

type Told = string | number | undefined;

/** What the seeded dates with a time were shown with. */
const WINTER = new Date('2026-01-06T00:00:00Z');

/** What a finding may say that is not the switch of its name; undefined where it must not say anything. */
const exceptions: Readonly<Record<string, (truth: Truth) => Told>> = {
	connection: ({ dialect: { firewall, firewallBlocks } }) =>
		firewall === 'none' || firewallBlocks === 'afterRejections' ? 'accepted' : undefined,
	scopes: ({ hasDirectoryKey }) => (hasDirectoryKey ? undefined : 'oneKey'),
	formKey: ({ isFormKey }) => (isFormKey ? 'oneForm' : 'anyForm'),
	limitStatus: ({ dialect }) => String(dialect.limitStatus),
	limitHeaders: () => 'no',
	defaultLimit: ({ dialect }) => Math.min(dialect.defaultLimit, dialect.pageCap),
	pageCap: ({ dialect }) => Math.min(1000, dialect.pageCap),
	pastTheEnd: ({ dialect: { pastTheEnd, deepPages } }) => {
		if (deepPages !== 'listed' && pastTheEnd !== 'repeats')
			return deepPages === 'empty' ? 'empty' : undefined;
		return pastTheEnd;
	},
	keywordWithoutFields: ({ dialect }) =>
		dialect.keywordWithoutFields === 'none' ? undefined : dialect.keywordWithoutFields,
	processFunction: ({ dialect }) => (dialect.processFunction === 'perForm' ? 'perForm' : undefined),
	deletionFlag: ({ dialect: { deletionFlag, numbers } }) =>
		deletionFlag === 'number' && numbers === 'strings' ? 'text' : deletionFlag,
	identifiers: ({ identifiers }) => identifiers,
	fileFields: ({ dialect }) => (dialect.fileFields === 'none' ? undefined : dialect.fileFields),
	timestamps: ({ dialect }) => (dialect.timestamps === 'blank' ? 'blank' : 'zoned'),
	dateHeader: () => 'yes',
	zoneOffsetMinutes: ({ dialect, scratchForm, offsets }) => {
		if (scratchForm && dialect.timestamps === 'blank') return offsets[0];
		return dialect.times === 'offset' ? offsetAt(WINTER, dialect) : undefined;
	},
	// The reply as sent: the usual reply to writes hides the record, but no header.
	createRecordAnswer: ({ dialect: { createRecordAnswer, writeBody, writeStatus } }) => {
		if (createRecordAnswer === 'location') return createRecordAnswer;
		if (writeStatus === 204 || writeBody === 'empty') return 'empty';
		return writeBody === 'documented' ? createRecordAnswer : undefined;
	},
	writeStatus: ({ dialect: { writeStatus, writeBody } }) => {
		const hasBody = writeBody === 'json' || writeBody === 'text';
		return writeStatus === 'documented' && hasBody ? undefined : writeStatus;
	},
	writeBody: ({ dialect: { writeStatus, writeBody } }) =>
		writeStatus === 204 || writeBody === 'empty' ? 'documented' : writeBody,
};

function truthAbout(question: string, truth: Truth): Told {
	const exception = exceptions[question];
	if (exception) return exception(truth);
	const value = truth.dialect[question as keyof Dialect];
	return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}

/** Seconds by which a clock may be read wrong. */
const CLOCK_TOLERANCE = 2;

/** What is wrong with the findings, in words. */
export const mistakesIn = (findings: readonly Finding[], truth: Truth): readonly string[] =>
	findings.flatMap(({ question, behaviour, certainty, evidence }) => {
		if (behaviour === undefined) return [];
		const told = truthAbout(question, truth);
		if (isSame(question, { behaviour, told }, truth)) return [];
		return [
			`${question} is ${told ?? 'not to be seen'}, not ${behaviour} (${certainty}: ${evidence})`,
		];
	});

function isSame(
	question: string,
	{ behaviour, told }: { behaviour: string | number; told: Told },
	{ offsets, dialect }: Truth,
): boolean {
	const ahead = Number(behaviour) - Number(told);
	switch (question) {
		case 'clockOffsetSeconds':
			return Math.abs(ahead) <= CLOCK_TOLERANCE;
		case 'visibleAfterSeconds':
			// Between two looks, where it is late at all.
			return told === 0 ? behaviour === 0 : ahead >= 0 && ahead <= BETWEEN_LOOKS + CLOCK_TOLERANCE;
		case 'zoneOffsetMinutes':
			// The clock may have been put back meanwhile, and older records have another offset.
			return [...offsets, offsetAt(WINTER, dialect)].includes(Number(behaviour));
		case 'pastTheEnd':
			// The last page may be the first one.
			return behaviour === told || (behaviour === 'repeats' && told === 'lastAgain');
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

/** Questions that only the records of the probe answer, in a form that has more than it must have. */
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
	statusInBody: ({ processFunction }) => processFunction === 'off',
	// Nothing tells the zone from the error of the clock.
	zoneOffsetMinutes: ({ clockOffsetSeconds }) => Math.abs(clockOffsetSeconds) > 60,
	fileFields: ({ fieldTypes, fileFields }) => fieldTypes === 'codes' && fileFields === 'addresses',
	choiceValues: ({ fieldTypes, multipleValues, choiceValues }) =>
		fieldTypes === 'codes' && multipleValues === 'comma' && choiceValues === 'name',
	unsetProperties: ({ ids, unsetProperties }) => ids === 'huge' && unsetProperties === 'zero',
	multipleFlag: ({ fieldTypes, multipleFlag, multipleValues }) =>
		fieldTypes === 'codes' && multipleFlag === 'false' && multipleValues === 'comma',
};

function isVisible(question: string, truth: Truth): boolean {
	const { asks, behaviours } = QUESTIONS.find(({ name }) => name === question)!;
	return (
		Object.keys(behaviours).length > 0 &&
		(truth.scratchForm !== undefined || asks.length > 0) &&
		(truth.scratchForm === 'whole' || !OF_WHOLE.includes(question)) &&
		truthAbout(question, truth) !== undefined &&
		hidden[question]?.(truth.dialect, truth.scratchForm !== undefined) !== true
	);
}
