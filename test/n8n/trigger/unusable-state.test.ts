import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { takeLog } from '../../support/n8n';
import { given as notices, nothingElse, raise } from '../../support/noticing';
import { FORM, watching, type Watching } from '../../support/watching';
import { sampled } from '../../support/effort';
import { Memory } from '../../../nodes/RecordsDirectory/n8n/trigger/memory';

jest.setTimeout(60_000);

/** Every kind of state, with what changes next. */
const KINDS: Readonly<Record<string, [INodeParameters, (life: Watching) => unknown]>> = {
	changes: [{ event: 'recordCreated' }, ({ create }) => create('new')],
	deletions: [{ event: 'recordDeleted' }, ({ service }) => service.store.deleteRecord(FORM, 3)],
	fields: [
		{ event: 'recordUpdated', options: { watchedFields: 'field-41' } },
		({ edit }) => edit(7, 'edited'),
	],
	notices: [notices('noticeCountChanged'), ({ service }) => raise(service, 5)],
};

/** A state with any one of its parts, or all of it, exchanged. */
function* spoilt(state: unknown, depth = 0): Generator<unknown> {
	for (const other of ['text', 7, -1, null, [], [null], {}, true]) yield other;
	if (typeof state !== 'object' || state === null || depth > 4) return;
	for (const [name, part] of Object.entries(state).slice(0, 12)) {
		const others = Array.isArray(state) ? [...(state as unknown[])] : { ...state };
		delete (others as Record<string, unknown>)[name];
		if (!Array.isArray(state)) yield others;
		for (const one of spoilt(part, depth + 1)) {
			const copy = structuredClone(state) as Record<string, unknown>;
			copy[name] = one;
			yield copy;
		}
	}
}

const warnings = () => takeLog().filter((line) => line.startsWith('warn'));

describe.each(Object.entries(KINDS))('a saved state of %s', (_, [given, change]) => {
	it('that is of no use is named once, and the trigger continues', async () => {
		await watching({ given }, async (life) => {
			const { poll, state } = life;
			if (given.code) nothingElse(life.service);
			await poll();
			const scope = (state.state as { scope: string }).scope;
			for (const bad of ['text', 7, [], null, {}, { scope }]) {
				takeLog();
				state.state = bad as IDataObject;
				expect(await poll()).toBeNull();
				expect(warnings()).toEqual([expect.stringMatching(/saved state .* cannot be used/)]);
				expect(await poll()).toBeNull();
				expect(warnings()).toEqual([]);
			}
			life.pass(200);
			change(life);
			expect(await poll()).toHaveLength(1);
		});
	});

	it.each([['text'], [7], [[1, 2]]])(
		'in whose place n8n has %j fails in plain words: nothing could be saved there',
		async (staticData) => {
			await watching({ given }, async ({ poll }) => {
				await expect(poll({ staticData: staticData as never })).rejects.toThrow(
					/saved data of this node is damaged/,
				);
			});
		},
	);

	it('of other settings is a new beginning, without a warning', async () => {
		await watching({ given }, async ({ poll, state }) => {
			await poll();
			takeLog();
			state.state = new Memory().keep(undefined, { scope: 'another' }, []) as IDataObject;
			expect(await poll()).toBeNull();
			expect(warnings()).toEqual([]);
		});
	});

	it('that is damaged anywhere is named, and fails no poll', async () => {
		await watching({ given }, async (life) => {
			const { poll, state } = life;
			await poll();
			change(life);
			life.pass(10);
			await poll();
			const whole = structuredClone(state.state);
			const all = [...spoilt(whole)].filter((bad) => !isDeepStrictEqual(bad, whole));
			const unnoticed: unknown[] = [];
			for (const one of sampled(all, (bad) => JSON.stringify(bad)).slice(0, 200)) {
				const staticData = { state: structuredClone(one) as IDataObject };
				takeLog();
				// Another process, which knows nothing but that state.
				const outcome = await poll({ staticData, nodeId: `of-${Math.random()}` });
				const isTold = warnings().some((line) => /saved state .* cannot be used/.test(line));
				if (outcome !== null || !isTold) unnoticed.push(one);
			}
			expect(unnoticed).toEqual([]);
		});
	});
});
