import type { INodeParameters } from 'n8n-workflow';
import { execute } from '../../../support/n8n';
import { byId, inWorld, test, sentTo, type World } from '../../../support/world';
import { failureOf, headlinesOf } from '../../runs';

const LIST = '/api/apps/1/records';
const byValue = (operation: string, more: INodeParameters = {}): INodeParameters => ({
	resource: 'record',
	operation,
	form: byId(1),
	findBy: 'values',
	matches: { row: [{ field: byId('field-1'), value: '={{ $json.of }}' }] },
	...(operation === 'update' && {
		specifyRecord: 'json',
		recordJson: '={{ { "field-6": $json.to ?? "High" } }}',
	}),
	...more,
});
const run = async (
	{ credentials }: World,
	parameters: INodeParameters,
	wanted: readonly unknown[],
	continueOnFail = false,
) => {
	const items = wanted.map((of) => ({ json: { of } as never }));
	return await execute({ parameters, credentials, continueOnFail, items });
};
const add = ({ service: { store } }: World, ...subjects: string[]) =>
	subjects.map(
		(subject) => store.createRecord(1, { 'field-1': subject, 'field-6': 'Low' }).recordId as number,
	);
const writes = ({ service }: World) => sentTo(service).filter(({ method }) => method !== 'GET');
const paths = (world: World) => writes(world).map(({ path }) => path);

describe('records found by values', () => {
	test.each(['update', 'delete'])('are all found before the first %s', async (world, operation) => {
		add(world, 'A', 'Twice', 'Twice');
		const wanted = ['A', 'Twice', 'Unknown', '', 'A'];
		const { description } = await failureOf(run(world, byValue(operation), wanted));
		for (const words of [
			/Several records match/,
			/"Unknown"/,
			/no value to match on/,
			/have the same values/,
		])
			expect(description).toMatch(words);
		expect(writes(world)).toEqual([]);
		const items = await run(world, byValue(operation), wanted, true);
		expect(headlinesOf(items).map((one) => one !== undefined)).toEqual([
			false,
			true,
			true,
			true,
			true,
		]);
		expect(writes(world)).toHaveLength(1);
	});

	test.each(['update', 'delete'])('can be several for an item of %s', async (world, operation) => {
		const [first, second, other] = add(world, 'Twice', 'Twice', 'Other');
		const parameters = byValue(operation, { options: { severalMatches: 'all' } });
		const items = await run(world, parameters, ['Other', 'Twice']);
		expect(paths(world)).toEqual([other, second, first].map((id) => `${LIST}/${id}`));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 1 },
		]);
	});

	test.each(['update', 'delete'])(
		'are not certain before the whole form is read: %s',
		async (world, operation) => {
			const others = Array.from({ length: 1_500 }, (_, n) => `Other ${n}`);
			add(world, 'Twice', ...others, 'Twice');
			const { message } = await failureOf(run(world, byValue(operation), ['Twice']));
			expect(message).toMatch(/Several records match/);
			expect(writes(world)).toEqual([]);
		},
	);

	test('of which one cannot be changed: the item is unknown, and the error names those that were', async (world) => {
		const ids = add(world, 'Twice', 'Twice', 'Twice');
		const path = `${LIST}/${ids[1]}`;
		world.service.faults.add({ method: 'DELETE', path, times: 9, answer: { status: 403 } });
		const parameters = byValue('delete', { options: { severalMatches: 'all' } });
		const { message, description } = await failureOf(run(world, parameters, ['Twice']));
		expect(message).toMatch(new RegExp(`^Records done: ${ids[2]}; the next of 3 failed: `));
		expect(description).toMatch(/^Unknown: item 0/);
	});

	test.each(['update', 'delete'])(
		'one that two items reach is %sd by neither of them twice',
		async (world, operation) => {
			const [one] = add(world, 'A');
			const matches = { row: [{ field: byId('={{ $json.of[0] }}'), value: '={{ $json.of[1] }}' }] };
			const wanted = [
				['field-1', 'A'],
				['recordId', one],
			];
			for (const dryRun of [true, false]) {
				const items = await run(world, byValue(operation, { matches, dryRun }), wanted, true);
				const told = JSON.stringify(items[1]?.json);
				expect(told).toContain(`Items 0 and 1 name the same record, ${one}`);
				expect(writes(world)).toHaveLength(dryRun ? 0 : 1);
			}
		},
	);

	test.each([
		['field-1', 'field-1'],
		['recordId', 'recordId'],
	])(
		'no record is found by a field that is named twice: %s and %s',
		async (world, first, second) => {
			add(world, 'A', 'B');
			const row = [first, second].map((name, n) => ({
				...{ field: byId(name), value: name === 'recordId' ? 41 + n : ['A', 'B'][n] },
			}));
			const { message } = await failureOf(
				run(world, byValue('delete', { matches: { row } }), ['x']),
			);
			expect(message).toMatch(/^'Match On' has .* twice$/);
			expect(writes(world)).toEqual([]);
		},
	);

	it('one that somebody has changed since then is not updated', async () => {
		await inWorld({ isNew: true }, async (world) => {
			const [one] = add(world, 'A');
			const { faults } = world.service;
			const meanwhile = (store: World['service']['store']) =>
				void store.updateRecord(1, one!, { 'field-1': 'Z' });
			faults.add({ method: 'GET', path: `${LIST}/${one}`, answer: { meanwhile } });
			const { message } = await failureOf(run(world, byValue('update'), ['A']));
			expect(message).toContain(`Record ${one} was changed during the run`);
			expect(writes(world)).toEqual([]);
		});
	});

	test('one that two items name by its ID is deleted by neither of them twice', async (world) => {
		const [one] = add(world, 'A');
		const parameters = { ...byValue('delete'), findBy: 'id', recordId: byId('={{ $json.of }}') };
		const names = [one, `SUP${String(one).padStart(5, '0')}`];
		const { message } = await failureOf(run(world, parameters, names));
		expect(message).toContain(`Items 0 and 1 name the same record, ${one}`);
		expect(writes(world)).toEqual([]);
	});

	test.each<[string, INodeParameters, unknown[]]>([
		['by values', {}, ['A', 'B', 'C']],
		['by record ID', { findBy: 'id', recordId: '={{ $json.of }}' }, [1, 2, 3]],
	])('are deleted only up to the limit: %s', async (world, _, more, wanted) => {
		add(world, 'A', 'B', 'C');
		const deleting = (mostRemovals: number) =>
			run(world, byValue('delete', { ...more, mostRemovals }), wanted);
		const { message } = await failureOf(deleting(2));
		expect(message).toMatch(/'Removal Limit' is 2, but the run would delete 3/);
		expect(writes(world)).toEqual([]);
		await deleting(3);
		expect(writes(world)).toHaveLength(3);
	});

	test('are not deleted if the limit differs from item to item', async (world) => {
		add(world, 'A', 'B', 'C');
		const parameters = byValue('delete', { mostRemovals: '={{ $itemIndex === 0 ? 100 : 1 }}' });
		const { message } = await failureOf(run(world, parameters, ['A', 'B', 'C']));
		expect(message).toBe("'Removal Limit' differs from item to item");
		expect(writes(world)).toEqual([]);
	});
});
