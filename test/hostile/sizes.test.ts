import type { INodeParameters } from 'n8n-workflow';
import { execute } from '../support/n8n';
import { byId } from '../support/world';
import { onTheWire } from './wire';

const LEVELS = 100_000;
const deepText = '['.repeat(LEVELS) + ']'.repeat(LEVELS);
const deepList = (levels = LEVELS): unknown => {
	let list: unknown[] = [];
	for (let level = 1; level < levels; level++) list = [list];
	return list;
};

const fieldOf = (uniqueId: string, more = {}) => ({
	appsId: 1,
	fieldId: 1,
	uniqueId,
	fieldType: 'text',
	caption: uniqueId,
	...more,
});

interface Outcome {
	readonly message?: string;
	readonly description?: string;
	readonly bodies: readonly string[];
}

/** Returns the outcome of a run against a service whose forms have one field, or the given ones. */
async function outcomeOf(
	parameters: INodeParameters,
	json: object,
	fields: readonly object[] = [fieldOf('a')],
): Promise<Outcome> {
	return await onTheWire(
		({ target }) =>
			target.includes('/fields')
				? { body: { fields: pageOf(target, fields) } }
				: { status: 201, body: { recordId: 1 } },
		async ({ url, arrived }) => {
			const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
			const run = execute({ parameters, credentials, items: [{ json: json as never }] });
			const failure = await run.then(
				() => ({}),
				(error: Error & { description?: string }) => error,
			);
			const bodies = arrived.filter(({ method }) => method !== 'GET').map(({ body }) => body);
			const { message, description } = failure as Partial<Outcome>;
			return { message, description, bodies };
		},
	);
}

function pageOf(target: string, rows: readonly object[]): readonly object[] {
	const { searchParams } = new URL(target, 'http://x');
	const [page, limit] = ['page', 'limit'].map((name) => Number(searchParams.get(name)));
	return rows.slice((page! - 1) * limit!, page! * limit!);
}

const record = { resource: 'record', operation: 'create', form: byId(1) };
const asJson = { ...record, specifyRecord: 'json', recordJson: '={{ $json.record }}' };
const whole = { ...record, recordMapper: { mappingMode: 'autoMapInputData', value: null } };

/** Words about the mistake, and none that a program would use. */
const PLAIN = /^(?!.*(call stack|could not be reached|circular|undefined)).*\w/i;

describe('JSON of 100,000 levels is refused in plain words, before anything is sent', () => {
	it.each<[string, INodeParameters, object]>([
		['a record as text', asJson, { record: `{"a":${deepText}}` }],
		['a record as object', asJson, { record: { a: deepList() } }],
		['a text field of the mapper', whole, { a: deepList() }],
		[
			'a choice that all items share',
			{ ...asJson, specifyRecord: '={{ $json.record }}' },
			{ record: deepList() },
		],
		['6,000 levels, which a part of JavaScript bears', whole, { a: deepList(6_000) }],
		[
			'6,000 levels as JSON',
			asJson,
			{ record: `{"a":${deepText.slice(LEVELS - 6_000, LEVELS + 6_000)}}` },
		],
	])('%s', async (_, parameters, json) => {
		const { message, description, bodies } = await outcomeOf(parameters, json);
		expect(message).toMatch(PLAIN);
		expect(description).toMatch(/\w/);
		expect(bodies).toEqual([]);
	});
});

it('what is refused by the service keeps its words, however deep the record was', async () => {
	const depths = [100, 1_000, 2_000, 4_000, 8_000];
	for (const depth of depths) {
		const { message } = await onTheWire(
			() => ({ status: 400, body: { errors: { code: 400, message: 'Bad Request' } } }),
			async ({ url }) => {
				const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
				const items = [{ json: { record: { a: deepList(depth) } } as never }];
				const run = execute({ parameters: asJson, credentials, items });
				return await run.then(
					() => ({ message: '' }),
					(error: Error) => error,
				);
			},
		);
		expect(message).toMatch(PLAIN);
	}
});

describe('10 MB', () => {
	const text = 'ä👍\n"'.repeat(1_100_000);

	it.each<[string, INodeParameters, object]>([
		['as JSON', asJson, { record: { a: text } }],
		['by the mapper', whole, { a: text }],
	])('of a text arrive whole %s', async (_, parameters, json) => {
		const { message, bodies } = await outcomeOf(parameters, json);
		expect(message).toBeUndefined();
		expect(JSON.parse(bodies[0]!).record.a === text).toBe(true);
	});
});

describe('100,000 fields', () => {
	const names = Array.from({ length: 100_000 }, (_, n) => `field-${n}`);
	const values = Object.fromEntries(names.map((name) => [name, name]));
	const fields = names.map((name, fieldId) =>
		fieldOf(name, { fieldId, caption: `Caption of ${name}` }),
	);

	it('arrive as JSON', async () => {
		const { bodies } = await outcomeOf(asJson, { record: values });
		expect(bodies[0] === JSON.stringify({ record: values })).toBe(true);
	});

	it('arrive by the mapper, of a form that has as many', async () => {
		const { message, bodies } = await outcomeOf(whole, values, fields);
		expect(message).toBeUndefined();
		expect(bodies[0] === JSON.stringify({ record: values })).toBe(true);
	});
});
