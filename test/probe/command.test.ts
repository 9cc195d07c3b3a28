import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUESTIONS } from '../../scripts/probe/findings';
import type { Profile } from '../../scripts/probe/profile';
import {
	startService,
	type Fault,
	type Service,
	type ServiceOptions,
} from '../../sandbox/service/service';
import { probe } from '../../scripts/probe/command';
import { whyNot, type Person } from '../../scripts/probe/person';
import { ownTimes, sharedTimes, type Times } from '../../scripts/probe/times';
import { spaced, waitFor } from '../../scripts/probe/pace';
import { FIELDS } from './scratch-site';

const KEY = 'secret-of-the-person';
const scratch = ['--scratch-form', '5'];
const keys = [{ key: KEY }];

interface Ran {
	readonly code: number;
	readonly said: string;
	readonly profile: string | undefined;
	readonly findings: Profile['findings'];
	readonly service: Service;
	/** Records in the form that was made for the probe. */
	readonly left: number;
}

/** Runs the command as a person does who answers like this. */
async function ran(
	options: ServiceOptions,
	{
		answer = 'y',
		words = [],
		environment = { PROBE_API_KEY: KEY },
		stopAt,
		fault,
		times = ownTimes(),
		keep,
		baseUrl,
	}: Partial<Started> = {},
): Promise<Ran> {
	const service = await startService({ keys, ...options });
	const form = service.store.forms.get(1)!;
	service.store.addForm({ ...form, id: 5, name: 'Scratch', fields: FIELDS.least });
	service.store.addForm({ ...form, id: 6, name: 'More', fields: FIELDS.whole });
	if (fault) service.faults.add(fault);
	const lines: string[] = [];
	let profile: string | undefined;
	const say = (question: string) => {
		lines.push(question);
		return Promise.resolve(question.startsWith('Directory') ? '' : answer);
	};
	const person = {
		print: (line: string) => void lines.push(line),
		ask: say,
		askSecretly: say,
		whyNot,
		keep: keep ?? ((_: string, text: string) => void (profile = text)),
		times: () => times,
		wait: () => Promise.resolve(),
		onStop: (stop: () => void) => {
			const meanwhile = () => stop();
			if (stopAt) service.faults.add({ ...stopAt, answer: { meanwhile } });
			return () => {};
		},
	};
	const all = [...(baseUrl ?? ['--base-url', service.url]), ...words];
	const code = await probe(all, person, environment);
	const left = service.store.records.count(5);
	await service.close();
	const { findings } = JSON.parse(profile ?? '{"findings":{}}') as Profile;
	return { code, said: lines.join('\n'), profile, findings, service, left };
}

interface Started {
	readonly answer: string;
	readonly words: readonly string[];
	readonly environment: NodeJS.ProcessEnv;
	/** The request of the writing part at which the user presses Ctrl+C. */
	readonly stopAt: Omit<Fault, 'answer'>;
	readonly fault: Fault;
	/** When earlier runs sent their requests. */
	readonly times: Times;
	readonly keep: () => void;
	/** Instead of the one with the address of the service. */
	readonly baseUrl: readonly string[];
}

test('says what it costs, asks, tells, and writes what the person has seen', async () => {
	const { code, said, profile, findings, service } = await ran({ dialect: { dates: 'hyphens' } });
	expect(code).toBe(0);
	expect(said.indexOf('The probe sends up to 46 requests')).toBe(0);
	expect(said).toContain('Dates look like 2026-01-31');
	expect(said).toContain(profile);
	expect(Object.keys(findings).sort()).toEqual(QUESTIONS.map(({ name }) => name).sort());
	expect(findings.dates).toEqual({ behaviour: 'hyphens', certainty: 'seen' });
	expect(service.log.map(({ method }) => method)).toEqual(service.log.map(() => 'GET'));
	expect(said).toContain(`${service.log.length} requests were sent.`);
});

