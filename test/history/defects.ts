import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault, Service } from '../../sandbox/service/service';
import { file } from '../support/n8n';
import { nothingElse, PERSON, raise } from '../support/noticing';
import { bareForm, FORM, formId } from '../support/watching';
import { byId } from '../support/world';
import type { Act, Defect, Life } from './play';

/*
 * What went wrong once and was corrected, as behavior: what a person or the service does, and what holds. Nothing
 * here knows a file of nodes/. Forms, users and IDs are those of sandbox/service/seed.ts.
 */

const of = (form: number): INodeParameters => ({ form: byId(form) });
const [SUPPORT, CUSTOMERS, ASSETS, ORDERS] = [of(1), of(2), of(3), of(4)] as const;
/** Maps the properties of the items, and matches on these fields. */
const auto = (...matchingColumns: string[]) => ({
	recordMapper: { mappingMode: 'autoMapInputData', value: null, matchingColumns, schema: [] },
});
const mapped = (value: object, ...matchingColumns: string[]) =>
	({
		recordMapper: { mappingMode: 'defineBelow', value, matchingColumns, schema: [] },
	}) as unknown as INodeParameters;
const json = (record: unknown) => ({
	specifyRecord: 'json',
	recordJson: typeof record === 'string' ? record : JSON.stringify(record),
});
/** Form 4 at a site with IDs beyond 2^53. */
const HUGE_ORDERS = '9007199254740993000004';
const record = (form: number, id: number) => (service: Service) =>
	JSON.parse(service.store.records.get(form, id)!.data) as IDataObject;
const value = (form: number, id: number, field: string) => (service: Service) =>
	record(form, id)(service)[field];
const count = (form: number) => (service: Service) => service.store.records.count(form);
const asset = (name: string, more: object = {}) => ({ 'field-31': name, ...more });
const withAssets =
	(...names: string[]) =>
	({ store }: Service) =>
		void store.addRecords(
			3,
			names.map((name) => ({ values: asset(name, { 'field-33': 5 }) })),
		);
const post = (answer: Fault['answer'], more: Partial<Fault> = {}): Fault[] => [
	{ method: 'POST', answer, ...more },
];
const KEPT_500 = { status: 500, takesEffect: true } as const;

