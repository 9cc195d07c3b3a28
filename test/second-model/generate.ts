import { seeded } from '../simulation/random';
import { ORGANIZATIONS, POSITIONS, USERS } from './rows';
import { decimal, wallClock } from './spelling';
import {
	CATALOGUE,
	COLOURS,
	DIALECTS,
	DIRECTORY,
	FAULTS,
	matchOf,
	PLAIN,
	type Dialect,
	type DirectoryKind,
	type Field,
	type Given,
	type Item,
	type Operation,
	type Options,
	type Other,
	type Story,
	type Value,
	type Values,
} from './story';

/** Chances that a seed decides. */
class Chance {
	private readonly next: () => number;

	constructor(seed: number) {
		this.next = seeded(Math.imul(seed, 0x9e3779b1));
	}

	below(count: number): number {
		return Math.floor(this.next() * count);
	}

	of<T>(all: readonly T[]): T {
		return all[this.below(all.length)]!;
	}

	is(share: number): boolean {
		return this.next() < share;
	}

	some<T>(all: readonly T[], share: number): T[] {
		return all.filter(() => this.is(share));
	}
}

const good = (json: unknown, means: Value = String(json)): Given => ({ json, means });

const TEXTS = [
	...['plain', '007', '9:05', '2026/1/2', '1e3', 'ABC', 'ＡＢＣ', ' led', 'A\u0308', 'a,b', '😀'],
	...['<b>&amp;</b>', '"', 'line\r\nbreak', '=1+1', 'null', '9007199254740993', '0.10', '{}'],
	'{{ 1 }}',
];

/** Texts that look alike but differ: they are different keys. */
const TWINS = [
	['9:05', '09:05:00', '09:05'],
	['007', '7', '7.0'],
	['abc', 'ABC', 'ａｂｃ'],
	['1e3', '1000'],
	['Ä', 'A\u0308'],
	['led', ' led', 'led '],
	['9007199254740993', '9007199254740992'],
	['2026-01-02', '2026/1/2', '2026/01/02'],
	['2026-03-01T10:00:00Z', '2026-03-01T19:00:00+09:00'],
];

type Spelled = readonly [json: unknown, means: string];

const NUMBERS = [
	...[12, '0012', '12.50', '9007199254740993', '9007199254740992', '0.1234567890123456789'],
	...[-3, 0, 0.1 + 0.2, '-0.0'],
].map((json): Spelled => [json, decimal(String(json))!]);

const DAYS: readonly Spelled[] = [
	['2026-03-01', '2026-03-01'],
	['2026/03/01', '2026-03-01'],
	['2024-02-29', '2024-02-29'],
	['2026-12-31T15:00:00', '2026-12-31'],
	['9999/12/31', '9999-12-31'],
];

const MOMENTS: readonly Spelled[] = [
	['2026-03-01T10:00:00', '2026-03-01 10:00:00'],
	['2026-03-01 10:00', '2026-03-01 10:00:00'],
	['2026/03/01 10:00:30', '2026-03-01 10:00:30'],
	['2026-03-08T02:30:00', '2026-03-08 02:30:00'],
];

const CLOCKS: readonly Spelled[] = [
	['09:05', '09:05:00'],
	['9:05', '09:05:00'],
	['23:59:58', '23:59:58'],
];

const SPELLED: Partial<Record<Field['kind'], readonly Spelled[]>> = {
	...{ number: NUMBERS, date: DAYS, datetime: MOMENTS, time: CLOCKS },
};

const OFFSETS = [
	'2026-11-01T08:30:00Z',
	'2026-04-04T14:30:00Z',
	'2026-03-01T23:30:00+09:00',
	'2026-07-01T10:00:00.000-05:00',
];

const BAD: Partial<Record<Field['kind'], readonly unknown[]>> = {
	text: [{ an: 'object' }],
	number: ['many', '１２', '1.2.3', true],
	date: ['tomorrow', '2026-02-30'],
	datetime: ['soon', '2026-03-01T25:00:00'],
	time: ['noon', '25:00'],
	choice: ['Blue', 'R'],
	choices: [['Blue'], 'Red, Blue'],
	table: [[{ Quantity: 'many' }], 'rows'],
};

