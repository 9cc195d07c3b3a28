import fc from 'fast-check';
import { canonical, fingerprint } from '../../nodes/RecordsDirectory/core/json';

/** The same value with its keys in another order, as another reply may have them. */
function reordered(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reordered);
	if (value === null || typeof value !== 'object') return value;
	const copy: Record<string, unknown> = {};
	for (const [key, part] of Object.entries(value).reverse())
		Object.defineProperty(copy, key, { value: reordered(part), enumerable: true });
	return copy;
}

test('the order of keys does not matter', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(fingerprint(reordered(value))).toBe(fingerprint(value));
		}),
		{ seed: 1 },
	);
});

test('different JSON values have different canonical texts', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
			const isSame = JSON.stringify(a) === JSON.stringify(b);
			if (!isSame) expect(canonical(a) === canonical(b)).toBe(isEqual(a, b));
		}),
		{ seed: 2 },
	);
});

const isEqual = (a: unknown, b: unknown): boolean => {
	try {
		expect(a).toEqual(b);
		return true;
	} catch {
		return false;
	}
};

test.each(['__proto__', 'constructor', 'toString', '日本語', ''])('the key %j is a key', (key) => {
	const withKey = (value: string): unknown => JSON.parse(`{${JSON.stringify(key)}:"${value}"}`);
	expect(fingerprint(withKey('a'))).toBe(fingerprint(withKey('a')));
	expect(fingerprint(withKey('a'))).not.toBe(fingerprint(withKey('b')));
	expect(fingerprint(withKey('a'))).not.toBe(fingerprint({}));
});

test('eight hexadecimal digits; a missing key and an undefined one are the same', () => {
	expect(fingerprint({ a: 1 })).toMatch(/^[0-9a-f]{8}$/);
	expect(fingerprint({ a: 1, b: undefined })).toBe(fingerprint({ a: 1 }));
	expect(fingerprint(undefined)).toBe(fingerprint(null));
});

test('parts do not run into each other', () => {
	expect(canonical([1, 2])).not.toBe(canonical([12]));
	expect(canonical({ a: 1, b: 2 })).toBe('{"a":1,"b":2}');
});
