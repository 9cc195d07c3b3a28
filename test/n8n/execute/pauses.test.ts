import type { INodeParameters } from 'n8n-workflow';
import { eachWithPauses } from '../../../nodes/RecordsDirectory/n8n/execute/job';
import { execute } from '../../support/n8n';
import { inWorld } from '../../support/world';
import { recordsOf, wholeItem } from '../runs';

afterEach(() => jest.restoreAllMocks());

it('other work in the process has a turn after 50 ms of work, and not before', async () => {
	let now = 1_000;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	let [turns, isOver] = [0, false];
	const takeTurn = () => {
		if (isOver) return;
		turns++;
		// How long the others take is no work.
		now += 400;
		setImmediate(takeTurn);
	};
	setImmediate(takeTurn);
	const seen: number[] = [];
	await eachWithPauses([0, 49, 1, 49, 1, 0], (ms) => {
		seen.push(turns > 0 ? 1 : 0);
		turns = 0;
		now += ms;
	});
	isOver = true;
	expect(seen).toEqual([0, 0, 0, 1, 0, 1]);
});

it('work that waits for nothing is done at once, and work that waits in order', async () => {
	const done: string[] = [];
	void eachWithPauses(['a', 'b', 'c'], (one) => void done.push(one));
	expect(done.splice(0)).toEqual(['a', 'b', 'c']);
	await eachWithPauses(['a', 'b', 'c'], async (one) => {
		done.push(`${one} begins`);
		await Promise.resolve();
		done.push(`${one} ends`);
	});
	expect(done).toEqual(['a', 'b', 'c'].flatMap((one) => [`${one} begins`, `${one} ends`]));
});

const item = { json: { 'Asset name': 'New', Price: 'many' } };

/** The least number of pauses that 180 of them add. */
it.each<[string, 'rows' | 'items', INodeParameters, number]>([
	['rows of a page are returned', 'rows', recordsOf(3, 'getAll', { returnAll: true }), 40],
	['rows of a page are compared', 'rows', recordsOf(3, 'upsert', wholeItem('field-31')), 40],
	['items are checked', 'items', recordsOf(3, 'delete', { recordId: '={{ -1 }}' }), 40],
	['records are made by their form', 'items', recordsOf(3, 'import', wholeItem()), 100],
])('others have a turn while %s, however few they are', async (_, what, parameters, least) => {
	const pausesFor = async (count: number) =>
		await inWorld({}, async ({ service, credentials }) => {
			const isOfRows = what === 'rows';
			const rows = Array(isOfRows ? count : 0).fill({ values: { 'field-31': 'Lamp' } });
			service.store.addRecords(3, rows);
			const items = isOfRows ? [{ json: { 'Asset name': 'New' } }] : Array(count + 1).fill(item);
			const real = performance.now();
			let calls = 0;
			// Each look at the clock finds that a wide row has taken 20 ms.
			jest.spyOn(performance, 'now').mockImplementation(() => real + 20 * calls++);
			const timers = jest.spyOn(globalThis, 'setTimeout');
			await execute({ parameters, items, credentials, continueOnFail: true });
			const pauses = timers.mock.calls.filter(([, ms]) => ms === 0).length;
			jest.restoreAllMocks();
			return pauses;
		});
	expect((await pausesFor(180)) - (await pausesFor(0))).toBeGreaterThan(least);
});