/** A value of an item for a field of the form. */
function given(chance: Chance, field: Field, zone: string): Given {
	const { kind } = field;
	if ((kind === 'date' || kind === 'datetime') && chance.is(0.3)) {
		const json = chance.of(OFFSETS);
		const local = wallClock(Date.parse(json), zone);
		return good(json, kind === 'date' ? local.slice(0, 10) : local);
	}
	const spelled = SPELLED[kind];
	if (spelled) return good(...chance.of(spelled));
	const means = held(chance, field);
	const isText = (kind === 'choices' || kind === 'users') && means.length === 1;
	return good(isText && chance.is(0.3) ? means[0] : means, means);
}

/** A value that a row already has. */
function held(chance: Chance, { kind }: Field): Value {
	const spelled = SPELLED[kind];
	if (spelled) return chance.of(spelled)[1];
	switch (kind) {
		case 'choice':
			return chance.of(COLOURS);
		case 'choices':
			return chance.some(COLOURS, 0.5);
		case 'users':
			return chance.some(USERS, 0.4);
		case 'table':
			return chance.some([0, 1, 2], 0.6).map(() => ({
				Product: chance.of(TEXTS),
				Quantity: chance.of(['1', '9007199254740993', '2.5', '']),
				Delivery: chance.of(['2026-03-01', '']),
			}));
		default:
			return chance.of(TEXTS);
	}
}

function dialectOf(chance: Chance): Partial<Dialect> {
	const share = chance.of([0, 0.15, 0.35]);
	const names = Object.keys(DIALECTS) as Array<keyof Dialect>;
	const chosen = names.filter(() => chance.is(share));
	return Object.fromEntries(
		chosen.map((name) => [name, chance.of<unknown>(DIALECTS[name].slice(1))]),
	);
}

/** What may go wrong in a run. */
function trouble(chance: Chance, valuesOf: () => Values) {
	// The first requests only read.
	const request = () => chance.of([1, 2, 2, 3, 3, 4, 4, 5, 6]);
	const other = (): Other => ({
		before: request(),
		does: chance.of(['edits', 'deletes', 'creates'] as const),
		which: chance.below(chance.of([8, 400])),
		values: valuesOf(),
	});
	const count = chance.is(0.3) ? chance.of([2, 9]) : 1;
	return {
		onError: chance.of(['stop', 'stop', 'continue', 'error output'] as const),
		faults: chance.is(0.55) ? [{ kind: chance.of(FAULTS), at: request(), count }] : [],
		others: chance.is(0.4) ? Array.from({ length: 1 + chance.below(4) }, other) : [],
	};
}

function weighted(chance: Chance, weights: Partial<Record<Operation, number>>): Operation {
	const all = Object.entries(weights) as Array<[Operation, number]>;
	return chance.of(all.flatMap(([operation, weight]) => Array<Operation>(weight).fill(operation)));
}

export function storyOf(seed: number): Story {
	const chance = new Chance(seed);
	return chance.is(0.65) ? recordStory(chance, seed) : directoryStory(chance, seed);
}

/* Records */

