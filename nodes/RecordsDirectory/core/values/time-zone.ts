import { dateTextOf, utcMsOf } from './date-text';
import { InputError } from './input-error';
import { glimpse } from '../shortened';

/** What a value is read with. */
export interface ValueContext {
	/** The time zone of the site, or n8n's, for dates and times that come as moments. */
	readonly zone: string;
	/** Is called when a moment got another date or time in that zone than it was written with. */
	readonly onConversion?: () => void;
}

/** What values are compared with. */
export interface ComparisonZone extends Pick<ValueContext, 'zone'> {
	/** The zone that the credential names. Without one it is that of the workflow. */
	readonly named: string | undefined;
}

/** The zone of the site's times, which do not say it themselves, in one execution. */
export class SiteZone implements ValueContext, ComparisonZone {
	readonly zone: string;
	readonly named: string | undefined;
	/** What is wrong with the zone that the credential names. */
	readonly problem: unknown;
	private isConverted = false;

	constructor(setting: unknown, ofWorkflow: string) {
		try {
			this.named = zoneOf(setting);
		} catch (problem) {
			this.problem = problem;
		}
		this.zone = this.named ?? ofWorkflow;
	}

	/** Values are read with it by itself. */
	readonly onConversion = (): void => {
		this.isConverted = true;
	};

	/** Whether a moment got another date or time in it. */
	hasConverted(): boolean {
		return this.isConverted;
	}
}

/** Making one takes thirty times as long as using it, and imports have many moments in one zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The local time of a zone, `yyyy-MM-dd hh:mm:ss`, which has four digits for the year: undefined before the year 1 and
 * after 9999.
 */
export function timeIn(timeZone: string, moment: Date): string | undefined {
	// `sv` is the locale that writes it so, but for the zeros of early years and the era.
	const format =
		formats.get(timeZone) ??
		new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
	formats.set(timeZone, format);
	const local = format.format(moment).padStart(LENGTH, '0');
	return Math.abs(utcMsOf(local) - moment.getTime()) < 2 * DAY_MS ? local : undefined;
}

const LENGTH = 'yyyy-MM-dd hh:mm:ss'.length;
const DAY_MS = 86_400_000;

/** The IANA zone of a setting, undefined for an empty one. Throws an `InputError` for what is no zone. */
export function zoneOf(setting: unknown): string | undefined {
	const name = String(setting ?? '').trim();
	if (name === '' || isZone(name)) return name || undefined;
	throw new InputError(
		// The test of a credential shows the message alone.
		`The 'Time Zone' of the credential is "${glimpse(name)}", which is no IANA name such as Asia/Tokyo`,
		'Correct it in the credential, or leave it empty.',
	);
}

function isZone(name: string): boolean {
	try {
		return timeIn(name, new Date(0)) !== undefined;
	} catch {
		return false;
	}
}

/**
 * A local time of a zone as ISO 8601 with offset, `2026-07-01T08:30:00+09:00`; of an hour that comes twice, the
 * first one. Anything else stays as it is: a date, a time that has an offset, one that the clock skips, and the year 0.
 */
export function withOffset(zone: string, text: string): string {
	const { date, time, spelling } = dateTextOf(text);
	const asUtc = utcMsOf(`${date} ${time}`);
	if (spelling !== 'full' || Number.isNaN(asUtc)) return text;
	const offset = [-DAY_MS, DAY_MS]
		.flatMap((ms) => offsetAt(zone, asUtc + ms))
		.find((ms) => timeIn(zone, new Date(asUtc - ms)) === `${date} ${time}`);
	// Before there were time zones, each place had seconds of its own.
	if (offset === undefined || offset % 60_000 !== 0) return text;
	return `${date}T${time}${offsetInWords(offset / 60_000)}`;
}

/** How far from a moment a change of the clock counts: clocks may be wrong by hours. */
const NEAR_MS = DAY_MS / 2;

/** Seconds that the clock of a zone repeats within 12 hours before or after a moment: 3,600 where summer time ends, else 0. */
export function repeatedSeconds(zone: string, moment: Date): number {
	const [before = 0] = offsetAt(zone, moment.getTime() - NEAR_MS);
	const [after = before] = offsetAt(zone, moment.getTime() + NEAR_MS);
	return Math.max(0, before - after) / 1000;
}

/** The earliest local time that the clock of a zone shows from a moment on; it may show earlier ones while it repeats an hour. */
export function earliestFrom(zone: string, moment: Date): string | undefined {
	const start = moment.getTime();
	const end = start + repeatedSeconds(zone, moment) * 1000;
	const minute = Math.ceil((start + 1) / MINUTE_MS) * MINUTE_MS;
	let earliest = timeIn(zone, moment);
	for (let ms = minute; ms <= end; ms += MINUTE_MS) {
		const local = timeIn(zone, new Date(ms));
		if (local !== undefined && local < (earliest ?? '')) earliest = local;
	}
	return earliest;
}

const MINUTE_MS = 60_000;

function offsetAt(zone: string, ms: number): readonly number[] {
	const local = timeIn(zone, new Date(ms));
	return local === undefined ? [] : [utcMsOf(local) - ms];
}

/** Minutes ahead of UTC as `+09:00`. */
export function offsetInWords(minutes: number): string {
	const parts = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	return `${minutes < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}
