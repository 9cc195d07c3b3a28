import type { INodeExecutionData } from 'n8n-workflow';
import { execute, executeWithHints, file } from '../../support/n8n';
import { byId, inWorld, test, jsonOf, sentTo } from '../../support/world';
import { failureOf } from '../runs';

const comment = { resource: 'comment', form: byId(1), recordId: byId(4) };
const create = {
	...{ ...comment, operation: 'create', content: 'See', creatorCode: byId('E0001') },
	additionalFields: { file: 'data' },
};

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

test('each item sends its own files, with safe names and types', async (world) => {
	const { service, credentials } = world;
	const of = (name: string, type: string, text: string) => ({
		json: {},
		binary: { data: file(name, type, text) },
	});
	const items = [of('A', 'text/plain', 'A'), of('a\u202egnp.exe', 'a/b\r\nX: 1', 'Hello')];
	await execute({ parameters: create, items, credentials });
	expect(sentTo(service).map(({ body }) => (body as { file: object[] }).file)).toEqual([
		[{ name: 'A', type: 'text/plain', content: 'QQ==' }],
		[{ name: 'agnp.exe', type: 'application/octet-stream', content: 'SGVsbG8=' }],
	]);
});

test.each<[string, Partial<INodeExecutionData>, RegExp]>([
	['has no such file', { binary: { photo: binary.photo } }, /binary (file|field|data)/],
	['has no files', {}, /binary (file|field|data)/],
	[
		'has a file without content',
		{ binary: { data: file('note.txt', 'text/plain', '') } },
		/^'Input Data Field Names' names "data", and its file is empty/,
	],
])('nothing is sent when one item %s', async ({ service, credentials }, _, second, words) => {
	const items = [
		{ json: {}, binary },
		{ json: {}, ...second },
	];
	const run = { parameters: create, items, credentials };
	const error = await failureOf(execute(run));
	expect(`${error.message} ${error.description}`).toMatch(words);
	expect(error.context.itemIndex).toBe(1);
	expect(service.log).toHaveLength(0);
	const output = await execute({ ...run, continueOnFail: true });
	expect(jsonOf(output)).toMatchObject([{ success: true }, { error: { message: error.message } }]);
	expect(service.log).toHaveLength(1);
});

it.each([
	['get', 'base64'],
	['getAll', 'dataUrl'],
] as const)(
	'%s returns files, which come as %s, as binary data and keeps them out of the JSON',
	async (operation, fileContent) => {
		await inWorld({ dialect: { fileContent } }, async ({ service, credentials }) => {
			const commentId = service.store.addComment(1, 4, {
				content: 'See',
				creatorCode: 'E0001',
				file: [...sent, { name: 'in/a\\folder.bin', type: '', content: '' }],
			});
			const given = { operation, commentId: byId(commentId), options: { downloadFiles: true } };
			const [output] = await execute({ parameters: { ...comment, ...given }, credentials });
			const { file_0: photo, file_1: text, file_2: empty } = output?.binary ?? {};
			expect(Buffer.from(photo?.data ?? '', 'base64')).toEqual(bytes);
			expect(photo).toMatchObject({ fileName: 'photo.png', mimeType: 'image/png' });
			expect(Buffer.from(text?.data ?? '', 'base64').toString()).toBe('Hello');
			expect(text).toMatchObject({ fileName: '名前 ü.txt', mimeType: 'text/plain' });
			expect(empty).toMatchObject({ fileName: 'folder.bin', data: '' });
			expect(output?.json.file).toMatchObject([{ name: 'photo.png' }, {}, {}]);
			for (const { content } of sent) expect(JSON.stringify(output?.json)).not.toContain(content);
			expect(output?.pairedItem).toEqual({ item: 0 });
			expect(service.log).toHaveLength(1);
		});
	},
);

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
		const body = { appsId: 1, recordId: 4, comments };
		service.faults.add({ times: 2, answer: { status: 200, body } });
		const parameters = { ...comment, operation: 'getAll', options: { downloadFiles: true } };
		const { items, hints } = await executeWithHints({ parameters, credentials });
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['file_0']);
		expect(items[1]).not.toHaveProperty('binary');
		const files = "'a.txt' of comment 9 and 'a.txt' of comment 10";
		expect(hints).toMatchObject([
			{ type: 'warning', message: `Not downloaded, as the service returned no content: ${files}` },
		]);
		const light = { parameters: { ...parameters, options: {} }, credentials };
		expect((await executeWithHints(light)).hints).toEqual([]);
	},
);