function recordStory(chance: Chance, seed: number): Story {
	const operation = weighted(chance, {
		...{ create: 4, import: 4, update: 7, upsert: 8, getAll: 3 },
		...{ lookUp: 5, delete: 4 },
	});
	const isOne = operation === 'update' || operation === 'delete';
	const isByValues = operation === 'lookUp' || (isOne && chance.is(0.7));
	const matches: readonly string[] = isByValues ? chance.of(MATCHES) : [];
	const isDry = (isOne || operation === 'upsert' || operation === 'import') && chance.is(0.35);
	const keys =
		operation === 'upsert'
			? chance.of([['code'], ['code'], ['serial'], ['day'], ['moment'], ['code', 'serial']])
			: chance.is(0.3)
				? [chance.of(['code', 'serial'])]
				: [];
	const isFound = (name: string) => keys.includes(name) || matches.includes(name);
	const form = CATALOGUE.filter(({ name }) => name === 'title' || isFound(name) || chance.is(0.45));
	const isReading = operation === 'getAll';
	const isMany = ['import', 'upsert'].includes(operation) && chance.is(0.1);
	const filler = chance.is(isReading ? 0.7 : operation === 'upsert' || isByValues ? 0.25 : 0)
		? chance.of(
				isReading ? [96, 99, 100, 101, 150, 199, 230, 350, 1000, 1030] : [101, 199, 230, 260],
			)
		: 0;
	const dialect = dialectOf(chance);
	const twins = chance.is(0.7) ? chance.of(TWINS) : [];
	const rows = Array.from({ length: 1 + chance.below(7) }, (_, place): Values => {
		const index = isByValues && chance.is(0.5) ? place >> 1 : place;
		const values = form.flatMap((field): Array<[string, Value]> => {
			const { name } = field;
			if (name === 'title') return [[name, `Row ${place}`]];
			if (!isFound(name)) return chance.is(0.7) ? [[name, held(chance, field)]] : [];
			const key = name === 'code' ? (twins[index] ?? `K${index}`) : keyAt(field, index);
			const isOther = key === undefined || chance.is(0.1);
			const isEmpty = isByValues && !keys.includes(name) && chance.is(0.15);
			return [[name, isEmpty ? field.start : isOther ? held(chance, field) : key]];
		});
		return Object.fromEntries(values);
	});
	const isTargeted = matches.length === 0 ? isOne : matches.some(isId);
	const targets = isTargeted ? chance.some([...rows.keys()], 0.6) : [];
	if (isTargeted && targets.length === 0) targets.push(0);
	const count = isMany ? chance.of([99, 100, 101, 150, 201]) : 1 + chance.below(6);
	const isAutomatic = chance.is(0.6);
	const writable = form.filter(({ name }) => name !== 'title');
	// An update may leave out the key, which the service still needs.
	const isKey = ({ name }: Field) => operation !== 'update' && keys.includes(name);
	const mapped = writable.filter((field) => isKey(field) || chance.is(0.6));
	const isMapped = operation !== 'lookUp' && operation !== 'delete';
	const zone = dialect.zone ?? PLAIN.zone;
	const isClean = isMany || chance.is(0.55);
	const shift = chance.below(3);
	const bad = (kind: Field['kind']): Given | undefined => {
		const all = isClean ? undefined : BAD[kind];
		return all && chance.is(0.08) ? { json: chance.of(all), means: undefined } : undefined;
	};
	const one = (field: Field, index: number): Given => {
		const { name, kind } = field;
		if (keys.includes(name)) {
			if (name === 'code' && chance.is(0.6) && twins.length > 0)
				return good(twins[(index + shift) % twins.length]!);
			if (operation === 'upsert' && chance.is(0.5))
				return sameKey(chance, field, rows[(index + shift) % rows.length]!);
			return given(chance, field, zone);
		}
		return bad(kind) ?? (chance.is(0.07) ? good('', field.start) : given(chance, field, zone));
	};
	const matched = (field: Field, index: number): Given => {
		if (chance.is(0.1)) return good(chance.of(NOTHING), '');
		const row = rows[(index + shift) % rows.length]!;
		const usual = chance.is(0.75) ? sameKey(chance, field, row) : given(chance, field, zone);
		return bad(field.kind) ?? usual;
	};
	const items = Array.from({ length: targets.length || count }, (_, index): Item => {
		const columns = isAutomatic
			? writable.filter((field) => isKey(field) || mapped.includes(field) !== chance.is(0.2))
			: mapped;
		const title = good(`Item ${index}.${chance.is(0.2) ? ` ${chance.of(TEXTS)}` : ''}`);
		const values = columns.map((field) => [field.name, one(field, index)] as const);
		const wanted = form.filter(({ name }) => matches.includes(name));
		const found = wanted.map((field) => [matchOf(field.name), matched(field, index)] as const);
		return { title, ...Object.fromEntries([...(isMapped ? values : []), ...found]) };
	});
	const edited = (): Values => {
		const field = chance.of(form);
		return { [field.name]: field.name === 'title' ? 'Edited' : held(chance, field) };
	};
	return {
		seed,
		on: 'records',
		operation,
		dialect,
		...trouble(chance, edited),
		...(isDry && { faults: [], others: [] }),
		dryRun: isDry,
		again: operation === 'upsert' && chance.is(0.6),
		options: recordOptions(chance, operation),
		filler,
		fields: form.map(({ name }) => name),
		keys,
		rows,
		deleted: chance.some([...rows.keys()], 0.15),
		items: isReading ? [{}] : items,
		matches,
		targets,
		target: matches.find(isId) ?? chance.of(['recordId', 'uniqueId'] as const),
		isAutomatic: isMapped && isAutomatic,
	};
}

