import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { execute, file } from '../support/n8n';
import { byId } from '../support/world';
import { asJson, mapped, outcomeOf } from './form-service';
import { anyText, cases } from './texts';
import { onTheWire, type Arrived } from './wire';

/** The one request of a run that succeeds. */
const sentBy = async (parameters: INodeParameters, item: object, binary = {}): Promise<Arrived> =>
	await onTheWire(
		() => ({ status: 201 }),
		async ({ credentials, arrived }) => {
			const items = [{ json: item as never, binary }];
			await execute({ parameters, items, credentials });
			expect(arrived).toHaveLength(1);
			return arrived[0]!;
		},
	);

const values = fc.oneof(
	anyText,
	fc.constantFrom(null, true, 0, -0.5, 2 ** 53 - 1, 1e-300),
	fc.array(anyText, { maxLength: 3 }),
	// Numbers that may have lost digits have tests of their own.
	fc.jsonValue({ maxDepth: 3 }).filter((value) => !/\d{16}|e\+/.test(JSON.stringify(value))),
);
const names = anyText.filter((name) => name.trim() !== '');
const records = fc
	.uniqueArray(fc.tuple(names, values), { selector: ([name]) => name, minLength: 1, maxLength: 6 })
	.map((pairs) => JSON.stringify(Object.fromEntries(pairs)));

it('the field IDs and values of a record arrive as they were given, and nothing beside', async () => {
	await fc.assert(
		fc.asyncProperty(records, async (text) => {
			for (const record of [text, JSON.parse(text) as unknown]) {
				const { target, body } = await sentBy(asJson, { record });
				// As JSON, because a property called `__proto__` is one only there.
				expect(JSON.stringify(JSON.parse(body))).toBe(`{"record":${text}}`);
				expect(target).toBe('/api/apps/1/records');
			}
		}),
		cases(150),
	);
});

/** What would lead out of the folder in which somebody saves files. */
const LEADS_AWAY = /[/\\\0]|^\.{0,2}$/;
/** What nobody sees, but can hide what a file is. */
const DISGUISES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

it('an attached file has a name without folders, whatever its name in n8n', async () => {
	const comment = {
		...{ resource: 'comment', operation: 'create', form: byId(1), recordId: byId(1) },
		...{ content: 'See', creatorCode: byId('E1'), additionalFields: { file: 'data' } },
	};
	await fc.assert(
		fc.asyncProperty(anyText, anyText, async (name, type) => {
			const { body } = await sentBy(comment, {}, { data: file(name, type, 'Hello') });
			const [sent] = JSON.parse(body).file as [{ name: string }];
			// A type that a header cannot contain is replaced.
			const known = /^[ -~]{1,255}$/.test(type) ? type : 'application/octet-stream';
			expect(sent).toEqual({ name: expect.any(String), type: known, content: 'SGVsbG8=' });
			expect(sent.name).not.toMatch(LEADS_AWAY);
			if (!LEADS_AWAY.test(name) && !DISGUISES.test(name)) expect(sent.name).toBe(name);
		}),
		cases(150),
	);
});

const fields = [
	{ uniqueId: 'k', caption: 'Key' },
	{ uniqueId: 't', caption: 'Text' },
	{ uniqueId: 'state', caption: 'State of things' },
	{ uniqueId: 'spaced', caption: ' In spaces ' },
	{ uniqueId: 'r', caption: 'record.Text' },
].map((field, fieldId) => ({ ...field, fieldId, fieldType: 'text' }));

it('no value of an item is lost in silence, however its properties are named', async () => {
	const space = fc.constantFrom('', '', ' ', '  ', '\t', '\uFEFF', '\uFEFF ');
	const prefix = fc.constantFrom('', '', 'record.', 'record. ');
	const known = fields.flatMap(({ uniqueId, caption }) => [uniqueId, caption]);
	const name = fc
		.tuple(space, prefix, fc.constantFrom(...known, 'more'), fc.constantFrom('', '', ' ', '\t'))
		.map((parts) => parts.join(''));
	await fc.assert(
		fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), async (all) => {
			const item = Object.fromEntries(all.map((one, n) => [one, `value ${n}`]));
			const { sent, hints, message } = await outcomeOf(mapped, item, fields);
			if (sent === undefined)
				return expect(message).toMatch(
					/^(No property of the input item matches a field|'[^']*' \([a-z]+\) is given twice)/,
				);
			for (const [n, one] of all.entries())
				expect(sent.body.includes(`"value ${n}"`) || hints.includes(`'${one}'`)).toBe(true);
		}),
		cases(500),
	);
});

it('two properties of one field are an error, unless one is null and null does not clear', async () => {
	const twice = "'Key' (k) is given twice";
	expect((await outcomeOf(mapped, { '\uFEFFKey': 'b', k: 'c' }, fields)).message).toBe(twice);
	const item = { 'Key ': null, Key: 'c' };
	expect((await outcomeOf(mapped, item, fields)).sent?.body).toBe('{"record":{"k":"c"}}');
	const clearing = { ...mapped, operation: 'import', options: { clearNull: true } };
	expect((await outcomeOf(clearing, item, fields)).message).toBe(twice);
});
