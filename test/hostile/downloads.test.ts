import fc from 'fast-check';
import { execute } from '../support/n8n';
import { byId } from '../support/world';
import { anyText, cases } from './texts';
import { onTheWire } from './wire';

const download = {
	resource: 'comment',
	operation: 'get',
	form: byId(1),
	recordId: byId(1),
	commentId: byId(1),
	options: { downloadFiles: true },
};

/** The binary data that a file of a comment becomes. */
async function downloaded(file: object) {
	const comment = { id: 1, content: 'See', file: [{ id: 1, content: 'SGVsbG8=', ...file }] };
	return await onTheWire(
		() => ({ body: { appsId: 1, recordId: 1, comment } }),
		async ({ url }) => {
			const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
			const [item] = await execute({ parameters: download, credentials });
			return item!.binary!.file_0!;
		},
	);
}

/** What would lead out of the folder that somebody saves files in. */
const LEADS_AWAY = /[/\\\0]|^\.{1,2}$/;

/** What nobody sees, but can hide what a file is. */
const DISGUISES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

it('a downloaded file has a name and no folder, whatever the service calls it', async () => {
	await fc.assert(
		fc.asyncProperty(anyText, async (name) => {
			const { fileName, directory, data } = await downloaded({ name, type: 'text/plain' });
			expect(directory).toBeUndefined();
			expect(fileName ?? '').not.toMatch(LEADS_AWAY);
			expect(fileName ?? '').not.toMatch(DISGUISES);
			expect(data).toBe('SGVsbG8=');
		}),
		cases(150),
	);
});

it.each([
	'../../etc/passwd',
	'..\\..\\boot.ini',
	'/etc/passwd',
	'C:\\boot.ini',
	'a/../..',
	'..',
	'.',
	'a\0.txt',
	'a\\',
])('a file that the service calls %j leads nowhere', async (name) => {
	const { fileName, directory } = await downloaded({ name, type: 'text/plain' });
	expect(fileName ?? '').not.toMatch(LEADS_AWAY);
	expect(directory).toBeUndefined();
});

it.each([
	['report\u202egnp.exe', 'reportgnp.exe'],
	['\u2067exe.\u2069png', 'exe.png'],
	['a\u200e\u061c\u2028\u2029\x1b[31m\x7f\ud83d.txt', 'a[31m.txt'],
	['família 👩‍👩‍👧 می‌خواهم.txt', 'família 👩‍👩‍👧 می‌خواهم.txt'],
])('a file that the service calls %j has the name that is seen', async (name, seen) => {
	expect((await downloaded({ name, type: 'text/plain' })).fileName).toBe(seen);
});

it.each<unknown>([null, 7, {}, [], ['a/b'], { toString: 'x' }, '__proto__'])(
	'a file that the service calls %j is a file all the same',
	async (name) => {
		const { fileName, data } = await downloaded({ name, type: 'text/plain' });
		expect(fileName ?? '').not.toMatch(LEADS_AWAY);
		expect(data).toBe('SGVsbG8=');
	},
);

it.each(['text/html\r\nX-Injected: 1', 'a/b\0', '\ntext/plain'])(
	'a file of the type %j is of none that breaks out of a header',
	async (type) => {
		const { mimeType } = await downloaded({ name: 'a.bin', type });
		expect(mimeType).toMatch(/^[ -~]+$/);
	},
);

it.each([
	['the longest there are', 255, `a/${'b'.repeat(253)}`],
	['a character more', 256, 'application/octet-stream'],
	['far more', 1_000_000, 'application/octet-stream'],
])('a type of a file has a length: %s', async (_, length, expected) => {
	const type = `a/${'b'.repeat(length - 2)}`;
	expect((await downloaded({ name: 'a.bin', type })).mimeType).toBe(expected);
});

it.each([
	['hello world!', undefined, 'has a content that is not base64'],
	['https://service.example/files/7', undefined, 'has a content that is not base64'],
	['SGVsbG8=', 7, 'has 5 bytes, but the service states its size as 7'],
])('a file with the content %j and the size %j fails, and no other', async (content, size, why) => {
	const message = `The file 'a.txt' of comment 2 ${why}`;
	await onTheWire(
		({ target }) => {
			const file = { name: 'a.txt', type: 'text/plain', content: 'SGVsbG8=' };
			const comment = target.endsWith('/2')
				? { id: 2, content: 'See', file: [{ ...file, content, size }] }
				: { id: 1, content: 'See', file: [{ ...file, size: 5 }] };
			return { body: { appsId: 1, recordId: 1, comment } };
		},
		async ({ url }) => {
			const credentials = { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 };
			const parameters = { ...download, commentId: byId('={{ $json.id }}') };
			const items = [2, 1].map((id) => ({ json: { id } }));
			const [wrong, right] = await execute({
				parameters,
				credentials,
				items,
				continueOnFail: true,
			});
			expect(wrong?.json).toEqual({
				error: {
					message,
					description: expect.stringMatching(/^Check the file in the service\./),
					outcome: 'failed',
				},
			});
			expect(wrong?.binary).toBeUndefined();
			expect(right?.binary?.file_0?.data).toBe('SGVsbG8=');
			await expect(execute({ parameters, credentials, items })).rejects.toMatchObject({ message });
		},
	);
});
