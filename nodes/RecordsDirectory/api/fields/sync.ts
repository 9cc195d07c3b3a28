import { choice, codes, flag, integer, type Choice, type FieldSettings } from '../define';

const KEEP: Choice = {
	name: 'Keep',
	value: 'nothing',
	description: 'Keep the entries. The output lists them as missing.',
};
const DELETE: Choice = {
	name: 'Delete',
	value: 'delete',
	description: 'Delete the entries, 1 request per entry',
};
const RETIRE: Choice = {
	name: 'Retire',
	value: 'retire',
	description:
		'Retire the users, 100 per request. A retired user whom the service still lists is retired again.',
};

const REMOVALS = [DELETE.value, RETIRE.value];

interface SyncTexts {
	readonly changes: string;
	readonly removal: string;
	/** An example of what the service may reject although the plan shows it. */
	readonly rejected: string;
}

/** The options of a sync; they are the same for all input items. */
const syncing = (
	ways: readonly Choice[],
	{ changes, removal, rejected }: SyncTexts,
	limited: FieldSettings = {},
) => ({
	dryRun: flag('Dry Run', {
		place: 'local',
		default: true,
		description: `Whether to show what would be ${changes}, without changing anything. Each problem is shown at its item. The service may reject more${rejected}.`,
	}),
	missing: choice('Entries Not in Input', ways, {
		place: 'local',
		default: 'nothing',
		description: 'What to do with entries of the directory that are not in the input',
	}),
	mostRemovals: integer('Removal Limit', {
		place: 'local',
		min: 0,
		default: 10,
		...limited,
		description: `The most entries that one run may ${removal}. If there are more, nothing is sent.`,
	}),
});

/** The options for a kind of entry of which the service may reject some deletions. */
export const sync = (rejected: string) =>
	syncing(
		[KEEP, DELETE],
		{
			changes: 'created, updated or deleted',
			removal: 'delete',
			rejected: `, such as ${rejected}`,
		},
		{ shownIf: { missing: REMOVALS }, optional: true },
	);
/** *Retired* also removes users who are in the input, so the limit is always shown. */
export const userSync = syncing([KEEP, RETIRE, DELETE], {
	changes: 'created, updated, retired or deleted',
	removal: 'retire or delete',
	rejected: '',
});

export const neverRemove = codes('Exclude From Removal', {
	place: 'local',
	shownIf: { '/missing': REMOVALS },
	multiline: true,
	placeholder: 'e.g. ADMIN,E0001',
	description:
		'Codes of entries to keep although they are not in the input, such as service accounts. Separate them with commas or line breaks, or enter a list such as ["ADMIN","E0001"].',
});
