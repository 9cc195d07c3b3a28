import { zone, zoneOffsetMinutes } from './api.js';

const list = (value) => (Array.isArray(value) ? value : [value]);
export const isEmpty = (value) =>
	value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);

const tableKinds = /table|detail/i;
const filledByService = /calc|unique|identification|record.?id|creat|updat|relat/i;
const kinds = [
	[/organi[sz]ation/i, 'organizations'],
	[/user|person/i, 'people'],
	[/date[-_ ]?time|timestamp/i, 'moment'],
	[/date/i, 'date'],
	[/num|integer|decimal|currency/i, 'number'],
	[/area|multi[-_ ]?line|rich|long/i, 'lines'],
];

/**
 * The document names no field types, so the kind of a field follows from its definition, and then from the name
 * of its type. A label and a QR code hold no value: they are `wordless`.
 */
export function kindOf(field) {
	if (field.subTable?.length || tableKinds.test(field.fieldType)) return 'table';
	if (/label|qr/i.test(field.fieldType)) return 'wordless';
	if (field.calc || filledByService.test(field.fieldType)) return 'calculated';
	const isMultiple = field.multiple || /check|multi.?select|list.?box/i.test(field.fieldType);
	if (field.selectItems?.length) return isMultiple ? 'choices' : 'choice';
	return kinds.find(([pattern]) => pattern.test(field.fieldType))?.[1] ?? 'text';
}

export const isNumber = (field) => kindOf(field) === 'number' || !!field.calc;

const nameOf = (value) =>
	typeof value === 'object' && value !== null
		? (value.name ?? value.selectName ?? value.value ?? JSON.stringify(value))
		: value;

/** The names of the choices in a value: a list, one name, or several names in one text. */
export function chosen(field, value) {
	if (isEmpty(value)) return [];
	const names = list(value).map((one) => String(nameOf(one)));
	const known = new Set((field.selectItems ?? []).map(({ selectName }) => selectName));
	if (kindOf(field) !== 'choices' || names.length !== 1 || known.has(names[0])) return names;
	const parts = names[0].split(',').map((part) => part.trim());
	return parts.every((part) => known.has(part)) ? parts : names;
}

export function members(value) {
	return isEmpty(value)
		? []
		: list(value).map((one) =>
				typeof one === 'object' ? { code: one.code, name: one.name } : { code: String(one) },
			);
}

export function rowsOf(value) {
	return isEmpty(value) ? [] : list(value).map((row) => row?.record ?? row ?? {});
}

/** Whether a value needs the whole width, as long texts do, even if this one is short. */
export const isWide = (field) => kindOf(field) === 'lines' || Number(field.max_length) >= 80;

function withUnits({ prefix, suffix }, text) {
	const unit = (suffix ?? '').replace(/^(?=\p{L})/u, '\u00a0');
	return `${prefix ?? ''}${text}${unit}`;
}

/** A value in words, for table cells and the detail view; not for tables. */
export function inWords(field, value) {
	if (isEmpty(value)) return '';
	const kind = kindOf(field);
	if (kind === 'choice' || kind === 'choices') return chosen(field, value).join(', ');
	if (kind === 'table') return `${rowsOf(value).length} rows`;
	if (kind === 'date' || kind === 'moment') return inOneSpelling(value);
	const words = list(value).map((one) => String(nameOf(one)));
	return withUnits(field, words.join(', '));
}

/** Field IDs may be names that every object has, such as `constructor`. */
export const held = (values, field) =>
	values && Object.hasOwn(values, field.uniqueId) ? values[field.uniqueId] : undefined;

export const columnsOf = (field) => field.subTable ?? [];

const day = /^(\d{4})[-/](\d{2})[-/](\d{2})/;
const time = /[ T](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** A moment in the zone of the service, as all pages write it: `2026-11-23 09:00`. */
export const atSite = (moment) =>
	new Date(moment.getTime() + zoneOffsetMinutes * 60_000)
		.toISOString()
		.slice(0, 16)
		.replace('T', ' ');

/** A date or moment of the service, which spells them in several ways, as all pages write it. */
export function inOneSpelling(value) {
	const text = String(value ?? '');
	if (!day.test(text)) return text;
	const dated = text.replace(day, '$1-$2-$3');
	const [whole, minutes, offset] = time.exec(dated) ?? [];
	if (!whole) return dated;
	return offset ? atSite(new Date(dated.replace(' ', 'T'))) : `${dated.slice(0, 10)} ${minutes}`;
}

export const inZone = (moment) => (zone ? `${moment} ${zone}` : moment);
export const momentInZone = (moment) => inZone(inOneSpelling(moment));

/** Returns the bytes of a comment's file: base64, with or without the start of a data URL. */
export function bytesOf(content) {
	const base64 = String(content ?? '').replace(/^data:[^,]*,/, '');
	return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

export async function base64Of(file) {
	const bytes = new Uint8Array(await file.arrayBuffer());
	let binary = '';
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return btoa(binary);
}

export function sizeInWords(bytes) {
	const size = Number(bytes);
	if (!Number.isFinite(size)) return '';
	return size < 1024 ? `${size} bytes` : `${Math.ceil(size / 1024).toLocaleString('en')} KB`;
}
