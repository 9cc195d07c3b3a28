import type { INodeParameters } from 'n8n-workflow';
import { entries } from '../../../nodes/RecordsDirectory/api';
import type { Field, Fields } from '../../../nodes/RecordsDirectory/api/define';
import { triggerEvents } from '../../../nodes/RecordsDirectory/api/trigger';
import { toProperty } from '../../../nodes/RecordsDirectory/n8n/description/field-property';
import type { Service } from '../../../sandbox/service/service';
import { execute, executeWithHints, poll } from '../../support/n8n';
import { byId, inWorld, test, jsonOf, sentTo } from '../../support/world';
import { failureOf } from '../runs';
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

/** How a field is written that has no value. */
function writtenNothings({ kind }: Field): ReadonlyArray<readonly [string, unknown]> {
	const written = Object.entries(NOTHING).map(([name, value]) =>
		kind === 'pick' ? ([name, byId(value)] as const) : ([name, value] as const),
	);
	if (kind === 'rows') return [...Object.entries(ROWS), ...written];
	const isList = ['identifiers', 'picks', 'files'].includes(kind);
	return isList ? [...written, ...Object.entries(SEPARATORS)] : written;
}

const added = ({ filters = {}, options = {}, additionalFields = {} }: Record<string, unknown>) =>
	Object.entries({ filters, options, additionalFields }) as ReadonlyArray<[string, Fields]>;

/** Fields of many entries: an item without a value keeps the entry's own. */
const isColumn = (part: string, { method, params }: (typeof entries)[number]['operation']) =>
	part === 'additionalFields' && method === 'POST' && 'mappingMode' in params;

