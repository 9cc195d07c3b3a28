import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type {
	ApiKey,
	Dialect,
	Service,
	ServiceOptions,
	Store,
} from '../../../sandbox/service/service';

/** One value of one switch: what the service does where the document is silent. */
export interface Setting {
	/** In the list of silent points. */
	readonly row: number;
	readonly name: string;
	readonly dialect?: Partial<Dialect>;
	/** How the service is started. */
	readonly options?: Pick<ServiceOptions, 'basePath' | 'headerName' | 'identifiers' | 'limits'>;
	/** What others do during the run. */
	readonly meanwhile?: (service: Service) => void;
	/** What the credential holds beside; a key may be for the form of the run. */
	readonly credential?: (given: Given) => ICredentialDataDecryptedObject;
}

interface Given {
	readonly url: string;
	readonly form: number;
}

const FORM_KEY = (form: number) => `key-of-form-${form}`;

/** The keys that the service of these tests knows; the first has every right. */
export const keys: readonly ApiKey[] = [
	{ key: 'sandbox-key' },
	{ key: 'key-of-directory', scopes: ['user', 'notice'] },
	...[1, 2, 3, 4, 5].map((form) => ({
		key: FORM_KEY(form),
		scopes: ['app'] as const,
		form,
	})),
];

/** When the stories of the trigger begin: test/support/watching.ts. */
const STORIES_BEGIN = Date.UTC(2026, 2, 2, 9);
const secondsTo = (moment: string) => (Date.parse(moment) - STORIES_BEGIN) / 1000;

/** Of each list, a row of the first page goes before the second page is read. */
const deletesBetween = ({ faults }: Service) => {
	const before = (path: string | RegExp, meanwhile: (store: Store) => void) =>
		faults.add({ method: 'GET', path, nth: 2, answer: { meanwhile } });
	before('/api/admin/positions', ({ positions }) => positions.delete('P6'));
	before('/api/admin/organizations', ({ organizations }) => organizations.delete('ORG08'));
	before('/api/admin/users', ({ users }) => users.delete('E0029'));
	before('/api/apps/4/records', (store) => {
		if (store.records.get(4, 500)) store.deleteRecord(4, 500);
	});
	before('/api/apps/1/records/1/comments', ({ comments }) => comments.markDeleted(2));
};
/** Days after the service's present, whatever a setting of its clock does. */
const datesAhead = ({ store }: Service) => {
	for (const { id } of store.forms.list())
		store.updateRecord(id, 10, {}, { updatedAt: store.clock.text(3 * 86_400_000) });
};
/** The limit is used up: the first request of a run is rejected. */
const limits = { per100Seconds: 5 };

/** Whether a site with this setting answers any request. */
export const isAnswering = ({ dialect, options }: Setting): boolean =>
	options?.limits?.perMonth !== 0 && (!dialect?.firewall || Boolean(dialect.firewallBlocks));

export const optionsOf = (some: readonly Setting[]): NonNullable<Setting['options']> =>
	Object.assign({}, ...some.map(({ options }) => options)) as NonNullable<Setting['options']>;

export const dialectOf = (some: readonly Setting[]): Partial<Dialect> =>
	Object.assign({}, ...some.map(({ dialect }) => dialect)) as Partial<Dialect>;

/** What a setting sets, and to what. */
export const switchesOf = ({ dialect, options, credential }: Setting): Map<string, unknown> =>
	new Map(
		Object.entries({
			...dialect,
			...options,
			...credential?.({ url: 'http://localhost', form: 1 }),
		}),
	);

