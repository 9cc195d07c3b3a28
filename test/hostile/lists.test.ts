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

/** How a run against a service ends: its message, and the number of its requests. */
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

const { listSearch: searches, loadOptions } = new RecordsDirectory().methods;
const inEditor = { ...whole, resource: 'comment', operation: 'get' };
const at = (credentials: object) => ({ parameters: inEditor, credentials: credentials as never });
/** All that the editor asks for. */
const looks = [
	...Object.keys(searches).map(
		(key) => [key, (site: object) => listSearch(key, at(site))] as const,
	),
	...Object.keys(loadOptions).map(
		(key) => [key, (site: object) => loadedOptions(key, at(site))] as const,
	),
	['getFormFields', (site: object) => mapperFields('getFormFields', at(site))] as const,
];

describe.each(Object.entries(SERVICES))('a service that answers %s', (name, rows) => {
	it.each(sampled([...reading, ...looking], ([key]) => `${name} ${key}`, 1 / 20))(
		'is a clear failure, after few requests: %s',
		async (_, parameters) => {
			const { message, requests } = await outcomeOf(rows, (credentials) =>
				execute({ parameters, credentials: credentials as never }),
			);
			expect(message).toMatch(PLAIN);
			expect(requests).toBeLessThan(40);
		},
	);

	it.each(sampled(looks, ([key]) => `${name} ${key}`, 1 / 20))(
		'is a clear failure in the editor, or a list of what there is: %s',
		async (_, look) => {
			const { message, requests } = await outcomeOf(rows, look);
			if (message !== '') expect(message).toMatch(PLAIN);
			expect(requests).toBeLessThan(40);
		},
	);
});

it.each(sampled(lists, ({ key }) => key, 1 / 4))(
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
