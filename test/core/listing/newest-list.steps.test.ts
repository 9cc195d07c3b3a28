import {
	newestFirst,
	NewestList,
	type NewestStep,
	type TimedRow,
} from '../../../nodes/RecordsDirectory/core/listing/newest-list';

interface Row {
	readonly id: number;
	readonly isWanted: boolean;
	readonly version: number;
}
type Timed = TimedRow<Row>;

/** A moment of one day, in seconds. */
const at = (seconds: number) =>
	new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');
const row = (id: number, seconds: number, more: Partial<Row> = {}): Timed => ({
	id,
	time: at(seconds),
	row: { id, isWanted: true, version: 1, ...more },
});
/** Rows that changed one per second, the newest first: each ID is its second. */
const falling = (newest: number, count: number) =>
	Array.from({ length: count }, (_, n) => row(newest - n, newest - n));

/** A list, and what the service returns for its next page. */
function reading(settings: { from: number; wanted?: number; size: number }) {
	const { from, wanted = Infinity, size } = settings;
	const list = new NewestList<Row>({
		order: 'updatedAt',
		from: at(from),
		wanted,
		size,
		isWanted: ({ isWanted }) => isWanted,
	});
	const pageIn = (rows: readonly Timed[]) => {
		const { page, limit } = list.next();
		return rows.slice((page - 1) * limit, page * limit);
	};
	return {
		asks: () => {
			const { page, limit } = list.next();
			return [page, limit];
		},
		/** The step after the next page of these rows. */
		takes: (rows: readonly Timed[]) => list.take(list.next(), pageIn(rows), size),
		/** The step after a page of exactly these rows. */
		takesPage: (rows: readonly Timed[]) => list.take(list.next(), rows, size),
		ids: () => list.rows().map(({ id }) => id),
		rows: () => list.rows(),
	};
}

const idsOf = (rows: readonly Timed[]) => rows.map(({ id }) => id);

it('a row that is read is tested once, however many pages follow', () => {
	let tested = 0;
	const isWanted = () => ++tested > 0;
	const rows = falling(100, 50);
	const settings = { order: 'updatedAt', from: at(61), wanted: Infinity, size: 10 } as const;
	const list = new NewestList<Row>({ ...settings, isWanted });
	let read = 0;
	for (let step: NewestStep = 'next'; step === 'next'; ) {
		const { page, limit } = list.next();
		const shown = rows.slice((page - 1) * limit, page * limit);
		read += shown.filter(({ time }) => time >= settings.from).length;
		step = list.take({ order: 'updatedAt:desc', page, limit }, shown, settings.size);
	}
	expect(list.rows()).toHaveLength(40);
	expect(tested).toBe(read);
});

describe('the first page is enough', () => {
	it('if its last row is older than wanted: the older rows are not returned', () => {
		const list = reading({ from: 92, size: 10 });
		expect(list.asks()).toEqual([1, 10]);
		expect(list.takes(falling(100, 50))).toBe('end');
		expect(list.ids()).toEqual([100, 99, 98, 97, 96, 95, 94, 93, 92]);
	});

	it('if it has as many rows as wanted', () => {
		const list = reading({ from: 0, wanted: 10, size: 10 });
		expect(list.takes(falling(100, 50))).toBe('end');
		expect(list.ids()).toEqual(idsOf(falling(100, 10)));
	});

	it('but not if one row fewer than wanted is new enough and asked for', () => {
		const list = reading({ from: 0, wanted: 10, size: 10 });
		const [first, ...others] = falling(100, 50);
		const rows = [{ ...first!, row: { ...first!.row, isWanted: false } }, ...others];
		expect(list.takes(rows)).toBe('next');
		expect(list.asks()).toEqual([2, 8]);
	});
});

