import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { execute, file } from '../support/n8n';
import { byId } from '../support/world';
import { anyText, cases } from './texts';
import { onTheWire, type Arrived } from './wire';

const create = {
	resource: 'record',
	operation: 'create',
	form: byId(1),
	specifyRecord: 'json',
	recordJson: '={{ $json.record }}',
};

/** The requests of a run that succeeds, or its message where nothing was sent. */
async function sentBy(
	parameters: INodeParameters,
	item: object,
	binary = {},
): Promise<{ readonly request?: Arrived; readonly refusal?: string }> {
	return await onTheWire(
		() => ({ status: 201 }),
		async ({ url, arrived }) => {
			const items = [{ json: item as never, binary }];
			const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
			const refusal = await execute({ parameters, items, credentials }).then(
				() => undefined,
				({ message }: Error) => message,
			);
			expect(arrived.length).toBe(refusal === undefined ? 1 : 0);
			return { request: arrived[0], refusal };
		},
	);
}

/** As JSON, for a property called `__proto__` is one only there. */
const bodyOf = (request: Arrived | undefined) =>
	JSON.stringify(JSON.parse(request?.body ?? 'null'));

const values = fc.oneof(
	anyText,
	fc.constantFrom(null, true, 0, -0.5, 2 ** 53 - 1, 1e-300),
	fc.array(anyText, { maxLength: 3 }),
	// Numbers that may have lost digits are the matter of another test.
	fc.jsonValue({ maxDepth: 3 }).filter((value) => !/\d{16}|e\+/.test(JSON.stringify(value))),
);
const names = anyText.filter((name) => name.trim() !== '');
const records = fc
	.uniqueArray(fc.tuple(names, values), { selector: ([name]) => name, minLength: 1, maxLength: 6 })
	.map((pairs) => JSON.stringify(Object.fromEntries(pairs)));

it('the identifiers and values of a record arrive as they were given, and nothing beside', async () => {
	await fc.assert(
		fc.asyncProperty(records, async (text) => {
			for (const record of [text, JSON.parse(text) as unknown]) {
				const { request } = await sentBy(create, { record });
				expect(bodyOf(request)).toBe(`{"record":${text}}`);
				expect(request?.target).toBe('/api/apps/1/records');
			}
		}),
		cases(150),
	);
});

const user = {
	resource: 'user',
	operation: 'create',
	...Object.fromEntries(
		['newCode', 'name', 'kana', 'loginId', 'loginPass'].map((name) => [
			name,
			`={{ $json.${name} }}`,
		]),
	),
	organizationCode: byId('={{ $json.organizationCode }}'),
};

it('the texts of a user arrive as they were given, each in its property', async () => {
	const isText = (one: string) => one.length <= 256 && one.isWellFormed() && one.trim() !== '';
	const text = anyText.filter(isText);
	const all = fc.record({
		code: text,
		name: text,
		kana: text,
		loginId: text,
		loginPass: text,
		organizationCode: text,
	});
	await fc.assert(
		fc.asyncProperty(all, async (given) => {
			const { request } = await sentBy(user, { ...given, newCode: given.code });
			expect(JSON.parse(request?.body ?? '')).toEqual(given);
		}),
		cases(100),
	);
});

const comment = {
	resource: 'comment',
	operation: 'create',
	form: byId(1),
	recordId: byId(1),
	content: '={{ $json.text }}',
	creatorCode: byId('E1'),
	additionalFields: { file: 'data' },
};

it('a file goes by a name without folders, whatever name it has in n8n', async () => {
	await fc.assert(
		fc.asyncProperty(anyText, anyText, async (name, type) => {
			const binary = { data: file(name, type, 'Hello') };
			const { request } = await sentBy(comment, { text: 'See' }, binary);
			const { file: files } = JSON.parse(request?.body ?? '');
			// A type that a header cannot contain is replaced.
			const sent = /^[ -~]{1,255}$/.test(type) ? type : 'application/octet-stream';
			expect(files).toEqual([{ name: expect.any(String), type: sent, content: 'SGVsbG8=' }]);
			expect(files[0].name).not.toMatch(/[/\\]|^\.{0,2}$/);
			// Only what a file system, a header or a reader might take for more than a name is gone.
			if (!/[/\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]|^\.{1,2}$/u.test(name))
				expect(files[0].name).toBe(name);
		}),
		cases(150),
	);
});

it.each(['..', '.', 'folder/..', 'a\\.', 'folder/'])(
	'a file called %j goes by another name',
	async (name) => {
		const { request } = await sentBy(
			comment,
			{ text: 'See' },
			{ data: file(name, 'x/y', 'Hello') },
		);
		expect(JSON.parse(request?.body ?? '').file[0].name).not.toMatch(/[/\\]|^\.{0,2}$/);
	},
);
