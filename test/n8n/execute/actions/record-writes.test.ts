import type { INodeParameters } from 'n8n-workflow';
import type { Field } from '../../../../sandbox/service/resources';
import type { ServiceOptions } from '../../../../sandbox/service/service';
import { execute } from '../../../support/n8n';
import { bareForm, FORM, RECORDS } from '../../../support/watching';
import { byId, inWorld, jsonOf, type World } from '../../../support/world';

const [NAME, PRICE, COUNT] = ['field-1', 'field-2', 'field-3'] as const;
const field = (fieldId: number, fieldType: Field['fieldType']): Field => ({
	fieldId,
	fieldType,
	caption: `Caption ${fieldId}`,
	uniqueId: `field-${fieldId}`,
});
const form = {
	...bareForm([]),
	fields: [field(1, 'text'), field(2, 'number'), field(3, 'number')],
};

/** A service with one form and this many lamps as its records: Lamp 1 is record 1. */
const withLamps = async (
	count: number,
	test: (world: World) => Promise<void>,
	options: ServiceOptions = {},
) =>
	await inWorld({ ...options, seed: false }, async (world) => {
		world.service.store.addForm(form);
		const values = (n: number) => ({ [NAME]: `Lamp ${n}`, [PRICE]: 5, [COUNT]: 1 });
		world.service.store.addRecords(
			FORM,
			Array.from({ length: count }, (_, n) => ({ values: values(n + 1) })),
		);
		await test(world);
	});

const lamp = (n: number, more = {}) => ({ json: { [NAME]: `Lamp ${n}`, [PRICE]: 6, ...more } });
const shown = (n: number, price = 6) => ({ 'Caption 1': `Lamp ${n}`, 'Caption 2': price });
const upserting = (options: INodeParameters): INodeParameters => ({
	resource: 'record',
	operation: 'upsert',
	form: byId(FORM),
	recordMapper: {
		mappingMode: 'autoMapInputData',
		value: null,
		matchingColumns: [NAME],
		schema: [],
	},
	options,
});

it('creates in one import, then updates one by one, and skips what is the same', async () => {
	await withLamps(5, async ({ service, credentials }) => {
		const items = [lamp(1, { [PRICE]: 5 }), lamp(2), lamp(3), lamp(9)];
		const output = await execute({ parameters: upserting({}), items, credentials });
		expect(jsonOf(output)).toEqual([
			{ success: true, action: 'unchanged', recordId: 1, ...shown(1, 5) },
			{ success: true, action: 'updated', recordId: 2, ...shown(2) },
			{ success: true, action: 'updated', recordId: 3, ...shown(3) },
			{ success: true, action: 'created', ...shown(9) },
		]);
		const writes = service.log.filter(({ method }) => method !== 'GET');
		expect(writes.map(({ method, path, body }) => [method, path, body])).toEqual([
			['POST', `${RECORDS}/import`, { records: [{ record: { [NAME]: 'Lamp 9', [PRICE]: 6 } }] }],
			['PUT', `${RECORDS}/2`, { record: { [NAME]: 'Lamp 2', [PRICE]: 6 } }],
			['PUT', `${RECORDS}/3`, { record: { [NAME]: 'Lamp 3', [PRICE]: 6 } }],
		]);
	});
});
