import type { Field, Fields } from '../../api/define';
import { eachChecked } from '../../core/values/input-error';
import { mustAgree } from '../../core/values/locator';
import { mustBeChosen, wholeRecordOf } from '../../core/values/record-json';
import { accepted, acceptedOne, type Emptiness, type Values } from '../../core/values/validate';
import { mappedOf, rowsIn, type Start } from './item-values';

/** Some of the values of an item, and whether items can differ in them. */
interface Part {
	readonly names: readonly string[];
	readonly varies: boolean;
	readInto(values: Record<string, unknown>, item: number): void;
}

/** What else has to be right; throws what is wrong. */
export interface Check {
	/** The values and parameters that it looks at; absent where it looks at the item itself. */
	readonly of?: readonly string[];
	check(values: Values, item: number): void;
}

/**
 * Reads the values of an item, checked against the document's bounds and by `checks`; it throws one `Refusal` for all
 * that is wrong. What is the same for all items is read and checked once: a mistake there is one and the same error
 * for each item, as it is in the parameters and not in the item.
 */
export function reader(start: Start, checks: readonly Check[]): (item: number) => Values {
	const { params } = start.entry.operation;
	const raw: Record<string, unknown> = {};
	const parts = partsOf(start, raw);
	const varying = new Set(parts.flatMap(({ varies, names }) => (varies ? names : [])));
	const varies = (name: string) => varying.has(name) || start.given.varies(name);
	const picked = Object.keys(params).filter((name) => params[name]?.from !== undefined);
	const all: readonly Check[] = [
		{ of: picked, check: (values) => mustAgree(params, raw, values) },
		{ of: ['form', 'record', 'recordId'], check: mustBeChosen },
		...checks,
	];
	const own = parts.filter((part) => part.varies);
	const ownChecks = all.filter(({ of }) => !of || of.some(varies));
	const sharedOf = once((item) => {
		const values = valuesOf(
			parts.filter((part) => !part.varies),
			item,
		);
		for (const one of all) if (!ownChecks.includes(one)) one.check(values, item);
		return values;
	});
	return (item) => {
		if (own.length + ownChecks.length === 0) return sharedOf(item);
		const values: Record<string, unknown> = {};
		eachChecked([sharedOf, (one: number) => valuesOf(own, one)], (read) =>
			Object.assign(values, read(item)),
		);
		for (const one of ownChecks) one.check(values, item);
		return values;
	};
}

/** The parts of an operation's values; what is entered where something is picked is put into `raw`. */
function partsOf(start: Start, raw: Record<string, unknown>): readonly Part[] {
	const { given, entry, zone } = start;
	const { params, filters = {}, options = {} } = entry.operation;
	const parameter = (name: string, field: Field): Part => ({
		names: [name],
		varies: given.varies(name),
		readInto(values, item) {
			raw[name] = given(name, item, '');
			const value = acceptedOne(field, raw[name], zone, 'refused');
			if (value !== undefined) values[name] = value;
		},
	});
	const collection = (name: string, fields: Fields, emptiness: Emptiness): Part[] =>
		[true, false].flatMap((varies) => {
			const some = Object.entries(fields).filter(([inner]) => given.varies(name, inner) === varies);
			const readInto: Part['readInto'] = (values, item) => {
				const entered = given(name, item, {}) as Values | undefined;
				const own = Object.fromEntries(some);
				Object.assign(values, accepted(own, flattened(own, entered), zone, emptiness));
			};
			return some.length > 0 ? [{ names: some.map(([inner]) => inner), varies, readInto }] : [];
		});
	return [
		...Object.entries(params).map(([name, field]) =>
			field.kind === 'record' ? recordPart(start, name, field) : parameter(name, field),
		),
		...collection('filters', filters, 'ignored'),
		...collection('options', options, entry.operation.method === 'GET' ? 'ignored' : 'clears'),
	];
}

/** A record, in the way that the person has chosen. */
function recordPart(start: Start, name: string, field: Field): Part {
	const { given, zone } = start;
	const wayOf = (item: number) => given('specifyRecord', item, 'form');
	const ofItems = (value: unknown) => (value as Values).mappingMode === 'autoMapInputData';
	const isVarying = (way: unknown) => {
		if (way === 'body') return given.varies('bodyJson');
		if (way === 'json') return given.varies('recordJson');
		return (
			['recordMapper', 'detailRows'].some((one) => given.varies(one)) ||
			ofItems(given('recordMapper', 0, {}))
		);
	};
	return {
		names: [name],
		varies: given.varies('specifyRecord') || isVarying(wayOf(0)),
		readInto(values, item) {
			const way = wayOf(item);
			if (way === 'body') {
				Object.assign(values, wholeRecordOf(field.label, given('bodyJson', item, '')));
			} else if (way === 'json') {
				const value = acceptedOne(field, given('recordJson', item, ''), zone, 'refused');
				if (value !== undefined) values[name] = value;
			} else {
				values.mapped = mappedOf(start, item);
			}
		},
	};
}

function valuesOf(parts: readonly Part[], item: number): Values {
	const values: Record<string, unknown> = {};
	eachChecked(parts, (part) => part.readInto(values, item));
	return values;
}

/** Does something the first time; what came of it, a value or an error, comes every time. */
function once<T>(work: (item: number) => T): (item: number) => T {
	const made: T[] = [];
	const wrong: unknown[] = [];
	return (item) => {
		if (made.length + wrong.length === 0) {
			try {
				made.push(work(item));
			} catch (problem) {
				wrong.push(problem);
			}
		}
		if (wrong.length > 0) throw wrong[0];
		return made[0] as T;
	};
}

/** Collections hold rows one level deeper than anything else, below the name of the group. */
const flattened = (fields: Fields, values: Values = {}): Values =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [
			name,
			fields[name]?.kind === 'rows' ? rowsIn(value) : value,
		]),
	);
