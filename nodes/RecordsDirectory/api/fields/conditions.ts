import { anything, choice, pick, rows } from '../define';

const OPERATORS = [
	{ name: 'Contains', value: 'contains' },
	{ name: 'Does Not Contain', value: 'notContains' },
	{ name: 'Does Not Equal', value: 'notEquals' },
	{ name: 'Equals', value: 'equals' },
	{ name: 'Is at Least', value: 'atLeast' },
	{ name: 'Is at Most', value: 'atMost' },
	{ name: 'Is Empty', value: 'empty' },
	{ name: 'Is Less Than', value: 'less' },
	{ name: 'Is More Than', value: 'more' },
	{ name: 'Is Not Empty', value: 'notEmpty' },
];

const columns = {
	field: pick('Field', 'sortField'),
	operator: choice('Operator', OPERATORS, {
		default: 'equals',
		description:
			'Is Less Than, Is More Than, Is at Least and Is at Most work only with numbers, dates and times',
	}),
	value: anything('Value', {
		description:
			'Enter times in the time zone of the site. Separate several choices, users or organizations with commas.',
	}),
};

/** Conditions on records, checked by the node on the records that it reads. */
export const conditions = rows('Conditions', columns, {
	place: 'local',
	row: 'Condition',
	description:
		'Return only records that match. Without Keyword, Query or a time, the node reads the form until enough records match, 1 request per 1,000 records.',
});

export const conditionsHold = choice(
	'Conditions to Match',
	[
		{ name: 'All', value: 'all' },
		{ name: 'Any', value: 'any' },
	],
	{
		place: 'local',
		default: 'all',
		description: 'How many of the conditions a record has to match',
	},
);
