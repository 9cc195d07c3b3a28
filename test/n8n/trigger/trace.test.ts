import { readFileSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';
import { inAHurry } from '../../support/hurry';
import { takeLog } from '../../support/n8n';
import { given as notices, nothingElse, raise } from '../../support/noticing';
import { sourceFiles } from '../../support/source';
import { FORM, watching, type Watching } from '../../support/watching';

const POLL = "debug Poll of 'Records and Directory Trigger' of workflow 'Workflow of the tests': ";
const lines = () =>
	takeLog()
		.filter((line) => line.startsWith(POLL))
		.map((line) => /: (.*) \{/.exec(line)?.[1]);

const NEW = '\\(not seen in the window before\\)';

/** An event, a change that starts it, and the lines of a first, a quiet and a poll with the change. */
type Story = [INodeParameters, (life: Watching) => unknown, RegExp[]];

const BASELINE = 'a new baseline, which emits nothing$';
const QUIET = 'emitted 0; nothing is new$';
const CHANGED = 'new 1, emitted 1; something has changed since the last poll; events ';

it.each<Story>([
	[
		{ event: 'recordCreated' },
		({ create }) => create('new'),
		[
			new RegExp(
				`^window the newest records; requests 1, rows \\d+, new \\d+, emitted 0; ${BASELINE}`,
			),
			new RegExp(`^window from 2026-.* requests 1, rows \\d+, new 0, ${QUIET}`),
			new RegExp(
				`^window from 2026-.* requests 1, rows \\d+, ${CHANGED}recordCreated:4:\\d+:2026-[ \\d:-]+ ${NEW}$`,
			),
		],
	],
	[
		{ event: 'recordUpdated' },
		({ edit }) => edit(7, 'edited'),
		[
			new RegExp(`^window the newest records; .*${BASELINE}`),
			new RegExp(`^window from 2026-.*${QUIET}`),
			new RegExp(`^window from 2026-.*${CHANGED}recordUpdated:4:7:2026-.*${NEW}$`),
		],
	],
	[
		{ event: 'recordUpdated', options: { watchedFields: 'field-41' } },
		({ edit }) => edit(7, 'edited'),
		[
			new RegExp(`^window the newest records; .*${BASELINE}`),
			new RegExp(`^window from 2026-.*${QUIET}`),
			new RegExp(`${CHANGED}recordUpdated:4:7:2026-.* \\(the value differs from the last one\\)$`),
		],
	],
	[
		{ event: 'recordCreatedOrUpdated', options: { watchedFields: 'field-41' } },
		({ create }) => create('new'),
		[
			new RegExp(`^window the newest records; .*${BASELINE}`),
			new RegExp(`^window from 2026-.*${QUIET}`),
			new RegExp(`${CHANGED}recordCreatedOrUpdated:4:.* \\(created since the start\\)$`),
		],
	],
	[
		{ event: 'recordCreated', options: { existingSince: '1970-01-01' } },
		({ create }) => create('new'),
		[
			/^window from 1970-01-01 00:00:00; requests 3, rows \d+, new \d+, emitted \d\d+; existing records, as chosen in 'Existing Records Since'; events (recordCreated:4:\S+ [\d:]+ \(not seen in the window before\)(, | and )){20}\d+ more$/,
			new RegExp(`^window from 2026-.* requests 1, rows \\d+, new 0, ${QUIET}`),
			new RegExp(`^window from 2026-.* requests 1, rows \\d+, ${CHANGED}`),
		],
	],
	[
		{ event: 'recordDeleted' },
		({ service }) => service.store.deleteRecord(FORM, 3),
		[
			new RegExp(`^window all records; .*${BASELINE}`),
			new RegExp(`^window all records; requests 1, .*${QUIET}`),
			new RegExp(
				`^window all records; requests 2, .*${CHANGED}recordDeleted:4:3:1 \\(the service answers 404\\)$`,
			),
		],
	],
	[
		notices('noticeCountChanged'),
		({ service }) => raise(service, 5),
		[
			new RegExp(`^window 1 of 1 users; requests 1, .*${BASELINE}`),
			new RegExp(`^window 1 of 1 users; requests 1, .*${QUIET}`),
			new RegExp(`^window 1 of 1 users; requests 1, .*${CHANGED}noticeCountChanged:\\S+:1:\\d:5$`),
		],
	],
])('each poll says in the log why it emits what it emits: %j', async (given, change, expected) => {
	await watching({ given }, async (life) => {
		if (given.code) nothingElse(life.service);
		const said: Array<string | undefined> = [];
		takeLog();
		await life.poll();
		life.pass(300);
		await life.poll();
		said.push(...lines());
		await life.poll();
		said.splice(1, 1, ...lines());
		change(life);
		await life.poll();
		said.push(...lines());
		expect(said).toEqual(expected.map((one) => expect.stringMatching(one)));
	});
});

it('says what is left out after the workflow was not published', async () => {
	const given = { event: 'recordCreated', options: { catchUp: 'nothing' } };
	await watching({ given }, async ({ publish, create, pass }) => {
		const saved = {};
		await publish(saved)();
		pass(600);
		for (const name of ['one', 'two', 'three']) create(name);
		takeLog();
		await publish(saved)();
		expect(lines()).toEqual([
			expect.stringMatching(/emitted 0; a new baseline, as 'After Downtime' is 'Emit None'$/),
		]);
	});
});

it('says why a poll has requested nothing', async () => {
	await watching({}, async ({ service, publish }) => {
		const saved = {};
		await publish(saved)();
		const poll = publish(saved);
		service.faults.add({ answer: { delayMs: 200 } });
		takeLog();
		await Promise.all([poll(), poll()]);
		expect(lines()[0]).toBe('emitted 0; the previous poll has not ended');
	});
});

it('says what is left to the next poll, and what was found without being watched', async () => {
	await inAHurry(async () => {
		const given = { event: 'recordUpdated', options: { watchedFields: 'field-41' } };
		await watching({ given }, async ({ poll, pass, bulk, credentials }) => {
			bulk(12_000);
			pass(600);
			takeLog();
			const few = { credentials: { ...credentials, requestsPer100Seconds: 10 } };
			await poll(few);
			await poll(few);
			expect(lines()).toEqual([
				expect.stringMatching(
					/requests 7, .*; a new baseline, which emits nothing; the next poll continues, as the triggers' part of the limit is used$/,
				),
				expect.stringMatching(
					/requests 3, .* emitted 0; the baseline continues, which emits nothing; the next poll continues, as the triggers' part of the limit is used$/,
				),
			]);
		});
	});
});

it('says that a baseline continues until the whole form is known', async () => {
	await inAHurry(async ({ skip }) => {
		const given = { event: 'recordUpdated', options: { watchedFields: 'field-41' } };
		await watching({ given }, async ({ publish, pass, create, bulk, credentials }) => {
			bulk(12_000);
			pass(6_000);
			takeLog();
			const few = { credentials: { ...credentials, requestsPer100Seconds: 10 } };
			const poll = publish({}, few);
			for (let n = 0; n < 5; n++) {
				skip(110_000);
				pass(110);
				create('new');
				await poll();
			}
			const goesOn = 'emitted 0; the baseline continues, which emits nothing';
			expect(lines()).toEqual([
				expect.stringContaining(
					'emitted 0; a new baseline, which emits nothing; the next poll continues',
				),
				expect.stringContaining(`${goesOn}; the next poll continues`),
				expect.stringMatching(`${goesOn}$`),
				expect.stringMatching('emitted 0; the new rows have no watched change$'),
				expect.stringMatching('emitted 0; the new rows have no watched change$'),
			]);
		});
	});
});

it('names the earlier version of a record that it emits again', async () => {
	await watching({ given: { event: 'recordUpdated' } }, async ({ poll, edit, pass }) => {
		await poll();
		edit(7, 'once');
		const [first] = (await poll()) ?? [];
		pass(10);
		edit(7, 'twice');
		takeLog();
		const [second] = (await poll()) ?? [];
		expect(lines()).toEqual([
			expect.stringContaining(
				`; events ${String(second?.eventId)} (differs from the version of ${String(first?.updatedAt)})`,
			),
		]);
	});
});

it('docs/development.md has the words of the log', () => {
	const page = readFileSync('docs/development.md', 'utf8');
	const [section = ''] = (page.split('## How a trigger polls')[1] ?? '').split('\n## ');
	const code = sourceFiles('nodes/RecordsDirectory')
		.filter(({ path }) => /\/trigger(\/|\.ts$)/.test(path))
		.map(({ text }) => text.replaceAll("\\'", "'"))
		.join('\n');
	const words = [...section.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, said = '']) => said);
	expect(words.length).toBeGreaterThan(10);
	expect(words.filter((said) => !code.includes(said))).toEqual([]);
});
