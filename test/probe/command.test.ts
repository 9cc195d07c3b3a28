import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUESTIONS } from '../../scripts/probe/findings';
import type { Profile } from '../../scripts/probe/profile';
import { imitationOf } from '../../sandbox/service/profile';
import {
	startService,
	type Dialect,
	type Fault,
	type Service,
} from '../../sandbox/service/service';
import { probe } from '../../scripts/probe/command';
import { whyNot } from '../../scripts/probe/person';
import { ownTimes, sharedTimes, type Times } from '../../scripts/probe/times';
import { spaced, waitFor } from '../../scripts/probe/pace';
import sample from '../profile/site-profile.json';
import { FIELDS } from './scratch-site';

const KEY = 'secret-of-the-person';
const scratch = ['--scratch-form', '5'];

interface Started {
	readonly answer: string;
	readonly words: readonly string[];
	readonly environment: NodeJS.ProcessEnv;
	readonly dialect: Partial<Dialect>;
	/** The request of the writing part at which the user presses Ctrl+C. */
	readonly stopAt: Omit<Fault, 'answer'>;
	readonly fault: Fault;
	/** When earlier runs sent their requests. */
	readonly times: Times;
	readonly keep: () => void;
	/** Instead of the one with the address of the service. */
	readonly baseUrl: readonly string[];
}

/** Runs the command as a person does who answers like this. */
async function ran({
	answer = 'y',
	words = [],
	environment = { PROBE_API_KEY: KEY },
	dialect,
	stopAt,
	fault,
	times = ownTimes(),
	keep,
	baseUrl,
}: Partial<Started>) {
	const service = await startService({ keys: [{ key: KEY }], dialect });
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
	/** Records in the form that was made for the probe. */
	const left = service.store.records.count(5);
	await service.close();
	const { findings } = JSON.parse(profile ?? '{"findings":{}}') as Profile;
	return { code, said: lines.join('\n'), profile, findings, service, left };
}

/** What the page says about the site of the sample, by question: a part of each sentence. */
const SAID: Readonly<Record<string, string>> = {
	connection: 'The address, the key and the name of its header are right.',
	scopes: 'One key is for everything. Leave the Directory API Key of the credential empty.',
	formKey: 'The key is valid for every form.',
	defaultLimit: 'A page has 100 rows if no limit is sent.',
	overLimit: 'The site accepts a limit over 1,000.',
	pastTheEnd: 'A page after the last one fails with 404.',
	defaultOrder: 'Records come by record ID.',
	orderDirections: 'The site only sorts in descending order, as the document says.',
	deletedListed: 'Deleted records are not listed.',
	deletedReadable: 'A deleted record can still be read.',
	deleteTouchesUpdatedAt: 'A deletion leaves the time of the last update.',
	importRecords: 'An import updates the record whose ID it has',
	importFailure: 'A rejected import saves the rows before the invalid one.',
	createRecordAnswer: 'The answer to a new record is its address.',
	updateBody: 'An update clears absent fields. Switch Keep Unmapped Values on.',
	doubleKey: 'A key that another record has is rejected.',
	fieldTypes: 'Field types are words.',
	readOnlyFields: 'A value for a calculated field is ignored.',
	query: 'The site reads Query. A mistake in it fails with 400, or finds nothing.',
	limitHeaders: 'Replies say nothing about the rate limit.',
	errorBody: 'Errors are JSON, as documented.',
	errorCode: 'The code of an error is a number.',
	errorDetails: 'Errors have details without words.',
	numbers: 'Numbers are texts.',
	choiceValues: 'A choice is an object.',
	multipleValues: 'Several choices are a list.',
	detailRows: 'A detail row has its values in "record".',
	emptyValues: 'An empty field is null.',
	relatedCodeKey: 'A related code is returned under its field ID with [1].',
	timestamps: 'Times of records are as documented: without a zone, in whole seconds.',
	dateHeader: 'Replies say what time it is',
	clockOffsetSeconds: 'The clock of the site is 0 seconds ahead of this machine',
	zoneOffsetMinutes: 'The site writes times with an offset of -570 minutes from UTC.',
	visibleAfterSeconds: 'A new record is listed at once.',
	zeroCounts: 'A notice stays in the list with a count of 0.',
	processFunction: 'Records of at least one form have a status.',
	identifiers: 'Field IDs look like `field-12`.',
	fileContent: 'Files of comments are data URLs.',
	writeStatus: 'The status of a successful write is 202.',
	writeBody: 'The answer to a successful update is empty, as documented.',
	nameFilter: 'find every name that contains it, in capitals or small letters.',
	keywordWithoutFields: "A form without search fields rejects 'Keyword'.",
	unsetProperties: 'A field definition has null for unset properties.',
	multipleFlag: 'A field definition says whether several choices are allowed.',
	statusInBody: 'A status in an update is rejected.',
	emptyApplications: 'A form without notices is listed without `noticeList`.',
	noticeCode: 'Notices name their user in other letters.',
	deletionFlag: '`isDeleted` is a text.',
	dates: 'Dates look like 2026-01-31.',
	times: 'Dates with a time look like 2026/01/31 09:00:00.',
	ids: 'IDs fit into a number.',
	changingValues: 'Values stay as they are until a user edits the record.',
	selections: 'Users and organizations have to be objects with a code.',
	unknownPaths: 'A wrong Base URL may answer with a page.',
};

