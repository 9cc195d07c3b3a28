import { poll, range, stateOf, without } from './polls';

/** A poll of a trigger that knows this many records, of which the highest are missing. */
const missing = (gone: number, known: number, mostRemovals?: number) =>
	poll(
		stateOf(range(1, known)),
		{ listed: range(1, known - gone) },
		{ pageSize: 1_000, mostRemovals },
	);

test.each([
	[3, 100, 3],
	[100, 100, 100],
])(
	'records missing at once: %i of %i may be deletions if the user allows %i',
	(gone, known, limit) => {
		expect(missing(gone, known, limit).told).not.toEqual([]);
		expect(() => missing(gone, known, limit - 1)).toThrow(`'Removal Limit' (${limit - 1})`);
	},
);

test('a state of a million characters is saved, a larger one is rejected', () => {
	const after = (length: number) => {
		const state = stateOf(without(9, 2), { emittedAgain: { ['A'.repeat(length)]: 1 } });
		return poll(state, { listed: without(9, 2) }).state;
	};
	const rest = 1_000_000 - JSON.stringify(after(0)).length;
	expect(JSON.stringify(after(rest))).toHaveLength(1_000_000);
	expect(() => after(rest + 1)).toThrow(
		expect.objectContaining({
			message: 'The form has too many records to watch for deletions: 8',
			advice: "Watch fewer records: add 'Keyword' or 'Query'.",
		}),
	);
});
