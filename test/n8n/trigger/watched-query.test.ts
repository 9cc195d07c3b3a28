import { watching } from '../../support/watching';

/** Those of the queries that a first poll rejects because they contain a watched field. */
async function rejected(queries: readonly string[]) {
	const found: string[] = [];
	await watching({}, async ({ pollAs }) => {
		for (const query of queries) {
			const options = { query, watchedFields: 'field-43,field-41' };
			const message = await pollAs({ event: 'recordUpdated', options }).then(
				() => '',
				(error: Error) => error.message,
			);
			if (message.startsWith("The 'Query' contains field-41, whose")) found.push(query);
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
	expect(await rejected(queries)).toEqual(queries);
});
