import { type InputError, mistake } from '../values/input-error';
import { groupByMany, memoize } from '../grouped';
import { listInWords } from '../text';

export interface Captioned {
	/** The field ID, `uniqueId`, or the name in the request. */
	readonly id: string;
	readonly caption: string;
	readonly columns?: readonly Captioned[];
}

/** As in messages: `'Priority' (field-6)`. */
export const fieldLabel = ({ id, caption }: Captioned) =>
	caption === id ? `'${id}'` : `'${caption}' (${id})`;

/** Where the caption alone may be ambiguous: `Priority (field-6)`. */
const fieldTitle = ({ id, caption }: Captioned) => (caption === id ? id : `${caption} (${id})`);

/** The caption, or `caption (field ID)` if it is not unique or `taken`, else the ID: what `fieldFor` takes. */
export function captionKeys(
	fields: readonly Captioned[],
): (id: string, taken?: ReadonlySet<string>) => string {
	const claims = groupByMany(fields, allNames);
	const isOwn = (name: string) => claims.get(name)?.length === 1;
	const keys = new Map(
		fields.map((field) => [field.id, [field.caption, fieldTitle(field)].filter(isOwn)]),
	);
	return (id, taken) => keys.get(id)?.find((name) => !taken?.has(name)) ?? id;
}

const allNames = (field: Captioned) => [
	field.id,
	field.caption,
	fieldTitle(field),
	parameterKey(field),
];

/** The ID, or `caption (field ID)`: n8n copies parameters without `__proto__`, `constructor` and the like. */
export const parameterKey = ({ id, caption }: Captioned): string =>
	id in Object.prototype || LOST.has(id) ? `${caption} (${id})` : id;

const LOST: ReadonlySet<string> = new Set(['prototype', 'then', 'toJSON']);

/** A field ID wins. Throws an `InputError` for none or several: the service ignores it (Common request rules, 4). */
export function fieldFor<Field extends Captioned>(fields: readonly Field[], key: string): Field {
	const found = namedBy(fields, key);
	if (found.length > 1)
		throw mistake('sameCaption', { name: `'${key}'`, ids: found.map(({ id }) => id).join(', ') });
	if (found[0]) return found[0];
	throw unknown(fields, key);
}

export const isNamed = (fields: readonly Captioned[], key: string): boolean =>
	namedBy(fields, key).length > 0;

/** None, one, or several with the same caption. */
export const namedBy = <Field extends Captioned>(
	fields: readonly Field[],
	key: string,
): readonly Field[] =>
	// The index of a list holds what the list holds.
	(indexByName(fields).get(key) ?? indexByName(fields).get(key.trim()) ?? []) as readonly Field[];

/** Forms may have thousands of fields, and items as many properties. */
const indexByName = memoize(
	(fields: readonly Captioned[]): ReadonlyMap<string, readonly Captioned[]> =>
		// What is added later wins: an exact name, and a field ID. Spaces around a name do not count.
		new Map([
			...groupByMany(fields, (field) => allNames(field).map((name) => name.trim())),
			...groupByMany(fields, allNames),
			...fields.map((field) => [field.id, [field]] as const),
		]),
);

function unknown(fields: readonly Captioned[], key: string): InputError {
	const known = meant(fields);
	const near = known.get(key) ?? nearest(key, fields, 1 / 2);
	known.set(key, near);
	const labels = near.map(fieldLabel);
	const facts = { name: key.slice(0, 100) };
	return labels.length > 0
		? mistake('similarField', { ...facts, fields: labels.join(' or ') })
		: mistake('noField', { ...facts, fields: listInWords(fields.map(fieldLabel)) });
}

/** Finding similar names takes time, and many items may have the same unknown name. */
const meant = memoize(() => new Map<string, readonly Captioned[]>());

/** Matches texts in brackets (not the 5 of `records[5]`) or quotes, and words like `field-12`; no other words. */
const NAMED =
	/(?<![\p{L}\p{N}_])\[([^[\]]+)\]|「([^「」]+)」|"([^"]+)"|(?<![\p{L}\p{N}_-])([\p{L}\p{N}]+[-_]\d+)(?![\p{L}\p{N}_-])/gu;

/** Replaces the IDs of fields and columns in a message of the service (Errors: details) by `caption (field ID)`. */
export function captioned(fields: readonly Captioned[], message: string): string {
	const all = [...fields.flatMap(({ columns = [] }) => columns), ...fields];
	const titles = new Map(all.map((field) => [field.id, fieldTitle(field)]));
	return message.replace(NAMED, (found: string, ...groups: Array<string | undefined>) => {
		const id = groups.find((group) => group !== undefined) ?? '';
		const title = titles.get(id);
		return title === undefined ? found : found.replace(id, () => title);
	});
}

/** Returns up to three, the most similar first; a `share` of the letters may be wrong. */
export function nearest(text: string, fields: readonly Captioned[], share: number): Captioned[] {
	const wanted = comparable(text);
	if (wanted === '') return [];
	const most = Math.max(1, wanted.length * share);
	const distanceTo = (name: string) => distance(wanted, comparable(name));
	return fields
		.map((field) => ({ field, far: Math.min(distanceTo(field.id), distanceTo(field.caption)) }))
		.filter(({ far }) => far <= most)
		.sort((a, b) => a.far - b.far)
		.slice(0, 3)
		.map(({ field }) => field);
}

/** Compares only the beginning of a long text: nobody mistypes a name of a hundred letters. */
const comparable = (text: string) => text.trim().toLowerCase().slice(0, 100);

/** The Levenshtein distance. */
function distance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 0; i < a.length; i++) {
		const next = [i + 1];
		for (let j = 1; j <= b.length; j++) {
			const exchanged = (row[j - 1] ?? 0) + (a[i] === b[j - 1] ? 0 : 1);
			next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, exchanged));
		}
		row = next;
	}
	return row[b.length] ?? 0;
}
