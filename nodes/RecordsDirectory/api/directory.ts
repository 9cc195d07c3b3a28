import { choice, flag, integer, operation, pick, picks, text, type Fields } from './define';
import { dryRun, lookUp, nameSearch, unknownColumns } from './fields/shared';

export const CODE_LENGTH = 256;

export const CLEARS = 'Leave empty to clear it';

export const descriptiveFields = (nameLength: number) => ({
	alias: text('Alias', {
		maxLength: nameLength,
		description: 'An alternative name',
		whenEmpty: CLEARS,
	}),
	aliasKana: text('Phonetic Alias (Kana)', {
		maxLength: 256,
		description: 'How the alias is pronounced',
		whenEmpty: CLEARS,
	}),
	note: text('Note', { multiline: true, whenEmpty: CLEARS }),
});

const changedCode = text('New Code', {
	wire: 'code',
	maxLength: CODE_LENGTH,
	description: 'The code that replaces the current one',
});

const keepOthers = flag('Keep Unmapped Values', {
	place: 'local',
	default: true,
	description:
		'Whether to first read the values that you do not map, and send them too. Otherwise the service may clear them or reject the update. Takes 1 more request per item.',
});

/** In the words of n8n's mapper. */
const mappingMode = choice(
	'Mapping Column Mode',
	[
		{
			name: 'Map Automatically',
			value: 'autoMapInputData',
			description: 'Use input properties with the names of the fields',
		},
		{
			name: 'Map Each Column Manually',
			value: 'defineBelow',
			description: 'Enter a value for each field',
		},
	],
	{
		place: 'local',
		isFixed: true,
		default: 'defineBelow',
		description: 'How the fields get their values',
	},
);

type Kind = 'organization' | 'position' | 'user';

const labelFor = (kind: Kind) => kind.replace(/^./, (letter) => letter.toUpperCase());

const KEEP = { name: 'Keep', value: 'nothing', description: 'The output lists them as kept' };
const DELETE = { name: 'Delete', value: 'delete', description: '1 per request' };
const RETIRE = { name: 'Retire', value: 'retire', description: '100 per request' };

const REMOVALS = [DELETE.value, RETIRE.value];

const missing = (kind: Kind, choices: ReadonlyArray<typeof KEEP>) =>
	choice(`${labelFor(kind)}s Not in Input`, choices, {
		place: 'local',
		default: 'nothing',
		description: `What to do with ${kind}s of the directory that are not in the input`,
	});

const mostRemovals = (kind: Kind, removal: string) =>
	integer('Removal Limit', {
		place: 'local',
		min: 0,
		default: 10,
		description: `The most ${kind}s that one run may ${removal}. Above this, nothing is sent.`,
	});

/** The same for all input items. `rejected` is an example of deletions that the service may reject. */
export const sync = (kind: Kind, rejected: string) => ({
	dryRun: dryRun('created, updated or deleted', `, such as ${rejected}`),
	missing: missing(kind, [KEEP, DELETE]),
	mostRemovals: {
		...mostRemovals(kind, 'delete'),
		shownIf: { missing: REMOVALS },
		optional: true,
	},
});
/** *Retired* also removes users who are in the input, so the limit is always shown. */
export const userSync = {
	dryRun: dryRun('created, updated or removed'),
	missing: missing('user', [KEEP, RETIRE, DELETE]),
	mostRemovals: mostRemovals('user', 'remove'),
};

const neverRemove = (kind: Kind) => ({
	...picks(`Excluded ${labelFor(kind)} Names or IDs`, kind),
	place: 'local' as const,
	shownIf: { '/missing': REMOVALS },
});

interface EntrySettings {
	readonly kind: Kind;
	/** The name of their list in requests and replies. */
	readonly root: string;
	readonly nameLength: number;
	readonly codeNote?: string;
	readonly needed: Fields;
	readonly extras: Fields;
	readonly sync: Fields;
	readonly matched?: ReadonlyArray<{ readonly name: string; readonly value: string }>;
}

export const entryOperations = <const S extends EntrySettings>(settings: S) => {
	const { kind, root, nameLength, codeNote = '' } = settings;
	const one = kind === 'organization' ? `an ${kind}` : `a ${kind}`;
	const existing = pick(labelFor(kind), kind, { maxLength: CODE_LENGTH });
	const newCode = text('Code', {
		wire: 'code',
		maxLength: CODE_LENGTH,
		description: `The code of the ${kind}${codeNote}`,
	});
	const name = text('Name', { maxLength: nameLength });
	const kana = text('Phonetic Name (Kana)', {
		maxLength: 2 * nameLength,
		description:
			'How the name is pronounced. Lists are sorted by it. If you do not know it, enter the name again.',
	});
	const extras: S['extras'] = settings.extras;
	const identity = { newCode, name, kana, ...(settings.needed as S['needed']) };
	const entry = { params: { mappingMode, ...identity }, additionalFields: extras };
	return {
		create: operation(`POST /api/admin/${kind}s`, {
			description: `Add ${one} to the directory`,
			...entry,
			options: { unknownColumns },
			returns: { kind: 'created', identity: 'code' },
			runs: { kind: 'create' },
		}),
		delete: operation(`DELETE /api/admin/${kind}s/{code}`, {
			description: `Delete ${one} from the directory`,
			params: { code: existing },
			returns: { kind: 'deleted' },
		}),
		get: operation(`GET /api/admin/${kind}s/{code}`, {
			description: `Return one ${kind}`,
			params: { code: existing },
			returns: { kind: 'one' },
		}),
		getAll: operation(`GET /api/admin/${kind}s`, {
			description: `Return many ${kind}s`,
			params: {},
			filters: nameSearch,
			returns: { kind: 'many', root },
			runs: { kind: 'pages' },
		}),
		// These two come before the others that have columns, so that the panel shows their own inputs first.
		update: operation(`PUT /api/admin/${kind}s/{code}`, {
			description: `Change ${one}`,
			params: { code: { ...existing, place: 'path and body' }, keepOthers, mappingMode },
			additionalFields: { ...extras, ...identity, newCode: changedCode },
			options: { unknownColumns },
			returns: { kind: 'updated' },
			runs: { kind: 'update' },
		}),
		sync: operation(`POST /api/admin/${kind}s/import`, {
			description: `Make the directory match the input: create and update ${kind}s, and optionally delete all others`,
			params: { ...(settings.sync as S['sync']), mappingMode, ...identity },
			additionalFields: extras,
			options: { neverRemove: neverRemove(kind), unknownColumns },
			returns: { kind: 'synced' },
			runs: { kind: 'syncEntries', root },
		}),
		import: operation(`POST /api/admin/${kind}s/import`, {
			description: `Add ${kind}s, or overwrite those with the same code, 100 per request`,
			...entry,
			options: { unknownColumns },
			returns: { kind: 'imported' },
			runs: { kind: 'import', root },
		}),
		lookUp: operation(`GET /api/admin/${kind}s`, {
			description: `Add the matching ${kind} to each item, reading the list once`,
			...lookUp(
				choice(
					'Field',
					[
						{ name: 'Code', value: 'code' },
						...(settings.matched ?? []),
						{ name: 'Name', value: 'name' },
					],
					{ default: 'code' },
				),
				`${kind}s`,
				kind,
			),
		}),
		upsert: operation(`POST /api/admin/${kind}s/import`, {
			description: `Create a new ${kind}, or update the current one if it already exists (upsert)`,
			...entry,
			options: { unknownColumns },
			returns: { kind: 'upserted' },
			runs: { kind: 'upsertEntries', root },
		}),
	};
};
