import { packed, poll, range, stateOf, without } from './polls';

const thousand = range(1, 1_000);

type Lists = readonly number[] | ((requests: number) => readonly number[]);

/** One poll of a trigger that knows these records; pages in words as `5 of 100`, then the records read singly. */
function guarded(
	before: readonly number[],
	lists: Lists,
	{ pageSize = 100, largestPage = 100, cap = 1_000, maxRequests = 400 } = {},
) {
	const known = stateOf(before, { largestPage, leave: true });
	const service = (requests: number) => ({
		listed: typeof lists === 'function' ? lists(requests) : lists,
		cap,
	});
	const { asked, told, state } = poll(known, service, { pageSize, maxRequests });
	const of = (kind: string) =>
		asked
			.filter((request) => request.startsWith(kind))
			.map((request) => request.slice(kind.length));
	return { asked: of('page '), confirmed: of('record ').map(Number), told, state };
}

describe('a guard reads', () => {
	test.each<[string, number[], number[], string[]]>([
		[
			'the whole list, if it fits a page with what may have come to it',
			range(1, 80),
			range(1, 99),
			['1 of 100'],
		],
		['head and tail of a long list', thousand, thousand, ['1 of 20', '11 of 95']],
		[
			'on from the head until a known record comes',
			thousand,
			range(1, 1_150),
			['1 of 20', '1 of 100', '2 of 99', '12 of 100'],
		],
		['an empty form', [], [], ['1 of 20']],
		['an empty form that has got records to its end', [], range(1, 50), ['1 of 20', '1 of 100']],
		[
			'half the rows that remain where something is missing, until a page holds them',
			thousand,
			without(1_000, 437),
			['1 of 20', '11 of 95', '5 of 100', '8 of 100', '7 of 100', '6 of 100'],
		],
		[
			'one page for all rows that remain, with one more on each side',
			thousand,
			without(1_000, 75),
			['1 of 20', '11 of 95', '5 of 100', '8 of 100', '9 of 100', '10 of 99'],
		],
		[
			'further down when more has come than the head shows, and the head again',
			without(1_000, ...range(400, 599)),
			thousand,
			[
				...['1 of 20', '9 of 93', '11 of 95', '1 of 20'],
				...['4 of 100', '6 of 100', '5 of 100', '7 of 100'],
			],
		],
		[
			'further up, as far as pages reach down to the same place',
			thousand,
			range(201, 1_000),
			['1 of 20', '11 of 95', '10 of 99', '9 of 98'],
		],
	])('%s', (_, before, now, asked) => {
		const read = guarded(before, now);
		expect(read.asked).toEqual(asked);
		const gone = before.filter((id) => !now.includes(id));
		expect(read.confirmed).toEqual(gone);
		expect(read.told).toEqual(gone.map((id) => `recordDeleted:4:${id}:1`));
	});

	test('where the fewest records are first', () => {
		const { asked, confirmed } = guarded(range(1, 900), without(900, 300, 870));
		expect(confirmed).toEqual([300, 870]);
		expect(asked).toEqual([
			...['1 of 20', '10 of 94', '5 of 100'],
			...['7 of 100', '6 of 100'],
			...['3 of 100', '2 of 100', '1 of 100'],
		]);
	});

	test('above what was read of the head, if the list has become shorter than that', () => {
		const now = (requests: number) => range(requests < 2 ? 1 : 46, 140);
		const { asked, confirmed } = guarded(range(1, 85), now);
		expect(asked).toEqual(['1 of 20', '1 of 100', '2 of 99', '1 of 100', '2 of 94']);
		expect(confirmed).toEqual(range(1, 45));
	});

	test('pages of what the service has been seen to give', () => {
		const { asked, confirmed } = guarded(thousand, without(1_000, 437), {
			pageSize: 1_000,
			largestPage: 20,
			cap: 20,
		});
		expect(asked).toEqual(['1 of 20', '56 of 18', '26 of 20', '38 of 20', '32 of 20', '29 of 20']);
		expect(confirmed).toEqual([437]);
	});
});

describe('what is missing', () => {
	const alarm = (before: readonly number[], lists: Lists, maxRequests?: number) => () =>
		guarded(before, lists, { ...(maxRequests !== undefined && { maxRequests }) });

	test.each([
		['by the place of the tail', range(1, 120), range(60, 119), 2],
		['by a page without rows', thousand, range(701, 1_000), 5],
	])('is an alarm when it is too much, seen %s', (_, before, now, most) => {
		expect(alarm(before, now)).toThrow('records disappeared at once');
		expect(alarm(before, now, most)).toThrow('records disappeared at once');
		expect(alarm(before, now, most - 1)).not.toThrow();
	});
});

test.each([
	[300, 2],
	[1_000, 500],
])('if a site begins to cut pages of 100 to 50, of %i records only %i is missing', (size, gone) => {
	const service = { listed: without(size, gone), cap: 50 };
	const known = stateOf(range(1, size), { leave: true });
	const { told, state } = poll(known, service);
	expect(told).toEqual([`recordDeleted:4:${gone}:1`]);
	expect(state).toMatchObject({ largestPage: 50, listed: packed(...service.listed) });
	expect(poll(state, service).told).toEqual([]);
});
