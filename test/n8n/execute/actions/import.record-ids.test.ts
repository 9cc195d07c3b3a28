import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { test, type World } from '../../../support/world';
import { failureOf, headlinesOf, recordsOf, wholeItem, writesTo } from '../../runs';
import { itemsOf, run } from './run';

const FORM = 1;
const asItIs = { recordId: '={{ $json.recordId }}' };

const imported = async (
	world: World,
	rows: readonly IDataObject[],
	{ options = {}, continueOnFail = false, ...more }: INodeParameters & { continueOnFail?: boolean },
) =>
	await run(
		world,
		recordsOf(FORM, 'import', { ...wholeItem(), options, ...more }),
		itemsOf(rows),
		continueOnFail,
	);
/** What was sent for each record. */
const sent = ({ service }: World) =>
	writesTo(service).flatMap(({ body }) => (body as { records: IDataObject[] }).records);
const record = (Subject: string, recordId?: number | string | null) => ({
	recordId,
	Subject,
});
const body = (subject: string, recordId?: number) => ({
	recordId,
	record: { 'field-1': subject },
});

describe('an import of items that have a record ID', () => {
	const duplicates = /^The item is record 5 of the form, and the import would create a second one$/;

	test('fails if the expression of the option finds another property', async (world) => {
		const options = { recordId: '={{ $json.id ?? "" }}' };
		const { message } = await failureOf(imported(world, [record('A', 5)], { options }));
		expect(message).toMatch(duplicates);
		expect(sent(world)).toEqual([]);
	});

	test('creates a record if recordId is a field of the form', async (world) => {
		const form = world.service.store.forms.get(FORM)!;
		const fields = form.fields.map((one) =>
			one.uniqueId === 'field-2' ? { ...one, caption: 'recordId' } : one,
		);
		world.service.store.addForm({ ...form, fields });
		await imported(world, [record('A', 5)], {});
		expect(sent(world)).toEqual([{ record: { 'field-1': 'A', 'field-2': '5' } }]);
	});

	test('creates copies of records of another form', async (world) => {
		await imported(world, [{ ...record('A', 5), appsId: 2 }], {});
		expect(sent(world)).toEqual([body('A')]);
	});
});

describe("the option 'Record ID'", () => {
	test('may be empty for some items, which become new records', async (world) => {
		const items = [record('A', 5), record('B'), record('C', null), record('D', '')];
		await imported(world, items, { options: asItIs });
		expect(sent(world)).toEqual([body('A', 5), body('B'), body('C'), body('D')]);
		world.service.log.length = 0;
		await imported(world, [record('E', ''), record('F')], { options: asItIs });
		expect(sent(world)).toEqual([body('E'), body('F')]);
	});

	test('must be found in some item', async (world) => {
		const named = { options: { recordId: '={{ $json.id }}' } };
		const { message } = await failureOf(imported(world, [record('A'), record('B')], named));
		expect(message).toBe("'Record ID' is empty");
		expect(sent(world)).toEqual([]);
	});

	test('is found if the item that has it fails for another reason', async (world) => {
		const items = [{ ...record('A', 5), Priority: 'Hihg' }, record('B')];
		for (const dryRun of [true, false]) {
			const more = { options: asItIs, continueOnFail: true, dryRun };
			const { items: output } = await imported(world, items.slice(0, dryRun ? 1 : 2), more);
			expect(output).toHaveLength(dryRun ? 1 : 2);
			expect(JSON.stringify(output)).not.toMatch('is empty');
		}
		expect(sent(world)).toEqual([body('B')]);
	});

	test('names each record once: nothing is sent for items with the same one', async (world) => {
		const items = [record('A', 5), record('B', 6), record('C', '5'), record('D')];
		const { message } = await failureOf(imported(world, items, { options: asItIs }));
		expect(message).toMatch(/^Items 0 and 2: 'Record ID' is "5" in items 0 and 2$/);
		expect(sent(world)).toEqual([]);
		const { items: output } = await imported(world, items, {
			options: asItIs,
			continueOnFail: true,
		});
		expect(headlinesOf(output).map((one) => one !== undefined)).toEqual([true, false, true, false]);
		expect(sent(world)).toEqual([body('B', 6), body('D')]);
	});
});
