import type { INodeParameters } from 'n8n-workflow';
import { byId, inWorld, test, type World } from '../../../support/world';
import { failureOf, headlinesOf, recordsOf, writesTo } from '../../runs';
import { run, wanting } from './run';

const LIST = '/api/apps/1/records';
const byValue = (operation: string, more: INodeParameters = {}): INodeParameters =>
	recordsOf(1, operation, {
		findBy: 'values',
		matches: { row: [{ field: byId('field-1'), value: '={{ $json.of }}' }] },
		...(operation === 'update' && {
			specifyRecord: 'json',
			recordJson: '={{ { "field-6": $json.to ?? "High" } }}',
		}),
		...more,
	});
const all = { options: { severalMatches: 'all' } };
const add = ({ service: { store } }: World, ...subjects: string[]) =>
	subjects.map(
		(subject) => store.createRecord(1, { 'field-1': subject, 'field-6': 'Low' }).recordId as number,
	);
const paths = ({ service }: World) => writesTo(service).map(({ path }) => path);

describe('records found by values', () => {
	test.each(['update', 'delete'])('are all found before the first %s', async (world, operation) => {
		add(world, 'A', 'Twice', 'Twice');
		const items = wanting('A', 'Twice', 'Unknown', '', 'A');
		const { description } = await failureOf(run(world, byValue(operation), items));
		for (const words of [
			/Several records match: 43 and 42/,
			/No record has 'Subject' \(field-1\) "Unknown"/,
			/no value to match on/,
			/have the same values/,
		])
			expect(description).toMatch(words);
		expect(paths(world)).toEqual([]);
		const { items: output } = await run(world, byValue(operation), items, true);
		const failed = headlinesOf(output).map((one) => one !== undefined);
		expect(failed).toEqual([false, true, true, true, true]);
		expect(paths(world)).toHaveLength(1);
	});

	test.each(['update', 'delete'])('can be several for an item of %s', async (world, operation) => {
		const [first, second, other] = add(world, 'Twice', 'Twice', 'Other');
		const { items } = await run(world, byValue(operation, all), wanting('Other', 'Twice'));
		expect(paths(world)).toEqual([other, second, first].map((id) => `${LIST}/${id}`));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 1].map((item) => ({ item })));
	});

	test.each(['update', 'delete'])(
		'are not certain before the whole form is read: %s',
		async (world, operation) => {
			const others = Array.from({ length: 1_500 }, (_, n) => `Other ${n}`);
			add(world, 'Twice', ...others, 'Twice');
			const { message } = await failureOf(run(world, byValue(operation), wanting('Twice')));
			expect(message).toMatch(/Several records match/);
			expect(paths(world)).toEqual([]);
		},
	);

	test('of which one cannot be changed: the item is unknown, and the error names those that were', async (world) => {
		const ids = add(world, 'Twice', 'Twice', 'Twice');
		const path = `${LIST}/${ids[1]}`;
		world.service.faults.add({ method: 'DELETE', path, times: 9, answer: { status: 403 } });
		const error = await failureOf(run(world, byValue('delete', all), wanting('Twice')));
		expect(error.message).toMatch(new RegExp(`^Records done: ${ids[2]}; the next of 3 failed: `));
		expect(error.description).toMatch(/^Unknown: item 0/);
	});

	test.each(['update', 'delete'])(
		'one that two items reach is %sd by neither of them twice',
		async (world, operation) => {
			const [one] = add(world, 'A');
			const matches = { row: [{ field: byId('={{ $json.of[0] }}'), value: '={{ $json.of[1] }}' }] };
			const wanted = wanting(['field-1', 'A'], ['recordId', one]);
			for (const dryRun of [true, false]) {
				const parameters = byValue(operation, { matches, dryRun });
				const { items } = await run(world, parameters, wanted, true);
				const told = JSON.stringify(items[1]?.json);
				expect(told).toContain(`Items 0 and 1 name the same record, ${one}`);
				expect(paths(world)).toHaveLength(dryRun ? 0 : 1);
			}
		},
	);

	test.each([
		['field-1', "'Subject' (field-1)", ['A', 'B']],
		['recordId', "'Record ID' (recordId)", [41, 42]],
	])('none is found by a field that is named twice: %s', async (world, name, label, values) => {
		add(world, 'A', 'B');
		const row = values.map((value) => ({ field: byId(name), value }));
		const parameters = byValue('delete', { matches: { row } as INodeParameters });
		expect((await failureOf(run(world, parameters))).message).toBe(`'Match On' has ${label} twice`);
		expect(paths(world)).toEqual([]);
	});

	it('one that somebody has changed since then is not updated', async () => {
		await inWorld({ isNew: true }, async (world) => {
			const [one, other] = add(world, 'A', 'B');
			const { faults, store } = world.service;
			const meanwhile = () => void store.updateRecord(1, one!, { 'field-1': 'Z' });
			faults.add({ method: 'GET', path: `${LIST}/${one}`, answer: { meanwhile } });
			const { items } = await run(world, byValue('update'), wanting('A', 'B'), true);
			const changed = expect.stringContaining(`Record ${one} was changed during the run`) as string;
			expect(headlinesOf(items)).toEqual([changed, undefined]);
			expect(paths(world)).toEqual([`${LIST}/${other}`]);
		});
	});

	test('one that two items name by its ID is deleted by neither of them twice', async (world) => {
		const [one] = add(world, 'A');
		const parameters = { ...byValue('delete'), findBy: 'id', recordId: byId('={{ $json.of }}') };
		const names = wanting(one, `SUP${String(one).padStart(5, '0')}`);
		const { message } = await failureOf(run(world, parameters, names));
		expect(message).toContain(`Items 0 and 1 name the same record, ${one}`);
		expect(paths(world)).toEqual([]);
	});

	test('one that two items name by its ID is updated by both', async (world) => {
		const [one] = add(world, 'A');
		const parameters = { ...byValue('update'), findBy: 'id', recordId: byId('={{ $json.of }}') };
		await run(world, parameters, wanting(one, `SUP${String(one).padStart(5, '0')}`));
		expect(paths(world)).toEqual([`${LIST}/${one}`, `${LIST}/${one}`]);
	});

	test.each<[string, INodeParameters, unknown[]]>([
		['by values', {}, ['A', 'B', 'C']],
		['by record ID', { findBy: 'id', recordId: '={{ $json.of }}' }, [1, 2, 3]],
	])('are deleted only up to the limit: %s', async (world, _, more, wanted) => {
		add(world, 'A', 'B', 'C');
		const deleting = (mostRemovals: number | string) =>
			run(world, byValue('delete', { ...more, mostRemovals }), wanting(...wanted));
		expect((await failureOf(deleting(2))).message).toMatch(
			/'Removal Limit' is 2, but the run would delete 3: \d+, \d+ and \d+$/,
		);
		expect((await failureOf(deleting('={{ $itemIndex === 0 ? 100 : 1 }}'))).message).toBe(
			"'Removal Limit' differs from item to item",
		);
		expect(paths(world)).toEqual([]);
		await deleting(3);
		expect(paths(world)).toHaveLength(3);
	});
});