/** What records are found by: mostly what few of them have. */
const MATCHES =
	'code|code|serial|day|moment|code,serial|colour,day|tags|people|note|uniqueId|recordId|code,uniqueId'
		.split('|')
		.map((names) => names.split(','));
const isId = (name: string) => name === 'recordId' || name === 'uniqueId';
const NOTHING: readonly unknown[] = ['', null, ' ', []];

/** A key that no other row has. */
function keyAt({ kind }: Field, index: number): string | undefined {
	if (!['number', 'date', 'datetime'].includes(kind)) return undefined;
	if (kind === 'number') return ['9007199254740993', '0.1', '-3'][index] ?? String(index);
	return `2026-03-0${index + 1}${kind === 'date' ? '' : ' 10:00:00'}`;
}

/** The key of a row that is there, in another spelling. */
function sameKey(chance: Chance, { name, kind }: Field, row: Values): Given {
	const held = row[name]!;
	if (held.length === 0) return good('', held);
	if (Array.isArray(held)) return good(held.toReversed(), held);
	const value = String(held);
	const others: Partial<Record<Field['kind'], readonly string[]>> = {
		number: [value.includes('.') ? `${value}0` : `${value}.0`],
		date: [value.replaceAll('-', '/'), `${value}T00:00:00`],
		datetime: [value.replace(' ', 'T'), value.slice(0, 16)],
	};
	return good(chance.of([value, ...(others[kind] ?? [])]), value);
}

function recordOptions(chance: Chance, operation: Operation): Options {
	switch (operation) {
		case 'getAll':
			return listLimit(chance);
		case 'lookUp':
			return {
				keep: chance.of(['all', 'all', 'found', 'notFound'] as const),
				severalMatches: chance.of(['newest', 'all'] as const),
				...(chance.is(0.4) && { resultName: chance.of(['found', 'title']) }),
			};
		default:
			return {
				...(operation !== 'delete' && chance.is(0.4) && { wholeRecord: true }),
				...(operation === 'delete' && { mostRemovals: chance.of([0, 1, 1, 10]) }),
				...(operation !== 'upsert' && { severalMatches: chance.of(['fail', 'all'] as const) }),
			};
	}
}

const listLimit = (chance: Chance): Options =>
	chance.is(0.4)
		? { returnAll: false, limit: chance.of([1, 3, 50, 100, 101, 150, 1000, 1001]) }
		: { returnAll: true };

/* The directory */

const CODES = ['A1', '003', '4', 'B 5', 'Ｃ６', '9007199254740993', 'D/7', 'ü8'];
/** A sync never removes the first. */
const PARENTS = ['', 'O1', 'O1', 'O2'];
const NEW_CODES = ['N1', 'N2', 'N/4', 'N%5', '12345678901234567890'];

