/**
 * The behaviour of the service where its document says "not shown". Clients must not rely on any of it. The row
 * numbers are those of the list of silent points; the first value is the default.
 */
export interface Dialect {
	/** Row 2: 'twoKeys' = a key without scopes is for the app API, and `directoryKeyOf` it for the other two. */
	scopes: 'oneKey' | 'twoKeys';
	/** Row 4: rows of a page when `limit` is omitted. */
	defaultLimit: number;
	/** Row 5: a `limit` over 1,000. */
	overLimit: 'error' | 'cut';
	/**
	 * Row 6: a page after the last one: no rows, 404, or the last page again. Row 29: 'repeats' ignores `page`, so
	 * every page is the first.
	 */
	pastTheEnd: 'empty' | 'notFound' | 'lastAgain' | 'repeats';
	/** Row 7: rows of equal sort value; 'insertion' = in the order they were last written. */
	ties: 'id' | 'insertion' | 'shuffled';
	/** Row 8: records when `order` is omitted. */
	defaultOrder: 'idAscending' | 'idDescending' | 'updatedAtDescending';
	/** Row 9: 'any' also takes `x:asc`, a bare `x`, and several keys between commas. */
	orderDirections: 'descOnly' | 'any';

	/** Row 10: deleted records and comments stay in lists, with `isDeleted` 1. */
	deletedListed: boolean;
	/** Row 10: a deleted record or comment is still answered when read singly. */
	deletedReadable: boolean;
	/** Row 10: deleting a record sets its `updatedAt`. */
	deleteTouchesUpdatedAt: boolean;

	/** Row 11: whether `recordId` in an import names the record to update. */
	importRecords: 'byRecordId' | 'alwaysCreates';
	/** Rows 11 and 54: one bad row of an import: nothing happens, the rows before it stay, or all good rows. */
	importFailure: 'nothing' | 'rowsBeforeStay' | 'goodRowsStay';
	/** Row 12: the reply to the creation of a record, besides 201. */
	createRecordAnswer: 'empty' | 'record' | 'location';
	/** Row 13: the reply to the creation of a user, besides 201. */
	createUserAnswer: 'empty' | 'user' | 'notice';
	/** Row 13: all values except 'empty' use status 200, because a 204 has no body. */
	importUsersAnswer: 'empty' | 'user' | 'notice';
	/** Row 14: a field left out of an update keeps its value, or is cleared. */
	updateBody: 'partial' | 'replace';
	/** Required properties of organizations, positions and users also on PUT, as the document says. */
	requiredOnUpdate: boolean;
	/** Row 15: a form's key field must be in the body of an update too. */
	keyRequiredOnUpdate: boolean;
	/** Row 15: a second record with the same key field is rejected, or saved. */
	doubleKey: 'rejected' | 'created';
	/** Row 16: a value for a calculated, label or QR code field. */
	readOnlyFields: 'refused' | 'ignored';
	/** Row 16: `fieldType` as words, or as names that mean nothing to the reader. */
	fieldTypes: 'words' | 'codes';
	/** Row 17: the `query` parameter. */
	query: 'applied' | 'ignored';

	/** Row 18: status of a request over the limits; the messages stay the documented ones. */
	limitStatus: 402 | 429;
	/** Row 18: whether that reply says how long to wait. */
	retryAfter: boolean;
	/** Row 18: how the 100 seconds are counted. */
	limitWindow: 'sliding' | 'fixed';

	/** Row 19 */
	errorCode: 'number' | 'string';
	/** Row 19 */
	errorDetails: 'messages' | 'absent' | 'empty' | 'withoutMessage';
	/**
	 * Rows 19 and 47: the body of an error: as documented, none, a page, cut off, `{code, id, message}`, `{message}`,
	 * `errors` as a list, or `{title, detail}`.
	 */
	errorBody: 'json' | 'empty' | 'html' | 'cut' | 'flat' | 'message' | 'list' | 'problem';

