import { createHash } from 'node:crypto';

/**
 * Makes equal text for equal JSON values, whatever the order of keys. It builds a text, not an object, so that
 * keys such as `__proto__` are ordinary keys.
 */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
	if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
	// Called for each row of each poll, so it makes no array per key.
	let parts = '';
	for (const key of Object.keys(value).sort()) {
		const part: unknown = Reflect.get(value, key);
		if (part === undefined) continue;
		parts += `${parts && ','}${JSON.stringify(key)}:${canonical(part)}`;
	}
	return `{${parts}}`;
}

/** Makes `digits` hexadecimal digits, up to 64, that are equal for equal JSON values. */
export const fingerprint = (value: unknown, digits = 8): string =>
	createHash('sha256').update(canonical(value)).digest('hex').slice(0, digits);