// prettier-ignore
export const settings: readonly Setting[] = [
	{ row: 1, name: 'another header', options: { headerName: 'X-Other_Key' }, credential: () => ({ apiKeyHeader: 'x-other_key' }) },
	{ row: 2, name: 'a key for each API', dialect: { scopes: 'twoKeys' }, credential: () => ({ directoryApiKey: 'sandbox-key-directory' }) },
	{ row: 2, name: 'a key for one form', credential: ({ form }) => ({ apiKey: FORM_KEY(form || 4), directoryApiKey: 'key-of-directory' }) },
	{ row: 2, name: 'a key for another form', credential: ({ form }) => ({ apiKey: FORM_KEY(form + 1), directoryApiKey: 'key-of-directory' }) },
	{ row: 3, name: 'a slash after the address', credential: ({ url }) => ({ baseUrl: `${url}/` }) },
	{ row: 3, name: 'a path in the address', options: { basePath: '/site' } },
	{ row: 4, name: '100 rows without limit', dialect: { defaultLimit: 100 } },
	{ row: 4, name: '1,000 rows without limit', dialect: { defaultLimit: 1000 } },
	{ row: 5, name: 'over 1,000: cut', dialect: { overLimit: 'cut' } },
	{ row: 6, name: 'past the end: 404', dialect: { pastTheEnd: 'notFound' } },
	{ row: 6, name: 'the last page again', dialect: { pastTheEnd: 'lastAgain' } },
	{ row: 6, name: 'every page is the first', dialect: { pastTheEnd: 'repeats' } },
	{ row: 7, name: 'equal rows as written', dialect: { ties: 'insertion' } },
	{ row: 7, name: 'equal rows shuffled', dialect: { ties: 'shuffled' } },
	{ row: 8, name: 'newest ID first', dialect: { defaultOrder: 'idDescending' } },
	{ row: 8, name: 'last updated first', dialect: { defaultOrder: 'updatedAtDescending' } },
	{ row: 9, name: 'any order', dialect: { orderDirections: 'any' } },
	{ row: 10, name: 'deleted ones listed', dialect: { deletedListed: true } },
	{ row: 10, name: 'deleted ones readable', dialect: { deletedReadable: true } },
	{ row: 10, name: 'deletion leaves updatedAt', dialect: { deleteTouchesUpdatedAt: false } },
	{ row: 11, name: 'imports always create', dialect: { importRecords: 'alwaysCreates' } },
	{ row: 11, name: 'rows before a bad one stay', dialect: { importFailure: 'rowsBeforeStay' } },
	{ row: 12, name: '201 with the record', dialect: { createRecordAnswer: 'record' } },
	{ row: 12, name: '201 with Location', dialect: { createRecordAnswer: 'location' } },
	{ row: 13, name: 'create of a user: the user', dialect: { createUserAnswer: 'user' } },
	{ row: 13, name: 'create of a user: a notice', dialect: { createUserAnswer: 'notice' } },
	{ row: 13, name: 'import of users: the user', dialect: { importUsersAnswer: 'user' } },
	{ row: 13, name: 'import of users: a notice', dialect: { importUsersAnswer: 'notice' } },
	{ row: 14, name: 'left out is cleared', dialect: { updateBody: 'replace' } },
	{ row: 14, name: 'required on create only', dialect: { requiredOnUpdate: false } },
	{ row: 15, name: 'no key on update', dialect: { keyRequiredOnUpdate: false } },
	{ row: 15, name: 'a key may repeat', dialect: { doubleKey: 'created' } },
	{ row: 16, name: 'calculated values ignored', dialect: { readOnlyFields: 'ignored' } },
	{ row: 16, name: 'types without words', dialect: { fieldTypes: 'codes' } },
	{ row: 17, name: 'query ignored', dialect: { query: 'ignored' } },
	{ row: 18, name: 'limit: 402', options: { limits } },
	{ row: 18, name: 'limit: 402 with Retry-After', options: { limits }, dialect: { retryAfter: true } },
	{ row: 18, name: 'limit: 429', options: { limits }, dialect: { limitStatus: 429 } },
	{ row: 18, name: 'limit: 429 with Retry-After', options: { limits }, dialect: { limitStatus: 429, retryAfter: true } },
	{ row: 18, name: 'limit: a fixed window', options: { limits }, dialect: { limitWindow: 'fixed' } },
	{ row: 18, name: 'limit of the month: 402', options: { limits: { perMonth: 0 } } },
	{ row: 18, name: 'limit of the month: 429', options: { limits: { perMonth: 0 } }, dialect: { limitStatus: 429 } },
	{ row: 19, name: 'code as text', dialect: { errorCode: 'string' } },
	{ row: 19, name: 'no details', dialect: { errorDetails: 'absent' } },
	{ row: 19, name: 'empty details', dialect: { errorDetails: 'empty' } },
	{ row: 19, name: 'details without message', dialect: { errorDetails: 'withoutMessage' } },
	{ row: 19, name: 'an error without a body', dialect: { errorBody: 'empty' } },
	{ row: 19, name: 'an error as a page', dialect: { errorBody: 'html' } },
	{ row: 19, name: 'an error cut off', dialect: { errorBody: 'cut' } },
	{ row: 20, name: 'numbers as text', dialect: { numbers: 'strings' } },
	{ row: 21, name: 'choices as objects', dialect: { choiceValues: 'object' } },
	{ row: 21, name: 'choices with commas', dialect: { multipleValues: 'comma' } },
	{ row: 21, name: 'detail rows as records', dialect: { detailRows: 'records' } },
	{ row: 21, name: 'empty is null', dialect: { emptyValues: 'null' } },
	{ row: 21, name: 'empty is missing', dialect: { emptyValues: 'missing' } },
	{ row: 21, name: 'related codes with suffix', dialect: { relatedCodeKey: 'withSuffix' } },
	{ row: 22, name: 'a zone behind UTC', dialect: { zoneOffsetMinutes: -570 } },
	{ row: 22, name: 'the clock ahead', dialect: { clockOffsetSeconds: 20_000 } },
	{ row: 22, name: 'the clock behind', dialect: { clockOffsetSeconds: -43_200 } },
	{ row: 22, name: 'visible later', dialect: { visibleAfterSeconds: 90 } },
	{ row: 23, name: 'counts of 0 kept', dialect: { zeroCounts: 'kept' } },
	{ row: 23, name: 'no notices at all', dialect: { noNotices: 'missing' } },
	{ row: 24, name: 'process function off', dialect: { processFunction: 'off' } },
	{ row: 25, name: 'identifiers with underscores', options: { identifiers: 'underscores' } },
	{ row: 25, name: 'Japanese identifiers', options: { identifiers: 'japanese' } },
	{ row: 25, name: 'identifiers of JavaScript', options: { identifiers: 'javascript' } },
	{ row: 26, name: 'files as data URL', dialect: { fileContent: 'dataUrl' } },
	{ row: 27, name: 'a site in Kolkata', dialect: { timeZone: 'Asia/Kolkata' }, credential: () => ({ timeZone: 'Asia/Kolkata' }) },
	{ row: 28, name: 'writes answer 200', dialect: { writeStatus: 200 } },
	{ row: 28, name: 'writes answer 202', dialect: { writeStatus: 202 } },
	{ row: 28, name: 'writes answer 204', dialect: { writeStatus: 204 } },
	{ row: 28, name: 'writes answer nothing', dialect: { writeBody: 'empty' } },
	{ row: 28, name: 'writes answer 200 with JSON', dialect: { writeStatus: 200, writeBody: 'json' } },
	{ row: 28, name: 'writes answer 201 with OK', dialect: { writeStatus: 201, writeBody: 'text' } },
	{ row: 28, name: 'writes answer 202 with OK', dialect: { writeStatus: 202, writeBody: 'text' } },
	{ row: 29, name: '100 rows a page', dialect: { pageCap: 100 } },
	{ row: 29, name: '500 rows a page', dialect: { pageCap: 500 } },
	{ row: 30, name: 'rows deleted between two pages', meanwhile: deletesBetween },
	{ row: 31, name: 'names: the whole', dialect: { nameFilter: 'exact' } },
	{ row: 31, name: 'names: their beginning', dialect: { nameFilter: 'prefix' } },
	{ row: 31, name: 'names: any case and width', dialect: { nameFilter: 'folded' } },
	{ row: 32, name: 'keyword without fields: no rows', dialect: { keywordWithoutFields: 'none' } },
	{ row: 32, name: 'keyword without fields: 400', dialect: { keywordWithoutFields: 'refused' } },
	{ row: 33, name: 'unset is null', dialect: { unsetProperties: 'null' } },
	{ row: 33, name: 'unset is empty', dialect: { unsetProperties: 'text' } },
	{ row: 33, name: 'unset is 0', dialect: { unsetProperties: 'zero' } },
	{ row: 33, name: 'unset is -1', dialect: { unsetProperties: 'minusOne' } },
	{ row: 33, name: 'multiple is false', dialect: { multipleFlag: 'false' } },
	{ row: 34, name: 'a status is changed', dialect: { statusInBody: 'changes' } },
	{ row: 34, name: 'a status is rejected', dialect: { statusInBody: 'refused' } },
	{ row: 35, name: 'applications without a list', dialect: { emptyApplications: 'withoutList' } },
	{ row: 35, name: 'a code of another case', dialect: { noticeCode: 'otherCase' } },
	{ row: 35, name: 'a code of another width', dialect: { noticeCode: 'otherWidth' } },
	{ row: 35, name: 'no notices of who has left', dialect: { noticesOfRetired: 'notFound' } },
	{ row: 36, name: 'left out is set', dialect: { directoryDefaults: 'set' } },
	{ row: 37, name: 'isDeleted as text', dialect: { deletionFlag: 'text' } },
	{ row: 37, name: 'isDeleted true or false', dialect: { deletionFlag: 'boolean' } },
	{ row: 37, name: 'isDeleted absent', dialect: { deletionFlag: 'absent' } },
	{ row: 38, name: 'dates with hyphens', dialect: { dates: 'hyphens' } },
	{ row: 38, name: 'times with T', dialect: { times: 'T' } },
	{ row: 38, name: 'times in UTC', dialect: { times: 'Z' } },
	{ row: 38, name: 'times in UTC, of a known zone', dialect: { times: 'Z', timeZone: 'Asia/Tokyo' }, credential: () => ({ timeZone: 'Asia/Tokyo' }) },
	{ row: 38, name: 'times with an offset', dialect: { times: 'offset' } },
	{ row: 38, name: 'times without seconds', dialect: { times: 'minutes' } },
	{ row: 39, name: 'IDs beyond 2^53', dialect: { ids: 'huge' } },
	{ row: 40, name: 'values that always differ', dialect: { changingValues: true } },
	{ row: 41, name: 'files as objects', dialect: { fileFields: 'objects' } },
	{ row: 41, name: 'files as addresses', dialect: { fileFields: 'addresses' } },
	{ row: 42, name: 'the clock repeats an hour', dialect: { timeZone: 'Europe/Berlin', clockOffsetSeconds: secondsTo('2026-10-25T00:58:00Z') } },
	{ row: 42, name: 'the clock repeats an hour, of a known zone', dialect: { timeZone: 'Europe/Berlin', clockOffsetSeconds: secondsTo('2026-10-25T00:58:00Z') }, credential: () => ({ timeZone: 'Europe/Berlin' }) },
	{ row: 42, name: 'the clock skips an hour', dialect: { timeZone: 'Europe/Berlin', clockOffsetSeconds: secondsTo('2026-03-29T00:58:00Z') } },
	{ row: 43, name: 'selections with a code', dialect: { selections: 'codeObjects' }, credential: () => ({ selections: 'code' }) },
	{ row: 43, name: 'selections with code and name', dialect: { selections: 'pairs' }, credential: () => ({ selections: 'codeAndName' }) },
	{ row: 43, name: 'selections as codes', dialect: { selections: 'codes' }, credential: () => ({ selections: 'text' }) },
	{ row: 44, name: 'a page for every path', dialect: { unknownPaths: 'page' } },
	{ row: 45, name: 'rows from 200 on: 400', dialect: { deepPages: 'refused' } },
	{ row: 45, name: 'rows from 200 on: none', dialect: { deepPages: 'empty' } },
	{ row: 46, name: 'an empty list is null', dialect: { emptyLists: 'null' } },
	{ row: 46, name: 'an empty list is an object', dialect: { emptyLists: 'object' } },
	{ row: 46, name: 'an empty list is an empty body', dialect: { emptyLists: 'emptyBody' } },
	{ row: 47, name: 'errors with code, id and message', dialect: { errorBody: 'flat' } },
	{ row: 47, name: 'errors with a message', dialect: { errorBody: 'message' } },
	{ row: 47, name: 'errors as a list', dialect: { errorBody: 'list' } },
	{ row: 47, name: 'errors with title and detail', dialect: { errorBody: 'problem' } },
	{ row: 48, name: 'records dated in UTC', dialect: { timestamps: 'utc' } },
	{ row: 48, name: 'records dated in UTC, of a known zone', dialect: { timestamps: 'utc', timeZone: 'Europe/Berlin', clockOffsetSeconds: secondsTo('2026-10-25T00:58:00Z') }, credential: () => ({ timeZone: 'Europe/Berlin' }) },
	{ row: 48, name: 'records dated with an offset', dialect: { timestamps: 'offset' } },
	{ row: 48, name: 'records dated with milliseconds', dialect: { timestamps: 'milliseconds' } },
	{ row: 49, name: 'rejected: 409', dialect: { rejectedStatus: 409 } },
	{ row: 49, name: 'rejected: 422', dialect: { rejectedStatus: 422 } },
	{ row: 49, name: 'rejected: 200 with errors', dialect: { rejectedStatus: 200 } },
	{ row: 50, name: 'a firewall: 403', dialect: { firewall: '403' } },
	{ row: 50, name: 'a firewall: 403 as a page', dialect: { firewall: '403Page' } },
	{ row: 50, name: 'a firewall: 429', dialect: { firewall: '429' } },
	{ row: 50, name: 'a firewall: 429 as a page', dialect: { firewall: '429Page' } },
	{ row: 50, name: 'a firewall after rejections: 403', dialect: { firewall: '403', firewallBlocks: 'afterRejections' } },
	{ row: 50, name: 'a firewall after rejections: 403 as a page', dialect: { firewall: '403Page', firewallBlocks: 'afterRejections' } },
	{ row: 50, name: 'a firewall after rejections: 429', dialect: { firewall: '429', firewallBlocks: 'afterRejections' } },
	{ row: 51, name: 'a record that the key may not read', dialect: { unreadableRecord: 60 } },
	{ row: 52, name: 'writes that take effect after 202', dialect: { writeStatus: 202, visibleAfterSeconds: 90 } },
	{ row: 53, name: 'IDs sorted as text', dialect: { idOrder: 'text' } },
	{ row: 54, name: 'good rows stay', dialect: { importFailure: 'goodRowsStay' } },
	{ row: 55, name: 'a new record dated in the future', dialect: { futureRecord: 41 } },
	{ row: 55, name: 'an edited record dated in the future', dialect: { futureRecord: 3 } },
	{ row: 55, name: 'an old record dated in the future', meanwhile: datesAhead },
	{ row: 56, name: 'more than 30 records: 504', dialect: { heavyPages: 'slow', heavyRows: 30 } },
	{ row: 56, name: 'more than 30 records: 413', dialect: { heavyPages: 'large', heavyRows: 30 } },
	{ row: 56, name: 'more than 30 records: cut off', dialect: { heavyPages: 'cut', heavyRows: 30 } },
];
