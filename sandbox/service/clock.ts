import type { Dialect } from './dialects.ts';

export interface Clock {
	/** The service's own time, which may differ from the client's. */
	now(): Date;
	/** That time as the service writes it: `YYYY-MM-DD hh:mm:ss`, no zone. */
	text(): string;
}

export function serviceClock(now: () => Date, dialect: () => Dialect): Clock {
	const own = () => new Date(now().getTime() + dialect().clockOffsetSeconds * 1000);
	return { now: own, text: () => timestamp(own(), dialect().zoneOffsetMinutes) };
}

export function timestamp(time: Date, zoneOffsetMinutes: number): string {
	const shifted = new Date(time.getTime() + zoneOffsetMinutes * 60_000);
	return shifted.toISOString().slice(0, 19).replace('T', ' ');
}