	/** Row 20: ids, counts and number values. */
	numbers: 'numbers' | 'strings';
	/** Row 21: a choice as its name, or as `{id, selectName, code1}`. */
	choiceValues: 'name' | 'object';
	/** Row 21: several choices as an array, or as one text with commas. */
	multipleValues: 'array' | 'comma';
	/** Row 21: rows of a detail table as values, as `{record: values}`, or as `{rowId, record: values}`. */
	detailRows: 'values' | 'records' | 'numbered';
	/** Row 21: an empty field. User and organization selections are always `[]`. */
	emptyValues: 'text' | 'null' | 'missing';
	/** `fields=field-9[1]`: the key of the related code in `record`. */
	relatedCodeKey: 'identifier' | 'withSuffix';

	/** Row 22: minutes that the zone of the text timestamps is ahead of UTC. */
	zoneOffsetMinutes: number;
	/** Row 22: the service's clock is ahead (or behind, negative) by this much. */
	clockOffsetSeconds: number;
	/** Row 22: a created or updated record is missing from lists for this long. */
	visibleAfterSeconds: number;

	/** Row 23: a filter whose count is 0. */
	zeroCounts: 'leftOut' | 'kept';
	/** Row 23: `notices` of a user who has none. */
	noNotices: 'empty' | 'missing';
	/** Row 24: 'off' hides `status` although the form uses the process function. */
	processFunction: 'perForm' | 'off';
	/** Row 26: a comment file's `content` when read. */
	fileContent: 'base64' | 'dataUrl';

	/** Rows 27 and 42: the IANA zone of the text timestamps; empty: `zoneOffsetMinutes` decides. */
	timeZone: string;
	/** Row 28: the status of a write that succeeds. */
	writeStatus: 'documented' | 200 | 201 | 202 | 204;
	/** Row 28: the reply to a successful write: `{"result":"success"}`, or the text `OK`. */
	writeBody: 'documented' | 'empty' | 'json' | 'text';
	/** Row 29: the most rows per page, whatever the `limit`. */
	pageCap: number;
	/** Row 31: what `name` finds; 'folded' = a part, ignoring case and width. */
	nameFilter: 'part' | 'exact' | 'prefix' | 'folded';
	/** Row 32: `keyword` in a form without search fields. */
	keywordWithoutFields: 'all' | 'none' | 'refused';
	/** Row 33: unset properties of a field definition; the last two name what an unset number is. */
	unsetProperties: 'absent' | 'null' | 'text' | 'zero' | 'minusOne';
	/** Row 33: `multiple` of check boxes and list boxes. */
	multipleFlag: 'asDefined' | 'false';
	/** Row 34: `status` in the body of an update or import. */
	statusInBody: 'ignored' | 'changes' | 'refused';

