import { storedTime } from './dates.ts';
import type { Dialect } from './dialects.ts';
import { badRequest, ServiceError } from './errors.ts';
import { isMultiple } from './identifiers.ts';
import type { Field, FieldType, SubField, Values } from './resources.ts';

/** The context for reading values. */
export interface Names {
	/** The name for a user's code. */
	user(code: string): string | undefined;
	organization(code: string): string | undefined;
	readonly dialect: Dialect;
}

type Reader = (raw: unknown, field: SubField, names: Names) => unknown;

const readers: Record<FieldType, Reader> = {
	text,
	textArea: text,
	number,
	date: (raw, field) => dateLike(raw, field, /^\d{4}[-/]\d{2}[-/]\d{2}$/, 'a date'),
	dateTime: (raw, field, { dialect }) =>
		dateLike(storedTime(String(raw), dialect), field, DATE_TIME, 'a date and time'),
	radioButton: choices,
	comboBox: choices,
	checkBox: choices,
	listBox: choices,
	userSelection: (raw, field, names) =>
		selected(names.dialect, raw, field, (code) => names.user(code)),
	organizationSelection: (raw, field, names) =>
		selected(names.dialect, raw, field, (code) => names.organization(code)),
	detailTable,
	// Never read: these fields accept no value.
	calculation: () => undefined,
	label: () => undefined,
	qrCode: () => undefined,
	file: () => undefined,
	image: () => undefined,
};

const DATE_TIME = /^\d{4}[-/]\d{2}[-/]\d{2} \d{2}:\d{2}(:\d{2})?$/;

export const isEmpty = (raw: unknown) =>
	raw === undefined || raw === null || raw === '' || (Array.isArray(raw) && raw.length === 0);

/** Returns the value to store; throws a 400 that names the field. */
export function readValue(raw: unknown, field: SubField, names: Names): unknown {
	if (isEmpty(raw)) {
		if (field.required) throw badRequest(`The field [${field.uniqueId}] is required.`);
		return undefined;
	}
	return readers[field.fieldType](raw, field, names);
}

/** Runs all checks and reports their messages together, as users who fill in a form expect. */
export function collectMessages(checks: readonly (() => void)[]): string[] {
	return checks.flatMap((check) => {
		try {
			check();
			return [];
		} catch (error) {
			if (error instanceof ServiceError && error.status === 400) return error.details;
			throw error;
		}
	});
}

function text(raw: unknown, field: SubField): string {
	if (typeof raw === 'object') throw wrong(field, 'must be text');
	const value = String(raw);
	const length = [...value].length;
	if (field.max_length !== undefined && length > field.max_length) {
		throw wrong(field, `must be ${field.max_length} characters or less`);
	}
	if (field.min_length !== undefined && length < field.min_length) {
		throw wrong(field, `must be ${field.min_length} characters or more`);
	}
	return value;
}

function number(raw: unknown, field: SubField): number {
	const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
	if (typeof value !== 'number' || !Number.isFinite(value)) {
		throw wrong(field, 'must be a number');
	}
	if (field.max !== undefined && value > field.max)
		throw wrong(field, `must be ${field.max} or less`);
	if (field.min !== undefined && value < field.min)
		throw wrong(field, `must be ${field.min} or more`);
	const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
	if (field.digit !== undefined && decimals > field.digit) {
		throw wrong(field, `must have ${field.digit} decimal digits or less`);
	}
	return value;
}

function dateLike(raw: unknown, field: SubField, form: RegExp, what: string): string {
	const value = String(raw).replace(/^(\d{4})-(\d{2})-/, '$1/$2/');
	const day = value.slice(0, 10).replaceAll('/', '-');
	const parsed = new Date(`${day}T00:00:00Z`);
	const real = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
	if (!form.test(value) || !real) throw wrong(field, `must be ${what}`);
	return value;
}

function choices(raw: unknown, field: SubField): string | string[] {
	const given = !isMultiple(field) ? [raw] : typeof raw === 'string' ? raw.split(',') : raw;
	if (!Array.isArray(given)) throw wrong(field, 'must be a list of choices');
	const names = given.map((choice: unknown) => {
		const name =
			typeof choice === 'object' && choice !== null && 'selectName' in choice
				? choice.selectName
				: choice;
		const item = field.selectItems?.find(({ selectName }) => selectName === name);
		if (item === undefined) throw wrong(field, `has no choice [${String(name)}]`);
		return item.selectName;
	});
	return isMultiple(field) ? names : (names[0] as string);
}

type NameOf = (code: string) => string | undefined;

/** The accepted ways of writing a selection. */
const ways: Record<Dialect['selections'], (entry: unknown) => boolean> = {
	any: () => true,
	codeObjects: (entry) => keysOf(entry) === 'code',
	pairs: (entry) => keysOf(entry) === 'code,name',
	codes: (entry) => typeof entry === 'string',
};

const keysOf = (entry: unknown) =>
	typeof entry === 'object' && entry !== null ? Object.keys(entry).sort().join() : '';

function selected({ selections }: Dialect, raw: unknown, field: SubField, nameOf: NameOf) {
	const given: unknown[] = Array.isArray(raw) ? raw : [raw];
	if (given.every(ways[selections])) return selection(given, field, nameOf);
	throw wrong(field, 'is not written as a selection');
}

function selection(given: unknown[], field: SubField, nameOf: NameOf) {
	if (given.length > 1 && field.multiple === false) throw wrong(field, 'takes one selection only');
	return given.map((entry: unknown) => {
		const code =
			typeof entry === 'object' && entry !== null && 'code' in entry ? entry.code : entry;
		const name = typeof code === 'string' ? nameOf(code) : undefined;
		if (name === undefined) throw wrong(field, `names [${String(code)}], which does not exist`);
		return { code, name };
	});
}

function detailTable(raw: unknown, field: Field, names: Names): Values[] {
	if (!Array.isArray(raw)) throw wrong(field, 'must be a list of rows');
	return raw.map((row: unknown, index) => {
		if (typeof row !== 'object' || row === null) throw wrong(field, 'must be a list of rows');
		const inner = 'record' in row && typeof row.record === 'object' ? row.record : row;
		const cells = new Map(Object.entries(inner ?? {}));
		const read = new Map<string, unknown>();
		const messages = collectMessages(
			(field.subTable ?? []).map((column) => () => {
				const value = readValue(cells.get(column.uniqueId), column, names);
				if (value !== undefined) read.set(column.uniqueId, value);
			}),
		);
		if (messages.length > 0) {
			throw badRequest(...messages.map((message) => `[${field.uniqueId}][${index}] ${message}`));
		}
		return Object.fromEntries(read);
	});
}

const wrong = (field: SubField, message: string) =>
	badRequest(`The field [${field.uniqueId}] ${message}.`);
