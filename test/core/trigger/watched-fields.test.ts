import {
	fieldNamesIn,
	mustStayListed,
	withWatched,
} from '../../../nodes/RecordsDirectory/core/trigger/watched-fields';

it.each([
	[undefined, []],
	['status', []],
	['f-1, status, f-2', ['f-1', 'f-2']],
])('the fields among %j', (given, names) => expect(fieldNamesIn(given)).toEqual(names));

it.each([
	[{ fields: 'f-1', watchedFields: 'f-2,status,f-1' }, 'f-1,f-2'],
	[{ fields: 'f-1' }, 'f-1'],
	[{ fields: 'f-2, f-2' }, 'f-2, f-2'],
	[{ watchedFields: 'f-2' }, undefined],
])('the output of %j has the watched fields', (values, fields) => {
	expect(withWatched({ ...values, form: 1 })).toEqual({
		...{ ...values, form: 1 },
		...(fields && { fields }),
	});
});

describe('a query and the watched fields', () => {
	it.each([
		[undefined, 'f-1'],
		['f-1 = 2', undefined],
		['f-1 = 2', 'f-10'],
		['f-10 = 2', 'f-1'],
		['f-2 = "f-1"', 'f-1'],
		["f-2 = 'f-1'", 'f-1'],
		['f-2 = "a \\" f-1"', 'f-1'],
		["f-2 = 'a \\' f-1'", 'f-1'],
		['f-2 = "a f-1', 'f-1'],
		['f-2 = "a f-1\\', 'f-1'],
		["f-2 = 'a f-1 b'", 'f-1'],
		["f-2 = 'a \\' f-1 \\' b'", 'f-1'],
		["f-2 = 'a f-1", 'f-1'],
		["f-2 = 'a f-1\\", 'f-1'],
		["f-2 = 'a\nf-1'", 'f-1'],
	])('%s may be used while %s is watched', (query, watched) => {
		expect(() => mustStayListed(query, watched)).not.toThrow();
	});

	it.each([
		'f-1 = 2',
		'f-2="x"and(f-1!=3)',
		'f-2 in (1,f-1)',
		'f-1>1',
		'f-2<f-1',
		'f-2 = "a\\\\" and f-1 = 1',
		'f-2 = "" and f-1:1',
		"f-2 = 'a' and f-1 = 'b'",
		'f-1"a"or f-2 = 1',
		"f-2 = 'a\\\\' and f-1 = 1",
	])('%s may not', (query) => {
		expect(() => mustStayListed(query, 'f-9,f-1')).toThrow(
			expect.objectContaining({
				message: "The 'Query' contains f-1, whose changes should start the workflow",
				advice: expect.stringMatching(/^Remove f-1 from the query\b/),
			}),
		);
	});
});
