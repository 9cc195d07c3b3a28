import { greater, minus, plus, type IdNumber } from './id-number';

/** Digits of five bits and a sixth that says that more follow. JSON escapes none of them. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUE_OF = new Map([...DIGITS].map((digit, value) => [digit, value]));

/**
 * Packs rising runs of IDs as a text: the gap before each run, and its length if it is more than one. One to
 * three characters per isolated ID, two to five per run, whatever its length.
 */
export function packRuns(runs: readonly IdRun[]): string {
	let text = '';
	let last: IdNumber = 0;
	for (const { start, end } of runs) {
		const isLong = end > start;
		const gap = minus(start, plus(last, 1));
		text += packed(plus(plus(gap, gap), isLong ? 1 : 0));
		if (isLong) text += packed(minus(end, plus(start, 1)));
		last = end;
	}
	return text;
}

/** Unpacks the runs that `packRuns` packed. */
export function unpackRuns(text: string): IdRun[] {
	const runs: IdRun[] = [];
	let last: IdNumber = 0;
	let at = 0;
	const next = (): IdNumber => {
		const from = at;
		for (let value = 0, weight = 1; ; weight *= 32) {
			const digit = VALUE_OF.get(text.charAt(at++));
			if (digit === undefined) throw new Error('The saved record ids cannot be read');
			value += (digit % 32) * weight;
			if (digit < 32) return Number.isSafeInteger(value) ? value : long(text.slice(from, at));
		}
	};
	while (at < text.length) {
		const { half, isOdd } = halved(next());
		const start = plus(plus(last, 1), half);
		last = isOdd ? plus(plus(start, next()), 1) : start;
		runs.push({ start, end: last });
	}
	return runs;
}

/** The same for values too large for a number. */
const long = (digits: string): bigint =>
	[...digits].reduceRight((sum, digit) => sum * 32n + BigInt((VALUE_OF.get(digit) ?? 0) % 32), 0n);

function halved(value: IdNumber): { half: IdNumber; isOdd: boolean } {
	if (typeof value === 'number') return { half: Math.floor(value / 2), isOdd: value % 2 === 1 };
	return { half: plus(value / 2n, 0), isOdd: value % 2n === 1n };
}

/** IDs may be above 2^31, so no bit operators. */
function packed(value: IdNumber): string {
	if (typeof value === 'bigint')
		return DIGITS.charAt(32 + Number(value % 32n)) + packed(plus(value / 32n, 0));
	let text = '';
	let rest = value;
	for (; rest >= 32; rest = Math.floor(rest / 32)) text += DIGITS.charAt(32 + (rest % 32));
	return text + DIGITS.charAt(rest);
}

/** A run of neighbouring IDs. */
export interface IdRun {
	readonly start: IdNumber;
	readonly end: IdNumber;
}

/** Builds runs: added by rising start, joined if they touch. */
export class IdRuns {
	readonly list: IdRun[] = [];
	private last: IdRun | undefined;

	/** A run that ends before it starts is empty. */
	add(run: IdRun): void {
		const { last } = this;
		if (run.start > run.end) return;
		if (last === undefined || run.start > plus(last.end, 1)) {
			this.list.push(run);
			this.last = run;
		} else {
			this.last = { start: last.start, end: greater(last.end, run.end) };
			this.list[this.list.length - 1] = this.last;
		}
	}
}