	/** Row 35: an application in which the user has no notices. */
	emptyApplications: 'leftOut' | 'withoutList';
	/** Row 35: `code` of the reply. */
	noticeCode: 'asked' | 'otherCase' | 'otherWidth';
	/** Row 35: the notices of a user who has retired. */
	noticesOfRetired: 'answered' | 'notFound';
	/** Row 36: `isRetired`, `expire` and `loginErrorCount` that an update or import leaves out. */
	directoryDefaults: 'kept' | 'set';
	/** Row 37: how `isDeleted` is written. */
	deletionFlag: 'number' | 'text' | 'boolean' | 'absent';
	/** Row 38: dates of users, forms and records when read. Both are accepted. */
	dates: 'slashes' | 'hyphens';
	/**
	 * Row 38: dates with a time in records when read: with a blank, a `T`, in UTC, with an offset, or without
	 * seconds.
	 */
	times: 'blank' | 'T' | 'Z' | 'offset' | 'minutes';
	/** Row 39: ids as they are, or as text of 22 digits. */
	ids: 'usual' | 'huge';
	/** Row 40: addresses have a new signature in every reply, and each form has a formula with the current time. */
	changingValues: boolean;
	/** Row 41: each form has a file and an image field, read like this. They take no value. */
	fileFields: 'none' | 'objects' | 'addresses';
	/** Row 43: the accepted way of writing a user or organization selection. */
	selections: 'any' | 'codeObjects' | 'pairs' | 'codes';
	/** Row 44: a path that does not exist: 404 as documented, or 200 with a page. */
	unknownPaths: 'notFound' | 'page';
	/** Row 45: a page that begins at row 200 or later. */
	deepPages: 'listed' | 'refused' | 'empty';
	/** Row 46: an empty list: `[]`, `null`, `{}`, or the body is `{}`. */
	emptyLists: 'list' | 'null' | 'object' | 'emptyBody';
	/** Row 48: `createdAt` and `updatedAt`: without a zone, in UTC, with an offset, or in UTC with milliseconds. */
	timestamps: 'blank' | 'utc' | 'offset' | 'milliseconds';
	/** Row 49: the status of a 400. */
	rejectedStatus: 400 | 409 | 422 | 200;
	/** Row 50: what a firewall answers instead of the service. */
	firewall: 'none' | '403' | '403Page' | '429' | '429Page';
	/** Row 50: it blocks this address, or every address with three rejected requests within ten seconds. */
	firewallBlocks: 'address' | 'afterRejections';
	/** Row 51: the record with this ID, of each form, that no key may read or change; 0: none. */
	unreadableRecord: number;
	/** Row 53: how records are sorted by ID. */
	idOrder: 'number' | 'text';
	/** Row 55: the record with this ID, of each form, is dated three days ahead when it is created or updated; 0: none. */
	futureRecord: number;
	/** Row 56: how a page of too many records fails: 504 from a proxy, 413, or a broken connection. */
	heavyPages: 'none' | 'slow' | 'large' | 'cut';
	/** Row 56: the most records of a page that does not fail. */
	heavyRows: number;
}

export const plainDialect: Readonly<Dialect> = {
	scopes: 'oneKey',
	defaultLimit: 20,
	overLimit: 'error',
	pastTheEnd: 'empty',
	ties: 'id',
	defaultOrder: 'idAscending',
	orderDirections: 'descOnly',
	deletedListed: false,
	deletedReadable: false,
	deleteTouchesUpdatedAt: true,
	importRecords: 'byRecordId',
	importFailure: 'nothing',
	createRecordAnswer: 'empty',
	createUserAnswer: 'empty',
	importUsersAnswer: 'empty',
	updateBody: 'partial',
	requiredOnUpdate: true,
	keyRequiredOnUpdate: true,
	doubleKey: 'rejected',
	readOnlyFields: 'refused',
	fieldTypes: 'words',
	query: 'applied',
	limitStatus: 402,
	retryAfter: false,
	limitWindow: 'sliding',
	errorCode: 'number',
	errorDetails: 'messages',
	errorBody: 'json',
	numbers: 'numbers',
	choiceValues: 'name',
	multipleValues: 'array',
	detailRows: 'values',
	emptyValues: 'text',
	relatedCodeKey: 'identifier',
	zoneOffsetMinutes: 540,
	clockOffsetSeconds: 0,
	visibleAfterSeconds: 0,
	zeroCounts: 'leftOut',
	noNotices: 'empty',
	processFunction: 'perForm',
	fileContent: 'base64',
	timeZone: '',
	writeStatus: 'documented',
	writeBody: 'documented',
	pageCap: 1000,
	nameFilter: 'part',
	keywordWithoutFields: 'all',
	unsetProperties: 'absent',
	multipleFlag: 'asDefined',
	statusInBody: 'ignored',
	emptyApplications: 'leftOut',
	noticeCode: 'asked',
	noticesOfRetired: 'answered',
	directoryDefaults: 'kept',
	deletionFlag: 'number',
	dates: 'slashes',
	times: 'blank',
	ids: 'usual',
	changingValues: false,
	fileFields: 'none',
	selections: 'any',
	unknownPaths: 'notFound',
	deepPages: 'listed',
	emptyLists: 'list',
	timestamps: 'blank',
	rejectedStatus: 400,
	firewall: 'none',
	firewallBlocks: 'address',
	unreadableRecord: 0,
	idOrder: 'number',
	futureRecord: 0,
	heavyPages: 'none',
	heavyRows: 100,
};