const records: readonly Defect[] = [
	{
		what: 'two runs of Create or Update at the same time create a record once',
		runs: 'record.upsert',
		with: { ...ASSETS, ...auto('field-31') },
		items: [{ 'Asset name': 'Quite new' }],
		twice: 'parallel',
		holds: { left: [count(3), 21] },
	},
	{
		what: 'Create or Update writes nothing in a second run with the same items, also with detail rows',
		runs: 'record.upsert',
		with: { ...CUSTOMERS, ...auto() },
		items: [{ 'Customer number': 'C-90', Name: 'New', Contacts: [{ 'Contact name': 'Ann' }] }],
		twice: 'again',
		holds: {
			gives: [{ action: 'created' }, { action: 'unchanged' }],
			writes: ['POST /apps/2/records/import'],
		},
	},
	{
		what: 'Create or Update matches texts by their characters: 9:05 does not update 09:05:00',
		given: withAssets('09:05:00'),
		runs: 'record.upsert',
		with: { ...ASSETS, ...auto('field-31') },
		items: [{ 'Asset name': '9:05', Price: 7 }],
		holds: { gives: [{ action: 'created' }], left: [value(3, 21, 'field-33'), 5] },
	},
	{
		what: 'Create or Update creates no second record of a number in another spelling if the kind of its field is unknown',
		site: { dialect: { fieldTypes: 'codes' } },
		given: withAssets('Lamp'),
		runs: 'record.upsert',
		with: { ...ASSETS, ...auto('field-33') },
		items: [{ 'Asset name': 'New', Price: '5.0' }],
		holds: { fails: /field-33/, writes: [], left: [count(3), 21] },
	},
	{
		what: 'Create or Update finds a record by a time that the service writes in UTC',
		site: { dialect: { times: 'Z', timeZone: 'Asia/Tokyo' } },
		credential: { timeZone: 'Asia/Tokyo' },
		runs: 'record.upsert',
		with: { ...ORDERS, ...auto('field-44') },
		items: [{ 'Ordered at': '2026-01-05T12:00:00+09:00', 'Order number': 'PO-20260004' }],
		holds: { gives: [{ action: 'unchanged' }], writes: [] },
	},
	...(['text', 'boolean'] as const).map(
		(deletionFlag): Defect => ({
			what: `Create or Update does not take a record for deleted that says so as ${deletionFlag} false`,
			site: { dialect: { deletionFlag } },
			given: withAssets('Lamp'),
			runs: 'record.upsert',
			with: { ...ASSETS, ...auto('field-31') },
			items: [{ 'Asset name': 'Lamp', Price: 5 }],
			holds: { gives: [{ action: 'unchanged' }], left: [count(3), 21] },
		}),
	),
	{
		what: 'Create or Update does not create what a page beyond the first contains, at a site that cuts pages',
		site: { dialect: { pageCap: 100 } },
		given: withAssets(...Array.from({ length: 250 }, (_, n) => `Lamp ${n}`)),
		runs: 'record.upsert',
		with: { ...ASSETS, ...auto('field-31') },
		items: [0, 120, 249].map((n) => ({ 'Asset name': `Lamp ${n}`, Price: 5 })),
		holds: {
			gives: [{ action: 'unchanged' }, { action: 'unchanged' }, { action: 'unchanged' }],
			writes: [],
		},
	},
	{
		what: 'Create or Update with Send Whole Record keeps what another person edits while it runs',
		given: withAssets('Lamp 0', 'Lamp 1', 'Lamp 2'),
		faults: [
			{
				method: 'PUT',
				answer: { meanwhile: (store) => void store.updateRecord(3, 23, { 'field-34': 77 }) },
			},
		],
		runs: 'record.upsert',
		with: { ...ASSETS, ...auto('field-31'), options: { wholeRecord: true } },
		items: [0, 1, 2].map((n) => ({ 'Asset name': `Lamp ${n}`, Price: 9 })),
		holds: { left: [value(3, 23, 'field-34'), 77] },
	},
	{
		what: 'Send Whole Record sends all other values back as the service spelled them',
		site: { dialect: { updateBody: 'replace', dates: 'hyphens', times: 'offset' } },
		runs: 'record.update',
		with: {
			...ORDERS,
			recordId: byId(3),
			...mapped({ 'field-41': 'PO-x' }),
			options: { wholeRecord: true },
		},
		holds: {
			writes: [
				[
					'PUT /apps/4/records/3',
					{ record: { 'field-41': 'PO-x', 'field-44': '2026-01-05T11:00:00+09:00' } },
				],
			],
		},
	},
	{
		what: 'several choices in one text with commas are equal to those of the item, so nothing is sent',
		site: { dialect: { multipleValues: 'comma' } },
		runs: 'record.upsert',
		with: { ...ASSETS, ...auto('field-31') },
		items: [{ 'Asset name': 'Delivery van 3', Kind: ['Vehicle', 'Leased'] }],
		holds: { gives: [{ action: 'unchanged' }], writes: [] },
	},
	{
		what: 'a choice that comes as an object finds its record',
		site: { dialect: { choiceValues: 'object' } },
		given: ({ store }) => void store.createRecord(2, { 'field-21': 'C-77', 'field-22': 'x' }),
		runs: 'record.upsert',
		with: { ...CUSTOMERS, ...auto('field-22', 'field-23') },
		items: [{ 'Customer number': 'C-001', Name: 'Asahi Trading', Rank: 'Gold' }],
		holds: { gives: [{ action: 'unchanged' }], writes: [], left: [count(2), 16] },
	},
	...['1e400', '2.9e999', 'NaN'].map(
		(price): Defect => ({
			what: `a number that is none or beyond all bounds creates no record: ${price}`,
			runs: 'record.create',
			with: { ...ASSETS, ...auto() },
			items: [{ 'Asset name': 'Lamp', Price: price }],
			holds: { fails: /field-33|Price/, left: [count(3), 20] },
		}),
	),
	{
		what: 'a number with many decimals is not rounded on its way',
		runs: 'record.create',
		with: { ...ORDERS, ...auto() },
		items: [{ 'Order number': 'PO-x', Amount: '2.99999999999999999' }],
		holds: { fails: /Amount/, writes: [] },
	},
	{
		what: 'a record ID that is no whole number updates no other record',
		runs: 'record.update',
		with: { ...SUPPORT, recordId: byId('3.0000000000000001'), ...json({ 'field-1': 'x' }) },
		holds: { fails: /'Record'/, writes: [] },
	},
	{
		what: 'a mapped number beyond 2^53 is rejected, not sent rounded',
		runs: 'record.update',
		with: { ...SUPPORT, recordId: byId('={{ $json.id }}'), ...json({ 'field-1': 'x' }) },
		items: [{ id: 2 ** 53 + 2 }],
		holds: { fails: /'Record'/, writes: [] },
	},
	{
		what: 'a time that is after the year 9999 at the site is rejected',
		credential: { timeZone: 'Asia/Tokyo' },
		runs: 'record.create',
		with: { ...ORDERS, ...auto() },
		items: [{ 'Order number': 'x', 'Ordered at': '9999-12-31T23:00:00-05:00' }],
		holds: { fails: /Ordered at/, writes: [] },
	},
	{
		what: 'a date with an offset becomes the day of that moment at the site',
		credential: { timeZone: 'Asia/Tokyo' },
		runs: 'record.create',
		with: { ...SUPPORT, ...auto() },
		items: [{ Subject: 'x', 'Due date': '2026-03-01T20:00:00-05:00' }],
		holds: { left: [value(1, 41, 'field-8'), '2026/03/02'] },
	},
	...[null, '', '  '].map(
		(empty): Defect => ({
			what: `an empty column that is mapped automatically keeps the value of the record: ${JSON.stringify(empty)}`,
			runs: 'record.update',
			with: { ...SUPPORT, recordId: byId(1), ...auto(), options: { unknownColumns: 'ignore' } },
			items: [{ Subject: 'New', 'Attachments note': empty }],
			holds: { left: [value(1, 1, 'field-10'), 'Photo in the first comment'] },
		}),
	),
	{
		what: 'a hint names the column that matches no field',
		runs: 'record.create',
		with: { ...SUPPORT, ...auto() },
		items: [{ Subject: 'x', Prioritaet: 'High' }],
		holds: { hints: /Prioritaet/, left: [count(1), 41] },
	},
	{
		what: 'a field that is named like a property of records is filled in',
		given: ({ store }) => {
			const { fields, ...form } = bareForm(['field-1']);
			store.addForm({ ...form, fields: [{ ...fields[0]!, caption: 'status' }] });
		},
		runs: 'record.create',
		with: { ...ORDERS, ...auto() },
		items: [{ status: 'ready' }],
		holds: { writes: [['POST /apps/4/records', { record: { 'field-1': 'ready' } }]] },
	},
	{
		what: 'a column that begins with an invisible character, as in files of Excel, finds its field',
		runs: 'record.create',
		with: { ...SUPPORT, ...auto() },
		items: [{ '\ufeffSubject': 'x' }],
		holds: { writes: [['POST /apps/1/records', { record: { 'field-1': 'x' } }]] },
	},
	{
		what: 'two columns for one field are an error, so that neither value is lost',
		runs: 'record.create',
		with: { ...SUPPORT, ...auto() },
		items: [{ Subject: 'x', 'Subject ': 'y' }],
		holds: { fails: /Subject/, writes: [] },
	},
	{
		what: 'JSON text with a name twice is rejected, so that no value is lost',
		runs: 'record.create',
		with: { ...SUPPORT, ...json('{"field-1":"a","field-1":"b"}') },
		holds: { fails: /field-1/, writes: [] },
	},
	{
		what: 'a whole record where the values of its fields are expected is rejected',
		runs: 'record.update',
		with: { ...SUPPORT, recordId: byId(1), ...json({ recordId: 1, record: { 'field-1': 'x' } }) },
		holds: { fails: /record/, writes: [] },
	},
	{
		what: 'a list for a text field is rejected before anything is sent',
		runs: 'record.create',
		with: { ...SUPPORT, ...auto() },
		items: [{ Subject: ['a', 'b'] }],
		holds: { fails: /Subject/, writes: [] },
	},
	{
		what: 'a value for a field of files is rejected before anything is sent',
		site: { dialect: { fileFields: 'objects' } },
		runs: 'record.create',
		with: { ...SUPPORT, ...mapped({ 'field-1': 'x', 'field-901': 'a.txt' }) },
		holds: { fails: /field-/, writes: [] },
	},
	{
		what: 'a new record without a required value is rejected before its batch is sent, also in detail rows',
		runs: 'record.import',
		with: { ...CUSTOMERS, ...auto() },
		items: [
			{ 'Customer number': 'C-90', Name: 'Good' },
			{ 'Customer number': 'C-91', Name: 'Bad', Contacts: [{ 'E-mail': 'a@b.example' }] },
		],
		holds: { fails: /Contact name/, writes: [] },
	},
	{
		what: 'a required text of spaces is rejected before anything is sent',
		runs: 'record.create',
		with: { ...SUPPORT, ...mapped({ 'field-1': '  ' }) },
		holds: { fails: /value|empty/, writes: [] },
	},
	{
		what: 'all mistakes of all items are reported before anything is sent',
		runs: 'record.create',
		with: { ...SUPPORT, ...auto() },
		items: [{ Subject: 'x' }, { Subject: 'x', Hours: 'many' }, { Subject: 'x', Priority: 'Hihg' }],
		holds: { fails: /^(?=[^]*many)(?=[^]*Hihg)/, writes: [] },
	},
	{
		what: 'fields with IDs such as __proto__ and constructor are written and read',
		site: { identifiers: 'javascript' },
		runs: 'record.create',
		with: { ...SUPPORT, ...auto() },
		items: [{ Subject: 'x', Description: 'described', Requester: 'E0002' }],
		holds: {
			left: [
				(service) =>
					Object.values(record(1, 41)(service))
						.map((one) => JSON.stringify(one))
						.join(),
				expect.stringMatching(/described.*E0002/),
			],
		},
	},
	{
		what: 'detail rows with a row ID beside their record can be sent back',
		site: { dialect: { detailRows: 'numbered' } },
		runs: 'record.update',
		with: { ...CUSTOMERS, recordId: byId(2), ...auto() },
		items: [
			{ 'Customer number': 'C-002', Contacts: [{ rowId: 7, record: { 'field-241': 'Ann' } }] },
		],
		holds: {
			left: [value(2, 2, 'field-24'), [expect.objectContaining({ 'field-241': 'Ann' })]],
		},
	},
	{
		what: 'an import whose Record ID is not found fails instead of creating records',
		runs: 'record.import',
		with: { ...SUPPORT, ...auto(), options: { recordId: byId('={{ $json.id }}') } },
		items: [{ Subject: 'x' }],
		holds: { fails: /Record/, writes: [], left: [count(1), 40] },
	},
	{
		what: 'definitions that write unset numbers as -1 and 0 reject no value',
		site: { dialect: { unsetProperties: 'minusOne', multipleFlag: 'false' } },
		runs: 'record.create',
		with: { ...ASSETS, ...auto() },
		items: [{ 'Asset name': 'Lamp', Price: 12, Kind: ['Computer', 'Leased'] }],
		holds: { gives: [{ success: true }], left: [value(3, 21, 'field-32'), ['Computer', 'Leased']] },
	},
	{
		what: 'a create that the service answers with OK is not reported as failed',
		site: { dialect: { writeStatus: 201, writeBody: 'text' } },
		runs: 'record.create',
		with: { ...SUPPORT, ...auto() },
		items: [{ Subject: 'x' }],
		holds: { gives: [{ success: true }], writes: ['POST /apps/1/records'], left: [count(1), 41] },
	},
	{
		what: 'a create whose answer is lost is not sent again, and its outcome is unknown',
		faults: post({ drop: 'after' }),
		runs: 'record.create',
		with: { ...SUPPORT, ...auto() },
		continues: true,
		items: [{ Subject: 'x' }],
		holds: {
			gives: [{ error: { outcome: 'unknown' } }],
			writes: ['POST /apps/1/records'],
			left: [count(1), 41],
		},
	},
	{
		what: 'an import that was saved in spite of an error 500 is found by its code and reported as saved',
		faults: post(KEPT_500),
		runs: 'position.import',
		with: { newCode: 'LEAD', name: 'Lead', kana: 'Lead' },
		continues: true,
		holds: { gives: [{ success: true, code: 'LEAD' }], writes: ['POST /admin/positions/import'] },
	},
	{
		what: 'an older record with the same key and values does not count as the one of a failed request',
		site: { dialect: { doubleKey: 'created' } },
		faults: post({ status: 500 }),
		runs: 'record.create',
		with: { ...CUSTOMERS, ...mapped({ 'field-21': 'C-001', 'field-22': 'Asahi Trading' }) },
		continues: true,
		holds: { gives: [{ error: { outcome: expect.stringMatching(/failed|unknown/) } }] },
	},
	{
		what: 'Find the New Record returns the new record, not an older one with the same key',
		site: { dialect: { doubleKey: 'created' } },
		runs: 'record.create',
		with: {
			...CUSTOMERS,
			...mapped({ 'field-21': 'C-001', 'field-22': 'Asahi Trading' }),
			options: { findNew: true },
		},
		holds: { gives: [{ recordId: 16 }] },
	},
	{
		what: 'an item that only waited for its turn is not sent, not failed',
		faults: post({ status: 403 }),
		runs: 'record.create',
		with: { ...SUPPORT, ...auto() },
		continues: true,
		items: ['a', 'b'].map((Subject) => ({ Subject })),
		holds: {
			gives: [{ error: { outcome: 'failed' } }, { error: { outcome: 'not sent' } }],
			writes: ['POST /apps/1/records'],
		},
	},
	{
		what: 'the rate limit makes a create wait, and it is created once',
		faults: post({ status: 402, headers: { 'retry-after': '7' } }),
		runs: 'record.create',
		with: { ...SUPPORT, ...auto() },
		items: [{ Subject: 'x' }],
		holds: { gives: [{ success: true }], left: [count(1), 41] },
	},
	{
		what: 'when the requests of the month are used up, nothing more is sent, and each item says so',
		faults: post(
			{ status: 402, body: { errors: { code: 402, message: 'Request exhausted per month' } } },
			{ nth: 2, times: 99 },
		),
		runs: 'record.create',
		with: { ...SUPPORT, ...auto() },
		continues: true,
		items: ['a', 'b', 'c'].map((Subject) => ({ Subject })),
		holds: {
			gives: [
				{ success: true },
				{ error: { outcome: 'failed', status: 402 } },
				{ error: { outcome: 'not sent' } },
			],
			writes: ['POST /apps/1/records', 'POST /apps/1/records'],
		},
	},
	{
		what: 'no run provokes a rejection of a site at its rate limit',
		site: { limits: { per100Seconds: 10 }, now: () => new Date(1.78e12 + performance.now()) },
		credential: { requestsPer100Seconds: 10 },
		runs: 'record.create',
		with: { ...SUPPORT, ...json({ 'field-1': 'x' }) },
		items: Array.from({ length: 25 }, () => ({})),
		holds: {
			left: [({ log }) => log.filter(({ status }) => status === 402).length, 0],
		},
	},
];

