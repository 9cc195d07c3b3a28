/** Names the operations without a scenario, which the tables of the matrices need; undefined if there are none. */
export function withoutScenario(
	operations: ReadonlyArray<{ readonly key: string }>,
	scenarios: object,
): string | undefined {
	const missing = operations.map(({ key }) => key).filter((key) => !(key in scenarios));
	if (missing.length === 0) return undefined;
	return `Write a scenario in test/n8n/scenarios first. It is missing for: ${missing.join(', ')}`;
}
