import type { INodeParameters } from 'n8n-workflow';
import { entries } from '../../nodes/RecordsDirectory/api';
import { triggerEvents } from '../../nodes/RecordsDirectory/api/trigger';
import { scenarios } from '../n8n/scenarios/all';
import { sampled } from '../support/effort';
import { inAHurry } from '../support/hurry';
import { execute, poll } from '../support/n8n';
import { byId, inWorld, type World } from '../support/world';
import { OF_A_PROGRAM, placesIn, SHAPES, withElse } from './shapes';

const shapes = Object.entries(SHAPES).map(([shape, json]) => ({ shape, json }));

/** The parameters with another value in each place: as in an imported workflow, and as a result of expressions. */
function spoiled(parameters: INodeParameters, name: string) {
	// n8n itself loads no workflow whose rows are not a list.
	const places = placesIn(parameters).filter(
		(place) =>
			!['resource', 'operation', 'event', undefined].includes(place[0] as string) &&
			place.at(-1) !== 'row',
	);
	const all = places.flatMap((place) =>
		shapes.flatMap(({ shape, json }) =>
			// Nor of thousands of levels.
			[...(shape === '6,000 levels' ? [] : [json]), '"={{ $json.other }}"'].map((written) => ({
				name: `${name}: ${place.join('.')} is ${shape}${written === json ? '' : ' by expression'}`,
				parameters: JSON.parse(withElse(parameters, place, written)) as INodeParameters,
				other: JSON.parse(json) as unknown,
			})),
		),
	);
	return sampled(all, (one) => one.name, 1 / 50);
}

const told = async (run: Promise<unknown>) =>
	await run.then(
		() => '',
		(error: Error & { description?: string }) => `${error.message} ${error.description ?? ''}`,
	);

const inPlainWords = (name: string, outcome: string) =>
	expect([name, OF_A_PROGRAM.test(outcome) ? outcome : '']).toEqual([name, '']);

const soon = async (test: (world: World) => Promise<void>) =>
	await inAHurry(
		async () =>
			await inWorld(
				{},
				async ({ service, credentials }) =>
					await test({
						service,
						credentials: { ...credentials, requestsPer100Seconds: 1_000_000 },
					}),
			),
	);

it.each(entries)(
	'$key: a parameter of another type is understood or rejected in plain words',
	async ({ key, resourceName: resource, operationName: operation }) => {
		const { given, items = [{ json: {} }] } = scenarios[key];
		await soon(async ({ credentials }) => {
			for (const { name, parameters, other } of spoiled({ resource, operation, ...given }, key)) {
				const own = items.map((item) => ({ ...item, json: { ...item.json, other } as never }));
				inPlainWords(name, await told(execute({ parameters, items: own, credentials })));
			}
		});
	},
);

it.each(Object.keys(triggerEvents))(
	'%s: a parameter of another type is understood or rejected in plain words',
	async (event) => {
		const given = { event, form: byId(1), code: byId('E0001'), options: { names: 'identifiers' } };
		await soon(async ({ credentials }) => {
			for (const [n, { name, parameters }] of spoiled(given, event).entries()) {
				const run = { parameters, credentials, staticData: {}, nodeId: `types-${event}-${n}` };
				inPlainWords(name, await told(poll(run)));
			}
		});
	},
);
