import type { Operation, Resource } from '../../api/define';
import { inWords } from '../batches';
import type { Planned, Wanted } from './plan';
import { Refusal } from '../refusal';
import { writableFields } from '../whole';

/** The input items that share their code with another one, and what is wrong with them. */
export function repeated(wanted: readonly Pick<Wanted, 'item' | 'code'>[]): Map<number, Refusal> {
	const byCode = new Map<string, number[]>();
	for (const { item, code } of wanted) byCode.set(code, [...(byCode.get(code) ?? []), item]);
	const refusals = [...byCode]
		.filter(([, items]) => items.length > 1)
		.flatMap(([code, items]) => {
			const refusal = twice(code, items);
			return items.map((item) => [item, refusal] as const);
		});
	return new Map(refusals);
}

const twice = (code: string, items: readonly number[]) =>
	new Refusal(
		`'Code' is "${code}" in items ${inWords(items)}`,
		'Each entry can be given once. Remove the others, or check the expression for the code.',
	);

/** The input item of a new entry that lacks what the document requires of new ones only. */
export function lacking(
	{ operations }: Resource,
	operation: Operation,
	planned: readonly Planned[],
): Map<number, Refusal> {
	const fields = writableFields(operation);
	const required = operations.create ? Object.entries(operations.create.params) : [];
	const demanded = required
		.map(([name, field]) => ({ wire: field.wire ?? name, label: field.label }))
		.map(({ wire, label }) => ({ wire, label: fields.get(wire)?.label ?? label }));
	const refusals = planned.flatMap(({ item, code, action, body }) => {
		const field = action === 'create' && demanded.find(({ wire }) => body[wire] === undefined);
		return field ? [[item, empty(field.label, code)] as const] : [];
	});
	return new Map(refusals);
}

const empty = (label: string, code: string) =>
	new Refusal(
		`'${label}' is empty, and "${code}" is new`,
		`The service needs it to create an entry. Enter a value in '${label}', or check the code.`,
	);

/** What is wrong where more entries would go than may. */
export function excess(codes: readonly string[], most: number): Refusal | undefined {
	if (codes.length <= most) return undefined;
	return new Refusal(
		`${codes.length} would be retired or deleted, but 'Most Removals' is ${most}: ${inWords(codes)}`,
		"Nothing was sent. Check that the input is the whole list; if it is, raise 'Most Removals'.",
	);
}
