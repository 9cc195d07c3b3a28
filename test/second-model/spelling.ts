import type { Dialect, Field, Value, Values } from './story';

/** A number of a request as its digits, so that nothing of it is lost. */
class Digits {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}

	toJSON(): string {
		return this.text;
	}
}

export const parsed = (text: string): unknown =>
	JSON.parse(text, ((_: string, value: unknown, { source }: { source?: string }) =>
		typeof value === 'number' ? new Digits(source!) : value) as never);

/** The service cannot use what was sent. */
export class Problem extends Error {}

/** The one text of a number: no exponent, no zeros that say nothing. */
export function decimal(text: string): string | undefined {
	const match = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim());
	if (!match) return undefined;
	const [, sign, whole = '', part = '', exponent = '0'] = match;
	const point = whole.length + Number(exponent);
	const zeros = '0'.repeat(Math.abs(point) + part.length);
	const [digits, at] = [`${zeros}${whole}${part}${zeros}`, zeros.length + point];
	const before = digits.slice(0, at).replace(/^0+/, '') || '0';
	const after = digits.slice(at).replace(/0+$/, '');
	const unsigned = after ? `${before}.${after}` : before;
	return sign === '-' && unsigned !== '0' ? `-${unsigned}` : unsigned;
}

/** The wall clock of a zone at a moment: `YYYY-MM-DD hh:mm:ss`. */
export const wallClock = (moment: number, zone: string): string =>
	new Intl.DateTimeFormat('sv-SE', {
		timeZone: zone,
		dateStyle: 'short',
		timeStyle: 'medium',
	}).format(moment);

/** When a moment of the service is, in its own zone: four of them are a second. */
export const timeOf = (moment: number, zone: string): string =>
	wallClock(Date.UTC(2026, 0, 5, 6, 0, Math.floor(moment / 4)), zone);

const two = (text: string) => text.padStart(2, '0');

function dayIn(text: string): string | undefined {
	const match = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text);
	if (!match) return undefined;
	const day = `${match[1]}-${two(match[2]!)}-${two(match[3]!)}`;
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined;
}

function clockIn(text: string): string | undefined {
	const match = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/.exec(text);
	return match ? `${two(match[1]!)}:${match[2]}:${match[3] ?? '00'}` : undefined;
}

function momentIn(text: string, zone: string): string | undefined {
	const match = /^([\d/-]+)[ T]([\d:.]+)(Z|[+-]\d{2}:?\d{2})?$/.exec(text);
	const [day, clock] = match ? [dayIn(match[1]!), clockIn(match[2]!)] : [];
	if (!day || !clock) return undefined;
	const offset = match![3];
	return offset ? wallClock(Date.parse(`${day}T${clock}${offset}`), zone) : `${day} ${clock}`;
}

const TEXTS: Partial<Record<Field['kind'], (text: string, zone: string) => string | undefined>> = {
	text: (text) => text,
	number: decimal,
	flag: (text) => text,
	date: dayIn,
	time: clockIn,
	datetime: momentIn,
};

export interface Reading {
	readonly dialect: Dialect;
	/** By what columns of a table go. */
	readonly by: 'id' | 'caption';
}

/** What a value in JSON means. */
export function understood(field: Field, json: unknown, reading: Reading): Value {
	const wrong = () => new Problem(`The value of [${field.caption}] is invalid`);
	if (json === undefined || json === null || json === '') return emptied(field);
	const one = (item: unknown): string => {
		if (field.kind === 'users') return String((item as { code?: unknown }).code);
		const name = typeof item === 'string' ? item : (item as { selectName?: string }).selectName;
		if (name === undefined || !field.choices?.includes(name)) throw wrong();
		return name;
	};
	if (field.kind === 'choice') return one(json instanceof Digits ? json.text : json);
	const read = TEXTS[field.kind];
	if (read) {
		const isPlain = field.kind === 'flag' ? typeof json === 'boolean' : isText(json);
		const text = json instanceof Digits ? json.text : String(json);
		const value = isPlain ? read(text, reading.dialect.zone) : undefined;
		if (value === undefined) throw wrong();
		return value;
	}
	if (!Array.isArray(json)) throw wrong();
	return field.columns ? json.map((row: object) => cellsIn(field, row, reading)) : json.map(one);
}

const isText = (json: unknown) => json instanceof Digits || typeof json !== 'object';

function cellsIn({ columns = [] }: Field, row: object, reading: Reading): Record<string, string> {
	const cells = (row as { record?: object }).record ?? row;
	const given = new Map<string, unknown>(Object.entries(cells));
	const values = columns.map((column) => {
		const name = column[reading.by];
		const value = understood(column, given.get(name), reading);
		given.delete(name);
		return [column.name, value] as const;
	});
	const [unknown] = given.keys();
	if (unknown !== undefined) throw new Problem(`[${unknown}] is no column`);
	return Object.fromEntries(values) as Record<string, string>;
}

const emptied = ({ kind }: Field): Value =>
	['choices', 'users', 'table'].includes(kind) ? [] : '';

interface Writing {
	readonly dialect: Dialect;
	/** The name of a user. */
	nameOf(code: string): unknown;
}

/** What the service writes for the values of a row. */
export function spelled(fields: readonly Field[], values: Values, writing: Writing): object {
	const { empty } = writing.dialect;
	const entries = fields.flatMap((field): ReadonlyArray<readonly [string, unknown]> => {
		const value = values[field.name] ?? '';
		if (field.isSecret) return [];
		if (value.length > 0 || field.columns || field.kind === 'users')
			return [[field.id, spelledValue(field, value, writing)]];
		return empty === 'missing' ? [] : [[field.id, empty === 'null' ? null : emptied(field)]];
	});
	return Object.fromEntries(entries);
}

function spelledValue({ kind, ...field }: Field, value: Value, writing: Writing): unknown {
	const { columns = [], choices = [] } = field;
	const { dialect, nameOf } = writing;
	const text = String(value);
	const choice = (name: string) =>
		dialect.choice === 'object' ? { id: choices.indexOf(name) + 1, selectName: name } : name;
	const day = dialect.dates === 'yyyy/MM/dd' ? text.replaceAll('-', '/') : text;
	switch (kind) {
		case 'users':
			return (value as readonly string[]).map((code) => ({ code, name: nameOf(code) ?? '' }));
		case 'table':
			return (value as readonly Values[]).map((row) => {
				const cells = spelled(columns, row, writing);
				return dialect.tableRows === 'record' ? { record: cells } : cells;
			});
		case 'choice':
			return choice(text);
		case 'choices':
			return (value as readonly string[]).map(choice);
		case 'flag':
			return text === 'true';
		case 'number': {
			const isExact =
				String(Number(text)) === text && Number.isSafeInteger(Math.round(Number(text)));
			return dialect.numbers === 'numbers' && isExact ? Number(text) : text;
		}
		case 'date':
			return day;
		case 'datetime':
			return dialect.times === 'T' ? text.replace(' ', 'T') : day;
		default:
			return value;
	}
}
