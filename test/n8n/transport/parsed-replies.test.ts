import { onTheWire, type Answer } from '../../hostile/wire';
import { inAHurry } from '../../support/hurry';
import { execute } from '../../support/n8n';
import { byId, jsonOf } from '../../support/world';
import { byMethod, create, errorOf, failureOf, get, remove, update } from '../runs';

const settings = (baseUrl: string) => ({ baseUrl, apiKey: 'k', requestsPer100Seconds: 1_000_000 });
const RECORD = '{"appsId":1,"recordId":1,"record":{"field-1":"x"}}';
const OTHER = 'Another program responded, not the records service';
const MARK = '\uFEFF';

/** Replies in the given order, the last one to all further requests. */
const inOrder = (answers: readonly Answer[]) => {
	let n = 0;
	return () => answers[Math.min(n++, answers.length - 1)]!;
};

describe('the text of a reply', () => {
	it.each([
		['plain JSON', RECORD],
		['JSON behind a byte order mark', MARK + RECORD],
		['JSON between blanks', `\n ${RECORD}\r\n`],
	])('is read whatever its type says: %s', async (_, body) => {
		const headers = { 'content-type': 'text/plain' };
		await onTheWire(
			() => ({ headers, body }),
			async ({ url }) => {
				const output = await execute({ parameters: get, credentials: settings(url) });
				expect(jsonOf(output)).toEqual([expect.objectContaining({ recordId: 1 })]);
			},
		);
	});

	it.each([
		['a page, as a text', '<html>Log in</html>'],
		['a page behind a byte order mark', `${MARK}<!DOCTYPE html>`],
		['errors behind a byte order mark', `${MARK}{"errors":{"code":1,"message":"No"}}`, 'No'],
		['a long text', 'Welcome! '.repeat(30)],
	])('decides whether the service answered a write: %s', async (_, body, message = OTHER) => {
		const headers = { 'content-type': 'text/plain' };
		await onTheWire(
			() => ({ headers, body }),
			async ({ url }) => {
				for (const parameters of [create, update, remove]) {
					const error = await failureOf(execute({ parameters, credentials: settings(url) }));
					expect(error.message).toBe(message);
				}
			},
		);
	});
});

describe('the headers of a request', () => {
	const valuesOf = (headers: readonly string[], name: string) =>
		headers
			.filter((line) => line.toLowerCase().startsWith(`${name}: `))
			.map((line) => line.slice(name.length + 2));

	it.each([
		['GET', false, 'GET', []],
		['POST', false, 'POST', []],
		['PUT', false, 'PUT', []],
		['DELETE', false, 'DELETE', []],
		['GET', true, 'GET', []],
		['POST', true, 'POST', []],
		['PUT', true, 'POST', ['PUT']],
		['DELETE', true, 'POST', ['DELETE']],
	] as const)('%s, Send PUT and DELETE as POST %s', async (method, methodOverride, sent, named) => {
		const answer = method === 'GET' ? { body: RECORD } : { status: 204 };
		await onTheWire(
			() => answer,
			async ({ url, arrived }) => {
				const credentials = { ...settings(url), methodOverride };
				await execute({ parameters: byMethod[method], credentials });
				const headers = arrived[0]?.headers ?? [];
				expect(arrived.map((one) => one.method)).toEqual([sent]);
				expect(valuesOf(headers, 'accept')).toEqual(['application/json']);
				expect(valuesOf(headers, 'x-http-method-override')).toEqual(named);
				const hasBody = method === 'POST' || method === 'PUT';
				expect(valuesOf(headers, 'content-type')).toEqual(
					hasBody ? ['application/json; charset=utf-8'] : [],
				);
			},
		);
	});
});

it('an update to a new code that is not found after an attempt without a reply is unknown', async () => {
	const missing: Answer = { status: 404, body: { errors: { code: 404, message: 'Not Found' } } };
	const failed: Answer = { status: 503, headers: { 'retry-after': '0' } };
	const parameters = {
		resource: 'position',
		operation: 'update',
		code: byId('P/1'),
		keepOthers: false,
		additionalFields: { newCode: 'P2', name: 'New', kana: 'new' },
	};
	await onTheWire(inOrder([failed, missing]), async ({ url }) => {
		const run = { parameters, credentials: settings(url) };
		const error = await inAHurry(() => failureOf(execute(run)));
		expect(error.message).toBe('Not Found: position P/1');
		expect(error.description).toMatch(/^Unknown: item 0 may have been saved\./);
	});
});

describe('the words about what was not found', () => {
	it.each([
		['', /service$/],
		['/base', /\(below the path \/base of the 'Base URL'\)$/],
	])('of another program name the path %j of the Base URL', async (path, words) => {
		await onTheWire(
			() => ({ headers: { 'content-type': 'text/html' }, body: '<html>' }),
			async ({ url }) => {
				const run = { parameters: get, credentials: settings(url + path) };
				expect((await failureOf(execute(run))).message).toMatch(words);
			},
		);
	});
});

describe('a failed run', () => {
	it.each([
		['the service asks to wait', { 'retry-after': '20' }],
		['the service does not say', {}],
	])('does not delay other runs, whether %s', async (_, headers: Record<string, string>) => {
		await onTheWire(inOrder([{ status: 500, headers }, { status: 204 }]), async ({ url }) => {
			await inAHurry(async ({ waited }) => {
				const credentials = settings(url);
				await failureOf(execute({ parameters: create, credentials }));
				await execute({ parameters: create, credentials });
				expect(waited()).toBe(0);
			});
		});
	});

	it.each([
		['get', get, 'failed'],
		['create', create, 'unknown'],
		['update', update, 'unknown'],
		['delete', remove, 'unknown'],
	])(
		'leaves the outcome of a write open, not that of a read: %s',
		async (_, parameters, outcome) => {
			const headers = { 'retry-after': '0' };
			await onTheWire(
				() => ({ status: 500, headers }),
				async ({ url, arrived }) => {
					await inAHurry(async () => {
						const run = { parameters, credentials: settings(url), continueOnFail: true };
						const [item] = await execute(run);
						expect(errorOf(item)).toMatchObject({ outcome, status: 500 });
					});
					expect(arrived).toHaveLength(parameters === create ? 1 : 4);
				},
			);
		},
	);
});

it.each([
	['API Key', { apiKey: 'k\u2028k' }],
	['Directory API Key', { directoryApiKey: 'ключ' }],
])('a character that no key has is reported before anything is sent: %s', async (_, keys) => {
	await onTheWire(
		() => ({ body: RECORD }),
		async ({ url, arrived }) => {
			const credentials = { ...settings(url), ...keys };
			const error = await failureOf(execute({ parameters: get, credentials }));
			expect(error.message).toBe(
				'The API key of the credential contains a character that keys do not have',
			);
			expect(arrived).toEqual([]);
		},
	);
});
