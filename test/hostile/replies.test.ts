import { entries } from '../../nodes/RecordsDirectory/api';
import { scenarios } from '../n8n/scenarios/all';
import { sampled } from '../support/effort';
import { inAHurry } from '../support/hurry';
import { executeWithHints } from '../support/n8n';
import { asks } from './asks';
import { recorded, replaying, type Replies } from './recorded';
import { OF_A_PROGRAM, placesIn, SHAPES, withElse } from './shapes';
import { onTheWire } from './wire';

interface Case {
	readonly name: string;
	run(credentials: object): Promise<unknown>;
}

const operations: readonly Case[] = entries.map(
	({ key, resourceName: resource, operationName }) => {
		const { given, items } = scenarios[key];
		const parameters = { resource, operation: operationName, ...given };
		return {
			name: key,
			run: (credentials) =>
				executeWithHints({
					parameters,
					...(items && { items }),
					credentials: credentials as never,
				}),
		};
	},
);
const others: readonly Case[] = Object.keys(asks({})).map((name) => ({
	name,
	run: (credentials) => asks(credentials as never)[name]!(),
}));

/** Of an operation that sends many requests, a part of the tries is enough. */
const MOST_REQUESTS = 2_500;

async function repliesTo({ name, run }: Case): Promise<Replies> {
	return await recorded(async ({ service, credentials }) => {
		if (name in scenarios) scenarios[name as keyof typeof scenarios].prepare?.(service);
		await run({ ...credentials, requestsPer100Seconds: 1_000_000 }).catch(() => {});
	});
}

it.each(sampled([...operations, ...others], ({ name }) => name, 1 / 3))(
	'$name: a reply with something else in a place is understood or rejected in plain words',
	async (one) => {
		const replies = await repliesTo(one);
		const tried = [...replies].flatMap(([asked, { status, body }]) =>
			body === ''
				? []
				: placesIn(JSON.parse(body as string)).flatMap((place) =>
						Object.entries(SHAPES).map(([shape, json]) => ({
							asked,
							status,
							body,
							place,
							shape,
							json,
						})),
					),
		);
		const nameOf = ({ asked, place, shape }: (typeof tried)[number]) =>
			`${one.name}: ${asked} ${place.join('.')} is ${shape}`;
		const every = Math.ceil((tried.length * replies.size) / MOST_REQUESTS);
		const some = tried.filter((_, n) => n % every === 0);
		await inAHurry(async () => {
			for (const each of sampled(some, nameOf, 1 / 100)) {
				const { asked, status = 200, body, place, json } = each;
				const changed = withElse(JSON.parse(body as string), place, json);
				const answers = new Map(replies).set(asked, { status, body: changed });
				await onTheWire(replaying(answers), async ({ url }) => {
					const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
					const outcome = await one.run(credentials).then(
						() => '',
						(error: Error & { description?: string }) =>
							`${error.message} ${error.description ?? ''}`,
					);
					expect([nameOf(each), OF_A_PROGRAM.test(outcome) ? outcome : '']).toEqual([
						nameOf(each),
						'',
					]);
				});
			}
		});
	},
);
