import { poll, range, stateOf, without } from './polls';

test('as many records may go at once as the user allows', () => {
	const gone = (mostRemovals: number) =>
		poll(stateOf(range(1, 100)), { listed: range(1, 97) }, { pageSize: 1_000, mostRemovals }).told;
	expect(gone(3)).toHaveLength(3);
	expect(() => gone(2)).toThrow("'Removal Limit' (2)");
});

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
