import { execute } from '../../support/n8n';
import { byId, test } from '../../support/world';
import { failureOf, remove } from '../runs';

// Other tests may keep this machine busy at the same time.
jest.setTimeout(60_000);

/** Returns for which share of some work, cut into pieces, other work in the process has its turn. */
async function shareOfOthers(work: () => Promise<unknown>): Promise<number> {
	const heard = new Set<number>();
	let isOver = false;
	const begun = performance.now();
	const piece = () => Math.floor((performance.now() - begun) / PIECE_MS);
	const listen = () => {
		heard.add(piece());
		if (!isOver) setImmediate(listen);
	};
	setImmediate(listen);
	await work();
	isOver = true;
	// With fewer pieces it would say nothing.
	expect(piece()).toBeGreaterThan(3);
	return heard.size / piece();
}

/** Twice as long as anything may hold up others. */
const PIECE_MS = 100;

const items = (length: number) =>
	Array.from({ length }, (_, item) => ({ json: { id: -item, Priority: 'none of them' } }));

test.each([
	['items are checked', 15_000, { ...remove, recordId: '={{ $json.id }}' }],
	[
		'records are made by their form',
		80_000,
		{
			resource: 'record',
			operation: 'import',
			form: byId(1),
			recordMapper: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [] },
		},
	],
])(
	'others have their turn all the time while many %s',
	async ({ credentials }, _, count, parameters) => {
		const run = () => failureOf(execute({ parameters, items: items(count), credentials }));
		// Half of it, as the machine may be busy.
		expect(await shareOfOthers(run)).toBeGreaterThan(0.5);
	},
);
