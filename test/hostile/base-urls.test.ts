import { parseSite } from '../../nodes/RecordsDirectory/core/request/address-and-key';
import { testCredential } from '../support/credential-test';
import { execute, listSearch, poll, takeLog } from '../support/n8n';
import { byId } from '../support/world';
import { APP, secretIn } from './kept';
import { onTheWire, type Wire } from './wire';

/*
 * A Base URL in which something else than the host seems to be the host. `OURS` and `OTHER` are the ports of two
 * servers on this machine. Where one is taken, its key goes to the first server only and below the path named here.
 */
const TAKEN: ReadonlyArray<[string, string, string]> = [
	['this machine', 'http://127.0.0.1:OURS', ''],
	['a path', 'http://127.0.0.1:OURS/site/', '/site'],
	['white space around it', '\t http://127.0.0.1:OURS \r\n', ''],
	['a line break in the host', 'http://127.0.\r\n0.1:OURS', ''],
	['a line break in the path', 'http://127.0.0.1:OURS/si\r\nte', '/site'],
	['capitals', 'HTTP://LOCALHOST:OURS', ''],
	['no slashes', 'http:127.0.0.1:OURS', ''],
	['backslashes', 'http:\\\\127.0.0.1:OURS\\site', '/site'],
	[
		'a backslash before another host',
		'http://127.0.0.1:OURS\\@127.0.0.1:OTHER',
		'/@127.0.0.1:OTHER',
	],
	['a path before another host', 'http://127.0.0.1:OURS/@127.0.0.1:OTHER', '/@127.0.0.1:OTHER'],
	[
		'another address in the path',
		'http://127.0.0.1:OURS/http://127.0.0.1:OTHER',
		'/http://127.0.0.1:OTHER',
	],
	['one number for the host', 'http://2130706433:OURS', ''],
	['a number of 16', 'http://0x7f000001:OURS', ''],
	['numbers of 8', 'http://0177.0.0.01:OURS', ''],
	['a short number', 'http://127.1:OURS', ''],
	['an encoded host', 'http://%31%32%37.0.0.1:OURS', ''],
	['digits of full width', 'http://１２７。０。０。１:OURS', ''],
	['a name of full width', 'http://ｌｏｃａｌｈｏｓｔ:OURS', ''],
	['dots in the path', 'http://127.0.0.1:OURS/a/../site', '/site'],
	['encoded dots in the path', 'http://127.0.0.1:OURS/a/%2e%2e/site', '/site'],
	['an encoded slash in the path', 'http://127.0.0.1:OURS/a%2f..%2fsite', '/a%2f..%2fsite'],
	['a way up beyond the start', 'http://127.0.0.1:OURS/../../site', '/site'],
	['Japanese in the path', 'http://127.0.0.1:OURS/会社', '/%E4%BC%9A%E7%A4%BE'],
	['no name of a user', 'http://@127.0.0.1:OURS/@127.0.0.1:OTHER?', '/@127.0.0.1:OTHER'],
	['a semicolon in the path', 'http://127.0.0.1:OURS/site;a=1', '/site;a=1'],
];

const REJECTED: ReadonlyArray<[string, string]> = [
	['a user', 'http://127.0.0.1:OURS@127.0.0.1:OTHER'],
	['a user and a password', 'http://127.0.0.1:80:x@127.0.0.1:OTHER'],
	['two users', 'http://a@127.0.0.1:OURS@127.0.0.1:OTHER'],
	['an encoded user', 'http://127.0.0.1%3aOURS@127.0.0.1:OTHER'],
	['a query', 'http://127.0.0.1:OURS?@127.0.0.1:OTHER'],
	['a query of a host', 'http://127.0.0.1:OURS?x=1'],
	['a fragment', 'http://127.0.0.1:OURS#@127.0.0.1:OTHER'],
	['a host that ends with a dot', 'http://localhost.:OURS'],
	['a zone', 'http://[::1%25lo]:OURS'],
	['a zone that is not encoded', 'http://[::1%lo]:OURS'],
	['an address of version 4 in one of version 6', 'http://[::ffff:127.0.0.1]:OURS'],
	['no address', 'http://[::]:OURS'],
	['every address', 'http://0.0.0.0:OURS'],
	['zero', 'http://0:OURS'],
	['a name that ends like this machine', 'http://evil.localhost:OURS'],
	['a name that begins like this machine', 'http://127.0.0.1.nip.io:OURS'],
	['a look-alike', 'http://lосalhost:OURS'],
	['the name of a look-alike', 'http://xn--lalhost-44g:OURS'],
	['an encoded slash in the host', 'http://127.0.0.1%2f:OURS'],
	['an encoded question mark in the host', 'http://127.0.0.1%3f.evil.example:OURS'],
	['an encoded null byte in the host', 'http://127.0.0.1%00.evil.example:OURS'],
	['a null byte', 'http://127.0.0.1\0:OURS'],
	['a space in the host', 'http://127.0.0.1 127.0.0.1:OTHER'],
	['a header', 'http://127.0.0.1:OURS\r\nX-Injected: 1'],
	['no host', 'http://'],
	['a path only', '//127.0.0.1:OURS'],
	['a port only', 'http://:OURS'],
	['a port that is none', 'http://127.0.0.1:OURS0000'],
	['two ports', 'http://127.0.0.1:OURS:OTHER'],
	['a file', 'file://127.0.0.1/etc/passwd'],
	['a WebSocket', 'ws://127.0.0.1:OURS'],
	['FTP', 'ftp://127.0.0.1:OURS'],
	['data', 'data:text/plain,http://127.0.0.1:OURS'],
	['a blob', 'blob:http://127.0.0.1:OURS/x'],
	['an expression', '={{ "http://127.0.0.1:OURS" }}'],
	['the path of the API', 'http://127.0.0.1:OURS/api/'],
	['not a text', '[object Object]'],
];

