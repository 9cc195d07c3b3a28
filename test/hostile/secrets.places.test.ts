import { entries } from '../../nodes/RecordsDirectory/api';
import { execute, listSearch, poll, takeLog } from '../support/n8n';
import { testCredential } from '../support/credential-test';
import { byId, inWorld } from '../support/world';
import { APP, DIRECTORY, keys, PASSWORD, secretIn, spelled } from './kept';
import { scenarios } from '../n8n/scenarios/all';
import { runOf } from './with-password';
import { onTheWire } from './wire';

it.each<[string, unknown]>([
	['a text', PASSWORD],
	['an address', { url: `/?key=${encodeURIComponent(APP)}` }],
	['the bytes of a body', { options: { body: Buffer.from(JSON.stringify({ a: PASSWORD })) } }],
	['the cause of an error', new Error('x', { cause: { data: Buffer.from(PASSWORD) } })],
	...spelled([APP]).map((told): [string, unknown] => [`a spelling: ${told}`, told]),
	['what is not enumerable', Object.defineProperty({}, 'hidden', { value: DIRECTORY })],
])('a secret is found in %s', (_, value) => expect(secretIn(value)).not.toBe(''));

it('nothing is found where there is none', () => {
	expect(secretIn({ body: Buffer.from('harmless') })).toBe('');
});

describe('the key of a path', () => {
	it.each(entries)('is the only one that goes with it: $key', async (entry) => {
		await inWorld({ keys }, async ({ service, credentials }) => {
			scenarios[entry.key].prepare?.(service);
			const both = { ...credentials, apiKey: APP, directoryApiKey: DIRECTORY };
			await execute({ ...runOf(entry), credentials: both });
			for (const { path, headers, query, body } of service.log) {
				const isForms = path.startsWith('/api/apps/');
				const { 'x-service-api-key': sent, ...others } = headers;
				expect(sent).toBe(isForms ? APP : DIRECTORY);
				expect(JSON.stringify([others, query, path])).not.toMatch(/Q(APP|DIR)Q/);
				expect(JSON.stringify(body ?? '')).not.toMatch(/Q(APP|DIR)Q/);
			}
			expect(service.log.length).toBeGreaterThan(0);
		});
	});
});

describe('a key that cannot stand in a header', () => {
	it.each([
		['a line break', `${APP}\r\nX-Injected: 1`],
		['a null byte', `${APP}\0`],
		['Japanese', `${APP}鍵`],
		['half a character', `${APP}\ud83d`],
	])('is not sent cut or changed, and not told: %s', async (_, apiKey) => {
		await onTheWire(
			() => ({ body: { forms: [] } }),
			async ({ url, arrived }) => {
				const credentials = { baseUrl: url, apiKey, requestsPer100Seconds: 1_000_000 };
				const form = { event: 'recordCreated', form: byId(1) };
				const outcomes = await Promise.allSettled([
					execute({ parameters: { resource: 'form', operation: 'getAll' }, credentials }),
					listSearch('searchForm', { parameters: {}, credentials }),
					poll({ parameters: form, credentials, staticData: {} }),
					testCredential(credentials),
				]);
				expect(secretIn(outcomes)).toBe('');
				expect(secretIn(takeLog())).toBe('');
				const headers = arrived.flatMap((request) => request.headers);
				expect(headers.filter((header) => /^x-injected/i.test(header))).toEqual([]);
				expect(headers.filter((header) => header.includes('QAPPQ'))).toEqual([]);
			},
		);
	});
});

describe('a key in the wrong input of the credential', () => {
	it.each([
		['baseUrl', APP],
		['baseUrl', `https://${encodeURIComponent('QAPPQ')}@site.example.com`],
		['baseUrl', 'https://site.example.com/?key=QAPPQ'],
		['apiKeyHeader', APP],
	])('is not told: %s is %s', async (name, value) => {
		const credentials = { baseUrl: 'https://127.0.0.1:1', apiKey: 'k', [name]: value };
		const outcomes = await Promise.allSettled([
			execute({ parameters: { resource: 'form', operation: 'getAll' }, credentials }),
			listSearch('searchForm', { parameters: {}, credentials }),
			testCredential(credentials),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
		expect(secretIn(outcomes)).toBe('');
		expect(secretIn(takeLog())).toBe('');
	});
});