test('neither the page nor the profile has anything of the site in it', async () => {
	const { said, profile = '', service } = await ran({});
	const texts = service.store.forms.list().flatMap(({ name, prefix }) => [name, prefix]);
	const people = ['Tanaka', 'E0001', 'PO-2026', 'field-6'];
	for (const text of [KEY, ...texts, ...people]) {
		expect(said).not.toContain(text);
		expect(profile).not.toContain(text);
	}
});

test('writes nothing without consent', async () => {
	const { code, said, profile } = await ran({}, { answer: 'n' });
	expect([code, profile]).toEqual([1, undefined]);
	expect(said).toContain('The file was not written.');
});

const writesOf = ({ log }: Service) => log.filter(({ method }) => method !== 'GET');

test('--yes agrees without a question', async () => {
	const agreed = await ran({}, { answer: 'n', words: ['--yes', ...scratch] });
	expect([agreed.code, agreed.profile !== undefined]).toEqual([0, true]);
	expect(agreed.service.log.some(({ method }) => method === 'POST')).toBe(true);
	expect(agreed.said).not.toContain('(y/n)');
});

const page = { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>Blocked' };
const noPage = { status: 403, body: { message: 'Blocked' } };
test.each([
	['a page', page, { nth: 6 }, 6],
	['a 403', noPage, { path: '/api/apps/4/records', nth: 2 }, 14],
	['a 403 to a write', noPage, { path: '/api/apps/5/records', method: 'POST' }, 48],
] as const)(
	'stops where a firewall answers with %s, and says so',
	async (_, answer, at, requests) => {
		const fault = { times: 99, answer, ...at };
		const { code, said, service } = await ran({}, { fault, words: scratch });
		expect(code).toBe(0);
		expect(said).toMatch(
			/or a firewall in front of it, answered .* a 403\. The probe stopped there/,
		);
		expect(service.log).toHaveLength(requests);
	},
);

test('waits after a rejected request', async () => {
	const events: number[] = [];
	const note = (what: number) => Promise.resolve(void events.push(what));
	const statuses = [200, 400, 403, 500, 204];
	const send = spaced(note)(async () => {
		const status = statuses.shift()!;
		await note(status);
		return { status, headers: {}, body: '', sentMs: 0, receivedMs: 0 };
	});
	while (statuses.length > 0) await send({ method: 'GET', path: '/', query: {} });
	expect(events).toEqual([200, 400, 5_000, 403, 5_000, 500, 204]);
});

test('writes to a form that was made for it, once the person agrees', async () => {
	const { said, findings, service } = await ran({}, { words: scratch });
	const announced = said.indexOf('creates up to six records');
	expect(announced).toBeGreaterThan(-1);
	expect(announced).toBeLessThan(said.indexOf('Write to this form?'));
	expect(writesOf(service).every(({ path }) => path.startsWith('/api/apps/5/records'))).toBe(true);
	expect(said).toContain('All records of the probe are deleted.');
	expect(said).toContain('Record ID of Import works here.');
	expect(findings.importFailure).toEqual({ behaviour: 'nothing', certainty: 'seen' });
});

test('writes more to a form that has more, and sends about as many requests as it says', async () => {
	const words = ['--scratch-form', '6', '--user', 'E0003'];
	const dialect = { selections: 'codes' } as const;
	const { said, findings, service } = await ran({ dialect }, { words });
	const found = ['keyRequiredOnUpdate', 'doubleKey', 'readOnlyFields', 'selections'].map(
		(name) => findings[name]?.behaviour,
	);
	expect(found).toEqual(['yes', 'rejected', 'refused', 'codes']);
	expect(said).toContain('Send Users and Organizations As: Code as Text');
	const [, announced] = /It sends about (\d+) requests/.exec(said) ?? [];
	const [, read] = /(\d+) requests were sent/.exec(said) ?? [];
	expect(Math.abs(service.log.length - Number(read) - Number(announced))).toBeLessThan(3);
});

test('names no user in a record whom the person has not named', async () => {
	const words = ['--scratch-form', '6'];
	const { said } = await ran({}, { words, answer: 'n' });
	expect(said).toContain('with the key of the own record');
	expect(said).not.toContain('with the code of a user');
});

test('writes nothing to it otherwise', async () => {
	const { said, service } = await ran({}, { words: scratch, answer: 'n' });
	expect(said).toContain('Nothing was written.');
	expect(writesOf(service)).toEqual([]);
});

test('writes nothing to a form that it cannot write to safely', async () => {
	const { code, said, service } = await ran({}, { words: ['--scratch-form', '2'] });
	expect([code, writesOf(service)]).toEqual([2, []]);
	expect(said).toContain('The form of --scratch-form needs one required text field');
	expect(service.log).toHaveLength(1);
});

test.each([
	['the creation', { method: 'POST' }],
	['the list after it', { method: 'GET', path: '/api/apps/5/records', nth: 2 }],
	['the update', { method: 'PUT' }],
	['an import', { method: 'POST', path: /import$/ }],
] as const)('Ctrl+C during %s deletes the own records before it ends', async (_, stopAt) => {
	const { code, said, profile, left } = await ran({}, { words: scratch, stopAt });
	expect([code, profile, left]).toEqual([130, undefined, 0]);
	expect(said).toMatch(/which contain "p\w{6}", are deleted first/);
	expect(said).toContain('All records of the probe are deleted.');
});

test('an edit by somebody else in between shows nothing of the site', async () => {
	const meanwhile = (store: Service['store']) =>
		void store.updateRecord(5, 1, { 'field-52': '' }, { by: 'E0002' });
	const fault = { method: 'GET', path: /apps\/5\/records\/\d+$/, answer: { meanwhile } };
	const { findings } = await ran({}, { words: scratch, fault });
	expect(findings.updateBody?.certainty).toBe('unsure');
});

test('the ID of another record is not the answer to a new one', async () => {
	const answer = { status: 201, body: { recordId: 2 }, takesEffect: true } as const;
	const fault = { method: 'POST', answer };
	const { findings } = await ran({}, { words: scratch, fault });
	expect(findings.createRecordAnswer?.certainty).toBe('unsure');
});

test('a file that cannot be Base64 of its size is not said to be', async () => {
	const content = '48656c6c6f20776f726c6421';
	const file = { name: 'a.txt', contentType: 'text/plain', size: 12, content };
	const comments = [{ commentId: 1, comment: 'a', file: [file] }];
	const fault = { path: /comments$/, times: 9, answer: { status: 200, body: { comments } } };
	const { findings } = await ran({}, { fault });
	expect(findings.fileContent).toEqual({ certainty: 'unsure' });
});

test('a deletion that did not happen is not said to have happened', async () => {
	const fault = { method: 'DELETE', times: 9, answer: { status: 204 } };
	const { said } = await ran({}, { words: scratch, fault });
	expect(said).toMatch(/or copies of them, may be left\. Search the form for "p\w{6}"/);
	expect(said).not.toContain('All records of the probe are deleted.');
});

test.each([
	[['--scratch-form', '999'], 'There is no form 999, or the key has no right to it.', 1],
	[['--header', 'X-Other'], 'The site rejects the key (401). Check the key and --header.', 1],
	[
		['--header', 'X-Other', '--scratch-form', '5'],
		'The site rejects the key (401). Check the key and --header.',
		1,
	],
	[['--form', '999'], 'There is no form 999, or the key has no right to it. Check --form.', 3],
	[['--user', 'E9999'], 'There is no user E9999. Check --user.', 2],
] as const)('%j ends with what is wrong', async (words, message, requests) => {
	const { code, said, profile, service } = await ran({}, { words });
	expect([code, profile, service.log.length]).toEqual([2, undefined, requests]);
	expect(said.split('\n').at(-1)).toContain(message);
});

test('an address of something else is not taken for the service', async () => {
	const site = createServer((_, response) => void response.writeHead(404).end('not here'));
	await once(site.listen(0, '127.0.0.1'), 'listening');
	const { port } = site.address() as AddressInfo;
	const { code, said } = await ran({}, { words: ['--base-url', `http://127.0.0.1:${port}`] });
	site.close();
	expect(code).toBe(2);
	expect(said).toContain('The records service is not at this address (404). Check --base-url.');
});

test('asks for a key that the environment does not have', async () => {
	const { said, code, service } = await ran({}, { environment: {}, answer: KEY });
	expect([code, service.log[0]?.status]).toEqual([1, 200]);
	expect(said).toContain('API key: ');
	expect(said).not.toContain(KEY);
});

test.each([
	[['--scratch-form', 'my'], /^--scratch-form must be the ID of a form, such as 12\.$/],
	[[KEY], /^One word belongs to no option\. All options: npm run probe -- --help$/],
	[['--header', 'a b'], /is not a valid header name/],
	[['--write', 'no-folder/a.json'], /a\.json cannot be written: its folder does not exist\./],
	[['--write', 'docs'], /^docs cannot be written: it is a folder\. Name another file/],
] as const)('%j is one plain line, before anything is sent', async (words, message) => {
	const { code, said, service } = await ran({}, { words });
	expect(said).toMatch(message);
	expect([code, said.split('\n').length, service.log.length]).toEqual([2, 1, 0]);
	expect(said).not.toContain(KEY);
});

test('without --base-url it says how to name the site', async () => {
	const { said, code } = await ran({}, { words: [], baseUrl: [] });
	expect([code, said.split('\n').length]).toEqual([2, 1]);
	expect(said).toContain('--base-url is missing. Name your site: npm run probe -- --base-url');
});

test('a file that cannot be written at the end does not cost the profile', async () => {
	const keep = () => {
		throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
	};
	const { code, said } = await ran({}, { keep });
	expect(code).toBe(2);
	expect(said).toMatch(/"findings"[^]*could not be written \(ENOSPC\)\. The profile is above\.$/);
});

test('a request waits until fewer than the limit were sent in 100 seconds, by any run', () => {
	const now = 1_000_000;
	const ago = (...seconds: number[]) => seconds.map((s) => now - s * 1000);
	expect(waitFor([], 1, now)).toBe(0);
	expect(waitFor(ago(30, 20, 10), 4, now)).toBe(0);
	expect(waitFor(ago(30, 20, 10), 3, now)).toBe(71_000);
	expect(waitFor(ago(10, 30, 20), 2, now)).toBe(81_000);
	expect(waitFor(ago(200, 102, 10), 2, now)).toBe(0);
	// The clock was set back.
	expect(waitFor(ago(-500), 1, now)).toBe(0);
});

test('several runs in a row are one for the limit', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'probe-'));
	const earlier = sharedTimes(folder, 'site');
	const freeAt = Date.now() + 1_000;
	for (let n = 0; n < 100; n++) earlier.add(freeAt - 101_000);
	const { said, service } = await ran({}, { times: sharedTimes(folder, 'site') });
	expect(said).toContain(' for the rate limit of the site.');
	expect(service.log[0]!.at).toBeGreaterThanOrEqual(freeAt);
	expect(earlier.all()).toHaveLength(100 + service.log.length);
	expect(sharedTimes(folder, 'another').all()).toEqual([]);
	rmSync(folder, { recursive: true });
});

test('looks first at the form and the user that it is given', async () => {
	const { service } = await ran({}, { words: ['--form', '2', '--user', 'E0020'] });
	const paths = service.log.map(({ path }) => path);
	expect(paths.find((path) => path.endsWith('/fields'))).toBe('/api/apps/2/fields');
	expect(paths.find((path) => path.includes('/notices/'))).toBe('/api/common/notices/E0020');
});

test('a site that does not answer', async () => {
	const lines: string[] = [];
	const say = () => Promise.resolve(undefined);
	const print = (line: string) => void lines.push(line);
	const person: Person = {
		...{ print, ask: say, askSecretly: say },
		...{ whyNot, keep: () => {}, times: ownTimes, onStop: () => () => {} },
		wait: () => Promise.resolve(),
	};
	const words = ['--base-url', 'http://127.0.0.1:9'];
	expect(await probe(words, person, { PROBE_API_KEY: KEY })).toBe(2);
	expect(lines.at(-1)).toBe('The site could not be reached. Check --base-url and the network.');
});