/** What arrives at the first server of everything that a credential is used for; nothing may at the second. */
async function arrivedFrom(address: string): Promise<{ ours: Wire; outcomes: unknown[] }> {
	return await onTheWire(
		() => ({ body: { forms: [], records: [] } }),
		async (ours) =>
			await onTheWire(
				() => ({}),
				async (other) => {
					const withPorts = (text: string) =>
						text.replaceAll('OURS', `${ours.port}`).replaceAll('OTHER', `${other.port}`);
					const credentials = {
						baseUrl: withPorts(address),
						apiKey: APP,
						requestsPer100Seconds: 1_000_000,
					};
					takeLog();
					const event = { event: 'recordCreated', form: byId(1) };
					const outcomes = await Promise.allSettled([
						execute({ parameters: { resource: 'form', operation: 'getAll' }, credentials }),
						listSearch('searchForm', { parameters: {}, credentials }),
						poll({ parameters: event, credentials, staticData: {} }),
						testCredential(credentials),
					]);
					expect(secretIn([outcomes, takeLog()])).toBe('');
					expect([other.connections(), other.arrived]).toEqual([0, []]);
					return { ours, outcomes };
				},
			),
	);
}

it.each(TAKEN)('the key goes to one place: %s', async (_, address, path) => {
	const { ours } = await arrivedFrom(address);
	// n8n puts the address of the credential test together itself, and takes fewer spellings.
	expect(ours.arrived.length).toBeGreaterThanOrEqual(3);
	for (const { target, headers } of ours.arrived) {
		expect(target.replace(/\?.*/, '')).toMatch(/\/api\/apps\/(forms|1\/(records|fields))$/);
		expect(target.slice(0, target.indexOf('/api/')).replace(/:\d+$/, ':OTHER')).toBe(path);
		expect(headers).toContain(`X-Service-API-Key: ${APP}`);
		expect(headers.filter((line) => /^host:/i.test(line))).toHaveLength(1);
		expect(headers.filter((line) => /^x-injected/i.test(line))).toEqual([]);
	}
});

it.each(REJECTED)('the key goes nowhere: %s', async (_, address) => {
	const { ours, outcomes } = await arrivedFrom(address);
	expect([ours.connections(), ours.arrived]).toEqual([0, []]);
	expect(outcomes).toMatchObject([
		...new Array<object>(3).fill({ status: 'rejected', reason: { name: 'NodeOperationError' } }),
		{ status: 'fulfilled', value: { status: 'Error' } },
	]);
});

it.each([
	['the default port', 'https://site.example.com:443', 'https://site.example.com'],
	['the port of http', 'https://site.example.com:80', 'https://site.example.com:80'],
	['zeros before the port', 'https://site.example.com:00443', 'https://site.example.com'],
	['no port behind the colon', 'https://site.example.com:', 'https://site.example.com'],
	['Japanese', 'https://会社.example', 'https://xn--6oq404h.example'],
	['punycode', 'https://xn--6oq404h.example', 'https://xn--6oq404h.example'],
	['a full stop of Japanese', 'https://site。example。com', 'https://site.example.com'],
	['a soft hyphen', 'https://si\u00adte.example.com', 'https://site.example.com'],
])('one place has one spelling, so its pace is one: %s', (_, address, site) => {
	expect(parseSite(address)).toBe(site);
});
