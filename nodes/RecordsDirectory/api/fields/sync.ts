import { choice, flag, identifiers, integer, type Choice, type FieldSettings } from '../define';

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

/** The options of a sync; they are the same for all input items. */
const syncing = (ways: readonly Choice[], limited: FieldSettings = {}) => ({
	dryRun: flag('Dry Run', {
		place: 'local',
		default: true,
		description:
			'Whether to show what would be created, updated, retired or deleted, without changing anything. Each problem is shown at its item. The service may reject more, such as deleting an organization that has users.',
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
		description:
			'The most entries that one run may retire or delete. If there are more, nothing is sent.',
	}),
});

export const sync = syncing([KEEP, DELETE], { shownIf: { missing: REMOVALS }, optional: true });
/** *Retired* also removes users who are in the input, so the limit is always shown. */
export const userSync = syncing([KEEP, RETIRE, DELETE]);

export const neverRemove = identifiers('Exclude From Removal', {
	place: 'local',
	shownIf: { '/missing': REMOVALS },
	placeholder: 'e.g. ADMIN,E0001',
	description:
		'Comma-separated codes of entries to keep although they are not in the input, such as service accounts',
});