describe('the second page', () => {
	it('begins within a first page of full size', () => {
		const list = reading({ from: 0, size: 10 });
		expect(list.takes(falling(100, 50))).toBe('next');
		expect(list.asks()).toEqual([2, 8]);
	});

	it('begins within a first page that the service cut', () => {
		const list = reading({ from: 0, size: 1_000 });
		expect(list.asks()).toEqual([1, 100]);
		expect(list.takesPage(falling(5_000, 50))).toBe('next');
		expect(list.asks()).toEqual([2, 48]);
	});

	it.each<[string, { from: number; wanted?: number; size: number }, number[]]>([
		[
			'is the first in full size, if that reaches the time',
			{ from: 4_010, size: 1_000 },
			[1, 1_000],
		],
		['is lower in the list, if it does not', { from: 4_009, size: 1_000 }, [2, 988]],
		[
			'is the first, if the user wants a number of rows',
			{ from: 0, wanted: 500, size: 500 },
			[1, 500],
		],
	])('%s', (_, settings, next) => {
		const list = reading(settings);
		expect(list.asks()).toEqual([1, 100]);
		expect(list.takes(falling(5_000, 5_000))).toBe('next');
		expect(list.asks()).toEqual(next);
	});
});

describe('after several pages', () => {
	const rows = falling(100, 50);
	/** A list of which two pages were read, and enough rows. */
	const twoPages = () => {
		const list = reading({ from: 0, wanted: 15, size: 10 });
		expect(list.takes(rows)).toBe('next');
		expect(list.takes(rows)).toBe('next');
		expect(list.asks()).toEqual([1, 10]);
		return list;
	};

	it('the first page is read again: without a change that is the end', () => {
		const list = twoPages();
		expect(list.takes(rows)).toBe('end');
		expect(list.ids()).toEqual(idsOf(falling(100, 15)));
	});

	it('a row that moved to the top meanwhile is returned once, as it is now', () => {
		const list = twoPages();
		const edited = row(86, 101, { version: 2 });
		expect(list.takes([edited, ...rows.filter(({ id }) => id !== 86)])).toBe('end');
		expect(list.ids()).toEqual([86, ...idsOf(falling(100, 14))]);
		expect(list.rows()[0]?.version).toBe(2);
	});

	it('a row that is no longer asked for is not returned', () => {
		const list = twoPages();
		const edited = row(86, 101, { isWanted: false });
		expect(list.takes([edited, ...rows.filter(({ id }) => id !== 86)])).toBe('end');
		expect(list.ids()).toEqual(idsOf(rows.filter(({ id }) => id !== 86)).slice(0, 15));
	});

	it('the top is read until it overlaps with what was read, though enough rows are known', () => {
		const list = twoPages();
		const now = [...falling(112, 12), ...rows];
		expect(list.takes(now)).toBe('next');
		expect(list.asks()).toEqual([2, 8]);
		expect(list.takes(now)).toBe('next');
		expect(list.asks()).toEqual([1, 10]);
		expect(list.takes(now)).toBe('end');
		expect(list.ids()).toEqual(idsOf(now.slice(0, 15)));
	});

	it('a second at the top that has grown is read to its end, as rows may come anywhere in it', () => {
		const ofOneSecond = (count: number) =>
			Array.from({ length: count }, (_, n) => row(900 + n, 100));
		const list = reading({ from: 85, size: 30 });
		const before = [...ofOneSecond(16), ...falling(99, 40)];
		expect(list.takes(before)).toBe('next');
		expect(list.takes(before)).toBe('next');
		expect(list.asks()).toEqual([1, 30]);
		const now = [...ofOneSecond(40), ...falling(99, 40)];
		expect(list.takes(now)).toBe('next');
		expect(list.asks()).not.toEqual([1, 30]);
	});

	it('rows of a page that does not join are kept, but do not count as enough', () => {
		const list = reading({ from: 0, wanted: 15, size: 10 });
		expect(list.takes(rows)).toBe('next');
		expect(list.asks()).toEqual([2, 8]);
		// Eight rows above were deleted.
		expect(list.takesPage(falling(84, 8))).toBe('next');
		expect(list.asks()).toEqual([1, 10]);
		expect(list.takesPage(falling(100, 10))).toBe('next');
		expect(list.asks()).toEqual([2, 8]);
	});

	it('a page that does not join is not the end, though it reaches the time', () => {
		const list = reading({ from: 80, size: 10 });
		expect(list.takes(rows)).toBe('next');
		expect(list.takesPage(falling(82, 8))).toBe('next');
		expect(list.asks()).toEqual([1, 10]);
		expect(list.takesPage(falling(100, 10))).toBe('next');
		expect(list.asks()).toEqual([2, 8]);
	});
});

