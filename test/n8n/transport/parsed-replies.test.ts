import { onTheWire, type Answer, type Arrived, type Wire } from '../../hostile/wire';
import { inAHurry } from '../../support/hurry';
import { execute } from '../../support/n8n';
import { inWorld, jsonOf, test } from '../../support/world';
import {
	byMethod,
	create,
	errorOf,
	failureOf,
	get,
	importing,
	remove,
	subjectDone,
	update,
} from '../runs';

const RECORD = '{"appsId":1,"recordId":1,"record":{"field-1":"x"}}';
const OTHER = 'Another program responded, not the records service';
const MARK = '\uFEFF';
const TEXT = { 'content-type': 'text/plain' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** A site that replies in this order, the last one to all further requests. */
const replying = async (answers: readonly Answer[], work: (wire: Wire) => Promise<void>) => {
	let n = 0;
	await onTheWire(() => answers[Math.min(n++, answers.length - 1)]!, work);
};

describe('the text of a reply', () => {
	it.each([
		['plain JSON', RECORD],
		['JSON behind a byte order mark', MARK + RECORD],
		['JSON between blanks', `\n ${RECORD}\r\n`],
	])('is read whatever its type says: %s', async (_, body) => {
		await replying([{ headers: TEXT, body }], async ({ credentials }) => {
			const output = await execute({ parameters: get, credentials });
			expect(jsonOf(output)).toEqual([expect.objectContaining({ recordId: 1 })]);
		});
	});

	it.each([
		['a page, as a text', '<html>Log in</html>'],
		['a page behind a byte order mark', `${MARK}<!DOCTYPE html>`],
		['errors behind a byte order mark', `${MARK}{"errors":{"code":1,"message":"No"}}`, 'No'],
		['a long text', 'Welcome! '.repeat(30)],
	])('decides whether the service answered a write: %s', async (_, body, message = OTHER) => {
		await replying([{ headers: TEXT, body }], async ({ credentials }) => {
			for (const parameters of [create, update, remove])
				expect((await failureOf(execute({ parameters, credentials }))).message).toBe(message);
		});
	});

	it('of another program is a failure that names the path of the Base URL', async () => {
		await replying([{ headers: TEXT, body: '<html>' }], async ({ credentials, url }) => {
			const run = { parameters: get, credentials: { ...credentials, baseUrl: `${url}/base/` } };
			const error = await failureOf(execute(run));
			expect(error.message).toBe(`${OTHER} (below the path /base of the 'Base URL')`);
		});
	});

	test.each([
		[200, { headers: TEXT, body: 'OK' }],
		[202, { headers: JSON_TYPE, body: '{"job": 7}' }],
		[204, { body: '' }],
	])(
		'may be any for a write that is done, and invites nobody to repeat it: %i, %j',
		async ({ service, credentials }, status, answer) => {
			service.faults.add({ answer: { status, ...answer, takesEffect: true }, times: 9 });
			for (const parameters of [create, importing, update, remove]) {
				const [output] = await execute({ parameters, credentials });
				const done = parameters === remove ? { deleted: true } : { success: true };
				expect(output?.json).toMatchObject(done);
			}
			expect(service.log).toHaveLength(4);
		},
	);
});

it('a new record whose answer is cut off is reported by its header', async () => {
	await inWorld(
		{ dialect: { createRecordAnswer: 'location' } },
		async ({ service, credentials }) => {
			service.faults.add({ answer: { cut: true } });
			const output = await execute({ parameters: create, credentials });
			expect(jsonOf(output)).toEqual([subjectDone('x', { appsId: 1, recordId: 41 })]);
			expect(service.log).toHaveLength(1);
		},
	);
});

it.each([false, true])(
	'the headers of a request, Send PUT and DELETE as POST: %s',
	async (methodOverride) => {
		await onTheWire(
			({ method }) => (method === 'GET' ? { body: RECORD } : { status: 204 }),
			async ({ credentials, arrived }) => {
				for (const parameters of Object.values(byMethod))
					await execute({ parameters, credentials: { ...credentials, methodOverride } });
				const named = /^(accept|content-type|x-http-method-override): /;
				const headersOf = ({ headers }: Arrived) =>
					headers.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase())).sort();
				const accept = 'accept: application/json';
				const type = 'content-type: application/json; charset=utf-8';
				const override = (method: string) =>
					methodOverride ? [`x-http-method-override: ${method}`] : [];
				const sent = arrived.map((one) => headersOf(one).filter((line) => named.test(line)));
				expect(sent).toEqual([
					[accept],
					[accept, type],
					[accept, type, ...override('PUT')],
					[accept, ...override('DELETE')],
				]);
				const writes = methodOverride ? ['POST', 'POST'] : ['PUT', 'DELETE'];
				expect(arrived.map(({ method }) => method)).toEqual(['GET', 'POST', ...writes]);
				expect(arrived[2]?.body).toBe('{"record":{"field-1":"x"}}');
			},
		);
	},
);

describe('a failed run', () => {
	it.each([
		['the service asks to wait', { 'retry-after': '20' }],
		['the service does not say', {}],
	])('does not delay other runs, whether %s', async (_, headers: Record<string, string>) => {
		await replying([{ status: 500, headers }, { status: 204 }], async ({ credentials }) => {
			await inAHurry(async ({ waited }) => {
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
			const answer = { status: 500, headers: { 'retry-after': '0' } };
			for (const methodOverride of [false, true])
				await replying([answer], async ({ credentials, arrived }) => {
					const run = { parameters, credentials: { ...credentials, methodOverride } };
					const [item] = await inAHurry(() => execute({ ...run, continueOnFail: true }));
					expect(errorOf(item)).toMatchObject({ outcome, status: 500 });
					expect(arrived).toHaveLength(parameters === create ? 1 : 4);
				});
		},
	);
});

it.each([
	['a wrong API Key', { apiKey: 'k\u2028k' }, /^The API key of the credential contains a char/],
	['a wrong Directory API Key', { directoryApiKey: 'ключ' }, /^The API key of the credential con/],
	['no API Key', { apiKey: '' }, /^The credential has no 'API Key'/],
	['a wrong API Key Header', { apiKeyHeader: 'a b' }, /^The 'API Key Header'/],
	['a wrong Time Zone', { timeZone: 'JST+9' }, /^The 'Time Zone' of the credential is "JST\+9"/],
])('%s is reported before anything is sent', async (_, keys, words) => {
	await replying([{ body: RECORD }], async ({ credentials, arrived }) => {
		const run = { parameters: get, credentials: { ...credentials, ...keys } };
		expect((await failureOf(execute(run))).message).toMatch(words);
		expect(arrived).toEqual([]);
	});
});
