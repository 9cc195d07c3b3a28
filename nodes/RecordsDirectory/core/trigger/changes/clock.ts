import { secondsAhead, shiftTime } from '../../values/moment';

/** The least and the most seconds by which one clock is ahead of another. */
export type Spread = readonly [least: number, most: number];

export interface Moment {
	/** Its `Date` header, in milliseconds since 1970. */
	readonly date: number;
	/** The same in the time zone of the site, or in UTC. */
	readonly shows: string;
	/** How far the times of records may be ahead of what it shows. */
	readonly spread: Spread;
	/** When it came, in milliseconds that this machine counts on, even if its clock is set. */
	readonly at: number;
}

export interface KnownClock extends Moment {
	/** The latest `Date` that it may have shown, also between scans. */
	readonly latest: number;
	/** The same as the last polls in a row with new versions showed it. A few prove nothing: they may be dated wrongly. */
	readonly shown?: { readonly spread: Spread; readonly polls: number } | undefined;
}

/** `Date` headers have whole seconds, and the machines of a site differ slightly. */
export const SLACK_SECONDS = 30;
/** Of this many records of a first page, at least half are not dated wrongly. */
const MANY_RECORDS = 10;
/** Of this many new versions in a poll, at least half are not dated wrongly. */
const MANY_VERSIONS = 100;
/** This many polls in a row are not all dated wrongly. */
const ENOUGH_POLLS = 5;
/** Seconds; JSON has no infinity. */
const CENTURIES = 1e10;

/** At least half of a first page is not in the future. If no zone fits, `Date` is another clock's. */
export function firstSpread({ shows, spread }: Moment, times: readonly string[]): Spread {
	const [least, most] = spread;
	const ahead = times.map((time) => secondsAhead(time, shows));
	const possible = ahead.filter((seconds) => seconds <= most);
	const isOther = possible.length === 0 && ahead.length > 0;
	const shown = isOther ? ahead : possible;
	const atLeast = shown.length < MANY_RECORDS ? least : Math.max(least, middleOf(shown));
	return [atLeast, isOther ? CENTURIES : most];
}

/** A new version was written since the last scan, or became visible late. */
export function shownSpread(
	time: string,
	moment: Pick<Moment, 'shows'>,
	before: KnownClock,
	lateSeconds: number,
): Spread {
	return [secondsAhead(time, moment.shows), secondsAhead(time, before.shows) + lateSeconds];
}

/** Learns at once from many versions, else once polls agree: two if the clock is behind, as that hides nothing. */
export function learnClock<Known extends Pick<KnownClock, 'spread' | 'shown'>>(
	known: Known,
	versions: readonly Spread[],
): Known {
	const sorted = [...versions].sort(([a], [b]) => a - b);
	const credible = sorted.filter(([least]) => least <= known.spread[1]);
	const isMany = credible.length >= MANY_VERSIONS;
	const last = isMany ? middleOf(credible) : sorted[0];
	if (!last) return known;
	const both = known.shown && common(last, known.shown.spread);
	const shown = { spread: both ?? last, polls: both && known.shown ? known.shown.polls + 1 : 1 };
	const isBehind = shown.polls > 1 && shown.spread[1] < known.spread[0];
	const isLearned = isMany || isBehind || shown.polls >= ENOUGH_POLLS;
	const spread = isMany ? last : shown.spread;
	return {
		...known,
		shown,
		spread: isLearned ? (common(known.spread, spread) ?? spread) : known.spread,
	};
}

const middleOf = <One>(sorted: readonly One[]) => sorted[Math.floor(sorted.length / 2)] as One;

const common = ([a, b]: Spread, [c, d]: Spread): Spread | undefined => {
	const [least, most] = [Math.max(a, c), Math.min(b, d)];
	return least <= most ? [least, most] : undefined;
};

/** `seconds` since the last scan, and the oldest time of versions written since; undefined if it was not set back. */
export function setBack(before: KnownClock, { date, shows, at }: Moment) {
	const elapsed = Math.max(0, at - before.at) / 1000;
	const seconds = (before.date - date) / 1000 + elapsed;
	if (seconds <= SLACK_SECONDS) return undefined;
	return { seconds, oldest: shiftTime(shows, before.spread[0] - elapsed) };
}

/** The latest `Date` that a clock may have shown, now or before. */
export function latestDate(before: KnownClock | undefined, { date, at }: Moment): number {
	if (!before) return date;
	return Math.max(date, before.latest, before.date + Math.max(0, at - before.at));
}

/** Whether a clock was set back and has not caught up: what it shows comes again. */
export const isBehind = (before: KnownClock | undefined, moment: Moment): boolean =>
	latestDate(before, moment) - moment.date > SLACK_SECONDS * 1000;

/** A time that many records have has come. Not for a clock that is behind. */
export function withCrowd(moment: Moment, time: string): Moment {
	const [least, most] = moment.spread;
	const seconds = secondsAhead(time, moment.shows);
	return seconds <= most ? { ...moment, spread: [Math.max(least, seconds), most] } : moment;
}
