import type { Dialect } from './dialects.ts';

export interface Clock {
	/** The service's own time, which may differ from the client's. */
	now(): Date;
	/** That time, or a later one, as the service writes it: `YYYY-MM-DD hh:mm:ss`, no zone. */
	text(aheadMs?: number): string;
}

export type Zone = Pick<Dialect, 'timeZone' | 'zoneOffsetMinutes'>;

export function serviceClock(now: () => Date, dialect: () => Dialect): Clock {
	const own = (aheadMs = 0) =>
		new Date(now().getTime() + dialect().clockOffsetSeconds * 1000 + aheadMs);
	const text = (aheadMs?: number) => timestamp(own(aheadMs), offsetAt(own(aheadMs), dialect()));
	return { now: () => own(), text };
}

export function timestamp(time: Date, zoneOffsetMinutes: number): string {
	const shifted = new Date(time.getTime() + zoneOffsetMinutes * 60_000);
	return shifted.toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns the moment of a text timestamp; in an hour that occurs twice, the later one. */
export function momentOf(text: string, zone: Zone): Date {
	const asUtc = new Date(`${text.replaceAll('/', '-').replace(' ', 'T')}Z`);
	const about = offsetAt(asUtc, zone);
	const offset = offsetAt(new Date(asUtc.getTime() - about * 60_000), zone);
	return new Date(asUtc.getTime() - offset * 60_000);
}

/** Minutes that the zone is ahead of UTC at a moment. */
export function offsetAt(moment: Date, { timeZone, zoneOffsetMinutes }: Zone): number {
	if (timeZone === '') return zoneOffsetMinutes;
	const known = formats.get(timeZone);
	const format = known ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
	formats.set(timeZone, format);
	const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(format.format(moment)) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

const formats = new Map<string, Intl.DateTimeFormat>();
