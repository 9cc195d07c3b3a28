import { besideAnother, FORMS, saved, sendWith, WAYS } from './http-request';
import { APP, DIRECTORY, secretIn } from './kept';
import type { Wire } from './wire';

const keysIn = ({ arrived }: Wire) => arrived.filter(({ headers }) => secretIn(headers) !== '');

/** A request to try, given the address of the site, of another site, and the other host. */
type Request = (site: string, other: string, host: string) => object;

/** n8n takes `url` before `uri`, and older versions did so in one of their ways only. */
const foreign: ReadonlyArray<[string, Request]> = [
	['another origin', (_, other) => ({ url: other + FORMS })],
	['another origin called uri', (_, other) => ({ uri: other + FORMS })],
	['a URL beside our uri', (site, other) => ({ uri: site + FORMS, url: other + FORMS })],
	['a uri beside our URL', (site, other) => ({ url: site + FORMS, uri: other + FORMS })],
	['an address without slashes', (_, __, host) => ({ url: `http:${host}${FORMS}` })],
	['a uri without slashes', (_, __, host) => ({ uri: `http:${host}${FORMS}` })],
	['one slash', (_, __, host) => ({ url: `http:/${host}${FORMS}` })],
	['backslashes', (_, __, host) => ({ url: `http:\\\\${host}\\api` })],
	['a line break in the scheme', (_, __, host) => ({ url: `ht\ntp:${host}${FORMS}` })],
	['a host only', (_, __, host) => ({ url: `//${host}${FORMS}` })],
	['a host behind our base URL', (site, _, host) => ({ baseURL: site, url: `//${host}${FORMS}` })],
	['an address behind our base URL', (site, other) => ({ baseURL: site, url: other + FORMS })],
	['a foreign base URL', (_, other) => ({ baseURL: other, url: FORMS })],
	[
		'a foreign base URL beside our uri',
		(site, other) => ({ baseURL: other, url: FORMS, uri: site + FORMS }),
	],
	['a user before the host', (site, _, host) => ({ url: `${site}@${host}${FORMS}` })],
];

const moved = (site: string, other: string) =>
	`${site}/api/apps/moved?to=${encodeURIComponent(other)}`;
const redirects: ReadonlyArray<[string, Request]> = [
	['a redirect', (site, other) => ({ url: moved(site, other) })],
	[
		'a redirect that somebody wants',
		(site, other) => ({
			uri: moved(site, other),
			followRedirect: true,
			followAllRedirects: true,
			maxRedirects: 21,
		}),
	],
];

describe.each(WAYS)('the key in another node: %s', (way) => {
	it('goes along with a request to the site', async () => {
		await besideAnother(async (ours) => {
			for (const path of [FORMS, '/api/admin/users']) {
				await sendWith(way, saved(ours), { method: 'GET', url: `${ours.url}/site${path}` });
			}
			const sent = ours.arrived.map(({ headers }) =>
				headers.find((one) => /^x-service/i.test(one)),
			);
			expect(sent).toEqual([`X-Service-API-Key: ${APP}`, `X-Service-API-Key: ${DIRECTORY}`]);
		});
	});

	it.each([...foreign, ...redirects])('does not go to %s', async (name, request) => {
		await besideAnother(async (ours, other) => {
			const given = request(`${ours.url}/site`, other.url, `127.0.0.1:${other.port}`);
			const outcome = await sendWith(way, saved(ours), { method: 'GET', ...given }).then(
				() => 'success',
				({ message }: Error) => message,
			);
			expect(keysIn(other)).toEqual([]);
			expect(other.arrived).toEqual([]);
			// It is not left to the client to find an address odd.
			if (!name.includes('redirect')) expect(outcome).toMatch(/it is not sent anywhere else/);
		});
	});

	it.each<[string, Request]>([
		['a way up', (site) => ({ url: `${site}/../api/apps/forms` })],
		['an encoded way up', (site) => ({ url: `${site}/%2e%2e/api/apps/forms` })],
		['the same host elsewhere', (site) => ({ url: site.replace('/site', '/api/apps/forms') })],
		['a longer name', (site) => ({ url: `${site}s/api/apps/forms` })],
		['a name cut in two', (site) => ({ baseURL: site.slice(0, -2), url: 'te/api/apps/forms' })],
	])('does not leave the path of the site by %s', async (_, request) => {
		await besideAnother(async (ours, other) => {
			const given = request(`${ours.url}/site`, other.url, '');
			await sendWith(way, saved(ours), { method: 'GET', ...given }).catch(() => {});
			const targets = ours.arrived.map(({ target }) => target);
			expect(targets.filter((target) => !target.startsWith('/site/'))).toEqual([]);
		});
	});

	it.each([
		'http://site.example.com',
		'http://127.0.0.1.example.com',
		'http://0.0.0.0:1',
		'http://localhost.:1',
		'http://[::ffff:127.0.0.1]:1',
		'ws://localhost',
	])('does not go over an open line: %s', async (baseUrl) => {
		const given = { baseUrl, apiKey: APP };
		const sent = sendWith(way, given, { method: 'GET', url: baseUrl + FORMS });
		await expect(sent).rejects.toThrow(/must start with https/);
	});
});
