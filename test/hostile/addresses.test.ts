import { byMethod } from '../n8n/runs';
import { sampled } from '../support/effort';
import { inAHurry } from '../support/hurry';
import { executeWithHints, takeLog } from '../support/n8n';
import { asks, everything, outcomesWith } from './asks';
import { FORMS, sendWith, WAYS } from './http-request';
import { APP, bothKeys, secretIn } from './kept';
import { besideOther, type Wire } from './wire';

// prettier-ignore
/**
 * A Base URL in which something else than the host seems to be the host. OURS and OTHER are the ports of two servers on this
 * machine. The key goes to the first server only, and below the path named here.
 */
const ACCEPTED: ReadonlyArray<[string, string, string]> = [
	['this machine', 'http://127.0.0.1:OURS', ''],
	['white space around it', '\t http://127.0.0.1:OURS \r\n', ''],
	['backslashes', 'http:\\\\127.0.0.1:OURS\\site', '/site'],
	['a backslash before another host', 'http://127.0.0.1:OURS\\@127.0.0.1:OTHER', '/@127.0.0.1:OTHER'],
	['one number for the host', 'http://2130706433:OURS', ''],
	['a name of full width', 'http://ｌｏｃａｌｈｏｓｔ:OURS', ''],
	['encoded dots in the path', 'http://127.0.0.1:OURS/a/%2e%2e/site', '/site'],
	['Japanese in the path', 'http://127.0.0.1:OURS/会社', '/%E4%BC%9A%E7%A4%BE'],
	['no name of a user', 'http://@127.0.0.1:OURS/@127.0.0.1:OTHER?', '/@127.0.0.1:OTHER'],
];

// prettier-ignore
const REJECTED: readonly string[] = [
	'http://127.0.0.1:OURS@127.0.0.1:OTHER', 'http://127.0.0.1:80:x@127.0.0.1:OTHER', 'http://a@127.0.0.1:OURS@127.0.0.1:OTHER',
	'http://127.0.0.1%3aOURS@127.0.0.1:OTHER', 'http://127.0.0.1:OURS?@127.0.0.1:OTHER', 'http://127.0.0.1:OURS?x=1', 'http://127.0.0.1:OURS#@127.0.0.1:OTHER',
	'http://localhost.:OURS', 'http://[::1%25lo]:OURS', 'http://[::1%lo]:OURS', 'http://[::ffff:127.0.0.1]:OURS', 'http://[::]:OURS', 'http://0.0.0.0:OURS', 'http://0:OURS',
	'http://evil.localhost:OURS', 'http://127.0.0.1.nip.io:OURS', 'http://lосalhost:OURS', 'http://xn--lalhost-44g:OURS',
	'http://127.0.0.1%2f:OURS', 'http://127.0.0.1%3f.evil.example:OURS', 'http://127.0.0.1%00.evil.example:OURS', 'http://127.0.0.1\0:OURS',
	'http://127.0.0.1 127.0.0.1:OTHER', 'http://127.0.0.1:OURS\r\nX-Injected: 1', 'http://', '//127.0.0.1:OURS', 'http://:OURS', 'http://127.0.0.1:OURS0000', 'http://127.0.0.1:OURS:OTHER',
	'file://127.0.0.1/etc/passwd', 'ws://127.0.0.1:OURS', 'ftp://127.0.0.1:OURS', 'data:text/plain,http://127.0.0.1:OURS', 'blob:http://127.0.0.1:OURS/x',
	'={{ "http://127.0.0.1:OURS" }}', 'http://127.0.0.1:OURS/api/', '[object Object]',
];

/** What arrives at the first server of everything that a credential is used for. */
const arrivedFrom = async (address: string): Promise<{ ours: Wire; outcomes: unknown[] }> =>
	await besideOther(
		() => () => ({ body: { forms: [], records: [] } }),
		async (ours, other) => {
			const baseUrl = address
				.replaceAll('OURS', `${ours.port}`)
				.replaceAll('OTHER', `${other.port}`);
			const credentials = { ...ours.credentials, baseUrl, apiKey: APP };
			takeLog();
			const outcomes = await outcomesWith(credentials);
			expect(secretIn([outcomes, takeLog()])).toBe('');
			return { ours, outcomes };
		},
	);

