import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { entries } from '../../nodes/RecordsDirectory/api';
import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger';
import { scenarios } from '../n8n/scenarios/all';
import { sampled } from '../support/effort';
import { inAHurry } from '../support/hurry';
import { execute, poll } from '../support/n8n';
import { byId } from '../support/world';
import { asks } from './asks';
import { onTheWire, type Answer } from './wire';

/** Names that lead to what all objects share, or that JavaScript asks objects for. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'];

/** As JSON, in which `__proto__` is a property like any other. */
const CLUES = '{"polluted":"yes","toString":"yes","prototype":{"polluted":"yes"}}';
const hostile = NAMES.map((name) => `${JSON.stringify(name)}:${CLUES}`).join();
const field = (name: string, fieldId: number) =>
	`{${hostile},"fieldId":${fieldId},"uniqueId":${JSON.stringify(name)},"caption":${JSON.stringify(name)},"fieldType":"select","selectItems":[{"id":1,"selectName":"__proto__","code1":"constructor",${hostile}}],"subTable":[{"fieldId":9,"uniqueId":"__proto__","caption":"constructor"}]}`;
const record = `{${hostile},"field-1":{${hostile}},"field-2":[{${hostile}}]}`;
const times = '"createdAt":"2026-01-01 00:00:00","updatedAt":"2026-01-01 00:00:00"';
const row = `${hostile},"id":1,"recordId":1,"fieldId":1,"appsId":1,"code":"E0001","name":"N","status":{${hostile}},"record":${record},${times}`;
const lists = ['user', 'organizations', 'positions', 'forms', 'records', 'comments'];
const WHOLE = `{${row},${lists.map((name) => `"${name}":[{${row}}]`).join()},"comment":{${row},"file":[{${hostile},"name":"__proto__","type":"a/b","content":""}]},"fields":[${NAMES.map(field).join()}],"notices":[{${hostile},"appsId":"__proto__","appsName":"constructor","icon":{${hostile}},"noticeList":[{${hostile},"id":"__proto__","label":"then","count":1,"url":"x"}]}]}`;

const REPLIES: Readonly<Record<string, Answer>> = {
	'a reply of everything': { body: WHOLE },
	'an error': {
		status: 400,
		body: `{${hostile},"errors":{${hostile},"message":"Bad Request","details":[{${hostile},"message":"__proto__"},{"__proto__":{"message":"x"}}]}}`,
	},
	'an error without words of its own': {
		status: 400,
		body: '{"errors":{"__proto__":{"message":"polluted","details":[{"message":"polluted"}]}}}',
	},
	headers: {
		body: WHOLE,
		headers: Object.fromEntries([
			...NAMES.map((name) => [name, 'polluted']),
			['x-__proto__', 'polluted'],
		]) as Record<string, string>,
	},
};

/** What every object and list of this process has; nothing may be added, and nothing changed. */
const shared = () =>
	[Object.prototype, Array.prototype, Function.prototype, String.prototype, Object, Promise].map(
		(one) =>
			Object.entries(Object.getOwnPropertyDescriptors(one)).map(([name, { value }]) => [
				name,
				value,
			]),
	);

/** Objects in a value that inherit from anything but what objects and lists inherit from. */
function strangersIn(value: unknown, seen = new Set<unknown>()): unknown[] {
	if (typeof value !== 'object' || value === null || seen.has(value)) return [];
	seen.add(value);
	const prototype: unknown = Object.getPrototypeOf(value);
	const isPlain = [Object.prototype, Array.prototype, null].includes(prototype as object);
	return [
		...(isPlain ? [] : [value]),
		...Object.values(value).flatMap((inner) => strangersIn(inner, seen)),
	];
}

const before = shared();

/** What comes of it; whatever that is, it has changed nothing that all objects share. */
async function harmless(run: Promise<unknown>): Promise<unknown> {
	const outcome = await run.catch((error: Error) => ({ failed: error.message }));
	expect(shared()).toEqual(before);
	expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	expect(strangersIn(outcome)).toEqual([]);
	return outcome;
}

const saved = (baseUrl: string) => ({ baseUrl, apiKey: 'k', requestsPer100Seconds: 1_000_000 });

/** Their properties have the names that the form gives them. */
const ofRecords = entries.filter(({ resourceName }) => resourceName === 'record');
const others = entries.filter(({ resourceName }) => resourceName !== 'record');

