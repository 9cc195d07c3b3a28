import type { IDataObject } from 'n8n-workflow';
import { entries, type Entry } from '../../../nodes/RecordsDirectory/api';
import { outputSchema } from '../../../scripts/schemas';
import { execute } from '../../support/n8n';
import { misfits } from '../../support/schema';
import { test, jsonOf, sentTo } from '../../support/world';
import { failureOf } from '../runs';
import { scenarios } from '../scenarios/all';

/** The output has the fields of a form as well, what an item sent, or the columns of its item. */
const hasFields = ({ key, operation: { additionalFields, returns } }: Entry) =>
	(returns.kind === 'updated' && additionalFields !== undefined) ||
	/^record\.get|\.(create|import|lookUp|update|upsert)$/.test(key);

/** An output without the ID of what is new: not every site returns it, so no schema promises it. */
function promisedIn({ operation: { returns } }: Entry, json: IDataObject): IDataObject {
	if (returns.kind !== 'created') return json;
	const { [returns.identity]: _, ...promised } = json;
	return promised;
}

describe.each(entries)('$key', (entry) => {
	const { key, resourceName: resource, operationName: operation } = entry;
	const { given, items, prepare, sends, gives, fails } = scenarios[key];

	test('sends exactly the documented request and gives what it brings', async (world) => {
		const { service, credentials } = world;
		prepare?.(service);
		const parameters = { resource, operation, ...given };
		const output = await execute({ parameters, items, credentials });
		expect(sentTo(service)).toEqual(sends);
		expect(jsonOf(output)).toEqual(gives);
		const schema = outputSchema(entry.resource, entry.operation);
		// The schema is that of the node's defaults.
		const shown = given.simplify === false ? [] : output;
		for (const { json } of shown)
			expect(misfits(schema, promisedIn(entry, json), hasFields(entry))).toEqual([]);
		for (const { status } of service.log) expect([200, 201, 204]).toContain(status);
		for (const { pairedItem } of output) {
			const links = [pairedItem].flat();
			expect(links).not.toHaveLength(0);
			for (const link of links) expect(link).toEqual({ item: expect.any(Number) });
		}
	});

	test('says what is wrong, and where', async ({ service, credentials }) => {
		const parameters = { resource, operation, ...given, ...fails.given };
		const error = await failureOf(execute({ parameters, items, credentials }));
		expect(error.message).toMatch(fails.message);
		expect(error.description).toMatch(/\w+/);
		const isRead = entry.operation.method === 'GET';
		const timesSaid = String(error.description).split('Nothing was sent.').length - 1;
		const isSent = isRead || service.log.some(({ method }) => method !== 'GET');
		if (fails.requests === 0 || isSent) expect(timesSaid).toBe(isSent ? 0 : 1);
		expect(error.context.itemIndex).toBe(0);
		expect(service.log).toHaveLength(fails.requests);
	});
});