describe('reading that began lower in the list', () => {
	/** A list read from row 988 on, down to the time. */
	const fromBelow = (rows: readonly Timed[], from: number) => {
		const list = reading({ from, size: 1_000 });
		list.takes(rows);
		expect(list.asks()).toEqual([2, 988]);
		return list;
	};

	it('ends with the first page, which overlaps with it', () => {
		const rows = falling(5_000, 5_000);
		const list = fromBelow(rows, 3_500);
		expect(list.takes(rows)).toBe('next');
		expect(list.asks()).toEqual([1, 1_000]);
		expect(list.takes(rows)).toBe('end');
		expect(list.ids()).toEqual(idsOf(falling(5_000, 1_501)));
	});

	it('ends with a first page whose last rows share one time, if they are the same rows', () => {
		// Rows 900 to 1099 changed in the same second.
		const rows = falling(5_000, 3_000).map((one, n) =>
			n < 900 || n >= 1_100 ? one : { ...one, time: at(4_100) },
		);
		const list = fromBelow(rows, 3_500);
		expect(list.takes(rows)).toBe('next');
		expect(list.asks()).toEqual([1, 1_000]);
		expect(list.takes(rows)).toBe('end');
		expect(new Set(list.ids()).size).toBe(1_501);
	});

	it('reads no further than the time, if it began below it', () => {
		// Most rows changed long before the first hundred.
		const rows = [...falling(5_000, 970), ...falling(1_000, 900)];
		const list = fromBelow(rows, 2_000);
		expect(list.takes(rows)).toBe('next');
		expect(list.asks()).toEqual([1, 1_000]);
		const now = [...falling(5_015, 15), ...rows];
		expect(list.takes(now)).toBe('end');
		expect(list.ids()).toEqual(idsOf(now.slice(0, 985)));
	});
});

describe('all records must be read by ID', () => {
	it('if one second fills the first page, and it cannot grow', () => {
		const list = reading({ from: 0, size: 40 });
		expect(list.takes(Array.from({ length: 200 }, (_, n) => row(n, 100)))).toBe('byId');
	});

	it('if one second fills a page of full size, and its rows come in another order', () => {
		const ofOneSecond = Array.from({ length: 3_000 }, (_, n) => row(n, 100));
		const list = reading({ from: 100, size: 1_000 });
		expect(list.takes(ofOneSecond)).toBe('next');
		expect(list.asks()).toEqual([1, 1_000]);
		expect(list.takes(ofOneSecond)).toBe('next');
		expect(list.takes([...ofOneSecond].reverse())).toBe('byId');
	});

	it('if the top changed by more than a page during each of eight more readings', () => {
		const list = reading({ from: 0, wanted: 15, size: 10 });
		let newest = 100;
		let fromTop = 0;
		let step = 'next';
		for (let requests = 0; step === 'next'; requests++) {
			if (requests > 100) throw new Error('endless');
			if (list.asks().join() === '1,10') {
				fromTop++;
				newest += 12;
			}
			step = list.takes(falling(newest, newest));
		}
		expect(step).toBe('byId');
		expect(fromTop).toBe(1 + 8);
	});
});

it('the newest rows come first, those of one time by creation, and no more than wanted', () => {
	const rows = [row(5, 10), row(7, 20), row(12, 10), row(4, 30), row(3, 10)];
	const ids = (wanted: number) => newestFirst(rows, wanted).map(({ id }) => id);
	expect(ids(Infinity)).toEqual([4, 7, 12, 5, 3]);
	expect(ids(3)).toEqual([4, 7, 12]);
	expect(rows.map(({ id }) => id)).toEqual([5, 7, 12, 4, 3]);
});
