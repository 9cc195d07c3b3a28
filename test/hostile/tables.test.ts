import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { execute } from '../support/n8n';
import { byId } from '../support/world';
import { cases } from './texts';
import { onTheWire } from './wire';

const KINDS = ['number', 'date', 'datetime', 'text', 'checkbox', 'user'];
const fieldsOf = (name: string) =>
	KINDS.map((fieldType, n) => ({
		uniqueId: `${name}${n}`,
		fieldId: (name === 'c' ? 50 : 1) + n,
		fieldType,
		...(fieldType === 'checkbox'
			? { selectItems: [{ selectName: 'A' }, { selectName: 'B' }] }
			: {}),
	}));
const fields = [
	...fieldsOf('f'),
	{ uniqueId: 'table', fieldId: 40, fieldType: 'table', subTable: fieldsOf('c') },
];

/** What a service may give for a value, whatever the kind of its field. */
const value = fc.oneof(
	fc.constantFrom<unknown>(
		...['', null, [], '5', '1.50', '007', 5, 1e-7, 'A,B', 'E1', true],
		...[['A'], { selectName: 'A' }, [{ code: 'E1', name: 'Ann' }], '2026/1/5', '2026-01-05 08:30'],
	),
	// Numbers that may have lost digits are the matter of another test.
	fc.jsonValue({ maxDepth: 2 }).filter((one) => !/\d{16}|e\+/.test(JSON.stringify(one))),
);
const some = (name: string) =>
	fc
		.uniqueArray(fc.tuple(fc.constantFrom(...KINDS.keys()), value), { selector: ([n]) => n })
		.map((pairs) => Object.fromEntries(pairs.map(([n, one]) => [`${name}${n}`, one])));

it('a record that is split has the values of its fields and cells as the service gives them', async () => {
	await fc.assert(
		fc.asyncProperty(
			some('f'),
			fc.array(some('c'), { maxLength: 3 }),
			fc.constantFrom('rows', 'below record', 'one without a list'),
			async (record, rows, spelling) => {
				const given = spelling === 'below record' ? rows.map((one) => ({ record: one })) : rows;
				const isBare = spelling === 'one without a list' && rows.length === 1;
				const whole = { ...record, table: isBare ? given[0] : given };
				const body = JSON.stringify({ appsId: 1, recordId: 7, record: whole });
				await onTheWire(
					({ target }) => ({ body: target.includes('/fields') ? { fields } : body }),
					async ({ url }) => {
						const read = async (options: INodeParameters) => {
							const named = { names: 'identifiers', ...options };
							const parameters = { resource: 'record', operation: 'get', form: byId(1) };
							const output = await execute({
								parameters: { ...parameters, recordId: byId(7), options: named },
								credentials: { baseUrl: url, apiKey: 'k', requestsPer100Seconds: 1_000_000 },
							});
							return output.map(({ json }) => json);
						};
						const [{ table: _, ...others } = {}] = await read({});
						const split = await read({ splitTable: byId('table') });
						const cells = rows.length > 0 ? rows : [{}];
						expect(split).toEqual(cells.map((row) => ({ ...others, ...row })));
					},
				);
			},
		),
		cases(200),
	);
});
