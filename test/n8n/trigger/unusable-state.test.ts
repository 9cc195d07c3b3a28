import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { fingerprint } from '../../../nodes/RecordsDirectory/core/json';
import { Memory, usableState } from '../../../nodes/RecordsDirectory/n8n/trigger/memory';
import { takeLog } from '../../support/n8n';
import { given as notices, nothingElse, raise } from '../../support/noticing';
import { FORM, watching, type Watching } from '../../support/watching';

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
		'that n8n has replaced by %j fails in plain words, as nothing could be saved there',
		async (staticData) => {
			await watching({ given }, async ({ poll }) => {
				await expect(poll({ staticData: staticData as never })).rejects.toThrow(
					/saved data of this node is damaged/,
				);
			});
		},
	);
});

it('a state of a build with another format is lost', () => {
	const state = { scope: 'A', seen: { '1': 'x', '2': 'y' }, lineage: 'l' };
	const seal = (format: number) => ({ ...state, seal: fingerprint([format, state]) });
	const sealed = new Memory().keep(state, state, []);
	expect(usableState(seal(4), 'A')).toEqual({ state: sealed, isLost: false });
	expect(usableState(seal(3), 'A')).toEqual({ state: undefined, isLost: true });
});
