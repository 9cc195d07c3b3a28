import type { INodeParameters } from 'n8n-workflow';
import { entries } from '../../../nodes/RecordsDirectory/api';
import type { Field, Fields, Operation } from '../../../nodes/RecordsDirectory/api/define';
import { triggerEvents } from '../../../nodes/RecordsDirectory/api/trigger';
import { toProperty } from '../../../nodes/RecordsDirectory/n8n/description/field-property';
import { sampled } from '../../support/effort';
import { execute, executeWithHints, poll } from '../../support/n8n';
import { byId, test, jsonOf, sentTo, type World } from '../../support/world';
import { byHand, failureOf, plain, recordsOf, update, writesTo } from '../runs';
import { scenarios } from '../scenarios/all';

/** What an expression gives that finds nothing, and what a person leaves empty. */
const NOTHING = {
	undefined: '={{ undefined }}',
	null: '={{ null }}',
	'an empty text': '',
	'an empty text by expression': "={{ '' }}",
	spaces: '  ',
	'a no-break space': '={{ "\\u00a0" }}',
	'an ideographic space': '={{ "\\u3000" }}',
	'line breaks': '={{ "\\r\\n \\n" }}',
	'an empty list': '={{ [] }}',
	'a list of null': '={{ [null] }}',
	'a list of spaces': '={{ ["", " "] }}',
};
const EMPTY_TEXTS = ['an empty text', 'an empty text by expression'];
const SEPARATORS = { commas: ' , ,' };
const ROWS = { 'no rows': {}, 'an empty list of rows': { row: [] } };

/** How a field is written that has no value, where it is met. */
function writtenNothings({ kind }: Field, where: string) {
	const written = Object.entries(NOTHING).map(([name, value]) =>
		kind === 'pick' ? ([name, byId(value)] as const) : ([name, value] as const),
	);
	const isList = ['identifiers', 'picks', 'files'].includes(kind);
	const all = [
		...(kind === 'rows' ? Object.entries(ROWS) : []),
		...written,
		...(isList ? Object.entries(SEPARATORS) : []),
	];
	return sampled<readonly [string, unknown]>(all, ([nothing]) => `${where} ${nothing}`, 1 / 3);
}

/** Codes and IDs, and texts that the service needs. */
const isNeeded = ({ kind, place, optional }: Field) =>
	kind === 'pick' || (kind === 'text' && place !== 'local' && !optional);

const partsOf = ({ params, filters, options, additionalFields }: Operation) => ({
	params: Object.fromEntries(Object.entries(params).filter(([, field]) => isNeeded(field))),
	...{ filters, options, additionalFields },
});

/** Fields of many entries: an item without a value keeps the entry's own. */
const isColumn = (part: string, { method, params }: Operation) =>
	part === 'additionalFields' && method === 'POST' && 'mappingMode' in params;

const OPERATIONS = entries.flatMap(({ key, resourceName, operationName, operation }) =>
	Object.entries(partsOf(operation)).flatMap(([part, fields]) =>
		Object.entries<Field>(fields ?? {}).map(([name, field]) => ({
			key,
			resource: resourceName,
			operation: operationName,
			part,
			name,
			field,
			isColumn: isColumn(part, operation),
		})),
	),
);

/** The record, if an option is shown for one way to give it only. */
const RECORDS: Readonly<Record<string, INodeParameters>> = {
	json: { specifyRecord: 'json', recordJson: '{"field-21":"A"}' },
	form: { specifyRecord: 'form', ...byHand({ 'field-21': 'A' }) },
};

const FOUND_BY_VALUES: INodeParameters = {
	findBy: 'values',
	matches: { row: [{ field: byId('field-1'), value: 'A' }] },
};

/** Parameters with one more entry in a collection, as far as n8n shows it. */
const withAdded = (
	{ resource, operation, part, key, field }: (typeof OPERATIONS)[number],
	values: object,
): INodeParameters => ({
	resource,
	operation,
	...scenarios[key].given,
	// Some options are shown only then.
	...(key.endsWith('.sync') && part !== 'additionalFields' && { missing: 'delete', dryRun: false }),
	...(part === 'params' && { findBy: 'id' }),
	...RECORDS[field.shownIf?.['/specifyRecord']?.[0] ?? ''],
	...(field.shownIf?.['/findBy'] && FOUND_BY_VALUES),
	...(part === 'params' ? values : { [part]: values as INodeParameters }),
});

/** Expects that a field is found empty before anything is sent, and returns the error. */
async function emptyIn(
	{ service }: World,
	run: Promise<unknown>,
	nothing: string,
	label: string | undefined,
) {
	const error = await failureOf(run);
	const message = expect.stringContaining(`'${label}' is empty`) as unknown;
	expect([nothing, error.message, sentTo(service)]).toEqual([nothing, message, []]);
	return error;
}

test.each(OPERATIONS.filter((one) => !one.isColumn))(
	'$key: $field.label without a value is rejected, unless its description says what that means',
	async (world, one) => {
		const { name, field, key } = one;
		const { items } = scenarios[key];
		for (const [nothing, value] of writtenNothings(field, `${key} ${name}`)) {
			if (EMPTY_TEXTS.includes(nothing) && field.whenEmpty !== undefined) {
				expect(toProperty(name, field).description).toContain(field.whenEmpty);
				continue;
			}
			if (field.optional && [...EMPTY_TEXTS, 'null'].includes(nothing)) {
				expect(field.description).toContain('without one');
				continue;
			}
			const parameters = withAdded(one, { [name]: value });
			const run = execute({ parameters, items, credentials: world.credentials });
			const { description } = await emptyIn(world, run, nothing, field.label);
			const advice = one.part === 'params' ? '' : `remove '${field.label}'`;
			expect(description).toContain(advice);
		}
	},
);

