import type { Dialect, FieldOf, Kind, Value, Values } from './site';

/** A number of a request as its digits, so that nothing of it is lost. */
export class Digits {
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

export class Problem extends Error {}

/** The one text of a number: no exponent, no zeros that say nothing. */
export function decimal(text: string): string | undefined {
	const match = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text.trim());
	if (!match) return undefined;
	const [, sign, whole, part = '', exponent = '0'] = match;
	const shift = Number(exponent);
	if (Math.abs(shift) > 400) return undefined;
	const digits = (whole! + part).padEnd(whole!.length + shift, '0');
	const point = whole!.length + shift;
	const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits;
	const at = Math.max(point, 1);
	const before = padded.slice(0, at).replace(/^0+(?=\d)/, '');
	const after = padded.slice(at).replace(/0+$/, '');
	const text0 = after ? `${before}.${after}` : before;
	return sign === '-' && text0 !== '0' ? `-${text0}` : text0;
}

/** The wall clock of a zone at a moment: `YYYY-MM-DD hh:mm:ss`. */
export const wallClock = (moment: number, zone: string): string =>
	new Intl.DateTimeFormat('sv-SE', {
		timeZone: zone,
		dateStyle: 'short',
		timeStyle: 'medium',
	}).format(moment);

/** The second that a moment of the service lies in, since its beginning. */
export const secondOf = (moment: number): number => Math.floor(moment / 4);

/** How the service spells a second. */
export const spelledSecond = (second: number, zone: string): string =>
	wallClock(Date.UTC(2026, 0, 5, 6, 0, 0) + second * 1000, zone);

const isDay = (year: string, month: string, day: string) => {
	const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
};

const two = (text: string) => text.padStart(2, '0');

function dayOf(text: string): string | undefined {
	const match = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text);
	if (!match) return undefined;
	const [year, month, day] = [match[1]!, two(match[2]!), two(match[3]!)];
	return isDay(year, month, day) ? `${year}-${month}-${day}` : undefined;
}

function timeOf(text: string): string | undefined {
	const match = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/.exec(text);
	return match ? `${two(match[1]!)}:${match[2]}:${match[3] ?? '00'}` : undefined;
}

function momentOf(text: string, zone: string): string | undefined {
	const match = /^([\d/-]+)[ T]([\d:.]+)(Z|[+-]\d{2}:?\d{2})?$/.exec(text);
	if (!match) return undefined;
	const [day, time] = [dayOf(match[1]!), timeOf(match[2]!)];
	if (!day || !time) return undefined;
	if (!match[3]) return `${day} ${time}`;
	return wallClock(Date.parse(`${day}T${time}${match[3]}`), zone);
}

export interface Reading {
	readonly dialect: Dialect;
	/** Names of those who can be chosen. */
	nameOf(code: string): string | undefined;
}

const listOf = (json: unknown): unknown[] =>
	Array.isArray(json) ? json : typeof json === 'string' ? json.split(',').map((a) => a.trim()) : [];

/** Names in one text; one may hold a comma itself. */
function named(field: FieldOf, text: string): string[] {
	const longest = [...(field.choices ?? [])].sort((a, b) => b.name.length - a.name.length);
	const names: string[] = [];
	let rest = text;
	while (rest) {
		const next = longest.find(
			({ name }) =>
				rest === name || (new RegExp(`^,`).test(rest.slice(name.length)) && rest.startsWith(name)),
		);
		if (!next) return listOf(text) as string[];
		names.push(next.name);
		rest = rest.slice(next.name.length).replace(/^,\s*/, '');
	}
	return names;
}

