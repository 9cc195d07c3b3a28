import type { Run } from './runs';
import type { Setting } from './settings';
import type { Outcome } from './tried';

/**
 * Known failures: runs with a wrong result under a setting. A run that succeeds fails the matrix until its line
 * is removed here, so that the list stays true.
 */
interface NotYet {
	/** Of settings. */
	readonly under: readonly string[];
	readonly why: string;
	readonly of: (run: Run, usual: Outcome) => boolean;
}

export const notYetWithstood: readonly NotYet[] = [
	{
		under: ['files as objects', 'files as addresses'],
		why: 'a whole record contains its files, which the service rejects; without them the service might clear them',
		of: ({ name }) => name === 'record.update, whole',
	},
];

const FILE = 'test/n8n/dialects/not-yet-withstood.ts';

export const isNotYet = (run: Run, some: readonly Setting[], usual: Outcome): boolean =>
	notYetWithstood.some(
		({ under, of }) => some.some(({ name }) => under.includes(name)) && of(run, usual),
	);

interface NotYetTold {
	readonly under: readonly string[];
	readonly why: string;
	readonly of: (event: string) => boolean;
}

export const ofRecords = (event: string) => event.startsWith('record');

/** What a trigger does not withstand yet: a story of which it emits other events than happened. */
// prettier-ignore
export const notYetTold: readonly NotYetTold[] = [
	{
		under: ['every page is the first'],
		why: 'the pages of a form that is read by record ID do not fit together, so polls fail',
		of: (event) => /^record(Deleted|StatusChanged)|, /.test(event),
	},
];

export const isNotYetTold = (event: string, some: readonly Setting[]): boolean =>
	notYetTold.some(({ under, of }) => some.some(({ name }) => under.includes(name)) && of(event));

/** What is wrong with a run or a story, when it may not be right yet. */
export const wrongForNow = (name: string, wrong: readonly string[], isExpected: boolean) => {
	if (!isExpected) return wrong;
	return wrong.length > 0 ? [] : [`${name}: is withstood now; take it out of ${FILE}`];
};
