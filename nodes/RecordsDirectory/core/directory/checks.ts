import type { Operation, Resource } from '../../api/define';
import { listInWords, itemsInWords } from '../request/subject';
import { asText, type JsonObject } from '../json';
import { codeOf, type Plan, type PlannedEntry, type WantedEntry } from './plan';
import { circleOf, isPlaced, parentsOf } from './waves';
import { foldedWithoutSpaces } from '../values/folded';
import { joinedErrors, InputError } from '../values/input-error';
import { writableFields } from '../request/full-update';
import { unaddressable } from '../request/request';

/** Problems by input item. The service would reject each such item, or it is certainly a mistake. */
export type Problems = ReadonlyMap<number, InputError>;

/** Merges problems, so that each item has all of its own. */
export function mergedProblems(...all: readonly Problems[]): Problems {
	const found = new Map<number, [InputError, ...InputError[]]>();
	for (const [item, problem] of all.flatMap((problems) => [...problems])) {
		const known = found.get(item);
		if (known) known.push(problem);
		else found.set(item, [problem]);
	}
	// Items with the same problems share one error.
	return new Map(
		[...found].sort(([a], [b]) => a - b).map(([item, some]) => [item, joinedErrors(some)]),
	);
}

/** Finds items that share their code with another item. */
export function repeatedCodes(
	wanted: readonly Pick<WantedEntry, 'item' | 'code'>[],
): Map<number, InputError> {
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
	InputError.about(
		"'Code'",
		` is "${code}" in ${itemsInWords(items)}`,
		'Each entry can be given once. Remove the others, or check the expression for the code.',
	);

/** Finds items that would create an existing entry. */
export function alreadyThere(
	wanted: readonly Pick<WantedEntry, 'item' | 'code'>[],
	present: readonly JsonObject[],
): Map<number, InputError> {
	const codes = new Set(present.map(codeOf));
	const refusals = wanted.filter(({ code }) => codes.has(code));
	return new Map(refusals.map(({ item, code }) => [item, known(code)]));
}

const known = (code: string) =>
	new InputError(
		`An entry with the code "${code}" already exists, and an import would overwrite it`,
		"Give a new code. To change the entry, use 'Update' or 'Create or Update'.",
	);

/** Finds items for new entries without a value that the document requires of new ones. */
export function withoutRequired(
	{ operations }: Resource,
	operation: Operation,
	planned: readonly PlannedEntry[],
): Map<number, InputError> {
	const fields = writableFields(operation);
	const required = operations.create ? Object.entries(operations.create.params) : [];
	const demanded = required
		.filter(([, { place }]) => place !== 'local')
		.map(([name, field]) => ({ wire: field.wire ?? name, label: field.label }))
		.map(({ wire, label }) => ({ wire, label: fields.get(wire)?.label ?? label }));
	const refusals = planned.flatMap(({ item, code, action, body }) => {
		const field = action === 'create' && demanded.find(({ wire }) => body[wire] === undefined);
		return field ? [[item, empty(field.label, code)] as const] : [];
	});
	return new Map(refusals);
}

const empty = (label: string, code: string) =>
	InputError.about(
		`'${label}'`,
		` is empty, and "${code}" is new`,
		`The service needs it to create an entry. Enter a value in '${label}', or check the code.`,
	);

/** Returns the error if more entries would be removed than allowed. */
export function tooManyRemovals(codes: readonly string[], most: number): InputError | undefined {
	if (codes.length <= most) return undefined;
	return new InputError(
		`${codes.length} would be retired or deleted, but 'Removal Limit' is ${most}: ${listInWords(codes)}`,
		"Check that the input is the whole list; if it is, raise 'Removal Limit'.",
		{ subject: "'Removal Limit'" },
	);
}

/** Finds items whose entry is below an organization that will be removed. */
export function orphaned(plan: Plan, going: readonly JsonObject[]): Map<number, InputError> {
	const codes = new Set(going.map(codeOf));
	const refusals = plan.planned.flatMap(({ item, code, body }) => {
		const parent = asText(body.parentCode ?? '');
		return codes.has(parent) ? [[item, belowRemoved(code, parent)] as const] : [];
	});
	return new Map(refusals);
}

/** Returns the error if an entry that stays is below one that will be removed. */
export function stranded(
	staying: readonly JsonObject[],
	going: readonly JsonObject[],
): InputError | undefined {
	const codes = new Set(going.map(codeOf));
	const found = staying.find(({ parentCode }) => codes.has(asText(parentCode ?? '')));
	return found && belowRemoved(codeOf(found), asText(found.parentCode));
}

const belowRemoved = (code: string, parent: string) =>
	new InputError(
		`"${parent}" would be removed, and "${code}" is below it`,
		"Add the parent to the input, or to 'Exclude From Removal'.",
	);

/**
 * Finds items that would create an entry whose code differs from an existing one only in case, width or spaces:
 * usually the same entry in another spelling.
 */
export function similarCodes(plan: Plan, listed: readonly JsonObject[]): Map<number, InputError> {
	const known = new Map<string, Map<string, string>>();
	const add = (code: string, place: string) => {
		const same = known.get(foldedWithoutSpaces(code)) ?? new Map<string, string>();
		known.set(foldedWithoutSpaces(code), same.set(code, place));
	};
	for (const { code, item } of plan.planned) add(code, `item ${item}`);
	for (const row of listed) add(codeOf(row), 'in the service');
	const refusals = plan.planned.flatMap(({ item, code, action }) => {
		if (action !== 'create') return [];
		const other = [...(known.get(foldedWithoutSpaces(code)) ?? [])].find(
			([spelling]) => spelling !== code,
		);
		return other ? [[item, spelledTwice(code, other)] as const] : [];
	});
	return new Map(refusals);
}

const spelledTwice = (code: string, [other, place]: readonly [string, string]) =>
	InputError.about(
		"'Code'",
		` is "${code}", and "${other}" (${place}) differs only in case, width or spaces`,
		'Use the code exactly as the service has it, and each entry once. If both are meant, create the new one with Create.',
	);

/** Finds items that would create an entry with a code that no address can contain. */
export const unreachable = ({ planned }: Plan): Problems =>
	new Map(
		planned.flatMap(({ item, code, action }) => {
			const problem = action === 'create' ? unaddressable('Code', code) : undefined;
			return problem ? [[item, problem] as const] : [];
		}),
	);

/** Finds items with a blank value where the service requires a text. */
export function blankRequired(
	{ params }: Operation,
	wanted: readonly WantedEntry[],
): Map<number, InputError> {
	const needed = Object.entries(params).filter(([, { kind, place }]) => kind === 'text' && !place);
	const refusals = wanted.flatMap(({ item, body }) => {
		const found = needed.find(([name, { wire = name }]) => isBlank(body[wire]));
		return found ? [[item, onlyBlanks(found[1].label)] as const] : [];
	});
	return new Map(refusals);
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

const onlyBlanks = (label: string) =>
	InputError.about(
		`'${label}'`,
		' contains only spaces',
		`The service needs it. Enter a value in '${label}', or check the expression.`,
	);

/** Finds organizations that would be parents of each other. */
export function circularParents(plan: Plan): Map<number, InputError> {
	const parents = parentsOf(plan);
	const known = new Map<string, InputError>();
	const refusals = plan.planned.filter(isPlaced).flatMap(({ item, code }) => {
		const circle = circleOf(code, parents);
		if (!circle) return [];
		const refusal = known.get(code) ?? inCircle(circle);
		for (const member of circle) known.set(member, refusal);
		return [[item, refusal] as const];
	});
	return new Map(refusals);
}

const inCircle = (codes: readonly string[]) =>
	new InputError(
		`The organizations ${codes.map((code) => `"${code}"`).join(', ')} are parents of each other`,
		"Correct 'Parent Organization' so that it leads to the top level.",
	);
