import { choice, flag, identifiers, integer, type Choice } from '../define';

const NOTHING: Choice = {
	name: 'Leave Them',
	value: 'nothing',
	description: 'They stay, and are in the output as missing',
};
const DELETE: Choice = { name: 'Delete Them', value: 'delete', description: 'One request each' };
const RETIRE: Choice = {
	name: 'Retire Them',
	value: 'retire',
	description:
		'A hundred in a request. The service does not tell who has retired: whoever it still lists is retired again.',
};

/** What a sync is told besides the entries; the same for all input items. */
const syncing = (ways: readonly Choice[]) => ({
	dryRun: flag('Dry Run', {
		place: 'local',
		default: true,
		description:
			'Whether to send nothing, and return what would be created, updated, retired or deleted. A problem is marked at its item. The service may reject more, such as the deletion of an organization with users.',
	}),
	missing: choice('Missing Ones', ways, {
		place: 'local',
		default: 'nothing',
		description: 'What happens to those that the service has and the input does not',
	}),
	mostRemovals: integer('Most Removals', {
		place: 'local',
		min: 0,
		default: 10,
		description: 'When more would be retired or deleted, nothing at all is sent',
	}),
});

export const sync = syncing([NOTHING, DELETE]);
export const userSync = syncing([NOTHING, RETIRE, DELETE]);

export const neverRemove = identifiers('Never Remove', {
	place: 'local',
	placeholder: 'e.g. ADMIN,E0001',
	description:
		'Comma-separated codes of those that stay although they are missing, such as service accounts',
});
