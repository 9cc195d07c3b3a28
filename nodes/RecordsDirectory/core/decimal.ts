const WRITTEN = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** In characters. */
const LONGEST_NUMBER = 1_000;

const isDecimal = (text: string): boolean => text.length <= LONGEST_NUMBER && WRITTEN.test(text);

type Decimal = NonNullable<ReturnType<typeof parseDecimal>>;

/** `digits` times ten to the power of `scale`, without leading and trailing zeros. */
function parseDecimal(text: string) {
	const plain = text.trim().toLowerCase();
	if (!isDecimal(plain)) return undefined;
	const [mantissa = '', exponent = '0'] = plain.replace(/^[+-]/, '').split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	const all = (whole + fraction).replace(/^0+/, '');
	const digits = all.replace(/(?<!0)0+$/, '');
	if (digits === '') return { sign: 0, digits, scale: 0n };
	const scale = BigInt(exponent) - BigInt(fraction.length - (all.length - digits.length));
	return { sign: plain.startsWith('-') ? -1 : 1, digits, scale };
}

/** One text for every spelling of a number; undefined for other texts. */
export function canonicalNumber(text: string): string | undefined {
	const parts = parseDecimal(text);
	if (!parts) return undefined;
	const { sign, digits, scale } = parts;
	return sign === 0 ? '0' : `${sign < 0 ? '-' : ''}${digits}e${scale}`;
}

/** Undefined for other texts, for numbers that would be rounded, and for integers above 2^53, which may have been. */
export function exactNumber(text: string): number | undefined {
	if (!isDecimal(text)) return undefined;
	const number = Number(text);
	if (Number.isInteger(number) && !Number.isSafeInteger(number)) return undefined;
	return canonicalNumber(String(number)) === canonicalNumber(text) ? number : undefined;
}

export function isMore(text: string, other: string): boolean {
	const [one, two] = [parseDecimal(text), parseDecimal(other)];
	if (!one || !two) return false;
	if (one.sign !== two.sign) return one.sign > two.sign;
	return one.sign < 0 ? isLarger(two, one) : isLarger(one, two);
}

/** Compares the position of the first digit, then digit by digit. */
const isLarger = (one: Decimal, other: Decimal): boolean =>
	place(one) === place(other) ? one.digits > other.digits : place(one) > place(other);

const place = ({ digits, scale }: Decimal): bigint => BigInt(digits.length) + scale;

export const countDecimals = (text: string): number =>
	Math.max(0, -Number(parseDecimal(text)?.scale ?? 0));
