import {
	firstSpread,
	isBehind,
	latestDate,
	learnClock,
	setBack,
	withCrowd,
	type KnownClock,
	type Spread,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/clock';
import { momentAt } from '../../../support/moment';

const HOUR = 3_600;
const NOON = Date.UTC(2026, 4, 1, 12);
const ANY: Spread = [-12 * HOUR, 14 * HOUR];
const noon = momentAt(NOON, ANY);
/** Text times so many seconds after noon. */
const after = (...seconds: readonly number[]) =>
	seconds.map((s) => momentAt(NOON + s * 1000).shows);

describe('a first page shows that half of its times have come', () => {
	const many = Array.from({ length: 10 }, (_, i) => -60 * i);
	test.each<[string, readonly number[], Spread]>([
		['of ten', many, [-300, 14 * HOUR]],
		[
			'four of ten are dated in the future',
			[HOUR, HOUR, HOUR, HOUR, ...many.slice(4)],
			[-300, 14 * HOUR],
		],
		['nine show nothing', many.slice(1), ANY],
		['times that no zone has do not count', [99 * HOUR, ...many.slice(1)], ANY],
		[
			'ten that no zone has are of another clock',
			many.map((x) => x + 99 * HOUR),
			[99 * HOUR - 300, 1e10],
		],
		['one that no zone has may be dated in the future', [99 * HOUR], [-12 * HOUR, 1e10]],
		['old times show nothing that zones do not', many.map((s) => s - 99 * HOUR), ANY],
	])('%s', (_, seconds, spread) => {
		expect(firstSpread(noon, after(...seconds))).toEqual(spread);
	});
});

describe('new versions show the clock', () => {
	const learned = (spread: Spread, polls: ReadonlyArray<readonly Spread[]>) =>
		polls.reduce<Pick<KnownClock, 'spread' | 'shown'>>(learnClock, { spread }).spread;
	const times = (count: number, ...poll: readonly Spread[]) =>
		Array.from({ length: count }, () => poll);
	const usual: Spread = [-20, 40];
	const ahead: Spread = [HOUR, HOUR + 60];
	const behind: Spread = [-HOUR, 60 - HOUR];
	test.each<[string, Spread, ReadonlyArray<readonly Spread[]>, Spread]>([
		['not by four polls', ANY, times(4, usual), ANY],
		['by five that agree', ANY, [...times(4, usual), [[-10, 50]]], [-10, 40]],
		[
			'not by five of which one does not',
			ANY,
			[...times(2, usual), [ahead], ...times(2, usual)],
			ANY,
		],
		['by polls with records that are dated in the future, too', ANY, times(5, ahead, usual), usual],
		['by two that show it further behind', usual, times(2, behind), behind],
		['not by four that show it further ahead', usual, times(4, ahead), usual],
		['by five that show it further ahead', usual, times(5, ahead), ahead],
		['by a hundred at once', ANY, [Array(100).fill(usual)], usual],
		['not by a hundred that no zone explains', ANY, [Array(100).fill([99 * HOUR, 99 * HOUR])], ANY],
		['not by none', usual, [[]], usual],
	])('%s', (_, known, polls, spread) => {
		expect(learned(known, polls)).toEqual(spread);
	});
});

test('a time that many records share has come, if a zone explains it', () => {
	const [time = '', impossible = ''] = after(HOUR, 99 * HOUR);
	expect(withCrowd(noon, time).spread).toEqual([HOUR, 14 * HOUR]);
	expect(withCrowd(noon, impossible).spread).toEqual(ANY);
});

describe('a clock that was set back', () => {
	const since = (seconds: number, date: number) => {
		const known = { ...noon, latest: NOON, spread: [-20, 40] as const };
		const moment = { ...momentAt(NOON + date * 1000), at: NOON + seconds * 1000 };
		return setBack(known, moment)?.oldest;
	};
	test.each<[string, number, number, string | undefined]>([
		['counts on', 60, 60, undefined],
		['differs by less than the machines of a site', 60, 31, undefined],
		// A minute after noon it shows 11:56: what was written since noon is at most a minute older.
		['is found by the time that went by', 60, -240, after(-240 - 60 - 20)[0]],
		['is found though it never went backwards', 300, 100, after(100 - 300 - 20)[0]],
	])('%s', (_, seconds, date, oldest) => {
		expect(since(seconds, date)).toBe(oldest);
	});

	test.each<[string, number, number, number, boolean]>([
		['counts on', 0, 60, 60, false],
		['differs by less than the machines of a site', 0, 60, 31, false],
		['was set back between two scans', 0, 300, 100, true],
		['was set back before', 600, 60, 60, true],
		['has caught up', 60, 60, 60, false],
	])('is behind while what it shows comes again: it %s', (_, latest, seconds, date, behind) => {
		const known = { ...noon, latest: NOON + latest * 1000 };
		const moment = { ...momentAt(NOON + date * 1000), at: NOON + seconds * 1000 };
		expect(isBehind(known, moment)).toBe(behind);
		expect(isBehind(undefined, moment)).toBe(false);
		expect(latestDate(known, moment)).toBe(NOON + Math.max(latest, seconds, date) * 1000);
	});
});
