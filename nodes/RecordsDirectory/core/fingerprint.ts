import { createHash } from 'node:crypto';

/**
 * Promises: equal text for equal JSON values, whatever the order of keys. A text is built, not an
 * object, so that keys such as `__proto__` are keys like any other.
 */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
	if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
	const parts = Object.entries(value)
		.filter(([, part]) => part !== undefined)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`);
	return `{${parts.join(',')}}`;
}

/** Promises: so many hexadecimal digits, up to 64, that are equal for equal JSON values. */
export function fingerprint(value: unknown, digits = 8): string {
	return createHash('sha256').update(canonical(value)).digest('hex').slice(0, digits);
}
