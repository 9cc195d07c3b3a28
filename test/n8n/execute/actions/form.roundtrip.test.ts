import { Agent } from 'node:http';
import fc from 'fast-check';
import { parseForm } from '../../../../nodes/RecordsDirectory/core/form/definition';
import type { FormField } from '../../../../nodes/RecordsDirectory/core/form/field';
import { captioned, captionKeys } from '../../../../nodes/RecordsDirectory/core/form/names';
import type { JsonObject } from '../../../../nodes/RecordsDirectory/core/json';
import { type Dialect, plainDialect } from '../../../../sandbox/service/dialects.ts';
import { type Service, startService } from '../../../../sandbox/service/service.ts';
import { clientOf, details } from '../../../sandbox/client.ts';
import { cells, forms, shown, type Cell, type Made, zone } from './random-forms';
import { seedOr, times } from '../../../support/effort';
import { readable, written } from '../../../support/record-values';

const identifiers = { keys: 'identifiers' } as const;
const captions = { keys: 'captions' } as const;
const headers = { 'content-type': 'application/json' };

const agent = new Agent({ keepAlive: true });
let service: Service;
let http: ReturnType<typeof clientOf>;

beforeAll(async () => {
	service = await startService();
	http = clientOf(service.url);
	http.defaults.httpAgent = agent;
});

afterAll(async () => {
	agent.destroy();
	await service.close();
});

/** All combinations of the values of some switches. */
function combined(switches: { [Name in keyof Dialect]?: Array<Dialect[Name]> }) {
	return Object.entries(switches).reduce<Array<Partial<Dialect>>>(
		(all, [name, values]) =>
			all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
		[{}],
	);
}

const replies = combined({
	numbers: ['numbers', 'strings'],
	choiceValues: ['name', 'object'],
	multipleValues: ['array', 'comma'],
	detailRows: ['values', 'records'],
	emptyValues: ['text', 'null', 'missing'],
});
const updates = combined({
	updateBody: ['partial', 'replace'],
	keyRequiredOnUpdate: [true, false],
});

const speak = (dialect: Partial<Dialect>) => {
	service.dialect = { ...plainDialect, ...dialect };
};

async function send(method: 'post' | 'put', path: string, record: JsonObject): Promise<void> {
	const { status, data } = await http[method](path, JSON.stringify({ record }), { headers });
	if (status >= 300)
		throw new Error(`${method} ${JSON.stringify(record)}: ${JSON.stringify(data)}`);
}

const recordAt = async (path: string): Promise<JsonObject> => (await http.get(path)).data.record;

async function formAt(appsId: number): Promise<FormField[]> {
	return parseForm((await http.get(`/api/apps/${appsId}/fields?limit=1000`)).data.fields);
}

let lastForm = 1_000;

function addForm(fields: readonly Made[]): number {
	const model = service.store.forms.get(4);
	if (!model) throw new Error('no form 4');
	lastForm += 1;
	service.store.addForm({
		...model,
		id: lastForm,
		simpleSearch: [],
		fields: fields.map(({ field }) => field),
	});
	return lastForm;
}

type Cells = ReadonlyArray<Cell | undefined>;

const valuesOf = (made: readonly Made[], given: Cells, keyOf = (id: string) => id): JsonObject =>
	Object.fromEntries(made.map(({ field }, index) => [keyOf(field.uniqueId), given[index]?.given]));

/** What must be read: the given value, else the earlier one. */
const meantOf = (made: readonly Made[], given: Cells, before: JsonObject = {}): JsonObject =>
	Object.fromEntries(
		made.map(({ field: { uniqueId }, empty }, index) => {
			const there = Object.hasOwn(before, uniqueId) ? before[uniqueId] : empty;
			return [uniqueId, given[index] ? given[index].meant : there];
		}),
	);

it('there is a reply for each spelling', () =>
	expect([replies.length, updates.length]).toEqual([48, 4]));