const person = (more: INodeParameters = {}): INodeParameters => ({
	newCode: '={{ $json.code }}',
	name: '={{ $json.name ?? $json.code }}',
	kana: 'k',
	loginId: '={{ $json.login ?? $json.code }}',
	organizationCode: byId('={{ $json.organization ?? "ORG02" }}'),
	additionalFields: { loginPass: 'first password' },
	...more,
});
const sync = (more: INodeParameters = {}) => person({ dryRun: false, missing: 'delete', ...more });
const codes = ({ store }: Service) => store.users.list().map((one) => one.code);
/** Only these users. */
const only =
	(...wanted: string[]) =>
	(service: Service) => {
		const { users } = service.store;
		for (const code of codes(service)) users.delete(code);
		for (const code of wanted) users.add({ ...newUser, code, name: code, loginId: code });
	};
const newUser = {
	code: '',
	name: '',
	kana: 'k',
	loginId: '',
	loginPass: 'own',
	organizationCode: 'ORG02',
};
const many = (length: number) => Array.from({ length }, (_, n) => `U${n}`);

const directory: readonly Defect[] = [
	{
		what: 'Create of users in batches overwrites no user who has the code already',
		runs: 'user.create',
		with: person({
			loginPass: 'first password',
			additionalFields: {},
			options: { throughImport: true },
		}),
		items: [{ code: 'E0003' }],
		holds: { fails: /E0003/, writes: [] },
	},
	{
		what: 'an import with one code twice is rejected before anything is sent',
		runs: 'user.import',
		with: person(),
		items: [{ code: 'N1' }, { code: 'N1', login: 'other' }],
		holds: { fails: /N1/, writes: [] },
	},
	...['e0003', 'Ｅ0003'].map(
		(code): Defect => ({
			what: `Create or Update of users creates nobody whose code is another spelling of an existing one: ${code}`,
			runs: 'user.upsert',
			with: person(),
			items: [{ code }],
			holds: { fails: /E0003/, writes: [] },
		}),
	),
	...['.', '..'].map(
		(code): Defect => ({
			what: `Sync rejects the code ${code} before anything is sent, as no path can contain it`,
			given: only('U0', code),
			runs: 'user.sync',
			with: sync(),
			items: [{ code: 'U0' }],
			holds: { fails: /"\.+"/, writes: [] },
		}),
	),
	{
		what: 'Create or Update of users does not unlock an account that was locked meanwhile',
		given: only('U0'),
		faults: [
			{
				method: 'POST',
				answer: {
					meanwhile: ({ users }) =>
						users.replace('U0', { ...users.get('U0')!, loginErrorCount: 5 }),
				},
			},
		],
		runs: 'user.upsert',
		with: person({ additionalFields: {} }),
		items: [{ code: 'U0', name: 'New name' }],
		holds: {
			gives: [{ action: 'updated' }],
			left: [({ store }) => store.users.get('U0')?.loginErrorCount, 5],
		},
	},
	{
		what: 'Sync gives the initial password only to new users',
		given: ({ store }) => {
			only()({ store } as Service);
			store.users.add({ ...newUser, code: 'U0', name: 'Old', loginId: 'U0' });
		},
		runs: 'user.sync',
		with: sync(),
		items: [{ code: 'U0' }, { code: 'U1' }],
		holds: {
			left: [
				({ store }) => store.users.list().map((one) => one.loginPass),
				['own', 'first password'],
			],
		},
	},
	...['U1\nU2', 'U1; U2', '["U1","U2"]'].map(
		(neverRemove): Defect => ({
			what: `Exclude From Removal keeps each user that it names: ${JSON.stringify(neverRemove)}`,
			given: only(...many(4)),
			runs: 'user.sync',
			with: sync({ options: { neverRemove } }),
			items: [{ code: 'U0' }],
			holds: { left: [codes, ['U0', 'U1', 'U2']] },
		}),
	),
	...['u1', '"U1"', 'U*', ''].map(
		(neverRemove): Defect => ({
			what: `Exclude From Removal never excludes nothing by mistake: ${JSON.stringify(neverRemove)}`,
			given: only(...many(4)),
			runs: 'user.sync',
			with: sync({ options: { neverRemove } }),
			items: [{ code: 'U0' }],
			holds: { fails: /Exclude From Removal/, writes: [] },
		}),
	),
	{
		what: 'Sync writes nothing if more would be removed than Removal Limit',
		given: only(...many(30)),
		runs: 'user.sync',
		with: sync({ mostRemovals: 10 }),
		items: [{ code: 'U0' }, { code: 'New' }],
		holds: { fails: /29.*10/, writes: [], left: [(service) => codes(service).length, 30] },
	},
	{
		what: 'Sync neither creates nor removes users of later pages, at a site that cuts pages',
		site: { dialect: { pageCap: 50 } },
		given: only(...many(130)),
		runs: 'user.sync',
		with: sync({ mostRemovals: 200 }),
		items: many(130).map((code) => ({ code, name: code })),
		holds: { writes: [], left: [(service) => codes(service).length, 130] },
	},
	{
		what: 'Sync overlooks no user if another one is deleted between two pages',
		given: only(...many(1_100)),
		faults: [
			{
				path: '/api/admin/users',
				nth: 2,
				answer: { meanwhile: ({ users }) => users.delete('U3') },
			},
		],
		runs: 'user.sync',
		with: sync({ missing: 'nothing', additionalFields: {} }),
		items: many(1_100)
			.filter((code) => code !== 'U3')
			.map((code) => ({ code, name: code })),
		holds: { writes: [] },
	},
	{
		what: 'a user who is gone before Sync deletes him counts as deleted',
		given: only('U0', 'U1'),
		faults: [{ method: 'DELETE', answer: { meanwhile: ({ users }) => users.delete('U1') } }],
		runs: 'user.sync',
		with: sync(),
		items: [{ code: 'U0', name: 'U0' }],
		holds: { gives: [{ action: 'unchanged' }, { code: 'U1', action: 'deleted' }] },
	},
	{
		what: 'a dry run shows a mistake at its item, and the rest of the plan',
		given: only('U0'),
		runs: 'user.sync',
		with: sync({ dryRun: true, missing: 'nothing' }),
		items: [
			{ code: 'U0', name: 'New' },
			{ code: 'U9', organization: 'NONE' },
		],
		holds: {
			gives: [
				{ code: 'U0', action: 'update' },
				{ code: 'U9', problem: expect.stringMatching(/NONE/) },
			],
			writes: [],
		},
	},
	{
		what: 'organizations are created after the ones above them, whatever the order of the items',
		runs: 'organization.upsert',
		with: {
			newCode: '={{ $json.code }}',
			name: 'n',
			kana: 'k',
			additionalFields: { parentCode: byId('={{ $json.parent }}') },
		},
		items: [
			{ code: 'C', parent: 'B' },
			{ code: 'B', parent: 'A' },
			{ code: 'A', parent: 'ORG01' },
		],
		holds: {
			gives: [{ code: 'C' }, { code: 'B' }, { code: 'A' }],
			left: [
				({ store }) => ['A', 'B', 'C'].map((code) => store.organizations.get(code)?.parentCode),
				['ORG01', 'A', 'B'],
			],
		},
	},
	{
		what: 'an organization that would be its own parent is rejected before anything is sent',
		runs: 'organization.create',
		with: { newCode: 'A', name: 'n', kana: 'k', additionalFields: { parentCode: byId('A') } },
		holds: { fails: /Parent|parent/, writes: [] },
	},
	{
		what: 'an update without any field is rejected, not reported as success',
		runs: 'user.update',
		with: { code: byId('E0003'), additionalFields: {} },
		holds: { fails: /./, writes: [] },
	},
	...['', '  '].map(
		(name): Defect => ({
			what: `an added field that is empty and required is rejected, not ignored: ${JSON.stringify(name)}`,
			runs: 'user.update',
			with: { code: byId('E0003'), additionalFields: { name } },
			holds: { fails: /'Name'/, writes: [] },
		}),
	),
	{
		what: 'a password of spaces replaces no password',
		runs: 'user.update',
		with: { code: byId('E0003'), additionalFields: { loginPass: '   ' } },
		holds: { writes: [], fails: /Password/ },
	},
	{
		what: 'an existing entry with further values does not count as the one of a failed request',
		faults: post({ status: 500 }),
		given: ({ store }) =>
			void store.positions.add({ code: 'LEAD', name: 'Lead', kana: 'Lead', note: 'of others' }),
		runs: 'position.create',
		with: { newCode: 'LEAD', name: 'Lead', kana: 'Lead' },
		continues: true,
		holds: { gives: [{ error: { outcome: expect.stringMatching(/failed|unknown/) } }] },
	},
	{
		what: 'an added but empty Expiry Date means no expiry',
		given: ({ store }) =>
			store.users.replace('E0003', { ...store.users.get('E0003')!, expire: '2027/01/01' }),
		runs: 'user.update',
		with: { code: byId('E0003'), additionalFields: { expire: '' } },
		holds: { left: [({ store }) => store.users.get('E0003')?.expire, '9999/12/31'] },
	},
	...(['otherCase', 'otherWidth'] as const).map(
		(noticeCode): Defect => ({
			what: `notices are read if the service spells the code of the user in another way: ${noticeCode}`,
			site: { dialect: { noticeCode, emptyApplications: 'withoutList' } },
			runs: 'notice.getAll',
			with: { code: byId('E0001') },
			holds: { also: ({ items }) => expect(items.length).toBeGreaterThan(0) },
		}),
	),
];