const OPERATIONS = entries.flatMap(({ key, resourceName, operationName, operation }) =>
	added({ ...operation }).flatMap(([part, fields]) =>
		Object.entries(fields).map(([name, field]) => ({
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
	form: {
		specifyRecord: 'form',
		recordMapper: { mappingMode: 'defineBelow', value: { 'field-21': 'A' }, schema: [] },
	},
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
	...(key.endsWith('.sync') && part === 'options' ? { missing: 'delete', dryRun: false } : {}),
	...RECORDS[field.shownIf?.['/specifyRecord']?.[0] ?? ''],
	...(field.shownIf?.['/findBy'] && FOUND_BY_VALUES),
	[part]: values as INodeParameters,
});

const isAsked = (service: Service) => sentTo(service).length > 0;

it('the operations have options, filters and fields to try', () => {
	expect(OPERATIONS.length).toBeGreaterThan(100);
	expect(new Set(OPERATIONS.map(({ part }) => part)).size).toBe(3);
});

describe.each(OPERATIONS.filter((one) => !one.isColumn))('$key: $field.label', (one) => {
	test('is rejected without a value before anything is sent, unless its description says what that means', async (world) => {
		const { service, credentials } = world;
		const { name, field, key } = one;
		const { items = [{ json: {} }] } = scenarios[key];
		for (const [nothing, value] of writtenNothings(field)) {
			const parameters = withAdded(one, { [name]: value });
			if (EMPTY_TEXTS.includes(nothing) && field.whenEmpty !== undefined) {
				expect(toProperty(name, field).description).toContain(field.whenEmpty);
				continue;
			}
			if (field.optional && [...EMPTY_TEXTS, 'null'].includes(nothing)) {
				expect(field.description).toContain('without one');
				continue;
			}
			const error = await failureOf(execute({ parameters, items, credentials }));
			expect([nothing, error.message]).toEqual([
				nothing,
				expect.stringContaining(`'${field.label}' is empty`),
			]);
			expect(error.description).toContain(`remove '${field.label}'`);
			expect([nothing, isAsked(service)]).toEqual([nothing, false]);
		}
	});
});

const ROW_FIELDS = OPERATIONS.filter(
	({ field }) => field.kind === 'rows' && !['Conditions', 'Detail Rows'].includes(field.label),
);

describe.each(ROW_FIELDS)('$key: a row of $field.label', (one) => {
	test.each(Object.keys(one.field.columns ?? {}))(
		'is rejected if the expression in %s finds nothing',
		async ({ service, credentials }, column) => {
			const { name, field, key } = one;
			const cells = Object.keys(field.columns ?? {}).map((cell) => [cell, byId('X1')]);
			const { items = [{ json: {} }] } = scenarios[key];
			for (const [nothing, value] of Object.entries(NOTHING)) {
				if (EMPTY_TEXTS.includes(nothing)) continue;
				const row = { ...Object.fromEntries(cells), [column]: byId(value) };
				const parameters = withAdded(one, { [name]: { row: [row] } });
				const error = await failureOf(execute({ parameters, items, credentials }));
				const label = field.columns?.[column]?.label ?? '';
				expect([nothing, error.message]).toEqual([
					nothing,
					expect.stringContaining(`'${label}' is empty`),
				]);
				expect(isAsked(service)).toBe(false);
			}
		},
	);
});

describe.each(OPERATIONS.filter((one) => one.isColumn))('$key: $field.label', (one) => {
	test('is not sent without a value, and an empty text clears only if its description says so', async (world) => {
		const { service, credentials } = world;
		const { name, field, key } = one;
		const { items = [{ json: {} }] } = scenarios[key];
		const notFound = `Ignored because no item has a value for them: '${field.label}'`;
		const bodies = async (values: object) => {
			service.log.length = 0;
			const parameters = { ...withAdded(one, values), dryRun: true };
			const { hints } = await executeWithHints({
				parameters,
				items,
				credentials,
				continueOnFail: true,
			});
			const words = hints.map(({ message }) => message);
			const told = words.filter((one) => one !== notFound);
			const sent = sentTo(service).filter(({ method }) => method !== 'GET');
			return { told, sent, isNotFound: told.length < words.length };
		};
		// The first run may create what the others find.
		await bodies({});
		const without = await bodies({});
		for (const [nothing, value] of writtenNothings(field)) {
			if (EMPTY_TEXTS.includes(nothing) && field.whenEmpty !== undefined)
				expect(toProperty(name, field).description).toContain(field.whenEmpty);
			else if (!(field.kind === 'rows' && nothing.startsWith('an empty list')))
				expect([nothing, await bodies({ [name]: value })]).toEqual([
					nothing,
					{ ...without, isNotFound: true },
				]);
		}
	});
});

const EVENTS = Object.entries(triggerEvents).flatMap(([event, { options, source }]) =>
	Object.entries(options as Fields).map(([name, field]) => ({ event, source, name, field })),
);

test.each(EVENTS)(
	'$event: $field.label is rejected without a value before anything is sent',
	async ({ service, credentials }, { event, source, name, field }) => {
		const given = 'form' in source.params ? { form: byId(1) } : { code: byId('E0001') };
		for (const [nothing, value] of writtenNothings(field)) {
			const parameters = { event, ...given, options: { [name]: value } } as INodeParameters;
			const staticData = {};
			const nodeId = `empty-${event}-${name}-${nothing}`;
			const run = { parameters, credentials, staticData, nodeId, activation: 'activate' } as const;
			const error = await failureOf(poll(run));
			expect([nothing, error.message]).toEqual([
				nothing,
				expect.stringContaining(`'${field.label}' is empty`),
			]);
			expect([staticData, isAsked(service)]).toEqual([{}, false]);
		}
	},
);

const FROM_MODEL = "={{ $fromAI('search', '', 'string') }}";

describe('what an agent leaves empty', () => {
	const read = (filters: INodeParameters): INodeParameters => ({
		resource: 'record',
		operation: 'getAll',
		form: byId(1),
		limit: 2,
		options: { names: 'identifiers' },
		filters,
	});

	test.each([
		['keyword', 'Keyword'],
		['query', 'Query'],
		['changedAfter', 'Changed After'],
		['createdAfter', 'Created After'],
	])('%s does not count, and the output says so', async ({ service, credentials }, name, label) => {
		const parameters = read({ [name]: `${FROM_MODEL.slice(0, -3)} ?? '' }}` });
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
		const empty = `${FROM_MODEL.slice(0, -3)} ?? '' }}`;
		const value = { 'field-1': empty, 'field-6': 'High', 'field-8': empty };
		const recordMapper = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
		const record = { resource: 'record', operation: 'update', form: byId(1), recordId: byId(1) };
		await execute({ parameters: { ...record, recordMapper }, credentials });
		const [{ body } = {}] = sentTo(service).filter(({ method }) => method === 'PUT');
		expect(body).toEqual({ record: { 'field-6': 'High' } });
	});

	test('a value to look for is an error', async ({ service, credentials }) => {
		const matches = { row: [{ field: byId('field-1'), value: FROM_MODEL }] };
		const record = { resource: 'record', operation: 'lookUp', form: byId(1), matches };
		const error = await failureOf(execute({ parameters: record as INodeParameters, credentials }));
		expect(error.message).toContain("There is no value to match on for 'Subject' (field-1)");
		expect(sentTo(service).every(({ path }) => path.endsWith('/fields'))).toBe(true);
	});
});

it('an update of the directory without any field is rejected', async () => {
	for (const [resource, code] of Object.entries({
		user: 'E0005',
		organization: 'ORG03',
		position: 'P3',
	}))
		await inWorld({}, async ({ service, credentials }) => {
			const parameters = { resource, operation: 'update', code: byId(code), additionalFields: {} };
			const error = await failureOf(execute({ parameters, credentials }));
			expect(error.message).toBe("'Update Fields' contains no value");
			expect(service.log).toEqual([]);
		});
});
