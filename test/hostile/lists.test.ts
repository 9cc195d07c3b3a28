import type { INodeParameters } from 'n8n-workflow';
import { entries } from '../../nodes/RecordsDirectory/api';
import { RecordsDirectory } from '../../nodes/RecordsDirectory/RecordsDirectory.node';
import { sampled } from '../support/effort';
import { execute, listSearch, loadedOptions, mapperFields } from '../support/n8n';
import { byId } from '../support/world';
import { answering, rowsFrom, SERVICES, type Rows } from './endless';
import { onTheWire } from './wire';

const lists = entries.filter(({ operation }) => operation.returns.kind === 'many');
const whole = {
	form: byId(1),
	recordId: byId(1),
	returnAll: true,
	options: { names: 'identifiers' },
};

/** Operations that read a list before they do what they are for. */
const upsert = { newCode: 'NEW', name: 'New', kana: 'New', loginId: 'new', loginPass: 'new' };
const mapper = {
	mappingMode: 'defineBelow',
	value: { 'field-0': 'x' },
	matchingColumns: ['field-0'],
};
const looking: ReadonlyArray<[string, INodeParameters]> = [
	...['organization', 'position', 'user'].flatMap(
		(resource): Array<[string, INodeParameters]> => [
			[
				`${resource}.upsert`,
				{ ...upsert, resource, operation: 'upsert', organizationCode: byId('O') },
			],
			[`${resource}.sync`, { ...upsert, resource, operation: 'sync', organizationCode: byId('O') }],
		],
	),
	[
		'record.upsert',
		{ resource: 'record', operation: 'upsert', form: byId(1), recordMapper: mapper },
	],
	[
		'record.create',
		{ resource: 'record', operation: 'create', form: byId(1), recordMapper: mapper },
	],
	['record.get', { resource: 'record', operation: 'get', form: byId(1), recordId: byId(1) }],
];
const reading = lists.map(({ key, resourceName: resource, operationName: operation }) => {
	return [key, { ...whole, resource, operation }] as [string, INodeParameters];
});

interface Outcome {
	readonly message: string;
	readonly requests: number;
}

/** How a run against a service ends: with a message, and after so many requests. */
async function outcomeOf(
	rows: Rows,
	run: (credentials: object) => Promise<unknown>,
): Promise<Outcome> {
	return await onTheWire(answering(rows), async ({ url, arrived }) => {
		const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
		const message = await run(credentials).then(
			() => '',
			(error: Error) => error.message,
		);
		return { message, requests: arrived.length };
	});
}

const PLAIN = /^(The |The service|The fields|The form|'Field|Not Found|Words|Several)/;

describe.each(Object.entries(SERVICES))('a service that answers %s', (name, rows) => {
	it.each(sampled([...reading, ...looking], ([key]) => `${name} ${key}`))(
		'is a clear failure, after few requests: %s',
		async (_, parameters) => {
			const { message, requests } = await outcomeOf(rows, (credentials) =>
				execute({ parameters, credentials: credentials as never }),
			);
			expect(message).toMatch(PLAIN);
			expect(requests).toBeLessThan(40);
		},
	);

	it('is a clear failure in the editor, or a list of what there is', async () => {
		const { listSearch: searches, loadOptions } = new RecordsDirectory().methods;
		const parameters = { ...whole, resource: 'comment', operation: 'get' };
		const asks = [
			...Object.keys(searches).map(
				(method) => (c: object) => listSearch(method, { parameters, credentials: c as never }),
			),
			...Object.keys(loadOptions).map(
				(method) => (c: object) => loadedOptions(method, { parameters, credentials: c as never }),
			),
			(c: object) => mapperFields('getFormFields', { parameters, credentials: c as never }),
		];
		for (const ask of asks) {
			const { message, requests } = await outcomeOf(rows, ask);
			if (message !== '') expect(message).toMatch(PLAIN);
			expect(requests).toBeLessThan(40);
		}
		expect(asks.length).toBeGreaterThan(9);
		expect(name).not.toBe('');
	});
});

it.each(lists)(
	'no more rows than wanted come out, whatever the service gives: $key',
	async (entry) => {
		const { resourceName: resource, operationName: operation } = entry;
		for (const limit of [1, 2, 1000, 1500]) {
			const parameters = { ...whole, resource, operation, returnAll: false, limit };
			const rows: Rows = (page, asked) => rowsFrom((page - 1) * asked, 5_000);
			await onTheWire(answering(rows), async ({ url, arrived }) => {
				const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
				const output = await execute({ parameters, credentials }).catch(
					({ message }: Error) => message,
				);
				if (typeof output === 'string') expect(output).toMatch(PLAIN);
				else expect(output).toHaveLength(limit);
				expect(arrived.length).toBeLessThan(4);
			});
		}
	},
);