/** What a value of a request means. */
export function understood(field: FieldOf, json: unknown, reading: Reading): Value {
	const { dialect } = reading;
	const wrong = () => new Problem(`The value of [${field.caption}] is invalid`);
	const isEmpty = json === null || json === '' || (Array.isArray(json) && json.length === 0);
	if (isEmpty) return emptyOf(field.kind);
	const text =
		typeof json === 'string'
			? json
			: json instanceof Digits
				? json.text
				: typeof json === 'boolean'
					? String(json)
					: undefined;
	const bySpelling = (spelled: string | undefined): string => {
		if (spelled === undefined) throw wrong();
		return spelled;
	};
	const chosen = (one: unknown): string => {
		const name =
			typeof one === 'string' || one instanceof Digits
				? String(one instanceof Digits ? one.text : one)
				: String((one as { selectName?: unknown } | null)?.selectName ?? '');
		if (!field.choices?.some((choice) => choice.name === name)) throw wrong();
		return name;
	};
	switch (field.kind) {
		case 'text': {
			if (text === undefined) throw wrong();
			if (field.maxLength !== undefined && text.length > field.maxLength) throw wrong();
			return text;
		}
		case 'number': {
			const number = bySpelling(text === undefined ? undefined : decimal(text));
			if (field.max !== undefined && Number(number) > field.max) throw wrong();
			return number;
		}
		case 'date':
			return bySpelling(text === undefined ? undefined : dayOf(text));
		case 'time':
			return bySpelling(text === undefined ? undefined : timeOf(text));
		case 'datetime':
			return bySpelling(text === undefined ? undefined : momentOf(text, dialect.zone));
		case 'choice':
			return chosen(json);
		case 'choices':
			if (!Array.isArray(json) && typeof json !== 'string') throw wrong();
			return (typeof json === 'string' ? named(field, json) : listOf(json)).map(chosen);
		case 'users':
			return listOf(json).map((one) => {
				const isText = typeof one === 'string';
				if (isText !== (dialect.people === 'codes')) throw wrong();
				const { code, name } = isText
					? { code: one as string, name: undefined }
					: (one as { code?: string; name?: string });
				if (typeof code !== 'string' || reading.nameOf(code) === undefined) throw wrong();
				if (dialect.people === 'code and name' && typeof name !== 'string') throw wrong();
				return code;
			});
		case 'table':
			if (!Array.isArray(json)) throw wrong();
			return json.map((row: unknown) => {
				const cells = ((row as { record?: object }).record ?? row) as Record<string, unknown>;
				return new Map(
					field.columns!.map((column) => [
						column.uid,
						understood(column, Object.hasOwn(cells, column.uid) ? cells[column.uid] : '', reading),
					]),
				);
			});
		default:
			throw new Problem(`The field [${field.caption}] cannot be set`);
	}
}

export const emptyOf = (kind: Kind): Value =>
	kind === 'choices' || kind === 'users' || kind === 'table' ? [] : '';

/** A value as the service answers it; undefined: the key is missing. */
export function spelled(field: FieldOf, value: Value, reading: Reading): unknown {
	const { dialect } = reading;
	const isEmpty = value.length === 0;
	if (field.kind === 'file')
		return isEmpty ? [] : [{ name: value, url: `/files/${String(value)}` }];
	if (field.kind === 'users') {
		return (value as readonly string[]).map((code) => ({ code, name: reading.nameOf(code) ?? '' }));
	}
	if (field.kind === 'table') {
		return (value as readonly Values[]).map((row) => {
			const cells = record(field.columns!, row, reading);
			return dialect.tableRows === 'record' ? { record: cells } : cells;
		});
	}
	if (isEmpty) {
		if (dialect.empty === 'missing') return undefined;
		return dialect.empty === 'null' ? null : field.kind === 'choices' ? emptyList(dialect) : '';
	}
	const choice = (name: string) =>
		dialect.choice === 'object'
			? {
					id: field.choices!.findIndex((one) => one.name === name) + 1,
					selectName: name,
					code1: field.choices!.find((one) => one.name === name)?.code ?? '',
				}
			: name;
	switch (field.kind) {
		case 'choice':
			return choice(value as string);
		case 'choices':
			return dialect.several === 'commas'
				? (value as readonly string[]).join(',')
				: (value as readonly string[]).map(choice);
		case 'number': {
			const isExact = String(Number(value)) === value && Math.abs(Number(value)) < 2 ** 53;
			return dialect.numbers === 'numbers' && isExact ? Number(value) : value;
		}
		case 'date':
			return dialect.dates === 'yyyy/MM/dd' ? (value as string).replaceAll('-', '/') : value;
		case 'datetime': {
			const [day, time] = (value as string).split(' ') as [string, string];
			const shown = dialect.times === 'without seconds' ? time.slice(0, 5) : time;
			const spelledDay = dialect.dates === 'yyyy/MM/dd' ? day.replaceAll('-', '/') : day;
			return dialect.times === 'T' ? `${day}T${shown}` : `${spelledDay} ${shown}`;
		}
		case 'time':
			return dialect.times === 'without seconds' ? (value as string).slice(0, 5) : value;
		default:
			return value;
	}
}

const emptyList = (dialect: Dialect) => (dialect.several === 'commas' ? '' : []);

export function record(fields: readonly FieldOf[], values: Values, reading: Reading): object {
	const entries = fields.map(
		(field) =>
			[field.uid, spelled(field, values.get(field.uid) ?? emptyOf(field.kind), reading)] as const,
	);
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
