import { details, withService } from './client.ts';

/** Of a list of records by its query, or of another read: the status, the data, and the first record. */
async function read(query: string, form = 1) {
	const path = `/api/apps/${form}/records${query.replaceAll('[', '%5B')}`;
	const { status, data } = await withService({}, ({ http }) => http.get(path));
	return { status, data, first: data.records?.[0] };
}

const numbered = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `field-${number}`);

test.each([
	['all fields are output', '', numbered],
	['only the listed fields are output', '&fields=field-8,field-1', ['field-1', 'field-8']],
])('1: %s', async (_, fields, names) => {
	const { first } = await read(`?limit=1${fields}`);
	expect(Object.keys(first.record).sort()).toEqual(names.toSorted());
});

test.each([
	['field-6', 'Normal'],
	['field-6[1]', 'N'],
	['field-6[2]', '20'],
	['field-6[3]', 'grey'],
	['field-7[1]', ['ML']],
])('2: %s outputs %j', async (fields, value) => {
	const { first } = await read(`?limit=1&fields=${fields}`);
	expect(first.record).toEqual({ [fields.slice(0, 7)]: value });
});

test('3: the system fields are always output, the status if the form has the process function', async () => {
	const { record, ...system } = (await read('?limit=1&fields=field-1')).first;
	expect(Object.keys(system).sort()).toEqual([
		...['accessEditUrl', 'accessUrl', 'appsId', 'createdAt', 'creator', 'creatorCode'],
		...['isDeleted', 'recordId', 'status', 'uniqueId', 'updatedAt', 'updater', 'updaterCode'],
	]);
	expect((await read('?limit=1', 2)).first).not.toHaveProperty('status');
});

test('4: a listed detail table has all its columns, an unlisted one is not output', async () => {
	const listed = await read('?page=2&limit=1&fields=field-24', 2);
	const columns = ['field-241', 'field-242', 'field-243'];
	expect(Object.keys(listed.first.record['field-24'][0])).toEqual(columns);
	const unlisted = await read('?limit=1&fields=field-21', 2);
	expect(unlisted.first.record).toEqual({ 'field-21': 'C-001' });
});

test.each([
	['fields=field-1&order=field-1:desc', 200],
	['fields=field-1&order=updatedAt:desc', 200],
	['fields=field-6[1]&order=field-6:desc', 200],
	['fields=field-1&order=field-8:desc', 400],
	['order=field-11:desc', 400],
	['order=nothing:desc', 400],
	['order=field-1:asc', 400],
	['order=field-1', 400],
	['order=field-1:desc,field-2:desc', 400],
])('5: %s answers %i', async (query, status) => {
	expect((await read(`?${query}`)).status).toBe(status);
});

test.each([
	...['field-99', 'field-241', 'field-6[4]', 'field-1[1]', '', 'constructor'].map((name) => [
		...[1, `fields=field-1,${name}`, `The specified field [${name}] does not exist.`],
	]),
	[1, 'fields=field-11', 'The specified field [field-11] cannot be output.'],
	[2, 'order=field-24:desc', 'The detail-table field [field-24] cannot be used in [order].'],
] as const)('5 to 8: what does not exist or fit is named: form %i, %s', async (...row) => {
	const [form, query, detail] = row as [number, string, string];
	const { status, data } = await read(`?${query}`, form);
	expect([status, details(data)]).toEqual([400, [detail]]);
});

test('9: the single read ignores fields', async () => {
	const { data } = await read('/1?fields=field-99');
	expect(Object.keys(data.record)).toEqual(numbered);
});

test('10: fields, order and query work together', async () => {
	const query = encodeURIComponent('field-6 = "High" and status = "Open"');
	const { data } = await read(`?fields=field-1&order=recordId:desc&query=${query}`);
	const found = data.records.map((record: { recordId: number }) => record.recordId);
	expect(found).toEqual([38, 26, 18, 6]);
	expect(Object.keys(data.records[0].record)).toEqual(['field-1']);
});
