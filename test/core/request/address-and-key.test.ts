import fc from 'fast-check';
import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';
import {
	requiredKey,
	pathBelow,
	parseSite,
} from '../../../nodes/RecordsDirectory/core/request/address-and-key';
import { redacted } from '../../../nodes/RecordsDirectory/core/request/redaction';
import { times } from '../../support/effort';

const SITE = 'https://site.example.com/path';

describe('the base URL', () => {
	it.each([
		['https://site.example.com', 'https://site.example.com'],
		['https://site.example.com/', 'https://site.example.com'],
		['https://site.example.com///', 'https://site.example.com'],
		[' https://site.example.com\n', 'https://site.example.com'],
		['\u3000https://site.example.com\u00a0', 'https://site.example.com'],
		['https://site.example.com/api/x', 'https://site.example.com/api/x'],
		['https://site.example.com/apis', 'https://site.example.com/apis'],
		['https://site.example.com/path', SITE],
		['https://site.example.com/path/', SITE],
		['https://site.example.com/a/../path', SITE],
		['HTTPS://Site.Example.COM/path', SITE],
		['https://site.example.com:8443/path', 'https://site.example.com:8443/path'],
		['https://site.example.com:443', 'https://site.example.com'],
		['http://localhost:3000', 'http://localhost:3000'],
		['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
		['http://127.8.9.10', 'http://127.8.9.10'],
		['http://[::1]:3000', 'http://[::1]:3000'],
	])('%j is %s', (written, site) => {
		expect(parseSite(written)).toBe(site);
		expect(parseSite(parseSite(written))).toBe(site);
	});

	it.each([
		['nothing', '', 'is not a URL'],
		['a host without https', 'site.example.com', 'is not a URL'],
		['another scheme', 'ftp://site.example.com', 'must start with https://'],
		['no protection', 'http://site.example.com', 'must start with https://'],
		['a host that begins like this machine', 'http://localhost.evil.example', 'must start with'],
		['a host that ends like this machine', 'http://notlocalhost', 'must start with'],
		['a host that begins like its number', 'http://127.0.0.1.evil.example', 'must start with'],
		['a host of the local network', 'http://192.168.0.10', 'must start with https://'],
		['every address of this machine', 'http://0.0.0.0', 'must start with https://'],
		['a script', 'javascript:alert(1)', 'must start with https://'],
		['another scheme on this machine', 'ftp://localhost', 'must start with https://'],
		['a password', 'https://:b@site.example.com', 'contains more than an address'],
		['a user name', 'https://user@site.example.com', 'contains more than an address'],
		['a user name and password', 'https://a:b@site.example.com', 'contains more than an address'],
		['a user name that looks like a host', 'https://localhost@evil.example', 'contains more than'],
		['a query', 'https://site.example.com/?key=1', 'contains more than an address'],
		['a fragment', 'https://site.example.com/#a', 'contains more than an address'],
	])('rejected: %s', (_, written, message) => {
		expect(() => parseSite(written)).toThrow(InputError);
		expect(() => parseSite(written)).toThrow(message);
	});

	it('a key pasted into the wrong field is not repeated', () => {
		expect(() => parseSite('secret-key-1')).toThrow(
			expect.objectContaining({
				message: expect.not.stringContaining('secret-key-1') as string,
			}),
		);
	});
});

it.each([
	['/api/apps/forms', 'app'],
	['/api/apps/3/records?page=1', 'app'],
	['/api/admin/users', 'directory'],
	['/api/common/notices/E1', 'directory'],
	['/api/appsuite', 'directory'],
])('%s goes with the key of the %s', (path, kind) => expect(requiredKey(path)).toBe(kind));

describe('the path below the site', () => {
	it.each([
		[`${SITE}/api/apps/forms`, '/api/apps/forms'],
		[`${SITE}/api/apps/forms?page=1&limit=2`, '/api/apps/forms?page=1&limit=2'],
		[`${SITE}/api/x/../apps`, '/api/apps'],
		[`${SITE}/api/admin/users/a%2F..%2Fb`, '/api/admin/users/a%2F..%2Fb'],
		['https://SITE.example.com:443/path/api', '/api'],
	])('%s is %s', (url, path) => expect(pathBelow(SITE, url)).toBe(path));

	it.each([
		['another host', 'https://evil.example/path/api'],
		['no host, as each client puts it elsewhere', 'api/apps/forms'],
		['another host, read beside the site a path of it', 'https:evil.example/path/api'],
		['another host without a scheme', '//evil.example/path/api'],
		['backslashes', '\\\\evil.example\\path\\api'],
		['a host that begins alike', 'https://site.example.com.evil.example/path/api'],
		['the site as a user name', 'https://site.example.com@evil.example/path/api'],
		['the site as user name and password', 'https://site.example.com:x@evil.example/path/api'],
		['a user name', 'https://user@site.example.com/path/api'],
		['another port', 'https://site.example.com:8443/path/api'],
		['no protection', 'http://site.example.com/path/api'],
		['another path', 'https://site.example.com/other/api'],
		['a path that begins alike', 'https://site.example.com/path2/api'],
		['the path itself', 'https://site.example.com/path'],
		['a way up', `${SITE}/../other/api`],
		['an encoded way up', `${SITE}/%2e%2e/other/api`],
		['a way up with backslashes', `${SITE}\\..\\other`],
		['a path from the root', '/api/apps/forms'],
		['a script', 'javascript:alert(1)'],
		['no URL at all', 'https://['],
	])('%s is not below it', (_, url) => expect(pathBelow(SITE, url)).toBeUndefined());

	it('whatever is asked, a path is given for addresses of the site only', () => {
		const piece = fc.constantFrom(
			'/',
			'\\',
			'..',
			'.',
			'@',
			':',
			'?',
			'#',
			'%2e',
			'//',
			'evil.example',
			SITE,
			'site.example.com',
			'path',
			'api',
			'https:',
			' ',
			'\t',
		);
		fc.assert(
			fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 8 }), (pieces) => {
				const url = pieces.join('');
				if (pathBelow(SITE, url) === undefined) return;
				const { origin, pathname, username, password } = new URL(url, `${SITE}/`);
				expect([origin, username, password]).toEqual(['https://site.example.com', '', '']);
				expect(pathname).toMatch(/^\/path\//);
			}),
			{ numRuns: times(2_000) },
		);
	});
});

