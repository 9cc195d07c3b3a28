import type { Moment, Spread } from '../../nodes/RecordsDirectory/core/trigger/changes/clock';

/** The moment of a reply, in milliseconds since 1970, where records are dated in UTC by a clock that is at most this far off. */
export const momentAt = (date: number, spread: Spread = [-600, 600]): Moment => ({
	date,
	shows: new Date(date).toISOString().slice(0, 19).replace('T', ' '),
	spread,
	at: date,
});
