import { fingerprint } from '../../nodes/RecordsDirectory/core/json';

test('eight hexadecimal digits; a missing key and an undefined one are the same', () => {
	expect(fingerprint({ a: 1 })).toMatch(/^[0-9a-f]{8}$/);
	expect(fingerprint({ a: 1, b: undefined })).toBe(fingerprint({ a: 1 }));
	expect(fingerprint(undefined)).toBe(fingerprint(null));
});
