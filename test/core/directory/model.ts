import fc from 'fast-check';
import type { Entry } from '../../../nodes/RecordsDirectory/api';
import {
	lowestFirst,
	type Plan,
	planChanges,
	sortIntoWaves,
	type WantedEntry,
} from '../../../nodes/RecordsDirectory/core/directory/plan';
import type { JsonObject } from '../../../nodes/RecordsDirectory/core/json';
import { entryOf } from '../../support/entries';

/** A directory as plain data, by code. */
type Model = Map<string, JsonObject>;

export const kinds = ['organization', 'position', 'user'] as const;
export type Kind = (typeof kinds)[number];
export const syncOf = (kind: Kind): Entry => entryOf(`${kind}.sync`);

/** How a service spells empty values and dates in its list, and its additional properties. */
export interface Spelling {
	readonly empty: 'text' | 'null' | 'missing';
	readonly dashes: boolean;
}

const text = fc.constantFrom('', 'a', 'b', '0');
const code = (n: number) => `C${n}`;
const affiliations = fc.uniqueArray(
	fc.record({
		organizationCode: fc.constantFrom('O1', 'O2'),
		positionCode: fc.constantFrom('', 'P1'),
	}),
	{ maxLength: 2, selector: (row) => JSON.stringify(row) },
);

const named = { name: fc.constantFrom('x', 'y'), kana: fc.constantFrom('x', 'y') };
const plain = { alias: text, note: text };
const optional: { readonly [K in Kind]: Record<string, fc.Arbitrary<unknown>> } = {
	organization: plain,
	position: plain,
	user: {
		expire: fc.constantFrom('9999/12/31', '2030/01/31'),
		outsideAccess: fc.boolean(),
		positionCode: text,
		loginErrorCount: fc.nat(2),
		subBelong: affiliations,
	},
};
const required: { readonly [K in Kind]: Record<string, fc.Arbitrary<unknown>> } = {
	organization: named,
	position: named,
	user: { ...named, loginId: text, organizationCode: fc.constantFrom('O1', 'O2') },
};

/** Entries with some fields each; organizations form a tree, some of them at the top. */
export const someEntries = (kind: Kind) =>
	fc.uniqueArray(fc.nat(11), { maxLength: 8 }).chain((numbers) =>
		fc.tuple(
			...numbers.map((n, at) =>
				fc
					.tuple(
						fc.record(
							{ ...required[kind], ...optional[kind] } as Record<string, fc.Arbitrary<unknown>>,
							{
								requiredKeys: Object.keys(required[kind]),
							},
						),
						fc.option(fc.nat(), { nil: undefined }),
					)
					.map(([fields, above]): JsonObject => {
						const parent = above === undefined || at === 0 ? '' : code(numbers[above % at] ?? 0);
						const place = kind === 'organization' ? { parentCode: parent } : {};
						return { code: code(n), ...fields, ...place };
					}),
			),
		),
	);

/** What a missing value of a field means. */
const DEFAULTS: JsonObject = { expire: '9999/12/31', outsideAccess: false, loginErrorCount: 0 };

const meaningOf = (name: string, value: unknown): string => {
	const given = (value ?? '') === '' ? (DEFAULTS[name] ?? '') : value;
	if (name !== 'subBelong') return String(given).replaceAll('-', '/');
	const rows = (given === '' ? [] : given) as JsonObject[];
	return JSON.stringify(rows.map((row) => [row.organizationCode, row.positionCode]).sort());
};

/** Whether two values of a field mean the same. */
export const isSameInModel = (name: string, one: unknown, other: unknown): boolean =>
	meaningOf(name, one) === meaningOf(name, other);

export const modelOf = (entries: readonly JsonObject[]): Model =>
	new Map(entries.map((entry) => [String(entry.code), entry]));

/** The service's list in one of its possible spellings. */
export const listed = (model: Model, { empty, dashes }: Spelling): JsonObject[] =>
	[...model.values()].map((entry, id) => {
		const pairs = Object.entries(entry)
			.filter(([name]) => name !== 'loginPass')
			.map(([name, value]) => {
				if (value === '') return [name, empty === 'text' ? '' : null] as const;
				if (name === 'expire' && dashes) return [name, String(value).replaceAll('/', '-')] as const;
				if (name !== 'subBelong') return [name, value] as const;
				const keyed = (value as JsonObject[]).map((row) => ({ ...row, organizationKeyMan: false }));
				return [name, keyed.reverse()] as const;
			});
		const shown = pairs.filter(([, value]) => value !== null || empty !== 'missing');
		return { id, organizationKeyMan: true, ...Object.fromEntries(shown) };
	});

const wantedOf = (entries: readonly JsonObject[]): WantedEntry[] =>
	entries.map((body, item) => ({ item, code: String(body.code), body }));

export const planned = (
	kind: Kind,
	wanted: readonly JsonObject[],
	list: readonly JsonObject[],
): Plan => {
	const { operation, resource } = syncOf(kind);
	return planChanges({ operation, resource }, wantedOf(wanted), list);
};

/** Carries out a plan strictly: an import is checked as a whole, in any order. */
export function carriedOut(plan: Plan, before: Model, shuffle: <T>(all: T[]) => T[]): Model {
	const model = new Map(before);
	for (const wave of sortIntoWaves(plan)) {
		const known = new Set(model.keys());
		for (const { code: own, body } of shuffle([...wave])) {
			const { parentCode: above = '' } = body;
			if (above !== '' && !known.has(String(above))) throw new Error(`${own}: no ${above} yet`);
			model.set(own, body);
			mustEnd(model, own);
		}
	}
	for (const { code: own } of lowestFirst(plan, plan.missing)) {
		const below = [...model.values()].filter(({ parentCode }) => parentCode === own);
		if (below.length > 0) throw new Error(`${own} has others below it`);
		model.delete(String(own));
	}
	return model;
}

function mustEnd(model: Model, start: string): void {
	let at: unknown = start;
	for (let steps = 0; at; steps++) {
		if (steps > model.size) throw new Error(`${start} is below itself`);
		at = model.get(String(at))?.parentCode;
	}
}
