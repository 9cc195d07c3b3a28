import { momentOf, offsetAt, timestamp } from './clock.ts';
import type { Dialect } from './dialects.ts';

/** A stored date, `YYYY/MM/DD`, as the service shows it. */
export const shownDate = (stored: string, { dates }: Dialect): string =>
	dates === 'hyphens' ? stored.replaceAll('/', '-') : stored;

/** A time of a record, `YYYY-MM-DD hh:mm:ss`, with its zone. */
export function zonedTime(text: string, dialect: Dialect): string {
	// Forms have dates only.
	if (!text.includes(':')) return text;
	const moment = momentOf(text, dialect);
	if (dialect.timestamps === 'milliseconds') return moment.toISOString().replace('.000', '.123');
	if (dialect.timestamps === 'utc') return moment.toISOString().replace('.000', '');
	return `${text.replace(' ', 'T')}${offsetText(offsetAt(moment, dialect))}`;
}

/** A stored date with time, `YYYY/MM/DD hh:mm:ss`, as the service shows it. */
export function shownTime(stored: string, dialect: Dialect): string {
	const iso = stored.replaceAll('/', '-').replace(' ', 'T');
	switch (dialect.times) {
		case 'blank':
			return shownDate(stored, dialect);
		case 'minutes':
			return shownDate(stored, dialect).replace(/(\d\d:\d\d):\d\d$/, '$1');
		case 'T':
			return iso;
		case 'Z':
			return `${timestamp(momentOf(stored, dialect), 0).replace(' ', 'T')}Z`;
		case 'offset':
			return `${iso}${offsetText(offsetAt(momentOf(stored, dialect), dialect))}`;
	}
}

const written = /^(\d{4}[-/]\d\d[-/]\d\d)[ T](\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/** Converts a client's text to the stored form; unknown spellings stay unchanged. */
export function storedTime(text: string, dialect: Dialect): string {
	const [, day, time, seconds = ':00', zone] = written.exec(text) ?? [];
	if (day === undefined || ['blank', 'minutes'].includes(dialect.times)) return text;
	const local = `${day.replaceAll('/', '-')} ${time}${seconds}`;
	if (zone === undefined) return local;
	const moment = new Date(`${local.replace(' ', 'T')}${zone}`);
	return timestamp(moment, offsetAt(moment, dialect));
}

function offsetText(minutes: number): string {
	const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
	return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
