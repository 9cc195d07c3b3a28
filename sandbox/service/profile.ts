import type { Dialect } from './dialects.ts';

/** What the service can imitate of a profile, and what not. */
export interface Imitation {
	readonly dialect: Partial<Dialect>;
	/** Findings without a switch here, such as `ties: idDescending`. */
	readonly left: readonly string[];
}

const oneOf =
	(...known: readonly string[]) =>
	(said: unknown) =>
		known.find((value) => value === said);

const whole = (least: number, most: number) => (said: unknown) =>
	Number.isInteger(said) && Number(said) >= least && Number(said) <= most
		? Number(said)
		: undefined;

const yesOrNo = (said: unknown) => (said === 'yes' || said === 'no' ? said === 'yes' : undefined);

/**
 * The name of each switch in a profile, which is its own. A profile comes from others, so unknown names are
 * ignored.
 */
const switches: { readonly [K in keyof Dialect]?: (said: unknown) => unknown } = {
	scopes: oneOf('oneKey', 'twoKeys'),
	defaultLimit: whole(1, 1000),
	overLimit: oneOf('error', 'cut'),
	pastTheEnd: oneOf('empty', 'notFound', 'lastAgain', 'repeats'),
	ties: oneOf('id', 'insertion', 'shuffled'),
	defaultOrder: oneOf('idAscending', 'idDescending', 'updatedAtDescending'),
	orderDirections: oneOf('descOnly', 'any'),
	deletedListed: yesOrNo,
	deletedReadable: yesOrNo,
	deleteTouchesUpdatedAt: yesOrNo,
	importRecords: oneOf('byRecordId', 'alwaysCreates'),
	importFailure: oneOf('nothing', 'rowsBeforeStay', 'goodRowsStay'),
	createRecordAnswer: oneOf('empty', 'record', 'location'),
	updateBody: oneOf('partial', 'replace'),
	keyRequiredOnUpdate: yesOrNo,
	doubleKey: oneOf('rejected', 'created'),
	readOnlyFields: oneOf('refused', 'ignored'),
	fieldTypes: oneOf('words', 'codes'),
	query: oneOf('applied', 'ignored'),
	limitStatus: (said) => [402, 429].find((status) => String(status) === String(said)),
	retryAfter: yesOrNo,
	errorCode: oneOf('number', 'string'),
	errorDetails: oneOf('messages', 'absent', 'empty', 'withoutMessage'),
	errorBody: (said) =>
		said === 'otherJson'
			? 'flat'
			: oneOf('json', 'empty', 'html', 'cut', 'flat', 'message', 'list', 'problem')(said),
	numbers: oneOf('numbers', 'strings'),
	choiceValues: oneOf('name', 'object'),
	multipleValues: oneOf('array', 'comma'),
	detailRows: oneOf('values', 'records'),
	emptyValues: oneOf('text', 'null', 'missing'),
	relatedCodeKey: oneOf('identifier', 'withSuffix'),
	zoneOffsetMinutes: whole(-24 * 60, 24 * 60),
	clockOffsetSeconds: whole(-86_400, 86_400),
	zeroCounts: oneOf('leftOut', 'kept'),
	noNotices: oneOf('empty', 'missing'),
	fileContent: oneOf('base64', 'dataUrl'),
	writeStatus: (said) => (['documented', 200, 201, 202, 204] as const).find((one) => one === said),
	writeBody: oneOf('documented', 'empty', 'json', 'text'),
	pageCap: whole(1, 1000),
	nameFilter: oneOf('part', 'exact', 'prefix', 'folded'),
	keywordWithoutFields: oneOf('all', 'none', 'refused'),
	unsetProperties: oneOf('absent', 'null', 'text', 'zero', 'minusOne'),
	multipleFlag: oneOf('asDefined', 'false'),
	emptyApplications: oneOf('leftOut', 'withoutList'),
	noticeCode: oneOf('asked', 'otherCase', 'otherWidth'),
	deletionFlag: oneOf('number', 'text', 'boolean', 'absent'),
	visibleAfterSeconds: whole(0, 3600),
	statusInBody: oneOf('ignored', 'changes', 'refused'),
	selections: oneOf('any', 'codeObjects', 'pairs', 'codes'),
	dates: oneOf('slashes', 'hyphens'),
	times: oneOf('blank', 'T', 'Z', 'offset', 'minutes'),
	timestamps: (said) => (said === 'zoned' ? 'utc' : oneOf('blank')(said)),
	ids: oneOf('usual', 'huge'),
	changingValues: yesOrNo,
	fileFields: oneOf('objects', 'addresses'),
	unknownPaths: oneOf('notFound', 'page'),
};

/** What the service always does. */
const always: Readonly<Record<string, unknown>> = {
	connection: 'accepted',
	formKey: 'anyForm',

	limitHeaders: 'no',
	dateHeader: 'yes',
	processFunction: 'perForm',
	identifiers: 'hyphens',
};

/** The switches that a profile can set. */
export const profiledSwitches: readonly string[] = Object.keys(switches);

/** Returns the dialect of a profile made by the probe. Throws for other files. */
export function imitationOf(profile: unknown): Imitation {
	const said = behavioursIn(profile).filter(
		([name, behaviour]) => !Object.hasOwn(always, name) || always[name] !== behaviour,
	);
	const read = said.map(([name, behaviour]) => ({ name, value: valueOf(name, behaviour) }));
	const known = read.filter(({ value }) => value !== undefined);
	const dialect: Partial<Dialect> = Object.fromEntries(
		known.map(({ name, value }) => [name, value]),
	);
	// A site whose second page has other rows does not repeat the first one: the last one was the first.
	const hasPages = dialect.defaultLimit !== undefined || dialect.pageCap !== undefined;
	if (dialect.pastTheEnd === 'repeats' && hasPages) dialect.pastTheEnd = 'lastAgain';
	return {
		dialect,
		left: read.filter(({ value }) => value === undefined).map(({ name }) => name),
	};
}

const valueOf = (name: string, behaviour: unknown): unknown =>
	Object.hasOwn(switches, name) ? switches[name as keyof Dialect]?.(behaviour) : undefined;

function behavioursIn(profile: unknown): ReadonlyArray<readonly [name: string, said: unknown]> {
	const { version, findings } = (profile ?? {}) as { version?: unknown; findings?: unknown };
	if (version !== 1 || typeof findings !== 'object' || findings === null) throw noProfile();
	return Object.entries(findings as Record<string, { behaviour?: unknown } | null>).flatMap(
		([name, finding]) => (finding?.behaviour === undefined ? [] : [[name, finding.behaviour]]),
	);
}

const noProfile = () => new Error('This is not a profile of a site: npm run probe makes one.');
