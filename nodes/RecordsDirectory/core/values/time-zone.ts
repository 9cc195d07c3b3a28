import { mistake } from './input-error';
import { glimpse } from '../text';

/** The context for reading a value. */
export interface ValueContext {
	/** The time zone of the site, or n8n's, for times with an offset. */
	readonly zone: string;
	/** Called if a time got another date or time of day in that zone than it was written with. */
	readonly onConversion?: () => void;
}

/** The context for comparing values. */
export interface ComparisonZone extends Pick<ValueContext, 'zone'> {
	/** The time zone of the credential; undefined if n8n's is used. */
	readonly named: string | undefined;
}

/** The time zone of the site's times, which do not contain it, during one execution. */
export class SiteZone implements ValueContext, ComparisonZone {
	readonly zone: string;
	readonly named: string | undefined;
	/** What is wrong with the time zone of the credential. */
	readonly problem: unknown;
	private isConverted = false;

	constructor(setting: unknown, ofWorkflow: string) {
		try {
			this.named = parseZone(setting);
		} catch (problem) {
			this.problem = problem;
		}
		this.zone = this.named ?? ofWorkflow;
	}

	/** A function property, because values are read with it on its own. */
	readonly onConversion = (): void => {
		this.isConverted = true;
	};

	/** Whether a time got another date or time of day in it. */
	hasConverted(): boolean {
		return this.isConverted;
	}
}

/** Making a format takes thirty times as long as using it, and imports contain many times in one zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the local time of a zone, `yyyy-MM-dd hh:mm:ss`; undefined before the year 1 and after 9999, because
 * the year has four digits.
 */
export function timeIn(timeZone: string, moment: Date): string | undefined {
	// The locale `sv` writes times this way, except for early years and eras.
	const format =
		formats.get(timeZone) ??
		new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
	formats.set(timeZone, format);
	const local = format.format(moment).padStart('yyyy-MM-dd hh:mm:ss'.length, '0');
	return Math.abs(toUtcMs(local) - moment.getTime()) < 2 * DAY_MS ? local : undefined;
}

const DAY_MS = 86_400_000;

/** Returns the IANA zone of a setting; undefined if it is empty. Throws an `InputError` for an invalid zone. */
export function parseZone(setting: unknown): string | undefined {
	const name = String(setting ?? '').trim();
	if (name === '' || isZone(name)) return name || undefined;
	throw mistake('unknownTimeZone', { name: glimpse(name) });
}

function isZone(name: string): boolean {
	try {
		return timeIn(name, new Date(0)) !== undefined;
	} catch {
		return false;
	}
}

/** A change of the clock counts if it is this close to a moment: clocks may be wrong by hours. */
const NEAR_MS = DAY_MS / 2;

/**
 * Returns how many seconds the clock of a zone repeats within 12 hours before or after a moment: 3,600 when
 * summer time ends, usually 0.
 */
export function repeatedSeconds(zone: string, moment: Date): number {
	const [before = 0] = offsetAt(zone, moment.getTime() - NEAR_MS);
	const [after = before] = offsetAt(zone, moment.getTime() + NEAR_MS);
	return Math.max(0, before - after) / 1000;
}

/**
 * Returns the earliest local time that the clock of a zone shows from a moment on; it may show earlier ones
 * while it repeats an hour.
 */
export function earliestFrom(zone: string, moment: Date): string | undefined {
	const start = moment.getTime();
	const minute = Math.ceil((start + 1) / MINUTE_MS);
	const minutes = Array.from(
		{ length: repeatedSeconds(zone, moment) / 60 },
		(_, n) => (minute + n) * MINUTE_MS,
	);
	return [start, ...minutes].flatMap((ms) => timeIn(zone, new Date(ms)) ?? []).sort()[0];
}

const MINUTE_MS = 60_000;

function offsetAt(zone: string, ms: number): readonly number[] {
	const local = timeIn(zone, new Date(ms));
	return local === undefined ? [] : [toUtcMs(local) - ms];
}

/** Converts a local time, `yyyy-MM-dd hh:mm:ss`, to milliseconds as if it were UTC; NaN for other texts. */
export const toUtcMs = (local: string): number => Date.parse(`${local.replace(' ', 'T')}Z`);
