import { watching } from '../../support/watching';

/** The queries that the test step rejects because they contain a watched field. */
async function rejected(queries: readonly string[], watchedFields = 'field-41') {
	const found: string[] = [];
	await watching({}, async ({ poll, pollAs }) => {
		await poll();
		for (const query of queries) {
			const options = { query, watchedFields };
			const error: unknown = await pollAs({ event: 'recordUpdated', options }).catch(
				(problem: unknown) => problem,
			);
			if (
				error instanceof Error &&
				error.message.startsWith("The 'Query' contains field-41, whose")
			)
				found.push(query);
		}
	});
	return found;
}

it('a query may contain other fields, and a watched one in a text', async () => {
	const queries = [
		'field-410 = 2',
		'field-42 = "field-41"',
		"field-42 = 'a field-41 b'",
		'field-42 = "a \\" field-41"',
		"field-42 = 'a \\' field-41 \\' b'",
		'field-42 = "a field-41',
		"field-42 = 'a field-41\\",
		"field-42 = 'a\nfield-41'",
	];
	expect(await rejected(queries)).toEqual([]);
});

it('a query may not contain a watched field, however it is written', async () => {
	const queries = [
		'field-41 = 2',
		'field-42="x"and(field-41!=3)',
		'field-42 in (1,field-41)',
		'field-41>1',
		'field-42<field-41',
		'field-42 = "a\\\\" and field-41 = 1',
		'field-42 = "" and field-41:1',
		"field-42 = 'a' and field-41 = 'b'",
		'field-41"a"or field-42 = 1',
		"field-42 = 'a\\\\' and field-41 = 1",
	];
	expect(await rejected(queries, 'field-43,field-41')).toEqual(queries);
});
