import { Refusal } from './input-error';

/** What a value is read with. */
export interface Reading {
	/** The time zone of the site, or n8n's, for dates and times that come as moments. */
	readonly zone: string;
	/** Is called when a moment got another date or time in that zone than it was written with. */
	readonly onConversion?: () => void;
}

/** What values are compared with. */
export interface Comparing extends Pick<Reading, 'zone'> {
	/** The zone that the credential names. Without one it is that of the workflow. */
	readonly named: string | undefined;
}

/** The zone of the site's times, which do not say it themselves. */
export interface SiteZone extends Reading, Comparing {
	/** Whether a moment got another date or time in it. */
	hasConverted(): boolean;
}

/** Making one takes thirty times as long as using it, and imports have many moments in one zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The local time of a zone, `yyyy-MM-dd hh:mm:ss`; `sv` is the locale that writes it so. */
export function timeIn(timeZone: string, moment: Date): string {
	const format =
		formats.get(timeZone) ??
		new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
	formats.set(timeZone, format);
	return format.format(moment);
}

/** The IANA zone of a setting, undefined for an empty one. Throws a `Refusal` for what is no zone. */
export function zoneOf(setting: unknown): string | undefined {
	const name = String(setting ?? '').trim();
	if (name === '' || isZone(name)) return name || undefined;
	throw new Refusal(
		`The 'Time Zone' of the credential is "${name.slice(0, 40)}", which is no time zone`,
		'Enter an IANA name such as Asia/Tokyo, or leave it empty.',
	);
}

function isZone(name: string): boolean {
	try {
		return timeIn(name, new Date(0)) !== '';
	} catch {
		return false;
	}
}

const LOCAL = /^(\d{4})[-/](\d{2})[-/](\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;
const DAY_MS = 86_400_000;

/**
 * A local time of a zone as ISO 8601 with offset, `2026-07-01T08:30:00+09:00`; of an hour that comes twice, the
 * first one. Anything else stays as it is: a date, a time that has an offset, and one that the clock skips.
 */
export function withOffset(zone: string, text: string): string {
	const [, year, month, day, hour, minute, second = '00'] = LOCAL.exec(text) ?? [];
	const [date, time] = [`${year}-${month}-${day}`, `${hour}:${minute}:${second}`];
	const asUtc = Date.parse(`${date}T${time}Z`);
	if (Number.isNaN(asUtc)) return text;
	const offset = [-DAY_MS, DAY_MS]
		.map((ms) => offsetAt(zone, asUtc + ms))
		.find((ms) => timeIn(zone, new Date(asUtc - ms)) === `${date} ${time}`);
	// Before there were time zones, each place had seconds of its own.
	if (offset === undefined || offset % 60_000 !== 0) return text;
	return `${date}T${time}${offsetInWords(offset / 60_000)}`;
}

const offsetAt = (zone: string, ms: number) =>
	Date.parse(`${timeIn(zone, new Date(ms)).replace(' ', 'T')}Z`) - ms;

function offsetInWords(minutes: number): string {
	const parts = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	return `${minutes < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}
