import type { Operation, Resource } from '../../api/define';
import { inWords } from '../request/subject';
import type { Row } from '../json';
import { codeOf, type Plan, type Planned, type Wanted } from './plan';
import { Refusal } from '../values/input-error';
import { writableFields } from '../request/full-update';

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

/**
 * What is wrong with removing these entries: one may be meant by an item whose code is spelled otherwise,
 * or stay the parent of an organization that is kept.
 */
export function doubtful(plan: Plan, going: readonly Row[]): Refusal | undefined {
	const isGoing = new Map(going.map((row) => [plain(codeOf(row)), codeOf(row)]));
	for (const { action, code, item } of plan.planned) {
		const alike = action === 'create' ? isGoing.get(plain(code)) : undefined;
		if (alike === undefined) continue;
		return new Refusal(
			`Item ${item} would create "${code}", and "${alike}" would be removed`,
			'They differ in case, width or spaces only. Give the code as the service has it.',
		);
	}
	const codes = new Set(going.map(codeOf));
	for (const { code, item, body } of plan.planned) {
		if (!codes.has(String(body.parentCode ?? ''))) continue;
		return new Refusal(
			`"${String(body.parentCode)}" would be removed, and "${code}" of item ${item} stands below it`,
			"Give the parent as an item as well, or name it in 'Never Remove'.",
		);
	}
	return undefined;
}

const plain = (code: string) => code.normalize('NFKC').trim().toLowerCase();
