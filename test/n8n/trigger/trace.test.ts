import type { INodeParameters } from 'n8n-workflow';
import { inAHurry } from '../../support/hurry';
import { takeLog } from '../../support/n8n';
import { given as notices, nothingElse, raise } from '../../support/noticing';
import { FORM, watching, type Watching } from '../../support/watching';

const lines = () =>
	takeLog()
		.filter((line) => line.startsWith('debug Poll of'))
		.map((line) => /: (window .*?) \{/.exec(line)?.[1]);

/** An event, a change that starts it, and the lines of a first, a quiet and a poll with the change. */
type Story = [INodeParameters, (life: Watching) => unknown, RegExp[]];

const BASELINE = 'a new baseline, which emits nothing$';
const QUIET = 'emitted 0; nothing is new$';
const CHANGED = 'new 1, emitted 1; something has changed since the last poll$';

it.each<Story>([
	[
		{ event: 'recordCreated' },
		({ create }) => create('new'),
		[
			new RegExp(
				`^window the newest records; requests 1, rows \\d+, new \\d+, emitted 0; ${BASELINE}`,
			),
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
			new RegExp(`^window all records; requests 2, .*${CHANGED}`),
		],
	],
	[
		notices('noticeCountChanged'),
		({ service }) => raise(service, 5),
		[
			new RegExp(`^window 1 of 1 users; requests 1, .*${BASELINE}`),
			new RegExp(`^window 1 of 1 users; requests 1, .*${QUIET}`),
			new RegExp(`^window 1 of 1 users; requests 1, .*${CHANGED}`),
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

it('says what is left to the next poll, and what was found without being watched', async () => {
	await inAHurry(async () => {
		const given = { event: 'recordUpdated', options: { watchedFields: 'field-41' } };
		await watching({ given }, async ({ poll, pass, bulk, credentials }) => {
			bulk(12_000);
			pass(600);
			takeLog();
			await poll({ credentials: { ...credentials, requestsPer100Seconds: 10 } });
			expect(lines()).toEqual([
				expect.stringMatching(
					/the next poll reads on, as the triggers' part of the limit is used$/,
				),
			]);
		});
	});
});

it('says that new rows hold no change that is watched', async () => {
	const given = { event: 'recordUpdated', options: { watchedFields: 'field-41' } };
	await watching({ given }, async ({ service, poll, pass }) => {
		await poll();
		pass(600);
		await poll();
		takeLog();
		service.store.updateRecord(FORM, 7, { 'field-42': 'x' });
		await poll();
		expect(lines()).toEqual([
			expect.stringMatching(/new 1, emitted 0; the new rows hold no change that is watched$/),
		]);
	});
});
