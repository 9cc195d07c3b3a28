import fc from 'fast-check';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { resources } from '../../../../nodes/RecordsDirectory/api';
import { parseForm } from '../../../../nodes/RecordsDirectory/core/form/definition';
import type { JsonObject } from '../../../../nodes/RecordsDirectory/core/json';
import { EVENT_PROPERTIES } from '../../../../nodes/RecordsDirectory/core/values/record-properties';
import { type Dialect, plainDialect } from '../../../../sandbox/service/dialects.ts';
import { type Service, startService } from '../../../../sandbox/service/service.ts';
import { seedOr, times } from '../../../support/effort';
import { executeWithHints, poll } from '../../../support/n8n';
import { byId } from '../../../support/world';
import { readable, written } from '../../../support/record-values';
import { recordsOf, wholeItem } from '../../runs';
import { forms, type Made, shown, valuesOf } from './random-forms';

/** All properties of records and events besides fields, and their names in outputs. */
const OWN = [...Object.keys(resources.record.entity), ...EVENT_PROPERTIES];
const PREFIXED = ['status', 'record', 'event'].flatMap((name) => [
	`record.${name}`,
	`record.record.${name}`,
]);
const names = [...OWN, ...PREFIXED, 'Name', 'status.Name', 'Name.Name'];

let service: Service;
let parts: { readonly credentials: Record<string, string | number> };

beforeAll(async () => {
	service = await startService();
	const baseUrl = service.url;
	parts = { credentials: { baseUrl, apiKey: 'sandbox-key', requestsPer100Seconds: 1_000_000 } };
});

afterAll(() => service.close());

const speak = (dialect: Partial<Dialect> = {}) => {
	service.dialect = { ...plainDialect, ...dialect };
};

let lastForm = 1_000;

function addForm(made: readonly Made[], hasStatus: boolean): number {
	const model = service.store.forms.get(1);
	if (!model) throw new Error('no form 1');
	const { statuses, ...rest } = model;
	const fields = made.map(({ field }) => field);
	const process = hasStatus && statuses ? { statuses } : {};
	lastForm += 1;
	service.store.addForm({ ...rest, ...process, id: lastForm, simpleSearch: [], fields });
	return lastForm;
}

const heldBy = (form: number, recordId: number): JsonObject =>
	JSON.parse(service.store.records.get(form, recordId)?.data ?? 'null') as JsonObject;

/** Sends an item back, and says which record holds it then. */
async function sent(way: Way, form: number, item: INodeExecutionData, key: string) {
	const isNew = way === 'create' || way === 'import';
	const before = isNew ? undefined : service.store.createRecord(form, { key }).recordId;
	const target = way === 'update' ? { recordId: byId(before ?? 0) } : {};
	const copies = way === 'import' ? { options: { recordId: '' } } : {};
	const parameters = recordsOf(form, way, { ...target, ...wholeItem(), ...copies });
	const { hints } = await executeWithHints({ ...parts, parameters, items: [item] });
	expect(service.store.records.count(form)).toBe(1);
	return { recordId: before ?? 1, hints: hints.map(({ message }) => message) };
}

const WAYS = ['create', 'import', 'update', 'upsert'] as const;
type Way = (typeof WAYS)[number];

const OUTPUTS = ['captions', 'identifiers', 'some', 'event'] as const;

interface Shown {
	readonly item: INodeExecutionData;
	/** The fields whose values it has. */
	readonly ids: readonly string[];
}

/** Commas and suffixes mean something in the list of what is output. */
const canBeChosen = (id: string) => !/[,[\]]/.test(id);

/** What Get Many or the trigger outputs of the only record of a form. */
async function output(
	kind: (typeof OUTPUTS)[number],
	form: number,
	made: readonly Made[],
): Promise<Shown> {
	const writable = made.filter(({ field }) => !field.calc).map(({ field }) => field);
	const ids = writable.map(({ uniqueId }) => uniqueId);
	if (kind === 'event') {
		const parameters = { event: 'recordCreated', form: byId(form), simplify: true };
		const [item] = (await poll({ ...parts, parameters, mode: 'manual' })) ?? [];
		return { item: item ?? { json: {} }, ids };
	}
	const half = ids.filter((id, n) => canBeChosen(id) && (id === 'key' || n % 2 === 0));
	const options: INodeParameters = {
		names: kind === 'identifiers' ? 'identifiers' : 'captions',
		...(kind === 'some' ? { fields: half } : {}),
	};
	const parameters = recordsOf(form, 'getAll', { returnAll: true, simplify: true, options });
	const { items } = await executeWithHints({ ...parts, parameters });
	const [item = { json: {} }] = items;
	return { item, ids: kind === 'some' ? half : ids };
}

const dialects: fc.Arbitrary<Partial<Dialect>> = fc.record({
	numbers: fc.constantFrom('numbers', 'strings'),
	choiceValues: fc.constantFrom('name', 'object'),
	multipleValues: fc.constantFrom('array', 'comma'),
	detailRows: fc.constantFrom('values', 'records', 'numbered'),
	emptyValues: fc.constantFrom('text', 'null', 'missing'),
});

describe.each(OUTPUTS)('a record as it is output: %s', (kind) => {
	it.each(WAYS)(
		'is taken back by %s, each field and nothing else',
		async (way) => {
			const { users, organizations } = service.store;
			const people = {
				users: users.list({ limit: 4 }).map(({ code, name }) => ({ code, name })),
				organizations: organizations.list({ limit: 4 }).map(({ code, name }) => ({ code, name })),
			};
			const plan = forms(people, names).chain((made) =>
				fc.record({
					made: fc.constant(shown(made)),
					values: valuesOf(made),
					hasStatus: fc.boolean(),
					dialect: dialects,
				}),
			);
			await fc.assert(
				fc.asyncProperty(plan, async ({ made, values, hasStatus, dialect }) => {
					speak();
					const from = addForm(made, hasStatus);
					const to = addForm(made, hasStatus);
					const fields = parseForm(made.map(({ field }) => ({ ...field })));
					const wanted: JsonObject = Object.fromEntries(
						made.map(({ field }, n) => [field.uniqueId, values[n]]),
					);
					const { recordId } = service.store.createRecord(
						from,
						written(fields, wanted, { zone: 'Asia/Tokyo' }).record as never,
					);
					speak(dialect);
					const { item, ids } = await output(kind, from, made);
					speak();
					const before = heldBy(from, recordId);
					const back = await sent(way, to, item, String(before.key));

					const read = (row: JsonObject) => readable(fields, row, { keys: 'identifiers' });
					for (const id of made.map(({ field }) => field.uniqueId))
						if (!ids.includes(id)) wanted[id] = read({})[id];
					const held = read(heldBy(to, back.recordId));
					const writable = (row: JsonObject) =>
						Object.entries(row).filter(([id]) => id !== 'total');
					expect(writable(held)).toEqual(writable(wanted));
					// What was not asked for may be missed.
					const hints = back.hints.filter((hint) =>
						/^Ignored because the form has no such field/.test(hint),
					);
					if (kind !== 'some') expect(hints).toEqual([]);
				}),
				{ seed: seedOr(11), numRuns: times(15) },
			);
		},
		120_000,
	);
});
