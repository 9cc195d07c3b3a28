import fc from 'fast-check';
import { cases } from '../../hostile/texts';
import {
	contentlessIn,
	readFiles,
	withoutContent,
} from '../../../nodes/RecordsDirectory/n8n/execute/attachments';

const filed = (...file: unknown[]) => ({ id: 1, content: 'Hello', file });
const only = (file: object) => readFiles(filed({ name: 'a.txt', type: 'text/plain', ...file }))[0];

describe('the content of a file', () => {
	it.each([undefined, null])('%j is none, so there is no file', (content) => {
		expect(only({ content })).toBeUndefined();
	});

	it.each([
		...[12, {}, [], true, 'hello world!', 'hello', 'https://service.example/files/7', 'QQ==QQ=='],
		...['data:;base64,hello world!', 'data:text/plain,hello', 'aGVsbG9=', '=', 'QQ=', '{"id":7}'],
		'QUJDdata:;base64,QUJD',
	])('%j is not base64', (content) => {
		expect(() => only({ content })).toThrow(
			expect.objectContaining({
				message: "The content of the file 'a.txt' of comment 1 is not base64",
				advice: expect.stringMatching(
					/^Check the file in the service\. Switch 'Download Files' off /,
				),
			}),
		);
	});

	it.each([6, '6', 1e9])('a size of %j is more than that of the content', (size) => {
		expect(() => only({ content: 'aGVsbG8=', size })).toThrow(
			`The file 'a.txt' of comment 1 has 5 bytes, but the service states its size as ${size}`,
		);
		expect(() => only({ content: '', size })).toThrow('has 0 bytes');
	});

	it.each([5, '5', 4, 0, -1, null, '', 'x', undefined])('a size of %j fits', (size) => {
		expect(only({ content: 'aGVsbG8=', size })?.bytes).toHaveLength(5);
	});

	const lines = (text: string) => text.replace(/.{1,76}/g, '$&\r\n');
	const SPELLINGS: ReadonlyArray<(bytes: Buffer) => string> = [
		(bytes) => bytes.toString('base64'),
		(bytes) => bytes.toString('base64url'),
		(bytes) => lines(bytes.toString('base64')),
		(bytes) => `data:a/b;base64,${bytes.toString('base64')}`,
		(bytes) => ` DATA:;charset=utf-8; Base64 ,${bytes.toString('base64')}`,
	];

	it('any bytes come through in any spelling', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 200 }), (given) => {
				const bytes = Buffer.from(given);
				for (const spell of SPELLINGS) {
					const file = only({ content: spell(bytes), size: bytes.length });
					expect(file?.bytes.equals(bytes)).toBe(true);
				}
			}),
			cases(1_000),
		);
	});
});

describe('the name of a file', () => {
	it.each<[string, unknown, string]>([
		['as it is', '請求書 3.pdf', '請求書 3.pdf'],
		['with folders of Windows', 'C:\\Users\\a\\c.pdf', 'c.pdf'],
		['with folders and line breaks', 'a/\nb/c.pdf', 'c.pdf'],
		['of a folder', 'a/b/', 'file'],
		['with control characters', 'a\u0000\u001b\r\n\u2028.pdf', 'a.pdf'],
		['that turns around', 'a\u202egnp.exe', 'agnp.exe'],
		['a way up', '..', 'file'],
		['the folder itself', './.', 'file'],
		['beginning with dots', '...', '...'],
		['empty', '', 'file'],
		['missing', undefined, 'file'],
		['null', null, 'file'],
		['a number', 12, '12'],
	])('%s', (_, name, expected) => expect(only({ name, content: '' })?.name).toBe(expected));
});

it('a type is kept if it fits into a header, and else is that of unknown bytes', () => {
	const longest = 't'.repeat(255);
	const typeOf = (type: unknown) => only({ type, content: '' })?.type;
	for (const type of ['text/plain', 'application/vnd.ms-excel; x=y', longest])
		expect(typeOf(type)).toBe(type);
	for (const type of [undefined, null, '', 3, ['a/b'], 'a/b\r\nX: 1', 'テキスト', `${longest}t`])
		expect([type, typeOf(type)]).toEqual([type, 'application/octet-stream']);
});

it.each([{ id: 1 }, { id: 1, file: null }, { id: 1, file: 'x' }])(
	'%j has no content to leave out',
	(comment) => expect(withoutContent(comment)).toBe(comment),
);

it('files without their content are named', () => {
	const name = `${'n'.repeat(120)}.txt`;
	const file = [{ name: 'a.txt', content: '' }, { name: 'dir/b.txt' }, { content: null }, { name }];
	expect(contentlessIn({ id: 7, file })).toEqual([
		"'b.txt' of comment 7",
		"'file' of comment 7",
		`'${'n'.repeat(100)}' of comment 7`,
	]);
	expect(contentlessIn({ id: 7 })).toEqual([]);
});