it.each(ACCEPTED)('the key goes to one place for a Base URL with %s', async (_, address, path) => {
	const { ours } = await arrivedFrom(address);
	// n8n puts the address of the credential test together itself, and accepts fewer spellings.
	expect(ours.arrived.length).toBeGreaterThanOrEqual(3);
	for (const { target, headers } of ours.arrived) {
		expect(target.replace(/\?.*/, '')).toMatch(/\/api\/apps\/(forms|1\/(records|fields))$/);
		expect(target.slice(0, target.indexOf('/api/')).replace(/:\d+$/, ':OTHER')).toBe(path);
		expect(headers).toContain(`X-Service-API-Key: ${APP}`);
		expect(headers.filter((line) => /^host:/i.test(line))).toHaveLength(1);
		expect(headers.filter((line) => /^x-injected/i.test(line))).toEqual([]);
	}
});

it.each(REJECTED)('the key goes nowhere for the Base URL %j', async (address) => {
	const { ours, outcomes } = await arrivedFrom(address);
	expect([ours.connections(), ours.arrived]).toEqual([0, []]);
	expect(outcomes).toMatchObject([
		...new Array<object>(3).fill({ status: 'rejected', reason: { name: 'NodeOperationError' } }),
		{ status: 'fulfilled', value: { status: 'Error' } },
	]);
});

/** Where a reply may point: OTHER is the host of somebody else, PORT the port of the site itself. */
const LOCATIONS = [
	...['http://OTHER/moved', '//OTHER/moved', '\\\\OTHER\\moved', '\thttp://OTHER/moved'],
	...[
		'http://127.0.0.1:PORT@OTHER/moved',
		'https://127.0.0.1:PORT/moved',
		'/moved',
		'http://[',
		'',
	],
	...['file:///etc/passwd', 'data:application/json,{"moved":1}'],
];
const redirects = LOCATIONS.flatMap((location) =>
	[300, 301, 302, 303, 305, 307, 308].map((status) => [status, location] as const),
);

/** A site whose answers lead to somebody else, who gets nothing. */
const besideNobody = async (
	answer: Parameters<typeof besideOther>[0],
	test: (ours: Wire) => Promise<void>,
): Promise<void> =>
	await inAHurry(() =>
		besideOther(answer, async (ours) => {
			takeLog();
			await test(ours);
			expect(ours.arrived.filter(({ target }) => target.includes('moved'))).toEqual([]);
			expect(ours.arrived.length).toBeGreaterThan(0);
		}),
	);

it.each(sampled(redirects, ([status, location]) => `${status} ${location}`, 1 / 20))(
	'no redirect is followed: status %i to %j',
	async (status, location) => {
		const answer = (other: Wire) => (_: unknown, port: number) => {
			const host = `127.0.0.1:${other.port}`;
			const to = location.replace('OTHER', host).replace('PORT', `${port}`);
			return { status, headers: { location: to, refresh: `0;url=${to}` } };
		};
		await besideNobody(answer, async (ours) => {
			const credentials = { ...ours.credentials, ...bothKeys };
			const runs = Object.values(byMethod).map((parameters) =>
				executeWithHints({ parameters, credentials }),
			);
			const asked = Object.values(asks(credentials)).map((ask) => ask());
			const outcomes = await Promise.allSettled([...runs, ...asked]);
			expect(secretIn([outcomes, takeLog()])).toBe('');
			expect(JSON.stringify(outcomes)).not.toContain('root:');
			for (const way of WAYS) {
				const wanted = { followRedirect: true, followAllRedirects: true, maxRedirects: 21 };
				const request = { method: 'GET', url: ours.url + FORMS, ...wanted };
				await sendWith(way, credentials, request).catch(() => {});
			}
		});
	},
);

it('no address in an answer is requested, by any operation or event', async () => {
	const answer = ({ url }: Wire) => {
		const link = `${url}/api/apps/1/records/1`;
		const links = { url: link, accessUrl: link, accessEditUrl: link, href: link, next: link };
		const times = { createdAt: '2026-01-01 00:00:00', updatedAt: '2026-01-01 00:00:00' };
		const row = { ...links, ...times, id: 1, recordId: 1, fieldId: 1, code: 'E0001', name: 'N' };
		const comment = { ...row, file: [{ id: 1, name: 'a', type: 'b/c', content: '', url: link }] };
		const noticeList = [{ ...row, count: 1 }];
		const notices = [{ appsId: '1', appsName: 'N', icon: { src: link }, noticeList }];
		const lists = ['user', 'organizations', 'positions', 'forms', 'fields', 'records'];
		const all = Object.fromEntries(lists.map((name) => [name, [row]]));
		const body = { ...row, ...all, notices, comment, comments: [comment], record: { link } };
		const headers = { location: link, link: `<${link}>; rel="next"`, refresh: `0;url=${link}` };
		return () => ({ status: 200, headers: { ...headers, 'content-location': link }, body });
	};
	await besideNobody(answer, async ({ credentials }) => {
		for (const run of Object.values(everything(credentials))) await run().catch(() => {});
	});
});
