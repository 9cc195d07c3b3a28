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
	readonly credential?: (site: { url: string; form: number }) => ICredentialDataDecryptedObject;
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

/** Of the orders, a row of the first page goes before the second page is read. */
const deletesBetween = ({ faults }: Service) => {
	const meanwhile = (store: Store) => {
		if (store.records.get(4, 500)) store.deleteRecord(4, 500);
	};
	faults.add({ method: 'GET', path: '/api/apps/4/records', nth: 2, answer: { meanwhile } });
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
/** The other values of the switches of each silent point. */
const switches: Readonly<Record<number, { readonly [K in keyof Dialect]?: ReadonlyArray<Dialect[K]> }>> = {
	4: { defaultLimit: [100, 1000] },
	5: { overLimit: ['cut'] },
	6: { pastTheEnd: ['notFound', 'lastAgain', 'repeats'] },
	7: { ties: ['insertion', 'shuffled'] },
	8: { defaultOrder: ['idDescending', 'updatedAtDescending'] },
	9: { orderDirections: ['any'] },
	10: { deletedListed: [true], deletedReadable: [true], deleteTouchesUpdatedAt: [false] },
	11: { importRecords: ['alwaysCreates'], importFailure: ['rowsBeforeStay'] },
	12: { createRecordAnswer: ['record', 'location'] },
	13: { createUserAnswer: ['user', 'notice'], importUsersAnswer: ['user', 'notice'] },
	14: { updateBody: ['replace'], requiredOnUpdate: [false] },
	15: { keyRequiredOnUpdate: [false], doubleKey: ['created'] },
	16: { readOnlyFields: ['ignored'], fieldTypes: ['codes'] },
	17: { query: ['ignored'] },
	19: { errorCode: ['string'], errorDetails: ['absent', 'empty', 'withoutMessage'], errorBody: ['empty', 'html', 'cut'] },
	20: { numbers: ['strings'] },
	21: { choiceValues: ['object'], multipleValues: ['comma'], detailRows: ['records'], emptyValues: ['null', 'missing'], relatedCodeKey: ['withSuffix'] },
	22: { zoneOffsetMinutes: [-570], clockOffsetSeconds: [20_000, -43_200], visibleAfterSeconds: [90] },
	23: { zeroCounts: ['kept'], noNotices: ['missing'] },
	24: { processFunction: ['off'] },
	26: { fileContent: ['dataUrl'] },
	28: { writeStatus: [200, 202, 204], writeBody: ['empty'] },
	29: { pageCap: [100, 500, 25] },
	31: { nameFilter: ['exact', 'prefix', 'folded'] },
	32: { keywordWithoutFields: ['none', 'refused'] },
	33: { unsetProperties: ['null', 'text', 'zero', 'minusOne'], multipleFlag: ['false'] },
	34: { statusInBody: ['changes', 'refused'] },
	35: { emptyApplications: ['withoutList'], noticeCode: ['otherCase', 'otherWidth'], noticesOfRetired: ['notFound'] },
	36: { directoryDefaults: ['set'] },
	37: { deletionFlag: ['text', 'boolean', 'absent'] },
	38: { dates: ['hyphens'], times: ['T', 'Z', 'offset', 'minutes'] },
	39: { ids: ['huge'] },
	40: { changingValues: [true] },
	41: { fileFields: ['objects', 'addresses'] },
	44: { unknownPaths: ['page'] },
	45: { deepPages: ['refused', 'empty'] },
	46: { emptyLists: ['null', 'object', 'emptyBody'] },
	47: { errorBody: ['flat', 'message', 'list', 'problem'] },
	48: { timestamps: ['utc', 'offset', 'milliseconds'] },
	49: { rejectedStatus: [409, 422, 200] },
	50: { firewall: ['403', '403Page', '429', '429Page'] },
	51: { unreadableRecord: [60] },
	53: { idOrder: ['text'] },
	54: { importFailure: ['goodRowsStay'] },
	55: { futureRecord: [41, 3] },
};

// prettier-ignore
/** Settings of several switches, or of more than the service's behaviour. */
const others: readonly Setting[] = [
	{ row: 1, name: 'another header', options: { headerName: 'X-Other_Key' }, credential: () => ({ apiKeyHeader: 'x-other_key' }) },
	{ row: 2, name: 'a key for each API', dialect: { scopes: 'twoKeys' }, credential: () => ({ directoryApiKey: 'sandbox-key-directory' }) },
	{ row: 2, name: 'a key for one form', credential: ({ form }) => ({ apiKey: FORM_KEY(form || 4), directoryApiKey: 'key-of-directory' }) },
	{ row: 2, name: 'a key for another form', credential: ({ form }) => ({ apiKey: FORM_KEY(form + 1), directoryApiKey: 'key-of-directory' }) },
	{ row: 3, name: 'a slash after the address', credential: ({ url }) => ({ baseUrl: `${url}/` }) },
	{ row: 3, name: 'a path in the address', options: { basePath: '/site' } },
	{ row: 18, name: 'limit: 402', options: { limits } },
	{ row: 18, name: 'limit: 402 with Retry-After', options: { limits }, dialect: { retryAfter: true } },
	{ row: 18, name: 'limit: 429', options: { limits }, dialect: { limitStatus: 429 } },
	{ row: 18, name: 'limit: 429 with Retry-After', options: { limits }, dialect: { limitStatus: 429, retryAfter: true } },
	{ row: 18, name: 'limit: a fixed window', options: { limits }, dialect: { limitWindow: 'fixed' } },
	{ row: 18, name: 'limit of the month: 402', options: { limits: { perMonth: 0 } } },
	{ row: 18, name: 'limit of the month: 429', options: { limits: { perMonth: 0 } }, dialect: { limitStatus: 429 } },
	{ row: 25, name: 'identifiers: underscores', options: { identifiers: 'underscores' } },
	{ row: 25, name: 'identifiers: japanese', options: { identifiers: 'japanese' } },
	{ row: 25, name: 'identifiers: javascript', options: { identifiers: 'javascript' } },
	{ row: 27, name: 'a site in Kolkata', dialect: { timeZone: 'Asia/Kolkata' }, credential: () => ({ timeZone: 'Asia/Kolkata' }) },
	{ row: 28, name: 'writes answer 200 with JSON', dialect: { writeStatus: 200, writeBody: 'json' } },
	{ row: 28, name: 'writes answer 201 with OK', dialect: { writeStatus: 201, writeBody: 'text' } },
	{ row: 28, name: 'writes answer 202 with OK', dialect: { writeStatus: 202, writeBody: 'text' } },
	{ row: 30, name: 'rows deleted between two pages', meanwhile: deletesBetween },
	{ row: 38, name: 'times: Z, of a known zone', dialect: { times: 'Z', timeZone: 'Asia/Tokyo' }, credential: () => ({ timeZone: 'Asia/Tokyo' }) },
	{ row: 42, name: 'the clock repeats an hour', dialect: { timeZone: 'Europe/Berlin', clockOffsetSeconds: secondsTo('2026-10-25T00:58:00Z') } },
	{ row: 42, name: 'the clock repeats an hour, of a known zone', dialect: { timeZone: 'Europe/Berlin', clockOffsetSeconds: secondsTo('2026-10-25T00:58:00Z') }, credential: () => ({ timeZone: 'Europe/Berlin' }) },
	{ row: 42, name: 'the clock skips an hour', dialect: { timeZone: 'Europe/Berlin', clockOffsetSeconds: secondsTo('2026-03-29T00:58:00Z') } },
	{ row: 43, name: 'selections: codeObjects', dialect: { selections: 'codeObjects' }, credential: () => ({ selections: 'code' }) },
	{ row: 43, name: 'selections: pairs', dialect: { selections: 'pairs' }, credential: () => ({ selections: 'codeAndName' }) },
	{ row: 43, name: 'selections: codes', dialect: { selections: 'codes' }, credential: () => ({ selections: 'text' }) },
	{ row: 48, name: 'timestamps: utc, of a known zone', dialect: { timestamps: 'utc', timeZone: 'Europe/Berlin', clockOffsetSeconds: secondsTo('2026-10-25T00:58:00Z') }, credential: () => ({ timeZone: 'Europe/Berlin' }) },
	{ row: 50, name: 'a firewall after rejections: 403', dialect: { firewall: '403', firewallBlocks: 'afterRejections' } },
	{ row: 50, name: 'a firewall after rejections: 403 as a page', dialect: { firewall: '403Page', firewallBlocks: 'afterRejections' } },
	{ row: 50, name: 'a firewall after rejections: 429', dialect: { firewall: '429', firewallBlocks: 'afterRejections' } },
	{ row: 52, name: 'writes that take effect after 202', dialect: { writeStatus: 202, visibleAfterSeconds: 90 } },
	{ row: 55, name: 'an old record dated in the future', meanwhile: datesAhead },
	{ row: 56, name: 'heavyPages: slow', dialect: { heavyPages: 'slow', heavyRows: 30 } },
	{ row: 56, name: 'heavyPages: large', dialect: { heavyPages: 'large', heavyRows: 30 } },
	{ row: 56, name: 'heavyPages: cut', dialect: { heavyPages: 'cut', heavyRows: 30 } },
];

/** Those of a single switch are called by it and its value, such as `pageCap: 100`. */
export const settings: readonly Setting[] = [
	...Object.entries(switches).flatMap(([row, ofRow]) =>
		Object.entries(ofRow).flatMap(([name, values]) =>
			values.map((value) => ({
				row: Number(row),
				name: `${name}: ${value}`,
				dialect: { [name]: value },
			})),
		),
	),
	...others,
].sort((one, other) => one.row - other.row);
