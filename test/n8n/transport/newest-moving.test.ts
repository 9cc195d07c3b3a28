import { resources } from '../../../nodes/RecordsDirectory/api';
import { Learnt, type Client } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import { readRows } from '../../../nodes/RecordsDirectory/n8n/transport/list-reader';
import { seeded } from '../../simulation/random';
import { seedOr, times } from '../../support/effort';

interface Row {
	readonly recordId: number;
	/** Seconds. */
	time: number;
	version: number;
}

const BEGIN = Date.UTC(2026, 0, 1);
const textOf = (seconds: number) =>
	new Date(BEGIN + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** A form that others edit. */
class Form {
	now = 0;
	requests = 0;
	readonly rows = new Set<Row>();
	private added = 0;
	private readonly tie: (row: Row) => number;

	constructor(tie: (row: Row) => number) {
		this.tie = tie;
	}

	add(): void {
		this.rows.add({ recordId: ++this.added, time: this.now, version: 0 });
	}

	edit(row: Row): void {
		row.time = this.now;
		row.version++;
	}

	page(order: string, page: number, limit: number) {
		this.requests++;
		const isById = order.startsWith('recordId');
		return [...this.rows]
			.map((row) => ({ row, tie: this.tie(row) }))
			.sort(({ row: a, tie }, { row: b, tie: other }) =>
				isById ? b.recordId - a.recordId : b.time - a.time || tie - other,
			)
			.slice((page - 1) * limit, page * limit)
			.map(({ row }) => ({ ...row, updatedAt: textOf(row.time), createdAt: textOf(row.time) }));
	}
}

const { record } = resources;

interface Wish {
	readonly from: number;
	readonly wanted?: number;
	readonly isMatch?: (row: object) => boolean;
	/** What others do after each request. */
	readonly between?: (requests: number) => void;
}

async function read(form: Form, { from, wanted = Infinity, isMatch, between }: Wish) {
	const send = ({ query }: { query: Record<string, unknown> }) => {
		// Pages of 200, so that a form needs several.
		const limit = Math.min(200, Number(query.limit));
		const records = form.page(String(query.order), Number(query.page), limit);
		between?.(form.requests);
		return Promise.resolve({ status: 200, headers: {}, body: { records } });
	};
	const client = { learnt: new Learnt(), send } as unknown as Client;
	const values = { form: { id: 1 }, changedAfter: textOf(from) };
	const list = { resource: record, operation: record.operations.getAll!, values, isMatch };
	return (await readRows(client, list as never, wanted)) as unknown as readonly Row[];
}

/** The changes by others between two requests. */
function others(form: Form, random: () => number, most: number): void {
	for (let n = Math.floor(random() * (most + 1)); n > 0; n--) {
		if (random() < 0.5) form.now++;
		const rows = [...form.rows];
		const one = rows[Math.floor(random() * rows.length)]!;
		const what = random();
		if (what < 0.25) form.add();
		else if (what < 0.5) form.rows.delete(one);
		else form.edit(one);
	}
}

describe.each([
	['in one order', false],
	['shuffled', true],
])('while others edit, create and delete, equal times %s', (_, isShuffled) => {
	it.each([1, 3, 30])(
		'returns every record that exists the whole time once: up to %i changes at a time',
		async (most) => {
			for (let run = 0; run < times(100); run++) {
				const seed = seedOr(1) * 10_000 + run;
				const random = seeded(seed);
				const form = new Form(isShuffled ? random : ({ recordId }) => recordId);
				const together = random() < 0.1 ? 1_500 : 1 + Math.floor(random() ** 3 * 150);
				for (let n = 0; n < 1_500; n++) {
					if (n % together === 0) form.now++;
					form.add();
				}
				const from = Math.floor(random() * form.now);
				const wanted = random() < 0.3 ? 250 + Math.floor(random() * 500) : Infinity;
				const before = new Map([...form.rows].map((row) => [row, row.time] as const));
				const rows = await read(form, {
					from,
					wanted,
					between: () => others(form, random, most),
				});
				const ids = rows.map(({ recordId }) => recordId);
				const keys = rows.map(({ time }) => -time);
				expect([seed, new Set(ids).size, [...keys].sort((a, b) => a - b)]).toEqual([
					seed,
					ids.length,
					keys,
				]);
				const lowest = ids.length < wanted ? from : rows.at(-1)!.time + 1;
				const stayed = [...form.rows].filter((row) => before.get(row)! >= lowest);
				const found = new Set(ids);
				expect([seed, stayed.filter(({ recordId }) => !found.has(recordId))]).toEqual([seed, []]);
			}
		},
		120_000,
	);
});

it('an edited record is returned as last read, or left out if it no longer matches', async () => {
	const form = new Form(({ recordId }) => recordId);
	for (; form.now < 600; form.now++) form.add();
	const [closed, edited] = [...form.rows].slice(-2);
	const isMatch = (row: object) =>
		(row as Row).recordId !== closed!.recordId || (row as Row).version === 0;
	const between = (requests: number) => {
		if (requests !== 3) return;
		form.now++;
		form.edit(edited!);
		form.edit(closed!);
	};
	const rows = await read(form, { from: 0, isMatch, between });
	expect(rows.find(({ recordId }) => recordId === edited!.recordId)?.version).toBe(1);
	expect(rows.map(({ recordId }) => recordId)).not.toContain(closed!.recordId);
	expect(rows).toHaveLength(599);
});

it.each([1, 99, 100, 250, 1_000])('reads only the newest %i records', async (wanted) => {
	const form = new Form(({ recordId }) => recordId);
	for (; form.now < 2_000; form.now++) form.add();
	const rows = await read(form, { from: 0, wanted });
	expect(rows.map(({ recordId }) => recordId)).toEqual(
		Array.from({ length: wanted }, (_, n) => 2_000 - n),
	);
	expect(form.requests).toBeLessThanOrEqual(Math.ceil(wanted / 199) + 3);
});
