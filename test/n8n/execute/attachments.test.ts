import { execute, executeWithHints, file } from '../../support/n8n';
import { byId, inWorld, test, jsonOf, sentTo } from '../../support/world';
import { failureOf } from '../runs';

const comment = { resource: 'comment', form: byId(1), recordId: byId(4) };
const create = { ...comment, operation: 'create', content: 'See', creatorCode: byId('E0001') };

/** Bytes that are not text in any encoding. */
const bytes = Buffer.from(Array.from({ length: 256 }, (_, n) => 255 - n));
const binary = {
	photo: file('photo.png', 'image/png', bytes),
	data: file('名前 ü.txt', 'text/plain', 'Hello'),
};
const sent = [
	{ name: 'photo.png', type: 'image/png', content: bytes.toString('base64') },
	{ name: '名前 ü.txt', type: 'text/plain', content: 'SGVsbG8=' },
];

test.each([
	['a name that turns around', 'a\u202egnp.exe', 'text/plain', 'agnp.exe', 'text/plain'],
	['a name with control characters', 'a\r\n\x1b\u2028.txt', 'text/plain', 'a.txt', 'text/plain'],
	['a type with a line break', 'a', 'text/plain\r\nX: 1', 'a', 'application/octet-stream'],
	['a long type', 'a', `a/${'b'.repeat(300)}`, 'a', 'application/octet-stream'],
])('does not pass on %s', async ({ service, credentials }, _, name, type, sentName, sentType) => {
	const parameters = { ...create, additionalFields: { file: 'data' } };
	const items = [{ json: {}, binary: { data: file(name, type, 'Hello') } }];
	await execute({ parameters, items, credentials });
	const [{ body } = { body: {} }] = sentTo(service);
	expect(body).toMatchObject({ file: [{ name: sentName, type: sentType, content: 'SGVsbG8=' }] });
});

test('each item sends its own files', async ({ service, credentials }) => {
	const parameters = { ...create, additionalFields: { file: 'data' } };
	const of = (text: string) => ({ json: {}, binary: { data: file(text, 'text/plain', text) } });
	const items = ['A', 'B'].map(of);
	await execute({ parameters, items, credentials });
	const names = sentTo(service).map(({ body }) => (body as { file: object[] }).file);
	expect(names).toEqual([
		[{ name: 'A', type: 'text/plain', content: 'QQ==' }],
		[{ name: 'B', type: 'text/plain', content: 'Qg==' }],
	]);
});

test.each([
	[
		'has no such file',
		[
			{ json: {}, binary },
			{ json: {}, binary: { photo: binary.photo } },
		],
	],
	['has no files', [{ json: {}, binary }, { json: {} }]],
])('nothing is sent when one item %s', async ({ service, credentials }, _, items) => {
	const parameters = { ...create, additionalFields: { file: 'data' } };
	const error = await failureOf(execute({ parameters, items, credentials }));
	expect(`${error.message} ${error.description}`).toMatch(/binary (file|field|data)/);
	expect(error.context.itemIndex).toBe(1);
	expect(service.log).toHaveLength(0);
	const output = await execute({ parameters, items, credentials, continueOnFail: true });
	expect(jsonOf(output)).toMatchObject([{ success: true }, { error: { message: error.message } }]);
	expect(service.log).toHaveLength(1);
});

describe.each(['base64', 'dataUrl'] as const)('files returned as %s', (fileContent) => {
	const download = { options: { downloadFiles: true } };

	it.each(['get', 'getAll'])(
		'%s returns them as binary data and keeps them out of the JSON',
		async (operation) => {
			await inWorld({ dialect: { fileContent } }, async ({ service, credentials }) => {
				const commentId = service.store.addComment(1, 4, {
					content: 'See',
					creatorCode: 'E0001',
					file: [...sent, { name: 'in/a\\folder.bin', type: '', content: '' }],
				});
				const parameters = { ...comment, operation, commentId: byId(commentId), ...download };
				const [output] = await execute({ parameters, credentials });
				const { file_0: photo, file_1: text, file_2: empty } = output?.binary ?? {};
				expect(Buffer.from(photo?.data ?? '', 'base64')).toEqual(bytes);
				expect(photo).toMatchObject({ fileName: 'photo.png', mimeType: 'image/png' });
				expect(Buffer.from(text?.data ?? '', 'base64').toString()).toBe('Hello');
				expect(text).toMatchObject({ fileName: '名前 ü.txt', mimeType: 'text/plain' });
				expect(empty).toMatchObject({ fileName: 'folder.bin', data: '' });
				expect(output?.json.file).toMatchObject([{ name: 'photo.png' }, {}, {}]);
				expect(JSON.stringify(output?.json)).not.toContain('content":"SGVs');
				expect(JSON.stringify(output?.json)).not.toContain(bytes.toString('base64'));
				expect(output?.pairedItem).toEqual({ item: 0 });
				expect(service.log).toHaveLength(1);
			});
		},
	);
});

test.each([
	['a simple output has no content', { simplify: true }, false],
	['a whole output has it', { simplify: false }, true],
])('without Download Files: %s', async ({ service, credentials }, _, more, has) => {
	service.store.addComment(1, 4, { content: 'See', creatorCode: 'E0001', file: sent });
	const parameters = { ...comment, operation: 'getAll', options: {}, ...more };
	const [output] = await execute({ parameters, credentials });
	expect(output?.binary).toBeUndefined();
	expect(JSON.stringify(output?.json).includes('"content":"SGVsbG8="')).toBe(has);
	expect(service.log).toHaveLength(1);
});

test.each([null, undefined])(
	'a file that the service returns without content is reported: %j',
	async ({ service, credentials }, content) => {
		const file = [{ id: 1, name: 'a.txt', type: 'text/plain', size: 5, content }];
		const comments = [
			{ id: 9, content: 'See', file: [...file, { ...sent[1] }] },
			{ id: 10, file },
		];
		service.faults.add({ answer: { status: 200, body: { appsId: 1, recordId: 4, comments } } });
		const parameters = { ...comment, operation: 'getAll', options: { downloadFiles: true } };
		const { items, hints } = await executeWithHints({ parameters, credentials });
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['file_0']);
		const files = "'a.txt' of comment 9 and 'a.txt' of comment 10";
		expect(hints).toMatchObject([
			{ type: 'warning', message: `Not downloaded, as the service returned no content: ${files}` },
		]);
		service.faults.add({ answer: { status: 200, body: { appsId: 1, recordId: 4, comments } } });
		const light = { parameters: { ...parameters, options: {} }, credentials };
		expect((await executeWithHints(light)).hints).toEqual([]);
	},
);
