import { choice, flag, integer, pick, rows, text, type Field } from '../define';
import { pickables } from '../pickables';

export const form = pick('Form', 'form', {
	wire: 'appsId',
	description: 'The form (app) that contains the records',
});

export const recordId = pick('Record', 'record', {
	description: 'From the list, or by its ID, Identification ID (such as SUP00125) or page URL',
});

export const nameSearch = {
	name: text('Name', { description: 'Return only results with this name' }),
};

export const dryRun = (changes: string, rejected = '') =>
	flag('Dry Run', {
		place: 'local',
		default: true,
		description: `Whether to show what would be ${changes}, without changing anything. Each problem is shown at its item. The service may still reject something${rejected}.`,
	});

export const unknownColumns = choice(
	'Unknown Columns',
	[
		{ name: 'Fail', value: 'fail', description: 'Reject the item before anything is sent' },
		{ name: 'Ignore', value: 'ignore', description: 'Do not send them, and name them in a hint' },
	],
	{
		place: 'local',
		default: 'ignore',
		description: "What to do with input columns that match no field, with 'Map Automatically'",
	},
);

const names = choice(
	'Name Fields By',
	[
		{
			name: 'Captions',
			value: 'captions',
			description: 'The names shown in the form. Takes 1 more request.',
		},
		{
			name: 'Field IDs',
			value: 'identifiers',
			description: 'Stay the same when captions change. Values are returned unchanged.',
		},
	],
	{ place: 'local', default: 'captions' },
);

const usersAs = choice(
	'Return Users and Organizations As',
	[
		{ name: 'Codes', value: 'codes', description: 'A list such as ["E0001"]' },
		{ name: 'Names', value: 'names', description: 'A list such as ["Aiko Tanaka"]' },
		{ name: 'Objects', value: 'objects', description: 'A list of objects with code and name' },
	],
	{
		place: 'local',
		default: 'objects',
		description:
			"How to return users and organizations in fields. Has no effect if 'Simplify' is off. Takes 1 more request if 'Name Fields By' is 'Field IDs'.",
	},
);

export const layout = { names, usersAs };

export const OPERATORS = {
	contains: 'Contains',
	notContains: 'Does Not Contain',
	notEquals: 'Does Not Equal',
	equals: 'Equals',
	more: 'Greater Than',
	atLeast: 'Greater Than or Equal',
	empty: 'Is Empty',
	notEmpty: 'Is Not Empty',
	less: 'Less Than',
	atMost: 'Less Than or Equal',
} as const;
const operators = Object.entries(OPERATORS).map(([value, name]) => ({ name, value }));

export const conditions = {
	mustMatch: choice(
		'Must Match',
		[
			{ name: 'Any Condition', value: 'any' },
			{ name: 'All Conditions', value: 'all' },
		],
		{ place: 'local', isFixed: true, default: 'all' },
	),
	conditions: rows(
		'Conditions',
		{
			field: pick('Field', 'sortField'),
			condition: choice('Condition', operators, { from: pickables.condition, default: 'equals' }),
			value: {
				kind: 'anything',
				label: 'Value',
				shownIf: { condition: Object.keys(OPERATORS).filter((name) => !/empty/i.test(name)) },
				description:
					'Enter times in the time zone of the site. Separate several choices, users or organizations with commas.',
			},
		},
		{
			place: 'local',
			row: 'Condition',
			optional: true,
			description:
				"Return only records that meet the conditions. Without 'Keyword', 'Query', 'Changed After' or 'Created After', the node reads the form until enough records match: 1 request per 1,000 records.",
		},
	),
};

/** `from` is what is read, `as` the usual name of the result. */
export const lookUp = (field: Field, from: string, as: string) =>
	({
		params: {
			matches: rows(
				'Match On',
				{
					field,
					value: {
						kind: 'anything',
						label: 'Value',
						description:
							"The value to look for. Without one, an item finds nothing; with 'Not in Input', 'Update' or 'Delete' it fails.",
					},
				},
				{
					place: 'local',
					row: 'Field',
					default: true,
					description: `The fields to compare; all must match. Takes 1 request per 1,000 ${from}, for all items together.`,
				},
			),
			keep: choice(
				'Items to Return',
				[
					{ name: 'All', value: 'all', description: `If nothing is found, '${as}' is null` },
					{ name: 'Only Found', value: 'found' },
					{ name: 'Only Not Found', value: 'notFound' },
					{
						name: 'Not in Input',
						value: 'others',
						description: `The ${from} that no item matches, such as those to delete`,
					},
				],
				{ place: 'local', default: 'all' },
			),
		},
		options: {
			resultName: text('Put Result in Field', {
				place: 'local',
				placeholder: 'e.g. customer',
				description: 'The name of the output property for the match',
			}),
		},
		returns: { kind: 'one' },
		runs: { kind: 'lookUp', as },
	}) as const;

/** In n8n's own words. */
export const listing = {
	returnAll: flag('Return All', {
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	}),
	limit: integer('Limit', {
		default: 50,
		min: 1,
		description: 'Max number of results to return',
	}),
	simplify: flag('Simplify', {
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	}),
};
