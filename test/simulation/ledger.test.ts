import fc from 'fast-check';
import {
	FieldHistoryPoll,
	type FieldHistoryState,
} from '../../nodes/RecordsDirectory/core/trigger/field-history';
import { propertyReader } from '../../nodes/RecordsDirectory/core/trigger/watched-values';
import type { RecordRow } from '../../nodes/RecordsDirectory/core/trigger/listed-record';
import type { PageRequest } from '../../nodes/RecordsDirectory/core/listing/walk';
import { text } from './service';
import { seedOr, times } from '../support/effort';
import { momentAt } from '../support/moment';

const statusIn = propertyReader('status');

interface Act {
	readonly gap: number;
	readonly kind: 'create' | 'status' | 'edit' | 'poll' | 'failing poll' | 'restart';
	readonly at: number;
	readonly status: string;
}

interface Told {
	readonly id: number;
	readonly previous?: string;
	readonly now: string;
}

const settings = {
	event: 'recordStatusChanged' as const,
	appsId: 1,
	overlapSeconds: 120,
	maxRequests: 30,
	pageSize: 12,
	watched: statusIn,
};

/** A form whose records have a status, and the trigger that watches it. */
class Life {
	readonly rows = new Map<number, RecordRow>();
	told: Told[] = [];
	state: FieldHistoryState | undefined;
	/** What n8n has saved: after the first poll, and whenever something was emitted. */
	private saved: FieldHistoryState | undefined;
	private now = 1_000;

	constructor(initial: number) {
		for (let id = 1; id <= initial; id++) this.write(id, 'Open');
	}

	act({ gap, kind, at, status }: Act): void {
		this.now += gap;
		const id = 1 + Math.floor(at * this.rows.size);
		const row = this.rows.get(id);
		if (kind === 'create') this.write(this.rows.size + 1, status);
		else if (kind === 'status') this.write(row ? id : 1, status);
		else if (kind === 'edit' && row) this.write(id, statusIn(row));
		else if (kind === 'poll') this.poll();
		else if (kind === 'failing poll') this.poll(Math.floor(at * 4));
		else if (kind === 'restart') this.state = this.saved;
	}

	poll(failsAt = Infinity): void {
		const poll = new FieldHistoryPoll(this.state, settings);
		for (let n = 0, ask = poll.request; ask; ask = poll.request, n++) {
			if (n === failsAt) return;
			poll.take({ rows: this.page(ask), moment: momentAt(this.now * 1000) });
		}
		const { events, state } = poll.end();
		const told = events.map(({ row, previous }) => ({
			id: Number(row.recordId),
			previous,
			now: statusIn(row),
		}));
		this.told = [...this.told, ...told];
		this.state = JSON.parse(JSON.stringify(state)) as FieldHistoryState;
		if (!this.saved || told.length > 0) this.saved = this.state;
	}

	private write(id: number, status: string): void {
		const updatedAt = text(this.now);
		const createdAt = this.rows.get(id)?.createdAt ?? updatedAt;
		this.rows.set(id, { recordId: id, createdAt, updatedAt, raw: { status, edited: this.now } });
	}

	private page({ order, page, limit }: PageRequest): RecordRow[] {
		const key = order.startsWith('updatedAt') ? 'updatedAt' : 'recordId';
		const sorted = [...this.rows.values()].sort((a, b) =>
			a[key] === b[key] ? Number(b.recordId) - Number(a.recordId) : a[key] < b[key] ? 1 : -1,
		);
		return sorted.slice((page - 1) * limit, page * limit);
	}
}

const acts = (...kinds: ReadonlyArray<Act['kind']>) =>
	fc.array(
		fc.record({
			gap: fc.constantFrom(0, 0, 1, 30, 200),
			kind: fc.constantFrom(...kinds),
			at: fc.integer({ min: 0, max: 99 }).map((n) => n / 100),
			status: fc.constantFrom('Open', 'Answered', 'Closed'),
		}),
		{ maxLength: 40 },
	);
const everyday = ['create', 'status', 'status', 'edit', 'poll', 'failing poll'] as const;

const run = (
	initial: number,
	story: readonly Act[],
): { life: Life; baseline: Map<number, string> } => {
	const life = new Life(initial);
	life.poll();
	const baseline = new Map([...life.rows].map(([id, row]) => [id, statusIn(row)]));
	for (const act of story) life.act(act);
	// A second edit in a second with more rows than a page is emitted when its window closes.
	for (let quiet = 0; quiet < 4; quiet++)
		life.act({ gap: 200, kind: 'poll', at: 0, status: 'Open' });
	return { life, baseline };
};

it('promises 1 and 2: every status that stands at the end was told, each from the one before', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 40 }), acts(...everyday), (initial, story) => {
			const { life, baseline } = run(initial, story);
			const known = new Map(baseline);
			for (const { id, previous, now } of life.told) {
				if (known.has(id)) expect(previous).toBe(known.get(id));
				expect(now).not.toBe(previous);
				known.set(id, now);
			}
			for (const id of baseline.keys()) expect(statusIn(life.rows.get(id)!)).toBe(known.get(id));
		}),
		{ numRuns: times(400), seed: seedOr(20_262) },
	);
});

it('promise 6: from the state that a killed n8n had saved, nothing is lost', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 30 }), acts(...everyday, 'restart'), (initial, story) => {
			const { life, baseline } = run(initial, story);
			const last = new Map([...baseline, ...life.told.map(({ id, now }) => [id, now] as const)]);
			for (const id of baseline.keys()) expect(statusIn(life.rows.get(id)!)).toBe(last.get(id));
		}),
		{ numRuns: times(400), seed: seedOr(20_263) },
	);
});

it('a change of anything else tells nothing', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 40 }),
			acts('edit', 'create', 'poll'),
			(initial, story) => {
				expect(run(initial, story).life.told).toEqual([]);
			},
		),
		{ numRuns: times(200), seed: seedOr(20_264) },
	);
});
