import { FAULTS, type Fault } from './faults';
import { DIALECTS, PLAIN, type Dialect, type DirectoryKind } from './site';
import { wallClock } from './spelling';
import {
	CATALOGUE,
	LABELS,
	type Condition,
	type DirectoryOperation,
	type DirectoryStory,
	type EntryGiven,
	type Filter,
	type Given,
	type Item,
	type Other,
	type Plain,
	type PlainValues,
	type RecordOperation,
	type RecordStory,
	type Story,
} from './story';
import { ORGANIZATIONS, POSITIONS, USERS } from './run';

/** Chances that a seed decides. */
export class Chance {
	private state: number;

	constructor(seed: number) {
		// Mixed, so that neighbours have nothing in common.
		let mixed = Math.imul(seed ^ (seed >>> 16), 0x21f0aaad);
		mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
		this.state = (mixed ^ (mixed >>> 15)) >>> 0;
	}

	next(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let t = this.state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
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

const good = (json: unknown, means: Plain = String(json)): Given => ({ json, means, is: 'good' });
const open = (json: unknown, means: Plain): Given => ({ json, means, is: 'open' });
const bad = (json: unknown): Given => ({ json, means: '', is: 'bad' });

const TEXTS = [
	'plain',
	'007',
	'7',
	'9:05',
	'09:05:00',
	'2026-01-02',
	'2026/1/2',
	'1e3',
	'1000',
	'ABC',
	'abc',
	'ＡＢＣ',
	' led',
	'led',
	'Ä',
	'A\u0308',
	'a,b',
	'<b>&amp;</b>',
	'"',
	'line\nbreak',
	'line\r\nbreak',
	'=1+1',
	'true',
	'null',
	'9007199254740993',
	'9007199254740992',
	'😀',
	'+7',
	'-0',
	'0.10',
	'1,234',
	'[]',
	'{}',
	'{{ 1 }}',
];

/** Texts that look alike but differ: similar keys are never equal. */
const TWINS = [
	['9:05', '09:05:00', '9:05:00', '09:05'],
	['007', '7', '7.0'],
	['abc', 'ABC', 'ａｂｃ'],
	['1e3', '1000'],
	['Ä', 'A\u0308'],
	['led', ' led', 'led '],
	['9007199254740993', '9007199254740992'],
	['2026-01-02', '2026/1/2', '2026/01/02'],
	['2026/01/02', '2026-1-2', '2026/1/2'],
	['2026/1/2', '2026/01/02'],
	['true', 'TRUE'],
	['-0', '0', '+0', '0.0'],
	['a,b', 'a, b'],
	['2026-03-01T10:00:00Z', '2026-03-01T19:00:00+09:00'],
];

const NUMBERS: readonly (readonly [unknown, string])[] = [
	[12, '12'],
	['12', '12'],
	['0012', '12'],
	[12.5, '12.5'],
	['12.50', '12.5'],
	['9007199254740993', '9007199254740993'],
	['9007199254740992', '9007199254740992'],
	['123456789012345678901234567890', '123456789012345678901234567890'],
	['0.1234567890123456789', '0.1234567890123456789'],
	[-3, '-3'],
	[0, '0'],
	['0', '0'],
	[0.1 + 0.2, '0.30000000000000004'],
	['-0.0', '0'],
	[1e21, '1000000000000000000000'],
];

const DAYS: readonly (readonly [unknown, string])[] = [
	['2026-03-01', '2026-03-01'],
	['2026/03/01', '2026-03-01'],
	['2026-03-01T00:00:00', '2026-03-01'],
	['2024-02-29', '2024-02-29'],
	['2026-12-31T15:00:00', '2026-12-31'],
	['0999-01-01', '0999-01-01'],
	['9999/12/31', '9999-12-31'],
];

const MOMENTS: readonly (readonly [unknown, string])[] = [
	['2026-03-01T10:00:00', '2026-03-01 10:00:00'],
	['2026-03-01 10:00', '2026-03-01 10:00:00'],
	['2026/03/01 10:00:30', '2026-03-01 10:00:30'],
	['2026-03-08T02:30:00', '2026-03-08 02:30:00'],
	['2026-11-01 01:30:00', '2026-11-01 01:30:00'],
];

const OFFSETS = [
	'2026-11-01T08:30:00Z',
	'2026-11-01T09:30:00Z',
	'2026-04-04T14:30:00Z',
	'2026-03-01T23:30:00Z',
	'2026-03-01T23:30:00+09:00',
	'2026-07-01T10:00:00.000-05:00',
	'2026-01-31T15:00:00Z',
];

function given(chance: Chance, name: string, { zone }: { zone: string }): Given {
	const field = CATALOGUE[name]!;
	if (chance.is(0.07)) return good('', empty(name));
	switch (field.kind) {
		case 'number': {
			if (chance.is(0.05)) return bad(chance.of(['many', '12 pieces', '１２', '1.2.3', true]));
			if (chance.is(0.05)) return open('1,234', '1234');
			if (chance.is(0.05)) return open(' 7 ', '7');
			if (chance.is(0.04)) return bad(chance.of([2 ** 53, 1e300]));
			const [json, means] = chance.of(
				field.max ? NUMBERS.filter(([, text]) => Math.abs(Number(text)) < 1e6) : NUMBERS,
			);
			return good(json, means);
		}
		case 'date': {
			if (chance.is(0.05))
				return bad(chance.of(['tomorrow', '2026-02-30', '31.02.2026', '2026-13-01']));
			if (chance.is(0.2)) {
				const text = chance.of(OFFSETS);
				return good(text, wallClock(Date.parse(text), zone).slice(0, 10));
			}
			const [json, means] = chance.of(DAYS);
			return good(json, means);
		}
		case 'datetime': {
			if (chance.is(0.05))
				return bad(chance.of(['soon', '2026-02-30T10:00:00', '2026-03-01T25:00:00']));
			if (chance.is(0.3)) {
				const text = chance.of(OFFSETS);
				return good(text, wallClock(Date.parse(text), zone));
			}
			const [json, means] = chance.of(MOMENTS);
			return good(json, means);
		}
		case 'time': {
			if (chance.is(0.05)) return bad(chance.of(['noon', '25:00', '10:61']));
			const [json, means] = chance.of([
				['09:05', '09:05:00'],
				['9:05', '09:05:00'],
				['23:59:58', '23:59:58'],
			] as const);
			return good(json, means);
		}
		case 'choice': {
			if (chance.is(0.06)) return bad(chance.of(['Blue', 'Reddish', 'R']));
			if (chance.is(0.1)) return good('3', 'Dark, blue');
			if (chance.is(0.1)) return good(1, '1');
			const { name: choice } = chance.of(field.choices!);
			return good(choice, choice);
		}
		case 'choices': {
			if (chance.is(0.06)) return bad(chance.of([['Blue'], 'Red, Blue']));
			if (chance.is(0.2)) return good('Red, Green', ['Red', 'Green']);
			if (chance.is(0.15)) return good('Dark, blue', ['Dark, blue']);
			const all = chance.some(field.choices!, 0.5).map((choice) => choice.name);
			return good(all, all);
		}
		case 'users': {
			if (chance.is(0.2)) return good('E1, E2', ['E1', 'E2']);
			if (chance.is(0.1)) return good([{ code: 'E1', name: 'Person E1' }], ['E1']);
			const all = chance.some(USERS, 0.4);
			return chance.is(0.3) && all.length === 1 ? good(all[0], all) : good(all, all);
		}
		case 'table': {
			if (chance.is(0.05))
				return bad(chance.of([[{ Quantity: 'many' }], 'rows', [{ Delivery: 'never' }]]));
			const rows = chance.some([0, 1, 2], 0.5).map(() => ({
				product: chance.of(TEXTS),
				...(chance.is(0.7) && { quantity: chance.of(['1', '9007199254740993', '2.5']) }),
				...(chance.is(0.5) && { delivery: '2026-03-01' }),
			}));
			const captions: Record<string, string> = {
				product: 'Product',
				quantity: 'Quantity',
				delivery: 'Delivery',
			};
			const json = rows.map((row) =>
				Object.fromEntries(Object.entries(row).map(([key, value]) => [captions[key]!, value])),
			);
			return good(json, rows as never);
		}
		default: {
			if (field.maxLength && chance.is(0.05)) return bad('x'.repeat(field.maxLength + 1));
			if (chance.is(0.08)) return good(42, '42');
			if (chance.is(0.04)) return bad({ an: 'object' });
			return good(chance.of(TEXTS));
		}
	}
}

const isSeveral = (name: string) => ['choices', 'users', 'table'].includes(CATALOGUE[name]!.kind);
const empty = (name: string): Plain => (isSeveral(name) ? [] : '');

/** Values as the service itself would spell them, for a record given as JSON. */
function plainJson(
	name: string,
	means: Plain,
	dialect: Dialect,
	uidOf: (column: string) => string,
): unknown {
	const { kind } = CATALOGUE[name]!;
	if (kind === 'users' && dialect.people !== 'codes') {
		return (means as readonly string[]).map((code) => ({ code, name: `Person ${code}` }));
	}
	if (kind === 'table') {
		return (means as readonly Record<string, string>[]).map((row) =>
			Object.fromEntries(Object.entries(row).map(([column, value]) => [uidOf(column), value])),
		);
	}
	return means;
}

/** A value that a row already has. */
function held(chance: Chance, name: string): Plain {
	switch (CATALOGUE[name]!.kind) {
		case 'number':
			return CATALOGUE[name]!.max
				? String(chance.below(100))
				: chance.of(['5', '9007199254740993', '9007199254740992', '0.1', '12', '-3']);
		case 'date':
			return chance.of(['2026-03-01', '2026-03-02', '2024-02-29']);
		case 'datetime':
			return chance.of(['2026-03-01 10:00:00', '2026-03-08 02:30:00', '2026-03-02 08:30:00']);
		case 'time':
			return chance.of(['09:05:00', '23:59:00']);
		case 'choice':
			return chance.of(CATALOGUE[name]!.choices!).name;
		case 'choices':
			return chance.some(CATALOGUE[name]!.choices!, 0.5).map((choice) => choice.name);
		case 'users':
			return chance.some(USERS, 0.4);
		case 'table':
			return chance.some([0, 1], 0.6).map(() => ({
				product: chance.of(TEXTS),
				quantity: chance.of(['1', '9007199254740993', '']),
				delivery: '',
			}));
		case 'file':
			return 'scan.pdf';
		case 'formula':
			return '2';
		default:
			return chance.of(TEXTS);
	}
}

function dialectOf(
	chance: Chance,
	share: number,
	likely: readonly (keyof Dialect)[] = [],
): Partial<Dialect> {
	const names = Object.keys(DIALECTS) as (keyof Dialect)[];
	const chosen = names.filter((name) => chance.is(likely.includes(name) ? 0.4 : share));
	const dialect = Object.fromEntries(
		chosen.map((name) => [name, chance.of(DIALECTS[name].slice(1) as never[])]),
	);
	// IDs of that size come as texts only.
	return dialect;
}

const SOMETIMES_TROUBLE = 0.35;

function trouble(chance: Chance, requests: number) {
	const faults: Fault[] = [];
	if (chance.is(SOMETIMES_TROUBLE)) {
		const count = chance.is(0.3) ? chance.of([2, 9]) : 1;
		faults.push({ kind: chance.of(FAULTS), at: 1 + chance.below(requests), count });
	}
	return faults;
}

export function storyOf(seed: number): Story {
	const chance = new Chance(seed);
	const story = chance.is(0.68) ? recordStory(chance, seed) : directoryStory(chance, seed);
	// Chances of their own, so that the stories of a seed stay what they were.
	const more = new Chance(seed + 0x5eed);
	return story.on === 'records' ? withRecordOptions(more, story) : withColumns(more, story);
}

const STRAYS = { Shipping: 'x' };
const ofColumns = (chance: Chance) =>
	chance.is(0.5) ? { unknownColumns: chance.of(['fail', 'ignore']) } : {};

function withRecordOptions(chance: Chance, story: RecordStory): RecordStory {
	const { operation, options } = story;
	if (operation === 'get' || operation === 'getAll') {
		const usersAs = chance.is(0.6) ? { usersAs: chance.of(['names', 'codes', 'objects']) } : {};
		const people =
			usersAs.usersAs && !story.fields.includes('people') ? withPeople(chance, story) : {};
		const filter = operation === 'getAll' && chance.is(0.5) ? filterFor(chance, story) : undefined;
		if (!filter) return { ...story, ...people, options: { ...options, ...usersAs } };
		const { order: _, fields: __, ...others } = options;
		return { ...story, ...people, options: { ...others, ...usersAs, filter } };
	}
	if (story.mode !== 'automatic') return story;
	const strays = chance.is(0.3) ? STRAYS : story.strays;
	return { ...story, strays, options: { ...options, ...ofColumns(chance) } };
}

const withPeople = (chance: Chance, { fields, rows }: RecordStory) => ({
	fields: [...fields, 'people'],
	rows: rows.map((row) => ({ ...row, people: held(chance, 'people') })),
});

function filterFor(chance: Chance, story: RecordStory): Filter {
	const { fields, rows, filler, dialect } = story;
	// A row takes about two moments, and four of these are a second.
	const second = () => chance.below((filler + rows.length) / 2 + 6);
	const opaque = dialect.types === 'numbers';
	const possible = fields.filter((name) =>
		(opaque ? ['text'] : ['text', 'amount', 'choice', 'users', 'date']).some(
			(kind) => kind === name || (kind !== 'amount' && kind === CATALOGUE[name]!.kind),
		),
	);
	const one = (): Condition => {
		const field = chance.of(possible);
		if (chance.is(0.2))
			return { field, operator: chance.of(['empty', 'notEmpty'] as const), value: '' };
		const text = (operator: Condition['operator'], value: string) => ({ field, operator, value });
		switch (CATALOGUE[field]!.kind) {
			case 'number':
				return text(chance.of(['atLeast', 'less'] as const), chance.of(['3', '50', '12.5']));
			case 'choice':
				return text('equals', chance.of(['Red', 'Dark, blue', '1']));
			case 'users':
				return text('contains', chance.of(USERS));
			case 'date':
				return text('atMost', chance.of(['2026-03-01', '2026/3/1', '2025-05-01']));
			default:
				return text(chance.of(['equals', 'contains'] as const), chance.of(['Row 1', 'a', 'abc']));
		}
	};
	const conditions = Array.from({ length: chance.below(3) }, one);
	const time = chance.of(['changedAfter', 'createdAfter', undefined] as const);
	return {
		...(time && { [time]: second() }),
		...(conditions.length > 0 && { conditions }),
	};
}

function withColumns(chance: Chance, story: DirectoryStory): DirectoryStory {
	if (['getAll', 'retire', 'restore'].includes(story.operation) || !chance.is(0.4)) return story;
	return {
		...story,
		labelled: chance.some(Object.keys(LABELS), 0.5),
		...(chance.is(0.3) && { strays: STRAYS }),
		options: { ...story.options, ...ofColumns(chance) },
	};
}

const pickWeighted = <T>(chance: Chance, all: readonly (readonly [T, number])[]): T => {
	let left = chance.next() * all.reduce((sum, [, weight]) => sum + weight, 0);
	for (const [one, weight] of all) if ((left -= weight) < 0) return one;
	return all[0]![0];
};

const RECORD_OPERATIONS: readonly (readonly [RecordOperation, number])[] = [
	['create', 3],
	['import', 4],
	['update', 5],
	['upsert', 8],
	['get', 1],
	['getAll', 5],
];

function recordStory(chance: Chance, seed: number): RecordStory {
	const operation = pickWeighted(chance, RECORD_OPERATIONS);
	const optional = Object.keys(CATALOGUE).filter((name) => name !== 'title');
	const keys =
		operation === 'upsert'
			? chance.of([
					['code'],
					['code'],
					['serial'],
					['day'],
					['moment'],
					['clock'],
					['code', 'serial'],
					['people'],
				])
			: chance.is(0.3)
				? [chance.of(['code', 'serial'])]
				: [];
	const fields = ['title', ...optional.filter((name) => keys.includes(name) || chance.is(0.45))];
	const isReading = operation === 'get' || operation === 'getAll';
	const filler =
		isReading && chance.is(0.6)
			? chance.of([
					94,
					96,
					97,
					99,
					100,
					101,
					196,
					197,
					199,
					200,
					230,
					350,
					...(chance.is(0.15) ? [996, 1000, 1030] : []),
				])
			: operation === 'upsert' && chance.is(0.25)
				? chance.of([95, 100, 150, 220])
				: 0;
	const isWide = filler === 0 && chance.is(0.06);
	const whole = operation === 'update' || operation === 'upsert';
	const partial = dialectOf(chance, chance.of([0, 0.05, 0.12, 0.25]), [
		...(filler > 0 || isWide ? (['cap', 'pastEnd'] as const) : []),
		...(whole ? (['choice', 'several', 'tableRows', 'empty', 'numbers'] as const) : []),
		...(chance.is(0.3)
			? (['deleted', 'isDeleted', 'zone', 'ids', 'definitions', 'uids'] as const)
			: []),
	]);
	const dialect = { ...PLAIN, ...partial };
	const twins = chance.of(TWINS);
	const ofKey = (name: string) => keys.includes(name) && name === 'code' && isTwin;
	const isTwin = chance.is(0.7);
	const rows: PlainValues[] = Array.from({ length: 1 + chance.below(7) }, (_, index) =>
		Object.fromEntries(
			fields.flatMap((name): [string, Plain][] =>
				name === 'title'
					? [[name, `Row ${index}`]]
					: keys.includes(name) || chance.is(0.7)
						? [[name, ofKey(name) ? (twins[index] ?? `K${index}`) : held(chance, name)]]
						: [],
			),
		),
	);
	const deleted = rows.flatMap((_, index) => (chance.is(0.15) ? [index] : []));
	const mode = isReading
		? 'mapped'
		: chance.of(['mapped', 'automatic', 'automatic', 'json'] as const);
	const writable = fields.filter((name) => name !== 'title' && name !== 'sum' && name !== 'paper');
	const many =
		(operation === 'import' || operation === 'upsert' || operation === 'create') && chance.is(0.1);
	const chosenRows = chance.some(
		rows.map((_, index) => index),
		0.6,
	);
	const targets =
		operation === 'update' || operation === 'get' ? (chosenRows.length > 0 ? chosenRows : [0]) : [];
	const count =
		targets.length > 0 || isReading
			? targets.length
			: many
				? chance.of([99, 100, 101, 150, 201])
				: 1 + chance.below(6);
	// In these, every item has the same columns.
	const mapped = writable.filter((name) => keys.includes(name) || chance.is(0.6));
	const noBad = chance.is(0.55);
	const shift = chance.below(3);
	const columnUid = (column: string) => column;
	const one = (name: string): Given => {
		const isGood = noBad || many;
		// Values that nobody can use are rare, so that they are looked for.
		const wantsBad = !isGood && chance.is(0.12);
		for (let tries = 0; ; tries++) {
			const value = given(chance, name, dialect);
			if (isGood ? value.is === 'good' : !wantsBad || value.is === 'bad' || tries > 40)
				return value;
		}
	};
	const items: Item[] = isReading
		? []
		: Array.from({ length: count }, (_, index) => {
				const columns =
					mode === 'mapped'
						? mapped
						: writable.filter(
								(name) => keys.includes(name) || mapped.includes(name) || chance.is(0.2),
							);
				const values = columns.map((name): [string, Given] => {
					if (ofKey(name) && chance.is(0.8))
						return [name, good(twins[(index + shift) % twins.length]!)];
					if (keys.includes(name) && operation === 'upsert' && chance.is(0.55))
						return [name, keyOf(chance, name, rows)];
					if (keys.includes(name)) {
						for (;;) {
							const value = one(name);
							if (value.means.length > 0 || value.is !== 'good') return [name, value];
						}
					}
					return [name, one(name)];
				});
				const odd = chance.is(0.2) ? ` ${chance.of(TEXTS)}` : '';
				const title = good(`Item ${index}.${odd}`);
				return Object.fromEntries([['title', title], ...values]);
			});
	const asJson = (item: Item): Item =>
		Object.fromEntries(
			Object.entries(item).map(([name, { means, is }]) => [
				name,
				is === 'bad'
					? good('', empty(name))
					: good(plainJson(name, means, dialect, columnUid), means),
			]),
		);
	const options = recordOptions(chance, operation, { fields, many });
	const requests = isReading ? 2 + filler / 100 : operation === 'import' ? 4 : 3 + items.length;
	const faults = trouble(chance, Math.min(requests, 8));
	const others = chance.is(0.4)
		? Array.from({ length: 1 + chance.below(4) }, () => other(chance, fields, requests))
		: [];
	const withJson = mode === 'json' && !fields.includes('lines');
	return {
		seed,
		on: 'records',
		operation,
		dialect: partial,
		onError: chance.of(['stop', 'stop', 'continue', 'error output'] as const),
		faults,
		others: withJson || mode !== 'json' ? others : [],
		...(chance.is(0.07) && { cancelAt: 1 + chance.below(Math.ceil(requests)) }),
		again: operation === 'upsert' && chance.is(0.6),
		options,
		filler,
		...(isWide && { wide: 120 }),
		fields,
		keys,
		rows,
		deleted,
		items:
			mode === 'json'
				? withJson
					? items.map(asJson)
					: items.map(asJson).map(({ lines: _, ...item }) => item)
				: items,
		targets,
		mode,
		strays: mode === 'automatic' && chance.is(0.2) ? { Shipping: 'x' } : {},
	};
}

/** The key of a row that is there, in another spelling. */
function keyOf(chance: Chance, name: string, rows: readonly PlainValues[]): Given {
	const value = chance.of(rows)[name]!;
	if (typeof value !== 'string') return good(value, value);
	switch (CATALOGUE[name]!.kind) {
		case 'number':
			return good(
				chance.of([
					value,
					value.includes('.') ? `${value}0` : `${value}.0`,
					value.startsWith('-') ? value : `00${value}`,
				]),
				value,
			);
		case 'date':
			return good(chance.of([value, value.replaceAll('-', '/'), `${value}T00:00:00`]), value);
		case 'datetime':
			return good(chance.of([value, value.replace(' ', 'T'), value.slice(0, 16)]), value);
		case 'time':
			return good(
				chance.of([value, value.slice(0, 5)]),
				value.length === 5 ? `${value}:00` : value,
			);
		default:
			return good(value, value);
	}
}

function recordOptions(
	chance: Chance,
	operation: RecordOperation,
	{ fields, many }: { fields: readonly string[]; many: boolean },
): Record<string, unknown> {
	switch (operation) {
		case 'create':
			return many || chance.is(0.4) ? { throughImport: true } : {};
		case 'import':
			return chance.is(0.3) ? { requestsAtOnce: 1 + chance.below(5) } : {};
		case 'update':
			return chance.is(0.5) ? { wholeRecord: true } : {};
		case 'upsert':
			return chance.is(0.35) ? { wholeRecord: true } : {};
		case 'get':
			return {
				...(chance.is(0.4) && { names: 'identifiers' }),
				...(chance.is(0.3) && { simplify: false }),
			};
		default: {
			const sortable = fields.filter(
				(name) => !['table', 'users', 'choices', 'file'].includes(CATALOGUE[name]!.kind),
			);
			const order = chance.is(0.3) ? chance.of([...sortable, 'updatedAt', 'createdAt']) : undefined;
			const chosen = chance.is(0.15)
				? [
						...new Set([
							...chance.some(fields, 0.5),
							...(order && fields.includes(order) ? [order] : []),
						]),
					]
				: [];
			return {
				...(chance.is(0.4) && { names: 'identifiers' }),
				...(chance.is(0.3) && { simplify: false }),
				...(chance.is(0.4) && {
					returnAll: false,
					limit: chance.of([1, 3, 50, 100, 101, 150, 1000, 1001, 1020]),
				}),
				...(order && { order }),
				...(chosen.length > 0 && { fields: chosen }),
			};
		}
	}
}

function other(chance: Chance, fields: readonly string[], requests: number): Other {
	const editable = fields.filter((name) => !['sum', 'paper'].includes(name));
	const field = chance.of(editable);
	return {
		before: 1 + chance.below(Math.min(Math.ceil(requests) + 1, chance.of([3, 20]))),
		does: pickWeighted(chance, [
			['edits', 5],
			['deletes', 3],
			['creates', 3],
			['drops field', 1],
		] as const),
		which: chance.below(chance.of([8, 400])),
		field,
		value: field === 'title' ? 'Edited' : held(chance, field),
	};
}

const DIRECTORY_OPERATIONS: readonly (readonly [DirectoryOperation, number])[] = [
	['create', 2],
	['import', 2],
	['upsert', 5],
	['sync', 9],
	['update', 4],
	['getAll', 3],
];

function directoryStory(chance: Chance, seed: number): DirectoryStory {
	const on = chance.of([
		'users',
		'users',
		'users',
		'organizations',
		'organizations',
		'positions',
	] as const);
	const operation =
		on === 'users' && chance.is(0.2)
			? chance.of(['retire', 'restore'] as const)
			: pickWeighted(chance, DIRECTORY_OPERATIONS);
	const codes = ['A1', 'a2', '003', '4', 'B 5', 'Ｃ６', '9007199254740993', 'D/7', 'ü8'];
	const rows = chance
		.some(codes, 0.5)
		.map((code) => entryGiven(chance, on, { code, isHeld: true }));
	const filler = chance.is(0.3)
		? chance.of([90, 100, 130, 210, ...(chance.is(0.2) ? [1000, 1010] : [])])
		: 0;
	const present = rows.map(({ code }) => String(code));
	const fresh = ['N1', 'n1', '0003', 'N2', 'A1 ', 'N/4', 'N%5', '12345678901234567890'];
	const isOfPresent = ['update', 'retire', 'restore'].includes(operation);
	const chosen = [
		...chance.some(present, 0.7),
		...(isOfPresent ? [] : chance.some(fresh, operation === 'sync' ? 0.15 : 0.3)),
	];
	const columns = chance.some(COLUMNS_OF[on], 0.4);
	// Only earlier ones, so that none is below itself; without waves, only existing ones.
	const parentsOf = (index: number) =>
		[
			'',
			...ORGANIZATIONS,
			...(operation === 'sync' || operation === 'upsert' ? chosen.slice(0, index) : []),
		].filter((code) => code.trim() === code);
	const needed = operation === 'update' ? [] : NEEDED[on];
	// Every item that is sent needs a value of New Code once it is added.
	const isRenaming = operation === 'update' && chance.is(0.1);
	const items: EntryGiven[] =
		operation === 'getAll'
			? [{}]
			: operation === 'retire' || operation === 'restore'
				? chosen.map((code) => ({ code }))
				: chosen.map((code, index) => {
						const all = entryGiven(chance, on, { code, isHeld: false });
						const extra = operation === 'create' && on === 'users' ? ['loginPass'] : [];
						const legal = columns.filter(
							(name) => operation !== 'create' || !['isRetired', 'loginErrorCount'].includes(name),
						);
						const one = pickNames(all, ['code', ...needed, ...legal, ...extra]);
						const parent = chance.of(parentsOf(index));
						return {
							...one,
							...('parentCode' in one && { parentCode: parent }),
							...(code === '4' && !isOfPresent && chance.is(0.5) && { code: 4 }),
							...(isRenaming && { newCode: `${code}-new` }),
						};
					});
	const isWithFiller = operation === 'sync' && filler > 0 && chance.is(0.7);
	const fillers = isWithFiller
		? Array.from({ length: filler }, (_, index) => {
				const code = `X${String(index).padStart(4, '0')}`;
				const one = { ...entryGiven(chance, on, { code, isHeld: false }), name: `Filler ${index}` };
				return {
					...pickNames(one, ['code', ...needed, ...columns]),
					...(columns.includes('parentCode') && { parentCode: '' }),
				};
			})
		: [];
	const isDry = operation === 'sync' && chance.is(0.6);
	const requests = operation === 'sync' || operation === 'upsert' ? 5 : 1 + items.length * 2;
	return {
		seed,
		on,
		operation,
		dialect: dialectOf(chance, chance.of([0, 0.05, 0.12, 0.3]), [
			...(filler > 0 ? (['cap', 'pastEnd', 'directoryOrder'] as const) : []),
			...(chance.is(0.2) ? (['defaults', 'readOnly', 'leftOut'] as const) : []),
		]),
		onError: chance.of(['stop', 'stop', 'continue', 'error output'] as const),
		faults: isDry ? [] : trouble(chance, Math.min(requests, 8)),
		others:
			!isDry && chance.is(0.4)
				? Array.from({ length: 1 + chance.below(3) }, () => ({
						...other(chance, ['title'], requests),
						value: `Z${chance.below(9)}`,
					}))
				: [],
		...(chance.is(0.05) && !isDry && { cancelAt: 1 + chance.below(requests) }),
		again: operation === 'upsert' && chance.is(0.6),
		options: {
			...(operation === 'sync' && {
				dryRun: isDry,
				missing: chance.of(
					on === 'users' ? ['nothing', 'retire', 'delete'] : ['nothing', 'delete', 'delete'],
				),
				mostRemovals: chance.of([0, 3, 10, 500, 500, 500]),
				...(chance.is(0.5) && {
					neverRemove: [...chance.some(present, 0.5), 'O1', 'P1'].join(', '),
				}),
			}),
			...(operation === 'update' && chance.is(0.3) && { keepOthers: false }),
			...(operation === 'create' && chance.is(0.4) && { throughImport: true }),
			...(operation === 'getAll' &&
				chance.is(0.4) && { returnAll: false, limit: chance.of([1, 50, 100, 101, 1000]) }),
			...(operation === 'getAll' && on === 'users' && chance.is(0.4) && { simplify: false }),
		},
		filler,
		rows,
		items: items.length > 0 ? [...items, ...fillers] : [entryOnly(chance, on, operation, needed)],
	};
}

function entryOnly(
	chance: Chance,
	on: DirectoryKind,
	operation: DirectoryOperation,
	needed: readonly string[],
): EntryGiven {
	if (operation === 'retire' || operation === 'restore') return { code: 'gone' };
	const extra = operation === 'create' && on === 'users' ? ['loginPass'] : [];
	return pickNames(
		entryGiven(chance, on, { code: operation === 'update' ? 'gone' : 'N9', isHeld: false }),
		['code', ...needed, ...extra],
	);
}

const pickNames = (from: EntryGiven, names: readonly string[]): EntryGiven =>
	Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

const NEEDED: Record<DirectoryKind, readonly string[]> = {
	organizations: ['name', 'kana'],
	positions: ['name', 'kana'],
	users: ['name', 'kana', 'loginId', 'organizationCode'],
};

const COLUMNS_OF: Record<DirectoryKind, readonly string[]> = {
	organizations: ['name', 'alias', 'note', 'parentCode'],
	positions: ['name', 'alias', 'note'],
	users: [
		'name',
		'positionCode',
		'expire',
		'outsideAccess',
		'loginErrorCount',
		'loginPass',
		'subBelong',
		'isRetired',
	],
};

function entryGiven(
	chance: Chance,
	on: DirectoryKind,
	{ code, isHeld }: { code: string; isHeld: boolean },
): EntryGiven {
	// A list without values is no value.
	const texts = isHeld ? TEXTS : TEXTS.filter((one) => one !== '[]');
	const text = () => chance.of(texts);
	const common = { code, name: `Name ${text()}`, kana: 'kana' };
	if (on === 'positions') return { ...common, alias: text(), note: text() };
	if (on === 'organizations')
		return {
			...common,
			alias: text(),
			note: text(),
			parentCode: chance.of(['', ...ORGANIZATIONS.slice(1), ...ORGANIZATIONS]),
		};
	return {
		...common,
		loginId: `login-${code}`,
		organizationCode: chance.of(ORGANIZATIONS),
		positionCode: chance.of(['', ...POSITIONS]),
		expire: chance.of(['2026-03-01', '9999-12-31', ...(isHeld ? [] : ['2026/03/01'])]),
		outsideAccess: chance.is(0.5),
		loginErrorCount: chance.below(4),
		...(isHeld
			? { isRetired: chance.is(0.3) }
			: { isRetired: chance.is(0.3), loginPass: 'new secret' }),
		subBelong:
			chance.is(0.5) || !isHeld
				? [
						{
							organizationCode: chance.of(ORGANIZATIONS),
							positionCode: chance.of(['', ...POSITIONS]),
						},
					]
				: [],
	};
}
