import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { entries } from '../../nodes/RecordsDirectory/api';
import { inAHurry } from '../support/hurry';
import { execute } from '../support/n8n';
import { byId } from '../support/world';
import { everything } from './asks';
import { onTheWire, type Answer } from './wire';

/** Names that lead to what all objects share, or that JavaScript asks objects for. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'];

// In JSON, `__proto__` is a property like any other.
const CLUES = '{"polluted":"yes","toString":"yes","prototype":{"polluted":"yes"}}';
const hostile = NAMES.map((name) => `${JSON.stringify(name)}:${CLUES}`).join();
const field = (name: string, fieldId: number) =>
	`{${hostile},"fieldId":${fieldId},"uniqueId":"${name}","caption":"${name}","fieldType":"select",` +
	`"selectItems":[{"id":1,"selectName":"__proto__","code1":"constructor",${hostile}}],` +
	'"subTable":[{"fieldId":9,"uniqueId":"__proto__","caption":"constructor"}]}';
const row =
	`${hostile},"id":1,"recordId":1,"fieldId":1,"appsId":1,"code":"E0001","name":"N","status":{${hostile}},` +
	`"record":{${hostile},"field-1":{${hostile}},"field-2":[{${hostile}}]},` +
	'"createdAt":"2026-01-01 00:00:00","updatedAt":"2026-01-01 00:00:00"';
const lists = ['user', 'organizations', 'positions', 'forms', 'records', 'comments'];
const notice =
	`{${hostile},"appsId":"__proto__","appsName":"constructor","icon":{${hostile}},` +
	`"noticeList":[{${hostile},"id":"__proto__","label":"then","count":1,"url":"x"}]}`;
const WHOLE =
	`{${row},${lists.map((name) => `"${name}":[{${row}}]`).join()},"notices":[${notice}],` +
	`"comment":{${row},"file":[{${hostile},"name":"__proto__","type":"a/b","content":""}]},` +
	`"fields":[${NAMES.map(field).join()}]}`;
const detail = `{${hostile},"message":"__proto__"}`;

const REPLIES: Readonly<Record<string, Answer>> = {
	'a reply of everything': { body: WHOLE },
	'an error': {
		status: 400,
		body: `{${hostile},"errors":{${hostile},"message":"Bad Request","details":[${detail}]}}`,
	},
	'an error without words of its own': {
		status: 400,
		body: '{"errors":{"__proto__":{"message":"polluted","details":[{"message":"polluted"}]}}}',
	},
	headers: { body: WHOLE, headers: Object.fromEntries(NAMES.map((name) => [name, 'polluted'])) },
};

const { prototype } = Object;
const SHARED = [prototype, Array.prototype, Function.prototype, String.prototype, Object, Promise];
/** What every object and list of this process has; nothing may be added, and nothing changed. */
const shared = () =>
	SHARED.flatMap((one) =>
		Object.entries(Object.getOwnPropertyDescriptors(one)).map(([name, { value }]) => [name, value]),
	);
const before = shared();

/** Objects in a value that inherit from anything but what objects and lists inherit from. */
function strangersIn(value: unknown, seen = new Set<unknown>()): unknown[] {
	if (typeof value !== 'object' || value === null || seen.has(value)) return [];
	seen.add(value);
	const prototype: unknown = Object.getPrototypeOf(value);
	const isPlain = [Object.prototype, Array.prototype, null].includes(prototype as object);
	const inner = Object.values(value).flatMap((one) => strangersIn(one, seen));
	return isPlain ? inner : [value, ...inner];
}

/** Whatever a run comes to, it has changed nothing that all objects share. */
async function expectHarmless(run: Promise<unknown>): Promise<void> {
	const outcome = await run.catch((error: Error) => ({ failed: error.message }));
	expect(shared()).toEqual(before);
	expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	expect(strangersIn(outcome)).toEqual([]);
}

it.each(Object.entries(REPLIES))(
	'%s with such names leaves all objects as they are',
	async (_, reply) => {
		await inAHurry(() =>
			onTheWire(
				() => reply,
				async ({ credentials, arrived }) => {
					for (const given of [{}, { simplify: false }])
						for (const run of Object.values(everything(credentials, given)))
							await expectHarmless(run());
					expect(arrived.length).toBeGreaterThan(2 * entries.length);
				},
			),
		);
	},
);

const panel = { mappingMode: 'defineBelow', value: '={{ $json }}', matchingColumns: ['field-1'] };

it.each<[string, INodeParameters]>([
	['properties of an item', { recordMapper: { mappingMode: 'autoMapInputData', value: null } }],
	['JSON', { specifyRecord: 'json', recordJson: '={{ JSON.stringify($json) }}' }],
	['an object', { specifyRecord: 'json', recordJson: '={{ $json }}' }],
	['inputs of the panel', { recordMapper: panel }],
])('%s with such names leave all objects as they are', async (_, source) => {
	const fields = [...NAMES, 'field-1'].map(field).join();
	await onTheWire(
		({ target }) =>
			target.includes('/fields')
				? { body: `{"fields":[${fields}]}` }
				: { body: { records: [], recordId: 1, record: {} } },
		async ({ credentials, arrived }) => {
			for (const operation of ['create', 'update', 'import', 'upsert'])
				for (const value of ['"__proto__"', 'null', '1', '["__proto__"]', CLUES]) {
					const of = { resource: 'record', operation, form: byId(1), recordId: byId(1) };
					const json = NAMES.map((name) => `${JSON.stringify(name)}:${value}`).join();
					const items = [{ json: JSON.parse(`{${json},"field-1":"a"}`) as IDataObject }];
					await expectHarmless(execute({ parameters: { ...of, ...source }, items, credentials }));
				}
			const bodies = arrived.flatMap(({ body }) => (body ? [JSON.parse(body) as unknown] : []));
			await expectHarmless(Promise.resolve(bodies));
		},
	);
});