const all = { returnAll: true, options: { names: 'identifiers' } };
const idsOfItems = (expected: readonly number[]) => ({
	also: ({ items }: { items: readonly { json: IDataObject }[] }) =>
		expect(items.map(({ json: { recordId } }) => Number(recordId)).sort((a, b) => a - b)).toEqual(
			expected,
		),
});
const upTo = (to: number, from = 1) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

const reading: readonly Defect[] = [
	...[100, 256].map(
		(pageCap): Defect => ({
			what: `Get Many returns the whole list of a site that cuts pages at ${pageCap} rows`,
			site: { dialect: { pageCap } },
			given: withAssets(...many(600)),
			runs: 'record.getAll',
			with: { ...ASSETS, ...all },
			holds: idsOfItems(upTo(620)),
		}),
	),
	{
		what: 'Get Many returns the whole list, each row once, of a site that ignores the page',
		site: { dialect: { pastTheEnd: 'repeats' } },
		runs: 'user.getAll',
		with: { returnAll: true },
		holds: { also: ({ items }) => expect(items).toHaveLength(30) },
	},
	{
		what: 'Get Many loses no record if another one is deleted between two pages',
		given: withAssets(...many(1_500)),
		faults: [
			{
				path: '/api/apps/3/records',
				nth: 2,
				answer: { meanwhile: (store) => store.deleteRecord(3, 1_400) },
			},
		],
		runs: 'record.getAll',
		with: { ...ASSETS, ...all },
		holds: {
			also: ({ items }) => {
				const ids = new Set(items.map(({ json: { recordId } }) => recordId));
				expect(upTo(1_520).filter((id) => id !== 1_400 && !ids.has(id))).toEqual([]);
				expect(ids.size).toBe(items.length);
			},
		},
	},
	{
		what: 'Get Many leaves deleted records out, and Limit counts the others',
		site: { dialect: { deletedListed: true } },
		given: ({ store }) => [120, 119].forEach((id) => store.deleteRecord(4, id)),
		runs: 'record.getAll',
		with: { ...ORDERS, limit: 3, options: { names: 'identifiers' } },
		holds: idsOfItems([116, 117, 118]),
	},
	{
		what: 'Keyword in a form that ignores it fails instead of returning every record',
		runs: 'record.getAll',
		with: { ...SUPPORT, filters: { keyword: 'printer' }, ...all },
		holds: { fails: /'Keyword'|keyword/ },
	},
	...['', '  ', '={{ $json.missing }}'].map(
		(keyword): Defect => ({
			what: `an added filter without a value fails instead of returning everything: ${JSON.stringify(keyword)}`,
			runs: 'record.getAll',
			with: { ...ORDERS, filters: { keyword }, ...all },
			holds: { fails: /Keyword/, reads: 0 },
		}),
	),
	{
		what: 'records with IDs beyond 2^53 are told apart and found again',
		site: { dialect: { ids: 'huge' } },
		runs: 'record.getAll',
		with: { form: byId(HUGE_ORDERS), ...all },
		holds: {
			also: ({ items }) =>
				expect(new Set(items.map(({ json: { recordId } }) => recordId)).size).toBe(120),
		},
	},
	{
		what: 'sorting by a detail table is rejected before any list is read',
		runs: 'record.getAll',
		with: {
			...CUSTOMERS,
			returnAll: true,
			simplify: false,
			options: { order: byId('field-24') },
		},
		holds: { fails: /Contacts|field-24/, reads: 1 },
	},
	{
		what: 'two fields with one caption both keep their values',
		given: ({ store }) => {
			const { fields, ...form } = bareForm(['field-1', 'field-2']);
			store.addForm({ ...form, fields: fields.map((one) => ({ ...one, caption: 'Note' })) });
			store.addRecords(4, [{ values: { 'field-1': 'first', 'field-2': 'second' } }]);
		},
		runs: 'record.getAll',
		with: { ...ORDERS, limit: 1, options: {} },
		holds: {
			also: ({ items }) => expect(JSON.stringify(items)).toMatch(/"[^"]*field-1[^"]*":"first"/),
		},
	},
	{
		what: 'Changed After takes few requests if a full page of records shares the newest second',
		given: withAssets(...many(200)),
		runs: 'record.getAll',
		with: { ...ASSETS, ...all, filters: { changedAfter: '2026-02-01 00:00:00' } },
		holds: { ...idsOfItems(upTo(220, 21)), reads: 6 },
	},
	{
		what: 'a deletion or status that comes as an object is no failure in the words of JavaScript',
		faults: [
			{
				path: '/api/apps/4/records/1',
				answer: { status: 200, body: { recordId: 1, status: { a: 1 }, isDeleted: {}, record: {} } },
			},
		],
		runs: 'record.get',
		with: { ...ORDERS, recordId: byId(1) },
		continues: true,
		holds: { also: ({ items }) => expect(JSON.stringify(items)).not.toMatch(/primitive|\[object/) },
	},
	{
		what: 'an answer that ends in its middle is never a shorter list',
		faults: [{ path: '/api/apps/4/records', times: 99, answer: { cut: true } }],
		runs: 'record.getAll',
		with: { ...ORDERS, ...all },
		holds: { fails: /cut off/ },
	},
	{
		what: 'an empty page of another program is no empty list, so that nothing is created by it',
		faults: [
			{ path: '/api/apps/3/records', times: 9, answer: { status: 200, body: { message: 'down' } } },
		],
		runs: 'record.upsert',
		with: { ...ASSETS, ...auto('field-31') },
		items: [{ 'Asset name': 'Meeting table 5' }],
		holds: { fails: /./, writes: [] },
	},
];

const OF_4 = { ...SUPPORT, recordId: byId(4) };
const comment = { ...OF_4, content: 'See', creatorCode: byId('E0001') };
const withFile = (name: string, type: string, content = 'Hello') => [
	{ json: {}, binary: { data: file(name, type, content) } },
];
const FILE = { additionalFields: { file: 'data' } };
const sentFile = (expected: object) => ({
	writes: [['POST /apps/1/records/4/comments', { file: [expected] }] as const],
});
const downloaded = (content: unknown, size = 5): Fault[] => [
	{
		path: '/api/apps/1/records/4/comments/9',
		answer: {
			status: 200,
			body: {
				comment: {
					id: 9,
					content: 'See',
					file: [{ id: 1, name: 'a\u202egnp.exe', size, content }],
				},
			},
		},
	},
];
const download = { ...OF_4, commentId: byId(9), options: { downloadFiles: true } };

const comments: readonly Defect[] = [
	{
		what: 'a comment is not posted without its file if the name of the file is empty',
		runs: 'comment.create',
		with: { ...comment, additionalFields: { file: '' } },
		holds: { fails: /Input Data Field Names/, writes: [] },
	},
	{
		what: 'a file without content is rejected before the comment is posted',
		runs: 'comment.create',
		with: { ...comment, ...FILE },
		items: withFile('a.txt', 'text/plain', ''),
		holds: { fails: /./, writes: [] },
	},
	{
		what: 'an added but empty Parent Comment is an error, not a comment elsewhere',
		runs: 'comment.create',
		with: { ...comment, additionalFields: { parentCommentId: byId('') } },
		holds: { fails: /Parent Comment/, writes: [] },
	},
	{
		what: 'a file name loses the character that hides its type when it is sent',
		runs: 'comment.create',
		with: { ...comment, ...FILE },
		items: withFile('a\u202egnp.exe', 'text/plain'),
		holds: sentFile({ name: 'agnp.exe', content: 'SGVsbG8=' }),
	},
	...[`a/${'b'.repeat(300)}`, 'text/plain\r\nX: 1'].map(
		(type): Defect => ({
			what: `a file type that fits in no header becomes application/octet-stream: ${JSON.stringify(type.slice(0, 20))}`,
			runs: 'comment.create',
			with: { ...comment, ...FILE },
			items: withFile('a.txt', type),
			holds: sentFile({ type: 'application/octet-stream' }),
		}),
	),
	{
		what: 'a downloaded file loses that character, too, and has the bytes of a data URL',
		faults: downloaded('data:text/plain;base64,SGVsbG8='),
		runs: 'comment.get',
		with: download,
		holds: {
			also: ({ items: [item] }) =>
				expect(item!.binary).toMatchObject({ file_0: { fileName: 'agnp.exe', data: 'SGVsbG8=' } }),
		},
	},
	...[
		['SGVs', 'is shorter than its size'],
		['%%%%', 'is neither base64 nor a data URL'],
	].map(
		([content, why]): Defect => ({
			what: `a file whose content ${why} is no file with other bytes`,
			faults: downloaded(content),
			runs: 'comment.get',
			with: download,
			holds: { fails: /exe/ },
		}),
	),
	{
		what: 'a file that comes without content is named in a hint',
		faults: downloaded(null),
		runs: 'comment.get',
		with: download,
		holds: { hints: /exe/ },
	},
];

const echo = (text: string): Fault[] =>
	post({ status: 400, body: { errors: { code: 400, message: `No: ${text}` } } });
const escaped = (text: string, write: (code: string) => string) =>
	[...text].map((one) => write(one.codePointAt(0)!.toString(16))).join('');

const secrets: readonly Defect[] = [
	...Object.entries({
		'as it is': 'sandbox-key',
		'in base64': Buffer.from('sandbox-key').toString('base64'),
		'percent-encoded in lower case': 'sandbox%2dkey',
		'escaped as in JSON': escaped('sandbox-key', (code) => `\\u00${code}`),
	}).map(
		([how, text]): Defect => ({
			what: `a key that the service repeats is in no message and no log: ${how}`,
			faults: echo(text),
			runs: 'record.create',
			with: { ...SUPPORT, ...json({ 'field-1': 'x' }) },
			holds: {
				fails: /No: /,
				also: ({ error }) => expect(error.split('No: ')[1]).not.toContain(text),
			},
		}),
	),
	{
		what: 'a redirect to another host is not followed with the key',
		given(service) {
			const location = service.url.replace('127.0.0.1', 'localhost');
			service.faults.add({ answer: { status: 302, headers: { location: `${location}/api/x` } } });
		},
		runs: 'form.get',
		with: SUPPORT,
		holds: { fails: /another address/, also: ({ service }) => expect(service.log).toHaveLength(1) },
	},
	{
		what: "markup in the name of a column stays text in n8n's hints",
		runs: 'record.create',
		with: { ...SUPPORT, ...auto() },
		items: [{ Subject: 'x', '<img src=x onerror=alert(1)>': 'y' }],
		holds: { hints: /^[^<]*img[^<]*$/ },
	},
	{
		what: "markup in the service's words stays text in n8n's errors",
		faults: echo('<img src=x onerror=alert(1)>'),
		runs: 'record.create',
		with: { ...SUPPORT, ...json({ 'field-1': 'x' }) },
		holds: { fails: /^[^<]*img[^<]*$/ },
	},
	{
		what: 'a text of the service that has no end is cut in messages',
		faults: echo('x'.repeat(100_000)),
		runs: 'record.create',
		with: { ...SUPPORT, ...json({ 'field-1': 'x' }) },
		holds: { fails: /No: x/, also: ({ error }) => expect(error.length).toBeLessThan(6_000) },
	},
];

const nothing = () => {};
const wait = (life: Life, seconds = 60) => {
	life.pass(seconds);
	life.skip(seconds * 1000);
};
const any = { event: 'recordCreatedOrUpdated' };
const deletions = { event: 'recordDeleted' };
const statuses = { event: 'recordStatusChanged', form: formId(1) };
const notices = (more: string[] = []): INodeParameters => ({
	event: 'noticeCountChanged',
	code: byId(PERSON),
	options: { ...(more.length > 0 && { moreCodes: more }) },
});
const setStatus = ({ service }: Pick<Life, 'service'>, id: number, status: string) =>
	void service.store.updateRecord(1, id, {}, { status });
const remove =
	(...ids: number[]) =>
	({ service }: Life) =>
		ids.forEach((id) => service.store.deleteRecord(FORM, id));
/** So many records, of which the trigger knows all from its first poll on. */
const crowd = (records: number) => (life: Life) => void (life.bulk(records), wait(life, 7_200));
const fault =
	(answer: Fault['answer'], more: Partial<Fault> = {}) =>
	({ service }: Life) =>
		service.faults.add({ answer, ...more });
const QUIET = [nothing, []] as const;
const sameIDs = ({ items }: Life) =>
	expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(items.length);

const trigger: readonly Defect[] = [
	{
		what: 'a second edit within the second of the first is an event of its own',
		watches: any,
		acts: [[({ edit }) => edit(3, 'one'), [3]], [({ edit }) => edit(3, 'two'), [3]], QUIET],
		also: sameIDs,
	},
	{
		what: 'a record that the site lists a minute late is not missed',
		watches: { event: 'recordCreated' },
		acts: [
			[(life) => (wait(life), life.create('next')), [121]],
			[
				({ service }) => {
					const late = { values: { 'field-41': 'late' }, createdAt: '2026-03-02 18:00:01' };
					service.store.addRecords(FORM, [late]);
				},
				[122],
			],
			QUIET,
		],
	},
	{
		what: 'no event is missed when the clock of the site steps back',
		watches: any,
		acts: [
			[({ edit }) => edit(3, 'one'), [3]],
			[(life) => (life.pass(-60), life.edit(4, 'back')), [4]],
			[(life) => (wait(life, 90), life.edit(5, 'on')), [5]],
		],
	},
	{
		what: 'values that differ in every reply are no event',
		site: { dialect: { changingValues: true } },
		watches: any,
		acts: [
			[({ edit }) => edit(3, 'one'), [3]],
			...Array.from({ length: 4 }, (): Act => [(life) => wait(life, 10), []]),
		],
	},
	...(['id', 'shuffled'] as const).map(
		(ties): Defect => ({
			what: `thousands of records of one second come once each, their order: ${ties}`,
			site: { dialect: { ties } },
			watches: { event: 'recordCreated' },
			acts: [
				[(life) => life.bulk(2_300), upTo(2_420, 121)],
				[(life) => wait(life), []],
				[(life) => wait(life, 400), []],
			],
			together: true,
			also: sameIDs,
		}),
	),
	{
		what: 'a site that cuts pages at ten rows loses no event',
		site: { dialect: { pageCap: 10 } },
		watches: any,
		acts: [
			[({ edit }) => upTo(35).forEach((id) => edit(id, 'x')), upTo(35)],
			[(life) => wait(life), []],
			[(life) => wait(life), []],
		],
		together: true,
	},
	{
		what: 'a poll that fails in its middle leaves everything for the next one',
		watches: any,
		before: crowd(1_500),
		acts: [
			[
				(life) => {
					upTo(1_200).forEach((id) => life.edit(id, 'x'));
					fault({ status: 403 }, { nth: 2, times: 1 })(life);
				},
				/Access Denied/,
			],
			[nothing, upTo(1_200)],
			QUIET,
		],
	},
	{
		what: 'after a crash an older state repeats events only with the same IDs',
		watches: any,
		acts: [
			[({ edit }) => edit(3, 'one'), [3]],
			[({ edit }) => edit(4, 'two'), [4]],
			[(life) => life.restart(1), [4]],
			[({ edit }) => edit(5, 'three'), [5]],
		],
		also: ({ items }) => expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(3),
	},
	{
		what: "with n8n's durable cursors each poll may run in another process: each event comes once",
		watches: any,
		acts: [3, 4, 5].map(
			(id): Act => [
				(life) => {
					wait(life, 20);
					life.restart();
					life.how = { ...life.how, budgetMs: 48_000, activation: 'update' };
					life.edit(id, 'x');
				},
				[id],
			],
		),
		also: sameIDs,
	},
	{
		what: "a poll that n8n's scheduler begins before it has saved the last one emits nothing twice",
		watches: any,
		before: (life) => void (life.how = { budgetMs: 48_000 }),
		acts: [
			[({ edit }) => edit(3, 'one'), [3]],
			[
				(life) => (life.how = { budgetMs: 48_000, staticData: structuredClone(life.saved[0]!) }),
				[],
			],
		],
	},
	{
		what: 'a deletion is found if the flag is written as true and false',
		site: { dialect: { deletionFlag: 'boolean', deletedListed: true, deletedReadable: true } },
		watches: deletions,
		acts: [[remove(7, 40), [7, 40]], QUIET],
	},
	{
		what: 'events come if the flag of deletion is written as true and false',
		site: { dialect: { deletionFlag: 'boolean' } },
		watches: any,
		acts: [[({ edit }) => edit(3, 'one'), [3]], QUIET],
	},
	{
		what: 'Record Deleted continues when the site begins to cut pages',
		watches: deletions,
		before: crowd(1_880),
		acts: [
			[({ service }) => (service.dialect = { ...service.dialect, pageCap: 256 }), []],
			[remove(234), [234]],
			QUIET,
		],
	},
	{
		what: 'one record that cannot be read stops no other deletion',
		watches: deletions,
		acts: [
			[
				(life) => {
					remove(7, 40)(life);
					fault({ status: 500 }, { path: '/api/apps/4/records/7', times: 4 })(life);
				},
				[40],
			],
			[(life) => wait(life, 400), [7]],
			QUIET,
		],
	},
	{
		what: 'records that are missing all at once are an error, and no deletions when they come back',
		watches: deletions,
		acts: [
			[
				(life) => {
					life.how = { budgetMs: 48_000 };
					const answer = { status: 200, body: { records: [] } };
					fault(answer, { path: '/api/apps/4/records', times: 2 })(life);
				},
				/120/,
			],
			QUIET,
			[remove(5), [5]],
		],
	},
	{
		what: 'many of the oldest records that are deleted cost few requests',
		watches: deletions,
		before: crowd(1_880),
		acts: [
			[remove(...upTo(150)), upTo(150), 170],
			...Array.from({ length: 5 }, (): Act => [(life) => wait(life), [], 170]),
		],
		together: true,
	},
	{
		what: 'a keyword that the form ignores is rejected at the first poll, not taken for all records',
		watches: { ...deletions, form: formId(1), options: { keyword: 'printer' } },
		first: /'Keyword'|keyword/,
		acts: [],
	},
	...([any, deletions] as const).map(
		(watches): Defect => ({
			what: `record IDs beyond 2^53 are told apart by ${watches.event}`,
			site: { dialect: { ids: 'huge' } },
			watches: { ...watches, form: { __rl: true, mode: 'id', value: HUGE_ORDERS } },
			acts: [
				[
					(life) => {
						if (watches === deletions) remove(12)(life);
						else life.edit(12, 'x');
					},
					[{ recordId: expect.stringMatching(/^90071992547409930+12$/) }],
				],
				QUIET,
				[remove(13), watches === deletions ? [{ recordId: expect.stringMatching(/13$/) }] : []],
			],
		}),
	),
	{
		what: 'a new record that is edited before the trigger has read it is a creation, also with watched fields',
		watches: { ...any, options: { watchedFields: 'field-41' } },
		acts: [
			[
				({ create, edit }) => edit(create('one'), 'two'),
				[{ event: 'recordCreated', recordId: 121 }],
			],
			[({ edit }) => edit(121, 'three'), [{ event: 'recordUpdated', recordId: 121 }]],
			[({ service }) => service.store.updateRecord(FORM, 121, { 'field-42': 'other' }), []],
		],
	},
	{
		what: 'a record that is created and then gets another status has an event',
		watches: statuses,
		acts: [
			[({ service }) => service.store.createRecord(1, { 'field-1': 'x' }), []],
			[
				(life) => setStatus(life, 41, 'Closed'),
				[{ recordId: 41, previousStatus: 'Open', status: 'Closed' }],
			],
			QUIET,
		],
	},
	{
		what: 'a deleted record does not stop the events of others about their status',
		watches: statuses,
		acts: [
			[({ service }) => service.store.deleteRecord(1, 3), []],
			[(life) => setStatus(life, 4, 'Closed'), [4]],
		],
	},
	{
		what: 'a user whom the service no longer knows stops no notices of others',
		watches: notices(['E0020']),
		before: ({ service }) => nothingElse(service),
		acts: [
			[
				(life) => {
					fault({ status: 404 }, { path: '/api/common/notices/E0020', times: 99 })(life);
					raise(life.service, 2);
				},
				[{ code: PERSON, count: 2, previousCount: 0 }],
			],
			[(life) => (wait(life), raise(life.service, 3)), [{ count: 3 }]],
		],
	},
	...(['kept', 'leftOut'] as const).map(
		(zeroCounts): Defect => ({
			what: `a count that falls to 0 and rises again is two events, at a site where 0 is ${zeroCounts}`,
			site: { dialect: { zeroCounts, noNotices: 'missing', noticeCode: 'otherCase' } },
			watches: notices(),
			before: ({ service }) => (nothingElse(service), raise(service, 3)),
			acts: [
				[({ service }) => raise(service, 0), [{ count: 0, previousCount: 3 }]],
				[({ service }) => raise(service, 1), [{ count: 1, previousCount: 0 }]],
				QUIET,
			],
		}),
	),
	{
		what: 'a saved state that cannot be used begins the trigger again, and later events come',
		watches: any,
		acts: [
			[({ state, edit }) => (edit(3, 'one'), (state.state = { version: 7 })), []],
			[(life) => (wait(life), life.edit(4, 'two')), [4]],
		],
	},
	{
		what: 'another form begins anew, without an event for each of its records',
		watches: any,
		acts: [
			[
				(life) => {
					const parameters = { ...any, form: formId(1), options: { names: 'identifiers' } };
					life.how = { parameters };
				},
				[],
			],
			[({ service }) => service.store.updateRecord(1, 7, { 'field-1': 'seen' }), [7]],
		],
	},
	{
		what: 'a passing failure does not stop publishing, and no change between it and the next poll is lost',
		watches: any,
		before: (life) => {
			life.how = { activation: 'activate' };
			fault({ status: 503 }, { times: 4 })(life);
		},
		acts: [QUIET, [({ edit }) => edit(3, 'one'), [3]]],
	},
	{
		what: 'a wrong key stops publishing',
		watches: any,
		credential: { apiKey: 'wrong' },
		before: (life) => void (life.how = { ...life.how, activation: 'activate' }),
		first: /Unauthorized/,
		acts: [],
	},
	{
		what: 'a rate limit that is too low for a trigger is rejected at publishing',
		watches: any,
		credential: { requestsPer100Seconds: 3 },
		before: (life) => void (life.how = { ...life.how, activation: 'activate' }),
		first: /Requests (P|p)er 100|requests per 100/,
		acts: [],
	},
	{
		what: 'Emit None drops what happened while the workflow was not published, and nothing later',
		watches: { ...any, options: { catchUp: 'nothing' } },
		acts: [
			[
				(life) => {
					life.edit(3, 'missed');
					wait(life, 86_400);
					life.how = { activation: 'activate', staticData: life.saved[0]!, nodeId: 'again' };
				},
				[],
			],
			[
				(life) => {
					life.how = { ...life.how, activation: 'update' };
					wait(life);
					life.edit(4, 'later');
				},
				[4],
			],
		],
	},
	{
		what: 'each existing record comes once, at most 5,000 per execution, and new records without a gap',
		watches: { event: 'recordCreated', options: { existingSince: '1970-01-01' } },
		before: crowd(5_400),
		acts: [
			[({ create }) => create('meanwhile'), upTo(5_520)],
			[(life) => wait(life), [5_521]],
			[(life) => wait(life), []],
		],
		together: true,
		also: sameIDs,
	},
	{
		what: 'the first reading of a form at a small rate limit ends, and then each change is an event',
		watches: { ...any, options: { watchedFields: 'field-41' } },
		credential: { requestsPer100Seconds: 5 },
		before: crowd(2_000),
		acts: [
			...Array.from({ length: 5 }, (): Act => [(life) => wait(life, 110), []]),
			[({ edit }) => edit(1_500, 'one'), [1_500]],
			[(life) => (wait(life, 110), life.edit(2, 'two')), [2]],
		],
		together: true,
	},
	{
		what: 'no change is missed while the clock of the site repeats an hour',
		site: {
			dialect: {
				timeZone: 'Europe/Berlin',
				clockOffsetSeconds: (Date.UTC(2026, 9, 25, 0, 58) - Date.UTC(2026, 2, 2, 9)) / 1000,
			},
		},
		credential: { timeZone: 'Europe/Berlin' },
		watches: any,
		acts: [3, 4, 5, 6].map((id): Act => [(life) => (wait(life), life.edit(id, 'x')), [id]]),
	},
	{
		what: 'an edit between two requests of one poll is neither lost nor repeated',
		watches: any,
		before: crowd(1_500),
		acts: [
			[
				(life) => {
					upTo(1_100).forEach((id) => life.edit(id, 'x'));
					const meanwhile = () => life.edit(1_300, 'between');
					fault({ meanwhile }, { nth: 2, path: '/api/apps/4/records' })(life);
				},
				upTo(1_100),
			],
			[(life) => wait(life, 10), [1_300]],
			[(life) => wait(life, 10), []],
		],
		together: true,
	},
	{
		what: 'the requests of the month that are used up are one error, and nothing is lost',
		watches: any,
		acts: [
			[
				(life) => {
					life.how = { budgetMs: 48_000 };
					const body = { errors: { code: 402, message: 'Request exhausted per month' } };
					fault({ status: 402, body }, { times: 2 })(life);
					life.edit(3, 'one');
				},
				/Request exhausted per month/,
			],
			[(life) => wait(life, 10), []],
			[(life) => wait(life, 3_700), []],
			[(life) => wait(life, 3_700), [3]],
		],
	},
	{
		what: 'an answer with a status that is an object stops no trigger for ever',
		watches: any,
		acts: [
			[
				(life) => {
					const row = { recordId: 3, status: {}, isDeleted: { a: 1 }, record: {} };
					const body = { records: [{ ...row, updatedAt: '2026-03-02 18:00:01' }] };
					fault({ status: 200, body }, { times: 1 })(life);
				},
				/^(?!.*primitive)/,
			],
			[({ edit }) => edit(4, 'one'), [4]],
		],
	},
	{
		what: 'an event of a poll whose result n8n throws away comes again, once',
		watches: { ...any, form: formId(FORM) },
		async does({ one, edit, pass, service }) {
			await one.publish('activate');
			pass(30);
			edit(7, 'one');
			service.faults.add({ answer: { delayMs: 60 } });
			one.tick();
			await one.publish('update');
			await one.quiet();
			await one.poll();
		},
		emits: [{ recordId: 7 }],
	},
	{
		what: 'a deletion that another process of n8n has emitted does not come again from the first one',
		watches: { ...deletions, form: formId(FORM) },
		async does({ one, two, service, pass }) {
			await one.publish('activate');
			await one.poll();
			await one.unpublish();
			pass(600);
			await two.publish('leadershipChange');
			service.store.deleteRecord(FORM, 7);
			await two.poll();
			await two.unpublish();
			pass(600);
			await one.publish('leadershipChange');
			await one.poll();
		},
		emits: [{ recordId: 7 }],
	},
	{
		what: 'a process that gets the trigger back knows the record that the other one has learned',
		watches: { ...deletions, form: formId(1) },
		async does({ one, two, service, pass }) {
			await one.publish('activate');
			await one.poll();
			pass(600);
			const { recordId } = service.store.createRecord(1, { 'field-1': 'x' });
			await one.unpublish();
			await two.publish('leadershipChange');
			await two.poll();
			await two.unpublish();
			pass(600);
			service.store.deleteRecord(1, recordId);
			await one.publish('leadershipChange');
			await one.poll();
		},
		emits: [{ recordId: 41 }],
	},
];

export const defects: readonly Defect[] = [
	...records,
	...directory,
	...reading,
	...comments,
	...secrets,
	...trigger,
];
