import { readFileSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';
import { inAHurry } from '../../support/hurry';
import { takeLog } from '../../support/n8n';
import { given as notices, nothingElse, raise } from '../../support/noticing';
import { sourceFiles } from '../../support/source';
import { FORM, watching, type Watching } from '../../support/watching';

/** Logged once, however many polls it takes. */
const LONG = 'Changes made before it ends may not trigger the workflow.';
const POLL = "debug Poll of 'Records and Directory Trigger' of workflow 'Workflow of the tests': ";
const linesIn = (log: readonly string[]) =>
	log.filter((line) => line.startsWith(POLL)).map((line) => /: (.*) \{/.exec(line)?.[1]);
const lines = () => linesIn(takeLog());

const NEW = '\\(not seen in the window before\\)';
const BASELINE = 'new \\d+, emitted 0; a new baseline, which emits nothing$';
const EXISTING = `emitted \\d\\d+; existing records, as chosen in 'Existing Records Since'; events (recordCreated:4:\\S+ [\\d:]+ ${NEW}(, | and )){20}\\d+ more$`;
const QUIET = 'new 0, emitted 0; nothing is new$';
const CHANGED = 'new 1, emitted 1; something has changed since the last poll; events';

/** An event, a change that starts it, what a first and a later poll read, the end of a first line, and the event. */
type Story = [INodeParameters, (life: Watching) => unknown, string, string, string, string];

it.each<Story>([
	[
		{ event: 'recordCreated' },
		({ create }) => create('new'),
		'the newest records; requests 1',
		'from 2026-[ \\d:-]+; requests 1',
		BASELINE,
		`recordCreated:4:\\d+:2026-[ \\d:-]+ ${NEW}`,
	],
	[
		{ event: 'recordUpdated', options: { watchedFields: 'field-41' } },
		({ edit }) => edit(7, 'edited'),
		'the newest records; requests \\d',
		'from 2026-[ \\d:-]+; requests [12]',
		BASELINE,
		'recordUpdated:4:7:2026-.* \\(the value differs from the last one\\)',
	],
	[
		{ event: 'recordCreatedOrUpdated', options: { watchedFields: 'field-41' } },
		({ create }) => create('new'),
		'the newest records; requests \\d',
		'from 2026-[ \\d:-]+; requests 1',
		BASELINE,
		'recordCreatedOrUpdated:4:.* \\(created since the start\\)',
	],
	[
		{ event: 'recordCreated', options: { existingSince: '1970-01-01' } },
		({ create }) => create('new'),
		'from 1970-01-01 00:00:00; requests 3',
		'from 2026-[ \\d:-]+; requests 1',
		EXISTING,
		'recordCreated:4:.*',
	],
	[
		{ event: 'recordDeleted' },
		({ service }) => service.store.deleteRecord(FORM, 3),
		'all records; requests \\d',
		'all records; requests [12]',
		BASELINE,
		'recordDeleted:4:3:1 \\(the service answers 404\\)',
	],
	[
		notices('noticeCountChanged'),
		({ service }) => raise(service, 5),
		'1 of 1 users; requests 1',
		'1 of 1 users; requests 1',
		BASELINE,
		'noticeCountChanged:\\S+:1:\\d:5',
	],
])(
	'each poll says in the log why it emits what it emits: %j',
	async (given, change, first, later, start, event) => {
		await watching({ given }, async (life) => {
			if (given.code) nothingElse(life.service);
			const said: Array<string | undefined> = [];
			takeLog();
			for (const happen of [() => {}, () => life.pass(300), () => {}, () => change(life)]) {
				happen();
				await life.poll();
				said.push(...lines());
			}
			// The second poll may still find the window of the first one open.
			said.splice(1, 1);
			expect(said).toEqual([
				expect.stringMatching(`^window ${first}, rows \\d+, .*${start}`),
				expect.stringMatching(`^window ${later}, rows \\d+, ${QUIET}`),
				expect.stringMatching(`^window ${later}, rows \\d+, ${CHANGED} ${event}$`),
			]);
		});
	},
);

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
		await publish(saved)();
		lines();
		await poll();
		expect(lines()).toEqual(['emitted 0; n8n has registered the trigger again']);
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
			const log: string[] = [];
			for (let n = 0; n < 5; n++) {
				skip(110_000);
				pass(110);
				create('new');
				await poll();
				log.push(...takeLog());
			}
			expect(log.filter((line) => line.includes(LONG))).toHaveLength(1);
			const LEFT = "the next poll continues, as the triggers' part of the limit is used";
			const goesOn = 'emitted 0; the baseline continues, which emits nothing';
			expect(linesIn(log)).toEqual([
				expect.stringContaining(`emitted 0; a new baseline, which emits nothing; ${LEFT}`),
				expect.stringContaining(`${goesOn}; ${LEFT}`),
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