describe.each(Object.entries(REPLIES))('%s leaves all objects as they are', (name, reply) => {
	it.each([...ofRecords, ...sampled(others, ({ key }) => `${name} ${key}`)])(
		'$key',
		async (entry) => {
			const { key, resourceName: resource, operationName: operation } = entry;
			const { given, items } = scenarios[key];
			await inAHurry(async () => {
				await onTheWire(
					() => reply,
					async ({ url, arrived }) => {
						for (const more of [{}, { simplify: false }]) {
							const parameters = { resource, operation, ...given, ...more };
							await harmless(execute({ parameters, items, credentials: saved(url) }));
						}
						expect(arrived.length).toBeGreaterThan(0);
					},
				);
			});
		},
	);

	it('in the editor and in polls', async () => {
		await inAHurry(async () => {
			await onTheWire(
				() => reply,
				async ({ url }) => {
					for (const ask of Object.values(asks(saved(url)))) await harmless(ask());
				},
			);
		});
	});
});

const SOURCES: ReadonlyArray<[string, INodeParameters]> = [
	['properties of an item', { recordMapper: { mappingMode: 'autoMapInputData', value: null } }],
	['JSON', { specifyRecord: 'json', recordJson: '={{ JSON.stringify($json) }}' }],
	['an object', { specifyRecord: 'json', recordJson: '={{ $json }}' }],
	['a whole body', { specifyRecord: 'body', bodyJson: '={{ ({ record: $json }) }}' }],
	[
		'inputs of the panel',
		{
			recordMapper: {
				mappingMode: 'defineBelow',
				value: '={{ $json }}',
				matchingColumns: ['field-1'],
			} as never,
		},
	],
];

describe.each(SOURCES)('%s with such names leave all objects as they are', (_, source) => {
	it.each(['create', 'update', 'import', 'upsert'])('%s', async (operation) => {
		const fields = [...NAMES, 'field-1'].map(field).join();
		await onTheWire(
			({ target }) =>
				target.includes('/fields')
					? { body: `{"fields":[${fields}]}` }
					: { body: { records: [], recordId: 1, record: {} } },
			async ({ url, arrived }) => {
				const parameters = {
					resource: 'record',
					operation,
					form: byId(1),
					recordId: byId(1),
					...source,
				};
				for (const value of ['"__proto__"', 'null', '1', '["__proto__"]', CLUES]) {
					const json = NAMES.map((name) => `${JSON.stringify(name)}:${value}`).join();
					const item = JSON.parse(`{${json},"field-1":"a"}`) as IDataObject;
					await harmless(execute({ parameters, items: [{ json: item }], credentials: saved(url) }));
					for (const { body } of arrived)
						if (body) await harmless(Promise.resolve(JSON.parse(body)));
				}
			},
		);
	});
});

const events = Object.keys(triggerEvents);

type Spoil = (properties: readonly string[]) => readonly string[];

/** The properties of each object of a state, as JSON, with the names before, behind, and instead. */
const SPOILED: readonly Spoil[] = [
	(properties) => [hostile, ...properties],
	(properties) => [...properties, hostile],
	() => [hostile],
	(properties) => properties.map((one) => one.replace(/^"[^"]*"/, '"__proto__"')),
	(properties) =>
		properties.map((one) => (/[{[]/.test(one) ? one : one.replace(/:.*/, `:{${hostile}}`))),
];

function written(value: unknown, spoil: Spoil): string {
	if (Array.isArray(value)) return `[${value.map((one) => written(one, spoil)).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const properties = Object.entries(value).map(
		([name, inner]) => `${JSON.stringify(name)}:${written(inner, spoil)}`,
	);
	return `{${spoil(properties).join()}}`;
}

it.each(events)(
	'a saved state with such names is used or lost, and harmless: %s',
	async (event) => {
		await onTheWire(
			() => ({ body: WHOLE }),
			async ({ url }) => {
				const parameters = { event, form: byId(1), code: byId('E0001') };
				const run = { parameters, credentials: saved(url) };
				const staticData: IDataObject = {};
				await harmless(poll({ ...run, staticData, nodeId: `pollution-${event}` }));
				for (const [n, spoil] of SPOILED.entries()) {
					const given = JSON.parse(written(staticData, spoil)) as IDataObject;
					const nodeId = `pollution-${event}-${n}`;
					await harmless(poll({ ...run, staticData: given, nodeId }));
					await harmless(poll({ ...run, staticData: given, nodeId }));
					expect(strangersIn(given)).toEqual([]);
				}
			},
		);
	},
);
