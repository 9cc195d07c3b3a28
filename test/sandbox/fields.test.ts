import { details, withService } from './client.ts';

const system = [
	'recordId',
	'uniqueId',
	'status',
	'isDeleted',
	'createdAt',
	'creatorCode',
	'creator',
	'updatedAt',
	'updaterCode',
	'updater',
	'accessUrl',
	'accessEditUrl',
];

type Values = Record<string, unknown>;

/** A page of records, one record, or an error; whatever is not there is not looked at. */
interface Reply {
	records: Array<{ recordId: number; record: Values & { 'field-24': Values[] } }>;
	record: Values;
	errors: { details: Array<{ message: string }> };
}

const list = async (path: string) => {
	let result: { status: number; data: Reply } | undefined;
	await withService({}, async ({ http }) => {
		result = await http.get(path);
	});
	return result!;
};

const keys = (value: object) => Object.keys(value);

test('1: absent, all fields are output; present, only the listed ones', async () => {
	const all = await list('/api/apps/1/records?limit=1');
	expect(keys(all.data.records[0]!.record)).toEqual(
		[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `field-${number}`),
	);
	const some = await list('/api/apps/1/records?limit=1&fields=field-8,field-1');
	expect(keys(some.data.records[0]!.record).sort()).toEqual(['field-1', 'field-8']);
});

test.each([
	['field-6', 'Normal'],
	['field-6[1]', 'N'],
	['field-6[2]', '20'],
	['field-6[3]', 'grey'],
	['field-7', ['Mail']],
	['field-7[1]', ['ML']],
])('2: %s outputs %j', async (fields, value) => {
	const { data } = await list(`/api/apps/1/records?limit=1&fields=${encodeURIComponent(fields)}`);
	expect(data.records[0]!.record).toEqual({ [fields.slice(0, 7)]: value });
});

test('3: the system fields are always output', async () => {
	const { data } = await list('/api/apps/1/records?limit=1&fields=field-1');
	expect(keys(data.records[0]!).sort()).toEqual([...system, 'appsId', 'record'].sort());
});

test('3: without the process function there is no status', async () => {
	const { data } = await list('/api/apps/2/records?limit=1&fields=field-22');
	expect(data.records[0]!).not.toHaveProperty('status');
});

test('4: a listed detail table has all its columns, an unlisted one is not output', async () => {
	const listed = await list('/api/apps/2/records?page=2&limit=1&fields=field-24');
	expect(keys(listed.data.records[0]!.record['field-24'][0]!)).toEqual([
		'field-241',
		'field-242',
		'field-243',
	]);
	const unlisted = await list('/api/apps/2/records?limit=1&fields=field-21');
	expect(unlisted.data.records[0]!.record).toEqual({ 'field-21': 'C-001' });
});

test.each([
	['fields=field-1&order=field-1:desc', 200],
	['fields=field-1&order=updatedAt:desc', 200],
	['fields=field-6[1]&order=field-6:desc', 200],
	['order=field-8:desc', 200],
	['fields=field-1&order=field-8:desc', 400],
	['order=field-11:desc', 400],
	['order=nothing:desc', 400],
	['order=field-1:asc', 400],
	['order=field-1', 400],
	['order=field-1:desc,field-2:desc', 400],
])('5: %s answers %i', async (query, status) => {
	expect((await list(`/api/apps/1/records?${query}`)).status).toBe(status);
});

test('5: detail tables cannot be used in order', async () => {
	const { status, data } = await list('/api/apps/2/records?order=field-24:desc');
	expect(status).toBe(400);
	expect(details(data)).toEqual(['The detail-table field [field-24] cannot be used in [order].']);
});

test.each(['field-99', 'field-241', 'field-6[4]', 'field-1[1]', '', 'recordId', 'constructor'])(
	'6, 8: the unknown identifier "%s" answers 400 and is named',
	async (identifier) => {
		const query = new URLSearchParams({ fields: `field-1,${identifier}` }).toString();
		const { status, data } = await list(`/api/apps/1/records?${query}`);
		expect(status).toBe(400);
		expect(details(data)).toEqual([`The specified field [${identifier}] does not exist.`]);
	},
);

test('7: a field of a type that cannot be output answers 400', async () => {
	const { status, data } = await list('/api/apps/1/records?fields=field-11');
	expect(status).toBe(400);
	expect(details(data)).toEqual(['The specified field [field-11] cannot be output.']);
});

test('9: the single read ignores fields', async () => {
	const { status, data } = await list('/api/apps/1/records/1?fields=field-99');
	expect(status).toBe(200);
	expect(keys(data.record)).toHaveLength(10);
});

test('10: fields, order and query work together', async () => {
	const query = new URLSearchParams({
		fields: 'field-1',
		order: 'recordId:desc',
		query: 'field-6 = "High" and status = "Open"',
	}).toString();
	const { data } = await list(`/api/apps/1/records?${query}`);
	const found = data.records.map((record: { recordId: number }) => record.recordId);
	expect(found).toEqual([38, 26, 18, 6]);
	expect(keys(data.records[0]!.record)).toEqual(['field-1']);
});
