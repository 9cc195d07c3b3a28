import fc from 'fast-check';

/** Expects of some lives that one of them is not as promised. */
export function expectBroken<Life>(property: fc.IProperty<[Life]>): void {
	const { failed, errorInstance } = fc.check(property, {
		numRuns: 300,
		seed: 5,
		endOnFailure: true,
	});
	// A mutant that only makes the core throw has broken itself, and shows nothing.
	expect([failed, String(errorInstance)]).toEqual([
		true,
		expect.stringContaining('by returning false'),
	]);
}
