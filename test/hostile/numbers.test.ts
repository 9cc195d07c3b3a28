import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { anyDecimal, difference } from '../support/decimals';
import { byId } from '../support/world';
import { asJson, create, mapped, outcomeOf } from './form-service';
import { cases } from './texts';

const subTable = [{ uniqueId: 'cell' }, { uniqueId: 'count', fieldType: 'number' }];
const fields = [
	{ uniqueId: 'a', fieldId: 1, fieldType: 'text' },
	{ uniqueId: 'number', fieldId: 9, fieldType: 'number' },
	{ uniqueId: 'choice', fieldId: 10, selectItems: [{ selectName: '9007199254740993' }] },
	{ uniqueId: 'user', fieldId: 11, fieldType: 'user' },
	{ uniqueId: 'table', fieldId: 12, subTable },
];

/** The address and body that were sent, or the message of the run if nothing was sent. */
async function sentOrMessage(parameters: INodeParameters, json: object): Promise<string> {
	const { message, sent } = await outcomeOf(parameters, json, fields);
	return message || decodeURIComponent(`${sent!.target} ${sent!.body}`);
}

const fromItem = byId('={{ $json.a }}');
const remove = { ...create, operation: 'delete', recordId: byId(7) };
const removeUser = { resource: 'user', operation: 'delete', code: fromItem };
const named = {
	...{ resource: 'position', operation: 'create' },
	...{ newCode: 'P', name: '={{ $json.a }}', kana: 'P' },
};

describe.each([NaN, Infinity, -Infinity])('%s is never sent, as JSON has no word for it', (no) => {
	it.each<[string, INodeParameters, object]>([
		['a value', asJson, { record: { a: no } }],
		['in a list', asJson, { record: { a: [1, { b: [no] }] } }],
		['a text field', mapped, { a: no }],
		['a number field', mapped, { number: no }],
		['an ID', { ...remove, recordId: fromItem }, { a: no }],
		['a code', removeUser, { a: no }],
		['a name', named, { a: no }],
	])('%s', async (_, parameters, json) => {
		const message = await sentOrMessage(parameters, json);
		expect(message).toMatch(/^('|The value of).*(not|is (NaN|-?Infinity))/);
	});
});

const LONG = '9007199254740993';
/** As JavaScript reads the digits. */
const ROUNDED = Number(LONG);

it.each<[string, INodeParameters, (value: string | number) => object]>([
	['a number field', mapped, (number) => ({ number })],
	['a choice', mapped, (choice) => ({ choice })],
	['a code of an object', mapped, (code) => ({ user: [{ code }] })],
	['a row of a table', mapped, (cell) => ({ table: [{ cell }] })],
	['an object', asJson, (a) => ({ record: { a } })],
	['the code of a user', removeUser, (a) => ({ a })],
	['a form', { ...remove, form: fromItem }, (a) => ({ a })],
	['a record', { ...remove, recordId: fromItem }, (a) => ({ a })],
	['a comment', { ...remove, resource: 'comment', commentId: fromItem }, (a) => ({ a })],
	['a name', named, (a) => ({ a })],
])('beyond 2^53 a text is sent whole, and a number rejected: %s', async (_, parameters, item) => {
	expect(await sentOrMessage(parameters, item(LONG))).toContain(LONG);
	const message = await sentOrMessage(parameters, item(ROUNDED));
	expect(message).toMatch(/too large to be exact|would be rounded/);
});

it.each<[string, INodeParameters, (text: string) => object]>([
	['a text for a number field', mapped, (text) => ({ number: text })],
	['a text in rows as text', mapped, (text) => ({ table: `[{"count":"${text}"}]` })],
	['a text in JSON', asJson, (text) => ({ record: `{"a":"${text}"}` })],
	['a number in JSON', asJson, (text) => ({ record: `{"a":${text}}` })],
	['a number in rows as text', mapped, (text) => ({ table: `[{"count":${text}}]` })],
	['a number in a list of codes', mapped, (text) => ({ user: `[${text}]` })],
])('%s arrives with its value, or is rejected as rounded', async (what, parameters, json) => {
	await fc.assert(
		fc.asyncProperty(anyDecimal, async (text) => {
			const sent = await sentOrMessage(parameters, json(text));
			if (!what.startsWith('a text') && sent.includes('would be rounded'))
				return expect(sent).toContain(`the number ${text.slice(0, 40)}`);
			const [, number = sent] = /"(?:number|count|a|code)":"?([^"}\]]+)/.exec(sent) ?? [];
			expect(difference(number, text)).toBe(0n);
		}),
		cases(150),
	);
});
