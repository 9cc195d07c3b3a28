import fc from 'fast-check';
import { seedOr, times } from '../support/effort';

/** Every run tries the same cases, unless another seed is given; a failure prints the one it had. */
const SEED = seedOr(20_260_302);

/** The settings of a property with this many cases. */
export const cases = (numRuns: number) => ({
	seed: SEED,
	numRuns: times(numRuns),
	verbose: 1 as const,
});

/** Texts that would cause harm if they left their place. */
export const HOSTILE = [
	['a way up', '../../admin/users'],
	['dots', '..'],
	['an encoded way up', '%2e%2e%2f'],
	['another address', 'https://evil.example/api'],
	['a backslash', '\\\\evil.example\\api'],
	['a query', '?limit=1&page=2#x'],
	['a parameter', '&limit=1;page=2=3'],
	['a header', 'a\r\nX-Injected: 1'],
	['a second request', 'a HTTP/1.1\r\nhost: evil.example\r\n\r\nDELETE /api/admin/users/E1'],
	['a null byte', 'a\0b'],
	['other control characters', '\x01\x08\x0b\x1b[31m\x7f\x85\u2028\u2029'],
	['a byte order mark', '\ufeffa'],
	['right to left', '\u202egnp.exe'],
	['a name of JavaScript', '__proto__'],
	['a method of JavaScript', 'toString'],
	['the end of JSON', '"}],"x":[{"'],
	['an expression', '={{ $json.secret }}'],
	['a template', '{{ 1 }}${1}{code}'],
	['a replacement', "$& $1 $' $$"],
	['HTML', '<img src=x onerror=alert(1)><script>alert(1)</script>'],
	['a comma', 'a,b'],
	['half a character', 'a\ud83d'],
	['its other half', '\ude00a'],
	['Japanese', '営業部 第1課'],
	['blanks', ' \t\n '],
	['a long text', 'x'.repeat(4_000)],
] as const;

/** The texts of the list, and any others: of single bytes, of graphemes, of halves of characters. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom(...HOSTILE.map(([, text]) => text)) },
	{ weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }) },
	{ weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
	{
		weight: 1,
		arbitrary: fc
			.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 20 })
			.map((units) => String.fromCharCode(...units)),
	},
);
