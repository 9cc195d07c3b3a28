import { expectedOf } from '../n8n/dialects/allowed';
import { isNotYet } from '../n8n/dialects/not-yet-withstood';
import { runs, type Run } from '../n8n/dialects/runs';
import type { Setting } from '../n8n/dialects/settings';
import { tried, type Outcome, type Tried } from '../n8n/dialects/tried';
import { meaningOf } from './meaning';

/** What runs come to under the plain dialect, by their names. */
const usual = new Map<string, Tried>();

class NotTried extends Error {}

const outcomeOf = (name: string): Outcome => {
	const one = usual.get(name);
	if (!one) throw new NotTried(name);
	return one.outcome;
};

/** What a run has to come to; it tries under the plain dialect what that depends on. */
async function expected(
	run: Run,
	settings: readonly Setting[],
): Promise<ReturnType<typeof expectedOf>> {
	try {
		return expectedOf(run, settings, outcomeOf);
	} catch (error) {
		if (!(error instanceof NotTried)) throw error;
		const missing = runs.find(({ name }) => name === error.message)!;
		usual.set(missing.name, await tried(missing, []));
		return await expected(run, settings);
	}
}

/** Settings under which a run comes to something that none of them explains alone. */
const apart: ReadonlyArray<{
	readonly under: readonly RegExp[];
	readonly why: string;
	readonly of: readonly string[];
}> = [
	{
		under: [/^types without words$/, /^times /],
		why: 'a time is sent as it is written, and a site that writes times like that takes it',
		of: ['record.create, a moment', 'record.upsert, a date that differs in spelling'],
	},
	{
		under: [/^types without words$/, /^multiple is false$/],
		why: 'nothing tells that a field holds several choices',
		of: [
			'record.getAll, conditions',
			'record.create, several in one field',
			'record.create, all kinds',
		],
	},
	{
		under: [/^types without words$/, /^selections /],
		why: 'nothing tells that a field holds users, so that they are sent as they were given or read',
		of: [
			'record.update, whole',
			'record.create, all kinds',
			'record.create, by name',
			'record.create, selections',
		],
	},
	{
		under: [/^201 with /, /^visible later$/],
		why: 'the service itself tells the ID of the new record, although the list lacks it',
		of: ['record.create, found'],
	},
	{
		under: [/^times in UTC$/, /^left out is cleared$/],
		why: 'the record is written again, and the rest of it cleared',
		of: ['record.upsert, a date that differs in spelling'],
	},
	{
		under: [/^every page is the first$/, /^100 rows a page$/],
		why: 'a page of 100 rows may not be the whole list; the run fails and says so',
		of: ['record.upsert, in many records', 'record.getAll, changed after'],
	},
	{
		under: [/^equal rows shuffled$/, /^100 rows a page$/],
		why: 'pages do not join if equal rows come in another order each time; the run fails and says so',
		of: ['record.getAll, equal rows'],
	},
];

const isApart = ({ name }: Run, settings: readonly Setting[]): boolean =>
	apart.some(
		({ under, of }) =>
			of.includes(name) && under.every((one) => settings.some((setting) => one.test(setting.name))),
	);

const isNoLook = (line: string) => !line.startsWith('{"method":"GET"');

/**
 * What is wrong with a run under any number of settings, in sentences. It has to send, return and leave at the service what it does
 * under the plain dialect. Where a setting explains a difference, the values only have to mean the same: two settings together
 * spell them in ways that none of them has alone. How often it reads is left open, as that depends on the size of pages.
 */
export async function wrongWithRun(
	run: Run,
	settings: readonly Setting[],
): Promise<readonly string[]> {
	const { expected: right, read } = await expected(run, settings);
	const plain = outcomeOf(run.name);
	if (isApart(run, settings) || isNotYet(run, settings, plain)) return [];
	const { outcome } = await tried(run, settings);
	const actual = read(outcome);
	return (['sent', 'told', 'left'] as const).flatMap((part) => {
		const isExplained = !isSame(plain[part], right[part]) || !isSame(outcome[part], actual[part]);
		const lines = ({ [part]: all }: Outcome) =>
			all.filter(isNoLook).map((line) => (isExplained ? meaningOf(line) : line));
		const [one, other] = [lines(right), lines(actual)];
		const at = [...one, ''].findIndex((line, n) => line !== other[n]);
		if (isSame(one, other)) return [];
		return [`${run.name}, ${part}:\n  expected ${one[at]}\n  it was   ${other[at]}`];
	});
}

const isSame = (one: readonly string[], other: readonly string[]) =>
	one.join('\n') === other.join('\n');
