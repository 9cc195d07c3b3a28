import {
	NewestList,
	type NewestStep,
	type TimedRow,
} from '../../../nodes/RecordsDirectory/core/listing/newest-list';
import { mayBeCut } from '../../../nodes/RecordsDirectory/core/listing/short-page';
import type { PageRequest } from '../../../nodes/RecordsDirectory/core/listing/walk';
import { seeded } from '../../simulation/random';
import { seedOr, times } from '../../support/effort';

interface Row {
	id: number;
	/** Seconds. */
	time: number;
	/** Counts the edits. */
	version: number;
	/** Decides the order of equal times. */
	rank: number;
}

const BEGIN = Date.UTC(2026, 0, 1);
const textOf = (seconds: number) =>
	new Date(BEGIN + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** A form that others edit. */
class Form {
	now = 0;
	readonly rows = new Set<Row>();
	private readonly random: () => number;
	private readonly isShuffled: boolean;
	private added = 0;
	private sorted: readonly Row[] | undefined;

	constructor(random: () => number, isShuffled: boolean) {
		this.random = random;
		this.isShuffled = isShuffled;
	}

	add(): Row {
		const row = { id: ++this.added, time: this.now, version: 0, rank: this.random() };
		this.rows.add(row);
		this.sorted = undefined;
		return row;
	}

	edit(row: Row): void {
		row.time = this.now;
		row.version++;
		this.sorted = undefined;
	}

	remove(row: Row): void {
		this.rows.delete(row);
		this.sorted = undefined;
	}

	page({ page, limit }: PageRequest): Array<TimedRow<Row>> {
		if (this.isShuffled) {
			for (const row of this.rows) row.rank = this.random();
			this.sorted = undefined;
		}
		this.sorted ??= [...this.rows].sort((a, b) => b.time - a.time || a.rank - b.rank);
		return this.sorted
			.slice((page - 1) * limit, page * limit)
			.map((row) => ({ id: row.id, time: textOf(row.time), row: { ...row } }));
	}
}

interface Read {
	readonly step: NewestStep;
	readonly rows: Row[];
	readonly requests: PageRequest[];
}

const everyRow = () => true;

interface Wish {
	readonly from: number;
	readonly wanted?: number;
	readonly size?: number;
	readonly between?: (n: number) => void;
	readonly isWanted?: (row: Row) => boolean;
	/** Whether the service may return smaller pages than requested. */
	readonly isCut?: boolean;
}

function read(
	form: Pick<Form, 'page'>,
	{ from, wanted = Infinity, size = 1000, between, isWanted = everyRow, isCut = false }: Wish,
): Read {
	const list = new NewestList<Row>({
		order: 'updatedAt',
		from: textOf(from),
		wanted,
		size: isWanted === everyRow ? Math.min(wanted, size) : size,
		isWanted,
	});
	const requests: PageRequest[] = [];
	let step: NewestStep = 'next';
	let largest = 0;
	while (step === 'next') {
		const asked = list.next();
		requests.push(asked);
		if (requests.length > 500) throw new Error('endless');
		const rows = form.page(asked);
		largest = Math.max(largest, rows.length);
		step = list.take(asked, rows, isCut && mayBeCut(rows.length, largest) ? 0 : Infinity);
		between?.(requests.length);
	}
	return { step, rows: list.rows(), requests };
}

/** A form of 30,000 records of which `count` have changed, at most `together` per second. */
function changed(count: number, together: number, isShuffled = false): Form {
	const form = new Form(seeded(count), isShuffled);
	const rows = Array.from({ length: 30_000 }, () => form.add());
	form.now = 1000;
	for (let n = 0; n < count; n++) {
		if (n % together === 0) form.now++;
		form.edit(rows[(n * 7) % 30_000]!);
	}
	return form;
}

describe('the requests for the records that changed', () => {
	it.each([
		[0, 1, 1],
		[10, 1, 1],
		[99, 1, 1],
		[100, 1, 2],
		[101, 1, 2],
		[500, 1, 2],
		[980, 1, 2],
		[1_000, 1, 3],
		[1_001, 1, 4],
		[2_000, 1, 4],
		[5_000, 1, 7],
		[10_000, 1, 12],
		[20_000, 1, 22],
		[1_000, 100, 3],
		[2_500, 100, 5],
		[10_000, 100, 12],
		[1_000, 500, 3],
		[2_500, 500, 5],
		[10_000, 500, 12],
		[15_000, 500, 17],
	])('%i, at most %i in a second: %i requests', (count, together, most) => {
		const { step, rows, requests } = read(changed(count, together), { from: 1001 });
		expect(step).toBe('end');
		expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
		expect(most).toBeLessThanOrEqual(Math.ceil(count / 1000) + 2);
		expect(requests.length).toBeLessThanOrEqual(most);
	});

	it.each([
		[999, 2],
		[1_000, 5],
		[1_500, 5],
		[2_500, 7],
		[5_000, 13],
	])('%i in one second: %i requests', (count, most) => {
		const { step, rows, requests } = read(changed(count, count), { from: 1001 });
		expect([step, rows.length]).toEqual(['end', count]);
		expect(most).toBeLessThanOrEqual(2 * Math.ceil(count / 1000) + 3);
		expect(requests.length).toBeLessThanOrEqual(most);
	});

	it.each([
		[99, 1],
		[101, 2],
		[100, 5],
		[500, 5],
		[2_500, 7],
	])('a form of %i records, all of one second: %i requests', (count, most) => {
		const form = new Form(seeded(count), false);
		for (let n = 0; n < count; n++) form.add();
		form.now = 1000;
		const { step, rows, requests } = read(form, { from: 0, isCut: true });
		expect([step, rows.length]).toEqual(['end', count]);
		expect(requests.length).toBeLessThanOrEqual(most);
	});
});

it.each([
	[1_500, 200],
	[2_000, 1_000],
])(
	'%i records of one second whose order depends on the page are read by ID, pages of %i',
	(count, size) => {
		const form = new Form(seeded(count), false);
		for (let n = 0; n < count; n++) form.add();
		form.now = 1_000;
		// Two rows change places on all pages but the first.
		const page = (asked: PageRequest) => {
			const rows = form.page({ ...asked, page: 1, limit: count });
			const [one, other] = [rows[size - 50]!, rows[count - 20]!];
			if (asked.page > 1) [rows[size - 50], rows[count - 20]] = [other, one];
			return rows.slice((asked.page - 1) * asked.limit, asked.page * asked.limit);
		};
		const { step, requests } = read({ page }, { from: 0, size });
		expect(step).toBe('byId');
		expect(requests.filter((asked) => asked.page === 1).length).toBeLessThanOrEqual(3);
	},
);

/** The changes by others between two requests. */
function others(form: Form, random: () => number, most: number): void {
	for (let n = Math.floor(random() * (most + 1)); n > 0; n--) {
		if (random() < 0.5) form.now++;
		const rows = [...form.rows];
		const one = rows[Math.floor(random() * rows.length)]!;
		const what = random();
		if (what < 0.25) form.add();
		else if (what < 0.5) form.remove(one);
		else form.edit(one);
	}
}

describe.each([
	['in one order', false],
	['shuffled', true],
])('while others edit, create and delete, equal times %s', (_, isShuffled) => {
	it.each([1, 3, 30])(
		'every record that is there all the while comes once: %i at a time',
		(most) => {
			let byId = 0;
			const runs = times(100);
			for (let run = 0; run < runs; run++) {
				const seed = seedOr(1) * 10_000 + run;
				const random = seeded(seed);
				const form = new Form(random, isShuffled);
				const together = random() < 0.1 ? 1_500 : 1 + Math.floor(random() ** 3 * 150);
				for (let n = 0; n < 1_500; n++) {
					if (n % together === 0) form.now++;
					form.add();
				}
				const from = Math.floor(random() * form.now);
				const wanted = random() < 0.3 ? 250 + Math.floor(random() * 500) : Infinity;
				const before = new Map([...form.rows].map((row) => [row, row.time] as const));
				const between = () => others(form, random, most);
				const { step, rows } = read(form, { from, wanted, size: 200, between });
				byId += step === 'byId' ? 1 : 0;
				if (step === 'byId') continue;
				const ids = rows.map(({ id }) => id);
				const keys = rows.map(({ time }) => -time);
				expect([seed, new Set(ids).size, [...keys].sort((a, b) => a - b)]).toEqual([
					seed,
					ids.length,
					keys,
				]);
				const lowest = ids.length < wanted ? from : rows.at(-1)!.time + 1;
				const stayed = [...form.rows].filter((row) => before.get(row)! >= lowest);
				const found = new Set(ids);
				expect([seed, stayed.filter(({ id }) => !found.has(id))]).toEqual([seed, []]);
			}
			expect(byId).toBeLessThan(runs / 4);
		},
	);
});

describe('the newest records of a form that nobody edits', () => {
	const SIZE = 200;
	/** 2,000 records, `together` per second. */
	const formOf = (together: number, isShuffled = false) => {
		const form = new Form(seeded(together), isShuffled);
		for (let n = 0; n < 2_000; n++) {
			if (n % together === 0) form.now++;
			form.add();
		}
		return form;
	};
	const kinds = { all: everyRow, even: ({ id }: Row) => id % 2 === 0, none: () => false };

	describe.each([1, 7, 150])('%i per second', (together) => {
		it.each<[keyof typeof kinds, number, number]>([
			['all', 1, 0],
			['all', 99, 0],
			['all', 100, 0],
			['all', 250, 0],
			['all', 1_000, 0],
			['all', Infinity, 0.5],
			['all', Infinity, 0.98],
			['all', 30, 0.99],
			['even', 40, 0],
			['even', 300, 0],
			['even', Infinity, 0.5],
			['none', 10, 0.9],
			['none', Infinity, 0],
		])('%s, %d of them, from %d of the time', (kind, wanted, part) => {
			const form = formOf(together);
			const from = Math.floor(form.now * part);
			const isWanted = kinds[kind];
			const inTime = [...form.rows]
				.filter(({ time }) => time >= from)
				.sort((a, b) => b.time - a.time || b.id - a.id);
			const expected = inTime.filter(isWanted).slice(0, wanted);
			const found = read(form, { from, wanted, size: SIZE, isWanted });
			expect(found.step).toBe('end');
			// Of a second that is cut, any of its records may come.
			expect(found.rows.map(({ time }) => time)).toEqual(expected.map(({ time }) => time));
			expect(found.rows.every(isWanted)).toBe(true);
			const edge = expected.length === wanted ? expected.at(-1)!.time : -1;
			const certain = (rows: readonly Row[]) => rows.filter(({ time }) => time > edge);
			expect(certain(found.rows).map(({ id }) => id)).toEqual(
				certain(expected).map(({ id }) => id),
			);
			// No page is read below the last requested record.
			const last =
				expected.length === wanted ? inTime.indexOf(expected.at(-1)!) + 1 : inTime.length;
			const size = kind === 'all' ? Math.min(wanted, SIZE) : SIZE;
			const most = Math.ceil((last + together) / Math.max(1, size - Math.min(together, 12))) + 3;
			expect(found.requests.length).toBeLessThanOrEqual(most);
		});
	});

	it.each([
		['come once each if the service keeps their order', false, 'end'],
		['are read by ID if it does not', true, 'byId'],
	])('many in one second, below newer ones, %s', (_, isShuffled, expected) => {
		const form = formOf(1_000, isShuffled);
		for (let n = 0; n < 20; n++) {
			form.now++;
			form.add();
		}
		const { step, rows } = read(form, { from: 0, size: SIZE });
		expect(step).toBe(expected);
		const all = Array.from({ length: 2_020 }, (_one, n) => 2_020 - n);
		if (step === 'end') expect(rows.map(({ id }) => id)).toEqual(all);
	});
});

it('records that are edited faster than they can be read are read by ID, after few requests', () => {
	const form = changed(2_000, 1);
	const rows = [...form.rows];
	let next = 20_000;
	const between = () => {
		for (let n = 0; n < 300; n++) {
			form.now++;
			form.edit(rows[next++ % rows.length]!);
		}
	};
	const { step, requests } = read(form, { from: 1_001, size: 200, between });
	expect(step).toBe('byId');
	expect(requests.length).toBeLessThan(60);
});

it('an edited record comes in the state in which it was read last, or not if it is no longer wanted', () => {
	const form = changed(600, 1);
	const [edited, closed] = [...form.rows].filter(({ time }) => time === 1_600 || time === 1_599);
	const between = (n: number) => {
		if (n !== 2) return;
		form.now++;
		form.edit(edited!);
		form.edit(closed!);
	};
	const isWanted = ({ id, version }: Row) => id !== closed!.id || version < 2;
	const { rows } = read(form, { from: 1_001, size: 200, between, isWanted });
	expect(rows.find(({ id }) => id === edited!.id)?.version).toBe(2);
	expect(rows.map(({ id }) => id)).not.toContain(closed!.id);
	expect(rows).toHaveLength(599);
});