function directoryStory(chance: Chance, seed: number): Story {
	const kinds = Object.keys(DIRECTORY) as DirectoryKind[];
	const on = chance.is(0.4) ? 'users' : chance.of(kinds);
	const weights = { create: 3, import: 2, upsert: 5, sync: 8, update: 4, getAll: 2 };
	const ofUsers = on === 'users' ? { retire: 2, restore: 2 } : {};
	const operation = weighted(chance, { ...weights, ...ofUsers });
	const isSync = operation === 'sync';
	const filler = chance.is(0.3) ? chance.of([90, 100, 130, 210]) : 0;
	const codes = chance.some(CODES, 0.5);
	const rows = codes.map((code) => entry(chance, on, code));
	const isOfPresent = ['update', 'retire', 'restore'].includes(operation);
	const chosen = [
		...chance.some(codes, operation === 'create' ? 0.1 : 0.7),
		...(isOfPresent ? chance.some(['gone'], 0.1) : chance.some(NEW_CODES, isSync ? 0.25 : 0.4)),
		...(isSync && filler > 0 && chance.is(0.7)
			? Array.from({ length: filler }, (_, index) => `X${String(index).padStart(4, '0')}`)
			: []),
	];
	while (chosen.length < 2)
		chosen.push(isOfPresent ? `gone ${chosen.length}` : `M${chosen.length}`);
	const optional = DIRECTORY[on].filter(
		({ name, isNeeded }) =>
			(isNeeded ? operation === 'update' && name !== 'code' : name !== 'loginPass') &&
			(operation !== 'create' || !['isRetired', 'loginErrorCount'].includes(name)) &&
			chance.is(0.4),
	);
	const columns = DIRECTORY[on].filter(
		({ name, isNeeded }) => name === 'name' || (isNeeded && operation !== 'update'),
	);
	const items = chosen.map((code, index): Item => {
		if (operation === 'retire' || operation === 'restore')
			return { code: good(code), isRetired: good(undefined, String(operation === 'retire')) };
		const values = entry(chance, on, code);
		// Only an earlier one, so that none is below itself.
		const parents = isSync || operation === 'upsert' ? chosen.slice(0, index) : [];
		const fields = [...columns, ...optional].map(({ name, kind }): [string, Given] => {
			const means = name === 'parentCode' ? chance.of([...PARENTS, ...parents]) : values[name]!;
			if (kind === 'flag') return [name, good(means === 'true', means)];
			return [name, good(kind === 'number' ? Number(means) : means, means)];
		});
		const isNew = on === 'users' && !codes.includes(code) && !code.startsWith('X');
		return {
			...Object.fromEntries(fields.filter(([, { means }]) => means!.length > 0)),
			code: good(code),
			...(isNew && !isOfPresent && { loginPass: good('new secret') }),
		};
	});
	const dryRun = isSync && chance.is(0.6);
	const { faults, others, onError } = trouble(chance, () => ({
		code: `Z${chance.below(9)}`,
		name: `Edited ${chance.below(9)}`,
	}));
	return {
		seed,
		on,
		operation,
		dialect: dialectOf(chance),
		onError,
		faults: dryRun ? [] : faults,
		others: dryRun ? [] : others,
		dryRun,
		again: isSync || (operation === 'upsert' && chance.is(0.6)),
		options: {
			...(isSync && {
				missing: chance.of(['nothing', 'delete', on === 'users' ? 'retire' : 'delete'] as const),
				mostRemovals: chance.of([0, 3, 10, 500, 500, 500]),
				...(chance.is(0.5) && {
					neverRemove: [
						chance.of(codes),
						...chance.some(codes, 0.5),
						...(chance.is(0.2) ? ['GONE'] : []),
					],
				}),
			}),
			...(operation === 'getAll' && listLimit(chance)),
		},
		filler,
		fields: [],
		keys: ['code'],
		rows,
		deleted: [],
		items: operation === 'getAll' ? [{}] : items,
		matches: [],
		targets: [],
		target: 'recordId',
		isAutomatic: true,
	};
}

function entry(chance: Chance, on: DirectoryKind, code: string): Values {
	const text = () => chance.of(TEXTS.map((one) => one.trim()));
	const common = { code, name: `Name ${text()}`, kana: 'kana' };
	if (on !== 'users') {
		const described = { ...common, alias: text(), aliasKana: 'alias', note: text() };
		return on === 'positions' ? described : { ...described, parentCode: chance.of(PARENTS) };
	}
	const place = () => ({
		organizationCode: chance.of(ORGANIZATIONS),
		positionCode: chance.of(['', ...POSITIONS]),
	});
	return {
		...common,
		loginId: `login-${code}`,
		loginPass: 'old secret',
		...place(),
		expire: chance.of(['2026-03-01', '9999-12-31']),
		outsideAccess: chance.of(['true', 'false']),
		loginErrorCount: String(chance.below(4)),
		isRetired: chance.of(['true', 'false']),
		subBelong: chance.is(0.5) ? [place()] : [],
	};
}
