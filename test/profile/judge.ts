import { wrongIn } from '../n8n/dialects/differences';
import type { Run } from '../n8n/dialects/runs';
import type { Setting } from '../n8n/dialects/settings';
import { tried, type Tried } from '../n8n/dialects/tried';

/** What runs come to under the plain dialect, by their names. */
const usual = new Map<string, Tried>();

/** Settings under which a run comes to something that none of them explains alone. */
const apart: ReadonlyArray<{
	readonly under: readonly RegExp[];
	readonly why: string;
	readonly of: readonly string[];
}> = [
	{
		under: [/^types without words$/, /^times /],
		why: 'a time is sent as it is written, and a site that writes times like that takes it',
		of: ['record.create, a moment'],
	},
	{
		under: [/^types without words$/, /^multiple is false$/],
		why: 'nothing tells that a field holds several choices',
		of: ['record.getAll, conditions', 'record.create, all kinds'],
	},
	{
		under: [/^types without words$/, /^selections /],
		why: 'nothing tells that a field holds users, so that they are sent as they were given or read',
		of: ['record.update, whole', 'record.create, all kinds', 'record.create, by name'],
	},
	{
		under: [/^files as /, /^calculated values ignored$/],
		why: 'files that go back are ignored, and not rejected',
		of: ['record.update, whole'],
	},
	{
		under: [/^201 with /, /^visible later$/],
		why: 'the service itself tells the ID of the new record, although the list lacks it',
		of: ['record.create, found'],
	},
	{
		under: [/^writes that take effect after 202$/, /^writes answer nothing$/],
		why: 'no answer tells the ID of the new record, and the list lacks it',
		of: ['record.create, found'],
	},
	{
		under: [/^every page is the first$/, /^100 rows a page$/],
		why: 'a page of 100 rows may not be the whole list; the run fails and says so',
		of: ['record.getAll, changed after'],
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

/**
 * What is wrong with a run under any number of settings, in sentences. It has to send, return and leave at the service what it does
 * under the plain dialect, though two settings together may write values in ways that none of them has alone.
 */
export async function wrongWithRun(
	run: Run,
	settings: readonly Setting[],
): Promise<readonly string[]> {
	if (isApart(run, settings)) return [];
	const plain = usual.get(run.name) ?? (await tried(run, []));
	usual.set(run.name, plain);
	const { outcome } = await tried(run, settings);
	return wrongIn(run, settings, { expected: plain.outcome, actual: outcome, meaning: true });
}
