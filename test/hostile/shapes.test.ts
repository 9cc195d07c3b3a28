import type { MiddlewareHandler } from 'hono';
import type { INodeParameters } from 'n8n-workflow';
import { entries } from '../../nodes/RecordsDirectory/api';
import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger';
import { scenarios } from '../n8n/scenarios/all';
import { sampled } from '../support/effort';
import { inAHurry } from '../support/hurry';
import { executeWithHints, poll } from '../support/n8n';
import { byId, inWorld } from '../support/world';
import { everything } from './asks';
import { onTheWire, type Answer } from './wire';

/** What may stand where the document has something else, as JSON. */
const SHAPES: Readonly<Record<string, string>> = {
	null: 'null',
	true: 'true',
	'a number': '7',
	'a fraction': '-0.5',
	'a huge number': '1e400',
	'a text': '"x"',
	'an empty text': '""',
	'half a character': '"\\ud83d"',
	'an empty list': '[]',
	'an empty object': '{}',
	'a list of everything': '[null,true,7,"x",[],{}]',
	'an object that is no text': '{"toString":1,"valueOf":{}}',
	'a list of what is no text': '[{"toString":"x","code":{"toString":1}},[{"toString":null}]]',
	'an object to wait for': '{"then":{"then":1},"length":-1,"message":{"toString":{}}}',
	'6,000 levels': '['.repeat(6_000) + ']'.repeat(6_000),
};

/** JavaScript's words for a bug in a program. */
const OF_A_PROGRAM =
	/Cannot (convert|read|set|mix|create)|is not (a function|iterable|a constructor|defined)|undefined|\[object|call stack|Invalid (time|array|string|count)|Reduce of|circular|JSON at|in JSON|BigInt/i;

type Place = ReadonlyArray<string | number>;

/** The places in a JSON value: each property, and the first entry of each list. */
function placesIn(value: unknown, at: Place = []): Place[] {
	if (typeof value !== 'object' || value === null) return [at];
	const inner = Array.isArray(value) ? [...value.slice(0, 1).entries()] : Object.entries(value);
	return [at, ...inner.flatMap(([name, one]) => placesIn(one, [...at, name as string | number]))];
}

/** JSON with something else, written as JSON, in one place. */
function withElse(value: unknown, [first, ...more]: Place, json: string): string {
	if (first === undefined) return json;
	const written = (name: unknown, one: unknown) =>
		name === first ? withElse(one, more, json) : JSON.stringify(one);
	if (Array.isArray(value)) return `[${value.map((one, n) => written(n, one)).join()}]`;
	const pairs = Object.entries(value as object);
	return `{${pairs.map(([name, one]) => `${JSON.stringify(name)}:${written(name, one)}`).join()}}`;
}

/** Each shape in each place of a JSON value, with its name. */
const changedIn = (value: unknown) =>
	placesIn(value).flatMap((place) =>
		Object.entries(SHAPES).map(([shape, json]) => ({
			place,
			shape,
			json: withElse(value, place, json),
			name: `${place.join('.')} is ${shape}`,
		})),
	);

async function expectPlainWords(name: string, run: Promise<unknown>): Promise<void> {
	const words = await run.then(
		() => '',
		(error: Error & { description?: string }) => `${error.message} ${error.description ?? ''}`,
	);
	expect([name, OF_A_PROGRAM.test(words) ? words : '']).toEqual([name, '']);
}

/** What the local service answers to a run, by method and address. */
async function repliesTo(name: string): Promise<Map<string, Answer>> {
	const replies = new Map<string, Answer>();
	const listen: MiddlewareHandler = async (c, next) => {
		await next();
		const { pathname, search } = new URL(c.req.url);
		const body = await c.res.clone().text();
		replies.set(`${c.req.method} ${pathname}${search}`, { status: c.res.status, body });
	};
	await inWorld({ mount: (app) => app.use(listen) }, async ({ service, credentials }) => {
		if (Object.hasOwn(scenarios, name))
			scenarios[name as keyof typeof scenarios].prepare?.(service);
		const settings = { ...credentials, requestsPer100Seconds: 1_000_000 };
		await everything(settings)[name]!().catch(() => {});
	});
	return replies;
}

/** Of an operation that sends many requests, a part of the changes is enough. */
const MAX_REQUESTS = 2_500;

it.each(sampled(Object.keys(everything({})), (name) => name, 1 / 3))(
	'%s: a reply with another shape in a place is read or rejected in plain words',
	async (run) => {
		const replies = await repliesTo(run);
		expect(replies.size).toBeGreaterThan(0);
		const all = [...replies].flatMap(([target, { status, body }]) =>
			body === ''
				? []
				: changedIn(JSON.parse(body as string)).map(({ name, json }) => ({
						name: `${run}: ${target} ${name}`,
						changed: new Map(replies).set(target, { status, body: json }),
					})),
		);
		const every = Math.ceil((all.length * replies.size) / MAX_REQUESTS);
		const some = all.filter((_, n) => n % every === 0);
		await inAHurry(async () => {
			for (const { name, changed } of sampled(some, (each) => each.name, 1 / 100))
				await onTheWire(
					({ method, target }) => changed.get(`${method} ${target}`) ?? { status: 404 },
					({ credentials }) => expectPlainWords(name, everything(credentials)[run]!()),
				);
		});
	},
);

const events = Object.keys(triggerEvents);
const eventParameters = { form: byId(1), code: byId('E0001'), options: { names: 'identifiers' } };

it.each([...entries.map(({ key }) => key), ...events])(
	'%s: a parameter of another type is accepted or rejected in plain words',
	async (key) => {
		const entry = entries.find((one) => one.key === key);
		const { given, items = [{ json: {} }] } = entry
			? scenarios[entry.key]
			: { given: eventParameters };
		const fixed = entry
			? { resource: entry.resourceName, operation: entry.operationName }
			: { event: key };
		// n8n itself loads no workflow whose rows are not a list.
		const changed = changedIn(given).filter(
			({ place }) => place.length > 0 && place.at(-1) !== 'row',
		);
		const all = changed.map(({ place, shape, name }) => ({
			name,
			parameters: withElse(given, place, '"={{ $json.other }}"'),
			other: JSON.parse(SHAPES[shape]!) as unknown,
		}));
		await inAHurry(() =>
			inWorld({}, async ({ credentials: known }) => {
				const credentials = { ...known, requestsPer100Seconds: 1_000_000 };
				for (const { name, parameters: json, other } of sampled(all, (one) => one.name, 1 / 50)) {
					const parameters = { ...fixed, ...(JSON.parse(json) as INodeParameters) };
					const own = items.map((item) => ({ ...item, json: { ...item.json, other } as never }));
					const run = entry
						? executeWithHints({ parameters, items: own, credentials })
						: poll({ parameters, credentials, staticData: {}, nodeId: `${key} ${name}` });
					await expectPlainWords(`${key}: ${name}`, run);
				}
			}),
		);
	},
);