const aboutOf = (name: string) => QUESTIONS.find((one) => one.name === name)!.about;

describe('a whole run', () => {
	let run: Awaited<ReturnType<typeof ran>>;
	let sections: Map<string, string[]>;
	beforeAll(async () => {
		const words = ['--scratch-form', '6', '--user', 'E0003'];
		run = await ran({ words, dialect: imitationOf(sample).dialect });
		const blocks = [...run.said.matchAll(/^(\S.*)\n\n((?: {2}.*\n)+)/gm)];
		sections = new Map(blocks.map(([, title = '', text = '']) => [title, text.match(/\S.*/g)!]));
	});

	test('asks before it writes, and says what to do before what it has found', () => {
		const { code, said, profile } = run;
		const parts = [
			...['The probe sends up to 47 requests', ' requests were sent.', 'creates up to six records'],
			...['Write to this form?', 'All records of the probe are deleted.'],
			...[
				'What to enter in the credential',
				'What the site does',
				'What does not fit the document',
			],
			...['What the replies did not show', 'What cannot be seen without writing'],
			...['contains only behaviours, no data', profile!, 'Write it to', 'Written to'],
		];
		const places = parts.map((part) => said.indexOf(part));
		expect(places.indexOf(0)).toBe(0);
		expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
		expect(code).toBe(0);
		expect(sections.get('What to enter in the credential')).toEqual([
			'Directory API Key: empty',
			'Time Zone: one with UTC-09:30',
			'Send Users and Organizations As: Code as Object',
		]);
	});

	test('says each finding in its own words, with the request that shows it', () => {
		const lines = sections.get('What the site does')!;
		const expected = Object.entries(SAID);
		expect(lines).toHaveLength(3 * expected.length);
		for (const [n, [name, words]] of expected.entries()) {
			const [about, meaning, evidence] = lines.slice(3 * n);
			expect(about).toBe(aboutOf(name));
			expect(meaning).toContain(words);
			expect(meaning).toMatch(new RegExp(`\\. \\(${run.findings[name]?.certainty}\\)$`));
			expect(run.said).toContain(`  ${evidence}: `);
		}
	});

	test('says what contradicts the document, and what stays open', () => {
		const against = sections.get('What does not fit the document')!;
		const named = against.map((line) =>
			Object.keys(SAID).find((name) => line.includes(SAID[name]!)),
		);
		expect(named.join(' ')).toBe(
			'errorDetails numbers writeStatus noticeCode deletionFlag unknownPaths',
		);
		const open = QUESTIONS.filter(({ name }) => !(name in SAID));
		const withCertainty = (wanted: string) =>
			open.filter(({ name }) => run.findings[name]?.certainty === wanted).map(({ about }) => about);
		const unsure = sections.get('What the replies did not show');
		const unwritten = sections.get('What cannot be seen without writing');
		expect([unsure, unwritten]).toEqual(['unsure', 'needs writing'].map(withCertainty));
		expect([unsure?.length, unwritten?.length]).toEqual([17, 8]);
	});

	test('writes a profile of the behaviours, all of which are those of the site', () => {
		expect(Object.keys(run.findings).sort()).toEqual(QUESTIONS.map(({ name }) => name).sort());
		for (const [name, { behaviour }] of Object.entries(sample.findings))
			if (name in SAID) expect([name, run.findings[name]?.behaviour]).toEqual([name, behaviour]);
	});

	test('shows each request as it was sent, and writes only to the form made for it', () => {
		const { said, service } = run;
		const shown = [...said.matchAll(/^ +\d+ {2}([A-Z]+) (\/[^?\n ]*)(.*): (\d+)$/gm)];
		// The first one reads the form that it may write to, before everything else.
		const sent = service.log.slice(1);
		expect(shown).toHaveLength(sent.length);
		for (const [n, [, method, path = '', rest = '', status]] of shown.entries()) {
			const { query, ...entry } = sent[n]!;
			expect([entry.method, String(entry.status)]).toEqual([method, status]);
			expect(entry.path).toMatch(new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`));
			for (const [, name = ''] of rest.matchAll(/[?&](\w+)=/g))
				expect(Object.keys(query)).toContain(name);
			if (method !== 'GET') expect(entry.path).toMatch(/^\/api\/apps\/6\/records/);
		}
		const [, announced] = /It sends about (\d+) requests/.exec(said) ?? [];
		const [, read] = /(\d+) requests were sent/.exec(said) ?? [];
		expect(Math.abs(service.log.length - Number(read) - Number(announced))).toBeLessThan(3);
	});

	test('shows nothing of the site and of the key', () => {
		const texts = run.service.store.forms.list().flatMap(({ name, prefix }) => [name, prefix]);
		for (const text of [KEY, ...texts, 'Tanaka', 'E0001', 'PO-2026', 'field-6'])
			expect(run.said).not.toContain(text);
	});
});

const writesOf = ({ log }: Service) => log.filter(({ method }) => method !== 'GET');

test('nothing is written without consent, neither to the form nor to a file', async () => {
	const { code, said, profile, service } = await ran({
		answer: 'n',
		words: ['--scratch-form', '6'],
	});
	expect([code, profile, writesOf(service)]).toEqual([1, undefined, []]);
	expect(said).toMatch(/Nothing was written\.[^]*The file was not written\./);
	// It names no user in a record whom the person has not named.
	expect(said).toContain('with the key of the own record');
	expect(said).not.toContain('with the code of a user');
});

test('--yes agrees without a question', async () => {
	const agreed = await ran({ answer: 'n', words: ['--yes', ...scratch] });
	expect([agreed.code, agreed.profile !== undefined]).toEqual([0, true]);
	expect(writesOf(agreed.service)).not.toEqual([]);
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
		const { code, said, service } = await ran({ fault, words: scratch });
		expect(said).toMatch(
			/or a firewall in front of it, answered .* a 403\. The probe stopped there/,
		);
		expect([code, service.log.length]).toEqual([0, requests]);
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

test('writes nothing to a form that it cannot write to safely', async () => {
	const { code, said, service } = await ran({ words: ['--scratch-form', '2'] });
	expect([code, writesOf(service), service.log.length]).toEqual([2, [], 1]);
	expect(said).toContain('The form of --scratch-form needs one required text field');
});

test.each([
	['the creation', { method: 'POST' }],
	['the list after it', { method: 'GET', path: '/api/apps/5/records', nth: 2 }],
	['the update', { method: 'PUT' }],
	['an import', { method: 'POST', path: /import$/ }],
] as const)('Ctrl+C during %s deletes the own records before it ends', async (_, stopAt) => {
	const { code, said, profile, left } = await ran({ words: scratch, stopAt });
	expect([code, profile, left]).toEqual([130, undefined, 0]);
	expect(said).toMatch(/which contain "p\w{6}", are deleted first/);
	expect(said).toContain('All records of the probe are deleted.');
});

const edited = (store: Service['store']) =>
	void store.updateRecord(5, 1, { 'field-52': '' }, { by: 'E0002' });
const file = {
	name: 'a.txt',
	contentType: 'text/plain',
	size: 12,
	content: '48656c6c6f20776f726c6421',
};
const comments = [{ commentId: 1, comment: 'a', file: [file] }];
test.each<[string, string, Fault]>([
	[
		'an edit by somebody else in between',
		'updateBody',
		{ method: 'GET', path: /apps\/5\/records\/\d+$/, answer: { meanwhile: edited } },
	],
	[
		'the ID of another record in the answer to a new one',
		'createRecordAnswer',
		{ method: 'POST', answer: { status: 201, body: { recordId: 2 }, takesEffect: true } },
	],
	[
		'a file that cannot be Base64 of its size',
		'fileContent',
		{ path: /comments$/, times: 9, answer: { status: 200, body: { comments } } },
	],
])('%s shows nothing of the site', async (_, question, fault) => {
	const { findings } = await ran({ words: scratch, fault });
	expect(findings[question]).toEqual({ certainty: 'unsure' });
});

test('a deletion that did not happen is not said to have happened', async () => {
	const fault = { method: 'DELETE', times: 9, answer: { status: 204 } };
	const { said } = await ran({ words: scratch, fault });
	expect(said).toMatch(/or copies of them, may be left\. Search the form for "p\w{6}"/);
	expect(said).not.toContain('All records of the probe are deleted.');
});

const rejected = 'The site rejects the key (401). Check the key and --header.';
test.each<[string[], string, number, Partial<Started>?]>([
	[['--scratch-form', '999'], 'There is no form 999, or the key has no right to it.', 1],
	[['--header', 'X-Other'], rejected, 1],
	[['--header', 'X-Other', ...scratch], rejected, 1],
	[['--form', '999'], 'There is no form 999, or the key has no right to it. Check --form.', 3],
	[['--user', 'E9999'], 'There is no user E9999. Check --user.', 2],
	[
		[],
		'The records service is not at this address (404). Check --base-url.',
		4,
		{ fault: { times: 99, answer: { status: 404, body: 'not here' } } },
	],
	[
		[],
		'The site could not be reached. Check --base-url and the network.',
		0,
		{ baseUrl: ['--base-url', 'http://127.0.0.1:9'] },
	],
])('%j ends with what is wrong: %s', async (words, message, requests, around = {}) => {
	const { code, said, profile, service } = await ran({ words, ...around });
	expect([code, profile, service.log.length]).toEqual([2, undefined, requests]);
	expect(said.split('\n').at(-1)).toContain(message);
});

test('asks for a key that the environment does not have', async () => {
	const { said, code, service } = await ran({ environment: {}, answer: KEY });
	expect([code, service.log[0]?.status]).toEqual([1, 200]);
	expect(said).toContain('API key: ');
	expect(said).not.toContain(KEY);
});

test.each<[string[], RegExp, Partial<Started>?]>([
	[['--scratch-form', 'my'], /^--scratch-form must be the ID of a form, such as 12\.$/],
	[[KEY], /^One word belongs to no option\. All options: npm run probe -- --help$/],
	[['--header', 'a b'], /is not a valid header name/],
	[['--write', 'no-folder/a.json'], /a\.json cannot be written: its folder does not exist\./],
	[['--write', 'docs'], /^docs cannot be written: it is a folder\. Name another file/],
	[[], /^--base-url is missing\. Name your site: npm run probe -- --base-url/, { baseUrl: [] }],
])('%j is one plain line, before anything is sent: %s', async (words, message, around = {}) => {
	const { code, said, service } = await ran({ words, ...around });
	expect(said).toMatch(message);
	expect([code, said.split('\n').length, service.log.length]).toEqual([2, 1, 0]);
	expect(said).not.toContain(KEY);
});

test('a file that cannot be written at the end does not cost the profile', async () => {
	const keep = () => {
		throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
	};
	const { code, said } = await ran({ keep });
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
	const { said, service } = await ran({ times: sharedTimes(folder, 'site') });
	expect(said).toContain(' for the rate limit of the site.');
	expect(service.log[0]!.at).toBeGreaterThanOrEqual(freeAt);
	expect(earlier.all()).toHaveLength(100 + service.log.length);
	expect(sharedTimes(folder, 'another').all()).toEqual([]);
	rmSync(folder, { recursive: true });
});

test('looks first at the form and the user that it is given', async () => {
	const { service } = await ran({ words: ['--form', '2', '--user', 'E0020'] });
	const paths = service.log.map(({ path }) => path);
	expect(paths.find((path) => path.endsWith('/fields'))).toBe('/api/apps/2/fields');
	expect(paths.find((path) => path.includes('/notices/'))).toBe('/api/common/notices/E0020');
});