const CELLS = OPERATIONS.filter(
	({ field }) => field.kind === 'rows' && !['Conditions', 'Detail Rows'].includes(field.label),
).flatMap((one) => Object.keys(one.field.columns ?? {}).map((column) => ({ ...one, column })));

test.each(CELLS)(
	'$key: a row of $field.label is rejected if the expression in $column finds nothing',
	async (world, one) => {
		const { name, column, key } = one;
		const { columns = {} } = one.field;
		const cells = Object.keys(columns).map((cell) => [cell, byId('X1')]);
		for (const [nothing, value] of Object.entries(NOTHING)) {
			if (EMPTY_TEXTS.includes(nothing)) continue;
			const row = { ...Object.fromEntries(cells), [column]: byId(value) };
			const parameters = withAdded(one, { [name]: { row: [row] } });
			const run = { parameters, items: scenarios[key].items, credentials: world.credentials };
			await emptyIn(world, execute(run), nothing, columns[column]?.label);
		}
	},
);

test.each(OPERATIONS.filter((one) => one.isColumn))(
	'$key: $field.label is not sent without a value, and an empty text clears only if its description says so',
	async ({ service, credentials }, one) => {
		const { name, field, key } = one;
		const notFound = `Ignored because no item has a value for them: '${field.label}'`;
		const bodies = async (values: object) => {
			service.log.length = 0;
			const parameters = { ...withAdded(one, values), dryRun: true };
			const run = { parameters, items: scenarios[key].items, credentials, continueOnFail: true };
			const words = (await executeWithHints(run)).hints.map(({ message }) => message);
			const told = words.filter((one) => one !== notFound);
			return { told, sent: writesTo(service), isNotFound: told.length < words.length };
		};
		// The first run may create what the others find.
		await bodies({});
		const without = await bodies({});
		for (const [nothing, value] of writtenNothings(field, `${key} ${name}`)) {
			if (EMPTY_TEXTS.includes(nothing) && field.whenEmpty !== undefined)
				expect(toProperty(name, field).description).toContain(field.whenEmpty);
			else if (!(field.kind === 'rows' && nothing.startsWith('an empty list')))
				expect([nothing, await bodies({ [name]: value })]).toEqual([
					nothing,
					{ ...without, isNotFound: true },
				]);
		}
	},
);

const EVENTS = Object.entries(triggerEvents).flatMap(([event, { options, source }]) =>
	Object.entries(options as Fields).map(([name, field]) => ({ event, source, name, field })),
);

test.each(EVENTS)(
	'$event: $field.label is rejected without a value before anything is sent',
	async (world, { event, source, name, field }) => {
		const given = 'form' in source.params ? { form: byId(1) } : { code: byId('E0001') };
		for (const [nothing, value] of writtenNothings(field, `${event} ${name}`)) {
			const parameters = { event, ...given, options: { [name]: value } } as INodeParameters;
			const staticData = {};
			const nodeId = `empty-${event}-${name}-${nothing}`;
			const activation = 'activate';
			const { credentials } = world;
			const run = poll({ parameters, credentials, staticData, nodeId, activation });
			await emptyIn(world, run, nothing, field.label);
			expect(staticData).toEqual({});
		}
	},
);

const FROM_MODEL = "={{ $fromAI('search', '', 'string') ?? '' }}";

describe('what an agent leaves empty', () => {
	test.each([
		['keyword', 'Keyword'],
		['query', 'Query'],
		['changedAfter', 'Changed After'],
		['createdAfter', 'Created After'],
	])('%s does not count, and the output says so', async ({ service, credentials }, name, label) => {
		const filters = { [name]: FROM_MODEL };
		const parameters = recordsOf(1, 'getAll', { limit: 2, options: plain, filters });
		const output = await execute({ parameters, credentials });
		expect(jsonOf(output)[0]).toEqual({ note: `Not filtered by ${label}: no value was given.` });
		expect(output).toHaveLength(3);
		expect(sentTo(service).at(-1)?.query).toEqual({
			page: '1',
			limit: '20',
			order: 'recordId:desc',
		});
	});

	test('a field of a record stays as it is', async ({ service, credentials }) => {
		const record = byHand({ 'field-1': FROM_MODEL, 'field-6': 'High', 'field-8': FROM_MODEL });
		await execute({ parameters: { ...update, ...record, specifyRecord: 'form' }, credentials });
		const bodies = writesTo(service).map(({ body }) => body);
		expect(bodies).toEqual([{ record: { 'field-6': 'High' } }]);
	});
});

test('an update without any field is rejected', async ({ service, credentials }) => {
	const parameters = { resource: 'position', operation: 'update', code: byId('P3') };
	const { message } = await failureOf(execute({ parameters, credentials }));
	expect(message).toBe("'Update Fields' contains no value");
	expect(service.log).toEqual([]);
});
