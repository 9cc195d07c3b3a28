import { ChangePoll } from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import { DeletionPoll } from '../../nodes/RecordsDirectory/core/trigger/deletions/deletions';
import { NoticePoll } from '../../nodes/RecordsDirectory/core/trigger/notices';
import { scenarios } from './scenarios';
import { simulate } from './simulate';

function run(words: string[]) {
	const lines: string[] = [];
	const code = simulate(words, (line) => lines.push(line));
	// A slow machine also prints how far it has come.
	const isProgress = (line: string) => / of .+ runs, .+ left$/.test(line);
	return { code, text: lines.filter((line) => !isProgress(line)).join('\n') };
}

test('the command runs all scenarios of records, deletions and notices, counts, and says how', () => {
	const words = ['--runs', '70', '--seed', '4'];
	const { code, text } = run(words);
	expect(code).toBe(0);
	expect(text).toContain('70 runs, seed 4');
	expect(text).toMatch(/\| All +\| +70 \|/);
	for (const { name } of scenarios) expect(text).toContain(`| ${name} `);
	expect(text).not.toMatch(/\| +0 \| +0 \| +0 \| +0 \| +0 \|/);
	expect(run(words).text).toBe(text);
});

test.each([
	['deletions', 12],
	['notices', 7],
	['17: deletions, a busy form', 1],
	['18: watched fields, a first reading over several polls', 1],
])('scenarios are chosen by a part of their names: %s', (part, count) => {
	const { code, text } = run(['--runs', '22', '--scenario', part]);
	expect(code).toBe(0);
	const lines = text.split('\n').filter((line) => line.startsWith('| '));
	const named = lines.slice(2, -1);
	expect(named).toHaveLength(count);
	for (const line of named) expect(line).toContain(part);
});

/** Polls of the class, of which each emits other events. */
function emitting<Event>(
	{ prototype }: { prototype: { end(): { readonly events: readonly Event[] } } },
	otherwise: (events: readonly Event[]) => readonly Event[],
): void {
	const { end } = prototype;
	jest.spyOn(prototype, 'end').mockImplementation(function (this: typeof prototype) {
		const ended = end.call(this);
		return { ...ended, events: otherwise(ended.events) };
	});
}
afterEach(() => void jest.restoreAllMocks());

const losing = () => emitting(ChangePoll, () => []);
const repeating = () =>
	emitting(DeletionPoll, (events) =>
		events.map((one) => ({ ...one, eventId: one.eventId.replace(/\d+$/, '1') })),
	);
const forgetting = () => emitting(NoticePoll, (events) => events.filter(({ count }) => count > 0));

test.each<[string, () => void, RegExp]>([
	['second edit', losing, /Lost: version \d+ of/],
	['deletions, records that', repeating, /Repeated: recordDeleted:7:\d+:1\.\n\n\{"seed":\d+,/],
	['notices', forgetting, /Lost: the count \S+ of E1.* from \d+ to 0\.\n/],
])(
	'a life that breaks a promise is made small, told, and can be run again: %s',
	(part, mistake, story) => {
		mistake();
		const { code, text } = run(['--runs', '700', '--scenario', part]);
		expect(code).toBe(1);
		expect(text).toMatch(story);
		const [, name, ...words] = /--scenario "(.+)" (--seed) (\d+) (--runs) (\d+)$/.exec(text)!;
		const { code: codeAgain, text: textAgain } = run(['--scenario', name!, ...words]);
		expect(codeAgain).toBe(1);
		expect(textAgain.split('\n').slice(-3)).toEqual(text.split('\n').slice(-3));
	},
);

test.each([
	[['--bogus'], 'There is no option --bogus.'],
	[['--runs', '0'], '--runs must be a whole number'],
	[['--scenario', 'no such'], 'No scenario'],
])('%j is refused in plain words', (words, message) => {
	const { code, text } = run(words);
	expect(code).toBe(2);
	expect(text).toContain(message);
});

test('--help lists the options and runs nothing', () => {
	const { code, text } = run(['--help']);
	expect(code).toBe(0);
	expect(text).toContain('--scenario <text>');
});