describe('no key stands in a failure', () => {
	const failure = new Failure({
		kind: 'key',
		message: 'key-1-long is wrong, key-1 too',
		details: ['key-1-long', 'key-1, key-1'],
		status: 401,
		ambiguous: true,
		retryAfterMs: 5,
		code: 'E',
	});

	it.each([[['key-1', 'key-1-long']], [['key-1-long', 'key-1']], [[' key-1\n', 'key-1-long ']]])(
		'of %j',
		(keys) => {
			const clean = redacted(failure, keys);
			expect(clean.message).toBe('*** is wrong, *** too');
			expect(clean.details).toEqual(['***', '***, ***']);
			expect(clean.stack).not.toContain('key-1');
		},
	);

	it('everything else stays', () => {
		const { kind, status, ambiguous, retryAfterMs, code } = failure;
		expect(redacted(failure, ['x'])).toMatchObject({ kind, status, ambiguous, retryAfterMs, code });
	});

	it.each([[[undefined]], [['']], [[' ']], [[]]])('no key %j hides nothing', (keys) => {
		expect(redacted(failure, keys).message).toBe(failure.message);
	});
});

describe('passwords that a request carries', () => {
	it.each([
		[{ loginPass: 'pass-1', name: 'pass-2' }, '*** pass-2'],
		[{ users: [{ loginPass: 'pass-1' }, { loginPass: 'pass-2' }, null] }, '*** ***'],
		[{ loginPass: { loginPass: 'pass-1' } }, '*** pass-2'],
		[{ loginPass: 12 }, 'pass-1 pass-2'],
		['loginPass', 'pass-1 pass-2'],
		[null, 'pass-1 pass-2'],
		[undefined, 'pass-1 pass-2'],
	])('are hidden, and nothing else: %j', (body, message) => {
		const failure = new Failure({ kind: 'refused', message: 'pass-1 pass-2' });
		expect(redacted(failure, [], body)).toMatchObject({ message });
	});

	it('are hidden in the spelling of JSON and of an address as well', () => {
		const key = 'a"b c';
		const said = new Failure({ kind: 'refused', message: `${key} a\\"b c a%22b%20c` });
		expect(redacted(said, [undefined, ' ', key]).message).toBe('*** *** ***');
	});
});
