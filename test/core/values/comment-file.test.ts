import fc from 'fast-check';
import {
	fileNameOf,
	filesOf,
	withoutContent,
} from '../../../nodes/RecordsDirectory/core/values/comment-file';

const filed = (...file: unknown[]) => ({ id: 1, content: 'Hello', file });
const only = (file: object) => filesOf(filed({ name: 'a.txt', type: 'text/plain', ...file }))[0];

describe('the content of a file', () => {
	it.each([
		['base64', 'aGVsbG8='],
		['with a prefix', 'data:text/plain;base64,aGVsbG8='],
		['with a prefix without a type', 'data:;base64,aGVsbG8='],
		['with a prefix that names a character set', 'data:text/plain;charset=utf-8;base64,aGVsbG8='],
	])('%s', (_, content) => {
		const bytes = Buffer.from(only({ content })?.content ?? '', 'base64');
		expect(bytes.toString()).toBe('hello');
	});

	it('may be empty', () => expect(only({ content: '' })?.content).toBe(''));

	it.each([undefined, null, 12, {}])('%j is none, so there is no file', (content) => {
		expect(only({ content })).toBeUndefined();
	});

	it('any bytes come through, with a prefix or without', () => {
		fc.assert(
			fc.property(fc.uint8Array(), fc.constantFrom('', 'data:a/b;base64,'), (bytes, prefix) => {
				const content = Buffer.from(bytes).toString('base64');
				expect(only({ content: prefix + content })?.content).toBe(content);
			}),
		);
	});
});

describe('the name of a file', () => {
	it.each<[string, unknown, string]>([
		['as it is', '請求書 3.pdf', '請求書 3.pdf'],
		['with folders', 'a/b/c.pdf', 'c.pdf'],
		['with folders of Windows', 'C:\\Users\\a\\c.pdf', 'c.pdf'],
		['with a way up', '../../etc/passwd', 'passwd'],
		['with folders and line breaks', 'a/\nb/c.pdf', 'c.pdf'],
		['of a folder', 'a/b/', 'file'],
		['with control characters', 'a\u0000\u001b\n.pdf', 'a.pdf'],
		['a way up', '..', 'file'],
		['the folder itself', './.', 'file'],
		['beginning with dots', '...', '...'],
		['empty', '', 'file'],
		['missing', undefined, 'file'],
		['null', null, 'file'],
		['a number', 12, '12'],
	])('%s', (_, name, expected) => expect(only({ name, content: '' })?.name).toBe(expected));

	it('never leads into a folder', () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom('a', '/', '\\', '\n', '.') }), (name) => {
				expect(only({ name, content: '' })?.name).toMatch(/^[^/\\]+$/);
			}),
		);
	});
});

it.each(['text/plain', 'application/vnd.ms-excel; x=y'])('a type of %j is kept', (type) => {
	expect(only({ type, content: '' })?.type).toBe(type);
});

it.each([undefined, null, '', 3, ['a/b'], 'a\nb', 'テキスト'])(
	'a type of %j is that of unknown bytes',
	(type) => {
		expect(only({ type, content: '' })?.type).toBe('application/octet-stream');
	},
);

it.each([undefined, null, [], 'a.txt', {}])('a comment with files %j has none', (file) => {
	expect(filesOf({ id: 1, file })).toEqual([]);
});

describe('the comment without the content of its files', () => {
	it('keeps everything else', () => {
		const comment = filed({ id: 2, name: 'a/b.txt', size: 5, content: 'aGVsbG8=' }, null);
		expect(withoutContent(comment)).toStrictEqual(filed({ id: 2, name: 'a/b.txt', size: 5 }));
		expect(comment.file[0]).toHaveProperty('content');
	});

	it.each([{ id: 1 }, { id: 1, file: null }, { id: 1, file: 'x' }])('%j stays as it is', (row) => {
		expect(withoutContent(row)).toBe(row);
	});
});

it('a name of 100,000 characters without a folder costs no time', () => {
	const name = 'n'.repeat(100_000);
	const started = performance.now();
	expect(fileNameOf(name, 'file')).toBe(name);
	expect(performance.now() - started).toBeLessThan(500);
});
