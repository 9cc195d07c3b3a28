import { isUnder, wrongIn } from '../n8n/dialects/differences';
import type { Run } from '../n8n/dialects/runs';
import type { Setting } from '../n8n/dialects/settings';
import { tried, type Tried } from '../n8n/dialects/tried';

/** What runs come to under the plain dialect, by their names. */
const usual = new Map<string, Tried>();

/** Settings under which a run comes to something that none of them explains alone. */
const apart: ReadonlyArray<{
	readonly under: readonly string[];
	readonly why: string;
	readonly of: readonly string[];
}> = [
	{
		under: ['fieldTypes', 'times: '],
		why: 'a time is sent as it is written, and a site that writes times like that takes it',
		of: ['record.create, a moment'],
	},
	{
		under: ['fieldTypes', 'multipleFlag'],
		why: 'nothing tells that a field holds several choices',
		of: ['record.getAll, conditions', 'record.create, all kinds'],
	},
	{
		under: ['fieldTypes', 'selections'],
		why: 'nothing tells that a field holds users, so that they are sent as they were given or read',
		of: ['record.update, whole', 'record.create, all kinds', 'record.create, by name'],
	},
	{
		under: ['fileFields', 'readOnlyFields'],
		why: 'files that go back are ignored, and not rejected',
		of: ['record.update, whole'],
	},
	{
		under: ['createRecordAnswer', 'visibleAfterSeconds'],
		why: 'the service itself tells the ID of the new record, although the list lacks it',
		of: ['record.create, found'],
	},
	{
		under: ['writes that take effect after 202', 'writeBody'],
		why: 'no answer tells the ID of the new record, and the list lacks it',
		of: ['record.create, found'],
	},
	{
		under: ['pastTheEnd: repeats', 'pageCap: 100'],
		why: 'a page of 100 rows may not be the whole list; the run fails and says so',
		of: ['record.getAll, changed after', 'record.getAll, equal rows'],
	},
	{
		under: ['deletedListed', 'deletionFlag: absent'],
		why: 'nothing tells that a record is deleted',
		of: ['record.getAll, one deleted'],
	},
	{
		under: ['ties: shuffled', 'pageCap'],
		why: 'pages do not join if equal rows come in another order each time; the run fails and says so',
		of: ['record.getAll, equal rows'],
	},
];

const isApart = ({ name }: Run, settings: readonly Setting[]): boolean =>
	apart.some(
		({ under, of }) => of.includes(name) && under.every((one) => isUnder([one], settings)),
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
