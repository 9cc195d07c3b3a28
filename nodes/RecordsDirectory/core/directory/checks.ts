import type { Operation, Field } from '../../api/define';
import { foldedWithoutSpaces, itemsInWords, listInWords } from '../text';
import { grouped, memoize } from '../grouped';
import { type JsonObject, isJsonObject, jsonObjectsIn, textIn } from '../json';
import { circlesIn, entryCode, writableFields, type Plan, type WantedEntry } from './plan';
import { joinedErrors, type InputError, mistake } from '../values/input-error';
import type { Values } from '../values/validate';
import type { Call } from '../request/reply';
import { unaddressable } from '../request/request';

/** By input item. The service would reject each such item, or it is certainly a mistake. */
export type Problems = ReadonlyMap<number, InputError>;

export const findProblems = <T extends { readonly item: number }>(
	entries: readonly T[],
	problemOf: (entry: T) => InputError | false | undefined,
): Problems =>
	new Map(
		entries.flatMap((entry) => {
			const problem = problemOf(entry);
			return problem ? [[entry.item, problem] as const] : [];
		}),
	);

export function mergedProblems(...all: readonly Problems[]): Map<number, InputError> {
	const found = all.flatMap((problems) => [...problems]).sort(([a], [b]) => a - b);
	return new Map(
		grouped(found, ([item]) => item).map(([item, [[, first], ...others]]) => {
			const more = others.map(([, problem]) => problem);
			return [item, joinedErrors([first, ...more])] as const;
		}),
	);
}

/** The same for IDs of records, within a form. */
export const repeatedCodes = (
	wanted: ReadonlyArray<Pick<WantedEntry, 'item' | 'code'> & { readonly form?: unknown }>,
	label = 'Code',
): Problems =>
	new Map(
		grouped(wanted, ({ code, form }) => JSON.stringify([code, form]))
			.map(([, same]) => ({ code: same[0].code, items: same.map(({ item }) => item) }))
			.filter(({ items }) => items.length > 1)
			.flatMap(({ code, items }) => {
				const problem = mistake('sameCode', { label, code, items: itemsInWords(items) });
				return items.map((item) => [item, problem] as const);
			}),
	);

export function problemsBeforeReading(wanted: readonly WantedEntry[]): Problems {
	const planned = wanted.map((one) => ({ ...one, action: 'create' as const, changes: {} }));
	const plan = { planned, missing: [] };
	return mergedProblems(repeatedCodes(wanted), similarCodes(plan, []), circularParents(plan));
}

interface Directory {
	readonly listed: readonly JsonObject[];
	/** Of each kind of entry that the plan refers to. */
	readonly codes: ReadonlyMap<Referred, ReadonlySet<string>>;
	/** Items that were read in part only, so that nobody knows what they lack. */
	readonly partial: Problems;
}

export function problemsOfPlan(
	call: Call,
	plan: Plan,
	{ listed, codes, partial }: Directory,
): Problems {
	const whole = plan.planned.filter(({ item }) => !partial.has(item));
	return mergedProblems(
		withoutRequired(call, { ...plan, planned: whole }),
		unreachable(plan),
		similarCodes(plan, listed),
		dangling(call.operation, plan, codes),
		circularParents(plan),
	);
}

/** The document requires these values of new entries. */
function withoutRequired({ operation, resource }: Call, { planned }: Plan): Problems {
	const fields = writableFields(operation);
	const required = Object.entries(resource.operations.create?.params ?? {})
		.filter(([, { place }]) => place !== 'local')
		.map(([name, { wire = name, label }]) => ({ wire, label: fields.get(wire)?.label ?? label }));
	return findProblems(planned, ({ code, action, body }) => {
		const field = required.find(({ wire }) => action === 'create' && body[wire] === undefined);
		return field && mistake('neededInNew', { label: field.label, code });
	});
}

/** A code that differs only in case, width or spaces is usually that of the same entry. */
function similarCodes({ planned }: Plan, listed: readonly JsonObject[]): Problems {
	const places = new Map([
		...planned.map(({ code, item }) => [code, `item ${item}`] as const),
		...listed.map((row) => [entryCode(row), 'in the service'] as const),
	]);
	const spellings = new Map(grouped([...places], ([code]) => foldedWithoutSpaces(code)));
	return findProblems(planned, ({ code, action }) => {
		const alike = action === 'create' ? spellings.get(foldedWithoutSpaces(code)) : undefined;
		const other = alike?.find(([spelling]) => spelling !== code);
		return other && mistake('similarCode', { code, other: other[0], place: other[1] });
	});
}

const unreachable = ({ planned }: Plan): Problems =>
	findProblems(planned, ({ code, action }) => action === 'create' && unaddressable('Code', code));

function circularParents(plan: Plan): Problems {
	const circles = circlesIn(plan);
	const problemOf = memoize(inCircle);
	return findProblems(plan.planned, ({ code }) => {
		const circle = circles.get(code);
		return circle && problemOf(circle);
	});
}

const inCircle = (codes: readonly string[]) =>
	mistake('circle', { codes: listInWords(codes.map((code) => `"${code}"`)) });

export const ownParents = (updates: ReadonlyArray<{ item: number; values: Values }>): Problems =>
	findProblems(
		updates,
		({ values: { code, newCode, parentCode } }) =>
			parentCode !== undefined && [code, newCode].includes(parentCode) && inCircle([parentCode]),
	);

const REFERRED = ['organization', 'position'] as const;
export type Referred = (typeof REFERRED)[number];

interface Reference {
	readonly to: Referred;
	readonly code: string;
	readonly label: string;
}

/** Only their lists must be read. */
export const kindsReferredTo = (operation: Operation, { planned }: Plan): ReadonlySet<Referred> =>
	new Set(planned.flatMap((one) => findReferences(operation, one).map(({ to }) => to)));

function dangling(
	operation: Operation,
	{ planned }: Plan,
	existing: ReadonlyMap<Referred, ReadonlySet<string>>,
): Problems {
	return findProblems(planned, (one) => {
		const lost = findReferences(operation, one).find(
			({ to, code }) => existing.get(to)?.has(code) === false,
		);
		return lost && mistake('noSuchEntry', { label: lost.label, code: lost.code, word: lost.to });
	});
}

/** Values that are sent back as they were read are the service's own. */
const findReferences = (
	operation: Operation,
	{ action, body, changes }: Plan['planned'][number],
): Reference[] =>
	[...writableFields(operation)]
		.filter(([name]) => action === 'create' || Object.hasOwn(changes, name))
		.flatMap(([name, field]) => referencesIn(field, body[name]));

function referencesIn({ kind, from, label, columns = {} }: Field, value: unknown): Reference[] {
	if (kind === 'rows')
		return jsonObjectsIn(value).flatMap((row: JsonObject) =>
			Object.entries(columns).flatMap(([name, column]) =>
				referencesIn({ ...column, label: `${label}: ${column.label}` }, row[name]),
			),
		);
	const to = REFERRED.find((one) => one === from?.name);
	const code = isJsonObject(value) ? '' : textIn(value ?? '');
	return to === undefined || code === '' ? [] : [{ to, code, label }];
}
