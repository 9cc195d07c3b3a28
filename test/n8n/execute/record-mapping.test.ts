import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { execute, executeWithHints } from '../../support/n8n';
import { byId, inWorld, testIn, type World } from '../../support/world';
import { byHand, failureOf, recordsOf, wholeItem, writesTo } from '../runs';

const field = (n: number, fieldType: string, caption: string, more = {}) => ({
	...{ uniqueId: `field-${n}`, fieldId: n, caption, fieldType },
	...more,
});
const fields = [
	field(1, 'text', 'Title'),
	field(2, 'text', 'status'),
	field(3, 'calculation', 'Total', { calc: 'field-9 * 2' }),
	field(4, 'calculation', 'Tax', { calc: 'field-9 * 2' }),
	field(5, 'image', 'Photo'),
	field(6, 'file', 'Scan'),
	field(7, 'table', 'Rows', { subTable: [field(8, 'text', 'Line')] }),
];

/** A world whose form has these fields, and accepts every record. */
const test = testIn<World>((work) =>
	inWorld({}, async (world) => {
		const { faults } = world.service;
		faults.add({ path: '/api/apps/1/fields', answer: { status: 200, body: { fields } } });
		for (const method of ['POST', 'PUT']) faults.add({ method, answer: { status: 204 } });
		await work(world);
	}),
);

const whole = recordsOf(1, 'create', wholeItem());
const mapped = (value: INodeParameters) => recordsOf(1, 'create', byHand(value));
const itemOf = (json: object): INodeExecutionData[] => [
	{ json: json as INodeExecutionData['json'] },
];
const hintsOf = async (
	{ credentials }: World,
	parameters: INodeParameters,
	items: INodeExecutionData[],
) =>
	(await executeWithHints({ parameters, items, credentials })).hints.map(({ message }) => message);

const NO_MATCH = 'No property of the input item matches a field of the form';
const NO_VALUE = 'Enter a value for a field that can be written.';
const CAPTIONS =
	'Name its properties after the captions or field IDs of the form, or map each field manually.';
const ofRecord = { recordId: 1, createdAt: 'x', updatedAt: 'x' };

test('hints at what is not sent, for each reason once', async (world) => {
	const one = { ...ofRecord, Title: 'A', status: 'New', Total: 7, Photo: { name: 'a.png' } };
	const items = [one, { ...one, Title: 'B', Tax: 1, colour: 'red' }].flatMap(itemOf);
	const parameters = recordsOf(1, 'import', { ...wholeItem(), options: { recordId: '' } });
	expect(await hintsOf(world, parameters, items)).toEqual([
		"Ignored because the form calculates them: 'Total' (field-3) and 'Tax' (field-4)",
		"Ignored because the API cannot write files and images: 'Photo' (field-5)",
		"Ignored because they are properties of the record, not fields of the form: 'status' (the field is 'record.status')",
		"Ignored because the form has no such field: 'colour'",
	]);
	const records = ['A', 'B'].map((title) => ({ record: { 'field-1': title } }));
	expect(writesTo(world.service)).toMatchObject([{ body: { records } }]);
});

test('hints at expressions that find no value, not at empty inputs', async (world) => {
	const parameters = mapped({ 'field-1': 'A', 'field-2': '={{ $json.stat }}', 'field-8': null });
	expect(await hintsOf(world, parameters, itemOf({ status: 'New' }))).toEqual([
		"Ignored because no item has a value for them: 'status' (field-2)",
	]);
	expect(writesTo(world.service)).toMatchObject([{ body: { record: { 'field-1': 'A' } } }]);
});

test('hints at a field that an expression clears with empty text, not at one that is to be cleared', async (world) => {
	const values = byHand({ 'field-1': '={{ $json.title }}', 'field-2': "={{ '' }}" });
	const parameters = recordsOf(1, 'update', { ...values, recordId: byId(1) });
	expect(await hintsOf(world, parameters, itemOf({ title: '' }))).toEqual([
		"Cleared in some items, because the expression gives empty text: 'Title' (field-1)",
	]);
	const creating = mapped({ 'field-1': 'A', 'field-2': '={{ $json.title }}' });
	expect(await hintsOf(world, creating, itemOf({ title: '' }))).toEqual([]);
});

test.each<[string, INodeParameters, object, string, string]>([
	[
		'whose fields are all empty',
		mapped({ 'field-1': null }),
		{},
		"'Values' contains no value",
		'Add a field with a value, or check that the expressions return a value.',
	],
	['of which no property is a field', whole, { weather: 'fine' }, NO_MATCH, CAPTIONS],
	['of which a text is called record', whole, { record: 'Gold' }, NO_MATCH, CAPTIONS],
	[
		'that was read without Simplify',
		whole,
		{ ...ofRecord, record: { 'field-1': 'A' } },
		NO_MATCH,
		"The values of the item are in 'record', as the service returns them. Switch 'Simplify' on in the node that reads the record, or map each field manually.",
	],
	[
		'with properties of a record that are called like fields',
		whole,
		{ ...ofRecord, status: 'New' },
		NO_MATCH,
		"The item has properties of a record: 'status' (the field is 'record.status'). Rename them, or map each field manually.",
	],
	[
		'with values that the form calculates',
		mapped({ 'field-3': 7, 'field-4': 1 }),
		{},
		"There is nothing to send: the form calculates 'Total' (field-3) and 'Tax' (field-4)",
		NO_VALUE,
	],
	[
		'with a calculated value and a file',
		whole,
		{ Photo: { name: 'a.png' }, Total: 7 },
		"There is nothing to send: the form calculates 'Total' (field-3); files and images cannot be written to 'Photo' (field-5)",
		NO_VALUE,
	],
])(
	'an item without a value to send, %s, is a mistake that says what to do',
	async (world, _, parameters, json, message, advice) => {
		const run = { parameters, items: itemOf(json), credentials: world.credentials };
		const error = await failureOf(execute(run));
		expect(error.message).toBe(message);
		// After it come the properties that are not sent.
		const start = `Nothing was sent. ${advice}`;
		expect(error.description?.slice(0, start.length)).toBe(start);
		expect(writesTo(world.service)).toEqual([]);
	},
);
