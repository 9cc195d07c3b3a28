import fc from 'fast-check';

const digits = (most: number) =>
	fc
		.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most })
		.map((all) => all.join(''));

/** Texts of numbers, most of them near to what JavaScript rounds. */
export const anyDecimal: fc.Arbitrary<string> = fc
	.tuple(
		fc.constantFrom('', '', '', '-'),
		fc.oneof(
			// Whole numbers around 2^53, and parts of them.
			fc.tuple(
				fc.bigInt({ min: 2n ** 53n - 9n, max: 2n ** 53n + 9n }).map(String),
				fc.oneof(
					fc.constant(''),
					digits(4).map((part) => `.${part}`),
				),
			),
			// Next to a whole number.
			fc.tuple(
				fc.nat({ max: 200 }).map(String),
				fc
					.tuple(fc.constantFrom('9', '0'), fc.integer({ min: 10, max: 25 }), digits(2))
					.map(([digit, count, last]) => `.${digit.repeat(count)}${last}`),
			),
			fc.tuple(
				digits(25),
				fc.oneof(
					fc.constant(''),
					digits(25).map((part) => `.${part}`),
				),
			),
			fc
				.double({ noNaN: true, noDefaultInfinity: true, min: 0 })
				.map((one) => [String(one), ''] as const),
		),
		fc.oneof(
			{ weight: 3, arbitrary: fc.constant('') },
			fc.integer({ min: -420, max: 420 }).map((exponent) => `e${exponent}`),
		),
	)
	.map(([sign, [whole, part], exponent]) => {
		const number = `${whole.replace(/^0+(?=\d)/, '')}${part}`;
		return `${sign}${number}${number.includes('e') ? '' : exponent}`;
	});

/** Negative, 0 or positive as one number is less than, equal to or more than another, counted in whole numbers. */
export function difference(one: string, other: string): bigint {
	const [a, b] = [one, other].map(counted) as [Counted, Counted];
	const places = a.places < b.places ? a.places : b.places;
	const inPlaces = (number: Counted) => number.count * 10n ** BigInt(number.places - places);
	return inPlaces(a) - inPlaces(b);
}

interface Counted {
	readonly count: bigint;
	readonly places: number;
}

function counted(text: string): Counted {
	const [, sign, whole, part = '', exponent = '0'] =
		/^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
	if (whole === undefined) throw new Error(`${text} is no number`);
	return {
		count: BigInt(whole + part) * (sign === '-' ? -1n : 1n),
		places: Number(exponent) - part.length,
	};
}
