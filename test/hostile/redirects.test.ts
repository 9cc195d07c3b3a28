import { entries } from '../../nodes/RecordsDirectory/api';
import { byMethod } from '../n8n/runs';
import { sampled } from '../support/effort';
import { inAHurry } from '../support/hurry';
import { executeWithHints, takeLog } from '../support/n8n';
import { asks } from './asks';
import { FORMS, sendWith, WAYS } from './http-request';
import { bothKeys, secretIn } from './kept';
import { runOf } from './with-password';
import { onTheWire, type Wire } from './wire';

/** Where a reply may point: OTHER is the host of somebody else, PORT the port of the site itself. */
const LOCATIONS = [
	['somebody else', 'http://OTHER/moved'],
	['somebody else, with the path of the service', 'http://OTHER/api/apps/1/records/1'],
	['somebody else by https', 'https://OTHER/moved'],
	['somebody else without a scheme', '//OTHER/moved'],
	['somebody else with backslashes', '\\\\OTHER\\moved'],
	['somebody else behind the name of the site', 'http://127.0.0.1:PORT@OTHER/moved'],
	['somebody else behind a line break', '\thttp://OTHER/moved'],
	['the site by https', 'https://127.0.0.1:PORT/moved'],
	['the site by another name', 'http://localhost:PORT/moved'],
	['another path of the site', '/moved'],
	['a file', 'file:///etc/passwd'],
	['data', 'data:application/json,{"moved":1}'],
	['a script', 'javascript:fetch("http://OTHER/moved")'],
	['no address', 'http://['],
	['nothing', ''],
] as const;
const STATUSES = [300, 301, 302, 303, 305, 307, 308];

/** A site that answers every request with a redirect, and somebody else. */
async function pointing(
	[status, location]: readonly [number, string],
	test: (ours: Wire) => Promise<void>,
): Promise<void> {
	await onTheWire(
		() => ({}),
		async (other) => {
			let to = '';
			await onTheWire(
				() => ({ status, headers: { location: to, refresh: `0;url=${to}` } }),
				async (ours) => {
					to = location.replace('OTHER', `127.0.0.1:${other.port}`).replace('PORT', `${ours.port}`);
					takeLog();
					await test(ours);
					expect(ours.arrived.filter(({ target }) => target.includes('moved'))).toEqual([]);
					expect(ours.arrived.length).toBeGreaterThan(0);
				},
			);
			// Nobody has so much as opened a connection.
			expect([other.connections(), other.arrived]).toEqual([0, []]);
		},
	);
}

const saved = ({ url }: Wire) => ({
	baseUrl: url,
	...bothKeys,
	requestsPer100Seconds: 1_000_000,
});

/** The outcome contains no secret, and nothing from a file of this machine. */
async function mustKeep(outcome: Promise<unknown>): Promise<void> {
	const seen = await outcome.catch((error: unknown) => error);
	expect(secretIn([seen, takeLog()])).toBe('');
	expect(JSON.stringify(seen) ?? '').not.toContain('root:');
}

const pairs = LOCATIONS.flatMap(([name, location]) =>
	STATUSES.map((status) => [name, status, location] as const),
);
const nameOf = ([name, status]: (typeof pairs)[number]) => `${name} ${status}`;

it.each(sampled(pairs, nameOf))('no key goes to %s with status %s', async (_, status, location) => {
	await inAHurry(async () => {
		await pointing([status, location], async (ours) => {
			const credentials = saved(ours);
			for (const parameters of Object.values(byMethod))
				await mustKeep(executeWithHints({ parameters, credentials }));
			for (const way of WAYS) {
				const wanted = { followRedirect: true, followAllRedirects: true, maxRedirects: 21 };
				const request = { method: 'GET', url: ours.url + FORMS, ...wanted };
				// What is thrown here is n8n's own, and for its nodes to put into words.
				await sendWith(way, credentials, request).catch(() => {});
			}
		});
	});
});

it.each(sampled(pairs, nameOf, 1 / 50))(
	'no key goes to %s with status %s, whoever asks',
	async (_, status, location) => {
		await inAHurry(async () => {
			await pointing([status, location], async (ours) => {
				const credentials = saved(ours);
				for (const ask of Object.values(asks(credentials))) await mustKeep(ask());
				for (const entry of entries)
					await mustKeep(executeWithHints({ ...runOf(entry), credentials }));
			});
		});
	},
);
