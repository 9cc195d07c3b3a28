import { Refusal } from '../values/input-error';
import type { FormField } from './definition';
import { nearest } from './suggestion';

type Named = Pick<FormField, 'id' | 'caption'>;

/** A field in an error message: `'Priority' (field-6)`. */
export const labelOf = ({ id, caption }: Named) =>
	caption === id ? `'${id}'` : `'${caption}' (${id})`;

/** A field where its caption alone may be somebody else's: `Priority (field-6)`. */
export const titleOf = ({ id, caption }: Named) => (caption === id ? id : `${caption} (${id})`);

/**
 * A key for each field's value, by identifier: the caption, `caption (identifier)` where the caption
 * is not the field's alone, else the identifier. `fieldFor` finds the field again by it.
 */
export function captionKeys(fields: readonly Named[]): ReadonlyMap<string, string> {
	const claims = new Map<string, number>();
	for (const field of fields) {
		for (const name of namesOf(field)) claims.set(name, (claims.get(name) ?? 0) + 1);
	}
	const isOwn = (name: string) => claims.get(name) === 1;
	return new Map(
		fields.map((field) => [field.id, [field.caption, titleOf(field)].find(isOwn) ?? field.id]),
	);
}

const namesOf = (field: Named) =>
	new Set([field.id, field.caption, titleOf(field), parameterKey(field)]);

/**
 * The name of a field in n8n's parameters: its identifier, or `caption (identifier)` where n8n would lose it. n8n copies parameters
 * without `__proto__`, `constructor` and the like.
 */
export const parameterKey = ({ id, caption }: Named): string =>
	id in Object.prototype || LOST.has(id) ? `${caption} (${id})` : id;

const LOST: ReadonlySet<string> = new Set(['prototype', 'then', 'toJSON']);

/**
 * The field that a key names: an identifier, a caption, or `caption (identifier)`. An identifier wins.
 * Throws a `Refusal` for a key that names none or several; the service would silently ignore it
 * (Common request rules, 4).
 */
export function fieldFor(fields: readonly FormField[], key: string): FormField {
	const found = namedBy(fields, key);
	if (found.length > 1) {
		throw new Refusal(
			`'${key}' is the caption of several fields: ${found.map(({ id }) => id).join(', ')}`,
			'Use the identifier of the field that is meant.',
		);
	}
	if (found[0]) return found[0];
	throw unknown(fields, key);
}

/** Whether a key names a field, or several. */
export const isNamed = (fields: readonly FormField[], key: string): boolean =>
	namedBy(fields, key).length > 0;

/** Forms may have thousands of fields, and inputs as many properties: each form is gone through once. */
const indexes = new WeakMap<readonly FormField[], ReadonlyMap<string, readonly FormField[]>>();

/** The fields that a key names: none, one, or several of one caption. */
export function namedBy(fields: readonly FormField[], key: string): readonly FormField[] {
	const index = indexes.get(fields) ?? indexOf(fields);
	indexes.set(fields, index);
	return index.get(key) ?? [];
}

function indexOf(fields: readonly FormField[]): ReadonlyMap<string, readonly FormField[]> {
	const index = new Map<string, FormField[]>();
	for (const field of fields) {
		for (const name of namesOf(field)) {
			const others = index.get(name);
			if (others) others.push(field);
			else index.set(name, [field]);
		}
	}
	// An identifier wins.
	for (const field of fields) index.set(field.id, [field]);
	return index;
}

function unknown(fields: readonly FormField[], key: string): Refusal {
	const near = nearest(key, fields, ({ id, caption }) => [id, caption]);
	const labels = (near.length > 0 ? near : fields).map(labelOf);
	const others =
		near.length > 0 ? `did you mean ${labels.join(' or ')}?` : `fields are ${some(labels)}`;
	return new Refusal(
		`The form has no field '${key.slice(0, 100)}'; ${others}`,
		'Pick the field from the list, or look its identifier up with Field: Get Many.',
	);
}

/** The first of many names, as a sentence can hold them. */
export function some(names: readonly string[]): string {
	const most = 10;
	const rest = names.length - most;
	return names.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