it('what is written is read, in every dialect of numbers, values, updates and keys', async () => {
	const { users, organizations } = service.store;
	const people = {
		users: users.list({ limit: 4 }).map(({ code, name }) => ({ code, name })),
		organizations: organizations.list({ limit: 4 }).map(({ code, name }) => ({ code, name })),
	};
	const plan = forms(people).chain((made) =>
		fc.record({
			made: fc.constant(shown(made)),
			created: cells(made),
			updated: cells(made),
			turn: fc.nat(3),
		}),
	);
	await fc.assert(
		fc.asyncProperty(plan, async ({ made, created, updated, turn }) => {
			const path = `/api/apps/${addForm(made)}/records`;
			const fields = await formIn(lastForm);
			const keys = captionKeys(fields);
			const wire = (given: Cells, keyOf?: (id: string) => string) =>
				written(fields, valuesOf(made, given, keyOf), { zone });

			speak({});
			const { record, ignored } = wire(created);
			await send('post', path, record);
			expect(ignored).toEqual(["'Total' (total)"]);
			let meant = meantOf(made, created);
			// A quarter of the dialects for each form: every one still meets dozens of forms.
			for (const dialect of replies.filter((_, index) => index % 4 === turn)) {
				speak(dialect);
				const reply = await recordAt(`${path}/1`);
				expect(readable(fields, reply, identifiers)).toEqual(meant);
			}

			for (const [index, dialect] of updates.entries()) {
				speak({ ...replies[index * 13], ...dialect });
				const next = index % 2 === 0 ? updated : created;
				await send('put', `${path}/1`, wire(next, keys).record);
				meant = meantOf(made, next, dialect.updateBody === 'partial' ? meant : {});
				const reply = await recordAt(`${path}/1`);
				expect(readable(fields, reply, identifiers)).toEqual(meant);

				// A record that was read can be sent back whole.
				const whole = readable(fields, reply, captions);
				await send('put', `${path}/1`, written(fields, whole, { zone }).record);
				expect(readable(fields, await recordAt(`${path}/1`), identifiers)).toEqual(meant);
			}
		}),
		{ seed: seedOr(4), numRuns: times(100) },
	);
}, 120_000);

/** The definition says the same in numbers and in texts. */
async function formIn(appsId: number): Promise<FormField[]> {
	speak({ numbers: 'strings' });
	const fromTexts = await formAt(appsId);
	speak({});
	const fields = await formAt(appsId);
	expect(fromTexts).toEqual(fields);
	return fields;
}

it('a form whose types have names without meaning still works', async () => {
	speak({ fieldTypes: 'codes' });
	const fields = await formAt(1);
	const values = {
		Subject: 'Broken chair',
		Assignee: [{ code: 'E0002', name: 'Ben Carter' }],
		Priority: 'H',
		Channel: 'Mail, Chat',
		'Due date': '2027/03/31',
		Hours: '1.5',
	};
	await send('post', '/api/apps/1/records', written(fields, values, { zone }).record);
	const reply = await recordAt('/api/apps/1/records/41');
	expect(readable(fields, reply, captions)).toMatchObject({
		...values,
		Priority: 'High',
		Channel: ['Mail', 'Chat'],
		Hours: 1.5,
		Department: [],
		Description: null,
	});
});

it.each(['identifier', 'withSuffix'] as const)(
	'a related code as output field: %s',
	async (relatedCodeKey) => {
		speak({ relatedCodeKey });
		const path = `/api/apps/1/records?limit=1&order=recordId:desc&fields=${encodeURIComponent('field-6[1]')}`;
		const { data } = await http.get(path);
		const fields = (await formAt(1)).filter(({ id }) => id === 'field-6');
		const key = relatedCodeKey === 'identifier' ? 'field-6' : 'field-6[1]';
		expect(readable(fields, data.records[0].record, identifiers)[key]).toBe('H');
	},
);

it("the service's complaint names captions", async () => {
	speak({});
	const { data } = await http.post('/api/apps/1/records', { record: { 'field-9': 'x' } });
	const fields = await formAt(1);
	expect(details(data).map((message) => captioned(fields, message))).toEqual([
		'The field [Subject (field-1)] is required.',
		'The field [Hours (field-9)] must be a number.',
	]);
});
