import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { executeWithHints } from '../../../support/n8n';
import { byId, test, jsonOf, sentTo, type World } from '../../../support/world';
import { failureOf, headlinesOf } from '../../runs';

const FORM = 1;
const automatic = { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] };
const asItIs = { recordId: '={{ $json.recordId }}' };

const run = async (
	{ credentials }: World,
	items: readonly IDataObject[],
	{ options = {}, continueOnFail = false, ...more }: INodeParameters & { continueOnFail?: boolean },
) => {
	const parameters = {
		...{ resource: 'record', operation: 'import', form: byId(FORM) },
		...{ recordMapper: automatic, options, ...more },
	} as INodeParameters;
	const all = items.map((json) => ({ json }));
	return await executeWithHints({ parameters, credentials, continueOnFail, items: all });
};
/** What was sent for each record. */
const sent = ({ service }: World) =>
	sentTo(service).flatMap(({ method, body }) =>
		method === 'GET' ? [] : (body as { records: IDataObject[] }).records,
	);
const record = (Subject: string, recordId?: unknown) => ({
	...(recordId !== undefined && { recordId }),
	Subject,
});
const body = (subject: string, recordId?: number) => ({
	...(recordId !== undefined && { recordId }),
	record: { 'field-1': subject },
});

describe('an import of items that have a record ID', () => {
	const duplicates = /^The item is record 5 of the form, and the import would create a second one$/;

	test("fails before anything is sent if nothing says what to do with it, and names 'Record ID'", async (world) => {
		const { message, description } = await failureOf(run(world, [record('A', 5)], {}));
		expect(message).toMatch(duplicates);
		expect(description).toMatch(/To copy them, add the option 'Record ID' and leave it empty\./);
		const items = [record('A', 5), record('B'), record('C', '')];
		const { items: output } = await run(world, items, { continueOnFail: true });
		expect(headlinesOf(output)).toEqual([expect.stringMatching(duplicates), undefined, undefined]);
		expect(sent(world)).toEqual([body('B'), body('C')]);
	});

	test('fails if the expression of the option finds another property', async (world) => {
		const options = { recordId: '={{ $json.id ?? "" }}' };
		const { message } = await failureOf(run(world, [record('A', 5)], { options }));
		expect(message).toMatch(duplicates);
		expect(sent(world)).toEqual([]);
	});

	test('updates these records with the option, and creates copies if it is empty', async (world) => {
		await run(world, [record('A', 5)], { options: asItIs });
		await run(world, [record('A', 5)], { options: { recordId: '' } });
		expect(sent(world)).toEqual([body('A', 5), body('A')]);
	});

	test('creates copies of records of another form', async (world) => {
		await run(world, [{ ...record('A', 5), appsId: 2 }], {});
		expect(sent(world)).toEqual([body('A')]);
	});

	test('takes values that are mapped one by one as they are', async (world) => {
		const value = { 'field-1': '={{ $json.Subject }}' };
		const recordMapper = { ...automatic, mappingMode: 'defineBelow', value };
		await run(world, [record('A', 5)], { recordMapper });
		expect(sent(world)).toEqual([body('A')]);
	});
});

describe("the option 'Record ID'", () => {
	test('may be empty for some items, which become new records', async (world) => {
		const items = [record('A', 5), record('B'), record('C', null), record('D', '')];
		await run(world, items, { options: asItIs });
		expect(sent(world)).toEqual([body('A', 5), body('B'), body('C'), body('D')]);
		world.service.log.length = 0;
		await run(world, [record('E', ''), record('F')], { options: asItIs });
		expect(sent(world)).toEqual([body('E'), body('F')]);
	});

	test('fails if its expression finds nothing in any item', async (world) => {
		const items = [record('A'), record('B')];
		for (const continueOnFail of [false, true]) {
			const running = run(world, items, { options: asItIs, continueOnFail });
			const messages = continueOnFail
				? headlinesOf((await running).items)
				: [(await failureOf(running)).message];
			for (const message of messages) expect(message).toMatch(/^'Record ID' is empty$/);
		}
		expect(sent(world)).toEqual([]);
	});

	test('is found if the item that has it fails for another reason', async (world) => {
		const items = [{ ...record('A', 5), Priority: 'Hihg' }, record('B')];
		for (const dryRun of [true, false]) {
			const more = { options: asItIs, continueOnFail: true, dryRun };
			const { items: output } = await run(world, items.slice(0, dryRun ? 1 : 2), more);
			expect(output).toHaveLength(dryRun ? 1 : 2);
			expect(JSON.stringify(output)).not.toMatch('is empty');
		}
		expect(sent(world)).toEqual([body('B')]);
	});

	test('names each record once: nothing is sent for items with the same one', async (world) => {
		const items = [record('A', 5), record('B', 6), record('C', '5'), record('D')];
		const { message } = await failureOf(run(world, items, { options: asItIs }));
		expect(message).toMatch(/^Items 0 and 2: 'Record ID' is "5" in items 0 and 2$/);
		expect(sent(world)).toEqual([]);
		const { items: output } = await run(world, items, { options: asItIs, continueOnFail: true });
		expect(headlinesOf(output).map((one) => one !== undefined)).toEqual([true, false, true, false]);
		expect(sent(world)).toEqual([body('B', 6), body('D')]);
	});

	test('may be the same in two forms', async (world) => {
		const items = [1, 3].map((form) => ({ form, recordId: 5 }));
		const asJson = { specifyRecord: 'json', recordJson: '{ "field-1": "A", "field-31": "A" }' };
		const form = byId('={{ $json.form }}');
		const dry = await run(world, items, { ...asJson, form, options: asItIs, dryRun: true });
		expect(jsonOf(dry.items)).toMatchObject([{ action: 'import' }, { action: 'import' }]);
	});
});
