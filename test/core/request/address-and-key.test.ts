import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import { InputError } from '../../../nodes/RecordsDirectory/core/values/input-error';
import {
	keyFor,
	requiredKey,
	pathBelow,
	parseSite,
} from '../../../nodes/RecordsDirectory/core/request/address-and-key';
import { redacted } from '../../../nodes/RecordsDirectory/core/request/redaction';

const SITE = 'https://site.example.com/path';

describe('the base URL', () => {
	it.each([
		['https://site.example.com///', 'https://site.example.com'],
		['\u3000https://site.example.com\u00a0', 'https://site.example.com'],
		['https://site.example.com/api/x', 'https://site.example.com/api/x'],
		['http://127.8.9.10', 'http://127.8.9.10'],
		['http://[::1]:3000', 'http://[::1]:3000'],
	])('%j becomes %s', (written, site) => {
		expect(parseSite(written)).toBe(site);
		expect(parseSite(parseSite(written))).toBe(site);
	});

	it.each([
		['a host that ends like this machine', 'http://notlocalhost', 'must start with'],
		['a host that begins like its number', 'http://127.0.0.1.evil.example', 'must start with'],
		['another scheme on this machine', 'ftp://localhost', 'must start with https://'],
		['no address', undefined, 'is not a URL'],
	])('rejects %s', (_, written, message) => {
		expect(() => parseSite(written)).toThrow(InputError);
		expect(() => parseSite(written)).toThrow(message);
	});
});

it.each([
	['/api/apps/3/records?page=1', 'app'],
	['/api/admin/users', 'directory'],
])('%s uses the key of the %s', (path, kind) => expect(requiredKey(path)).toBe(kind));

describe('the path below the site', () => {
	it('has no steps up', () => {
		expect(pathBelow(SITE, `${SITE}/api/x/../apps`)).toBe('/api/apps');
	});

	it.each([
		['no host, as each client puts it elsewhere', 'api/apps/forms'],
		['the site as user name and password', 'https://site.example.com:x@evil.example/path/api'],
	])('does not exist for %s', (_, url) => expect(pathBelow(SITE, url)).toBeUndefined());
});

describe('the key', () => {
	const [app, directory] = ['/api/apps/forms', '/api/common/notices/E1'];

	it.each([
		[app, { apiKey: ' a ', directoryApiKey: 'd' }, 'a'],
		[directory, { apiKey: 'a', directoryApiKey: 'd' }, 'd'],
		[directory, { apiKey: 'a', directoryApiKey: '' }, 'a'],
	])('for %s with %j is %s', (path, keys, key) => expect(keyFor(path, keys)).toBe(key));

	it.each([
		[app, { apiKey: ' ', directoryApiKey: 'd' }, 'noAppKey'],
		[directory, {}, 'noDirectoryKey'],
	])('for %s with %j fails with %s', (path, keys, mistakeCode) => {
		expect(() => keyFor(path, keys)).toThrow(expect.objectContaining({ mistakeCode }));
	});
});

describe('secrets of a request', () => {
	it.each([
		[{ loginPass: 'pass-1', name: 'pass-2' }, '*** pass-2'],
		[{ users: [{ loginPass: 'pass-1' }, { loginPass: 'pass-2' }, null] }, '*** ***'],
		[{ loginPass: { loginPass: 'pass-1' } }, '*** pass-2'],
	])('include passwords, but no other values: %j', (body, message) => {
		const failure = new Failure({ kind: 'refused', message: 'pass-1 pass-2' });
		expect(redacted(failure, [], body)).toMatchObject({ message });
	});

	it('are hidden in JSON and URL encoding as well', () => {
		const key = 'a"b c';
		const said = new Failure({ kind: 'refused', message: `${key} a\\"b c a%22b%20c` });
		expect(redacted(said, [undefined, ' ', key]).message).toBe('*** *** ***');
	});
});
