import { wallClock } from '../second-model/spelling';
import type { FieldOf, Values } from '../second-model/site';
import { NOTICES, dialectOf, overlapOf, type Dialect, type Story, type Write } from './story';

/*
 * The truth: every version of every record and count, and when it could be seen. Moments are numbered; a request and a write are one each.
 */

const WRITERS = ['One', 'Two'];

export interface State {
	/** The version, which is part of the title. */
	readonly mark: number;
	readonly amount: number;
	readonly colour: string;
	readonly status: string;
	/** The user who wrote it last. */
	readonly updater: string;
	/** As the site spells times, without a zone. */
	readonly createdAt: string;
	readonly updatedAt: string;
}

export interface Version<T> {
	readonly at: number;
	/** The time of the service that it can be seen from, in ms. */
	readonly ms: number;
	/** Undefined: deleted, or no such notice. */
	readonly state: T | undefined;
	/** Seconds that it showed up after the time it carries. */
	readonly late?: number;
	/** Whether the clock of the site showed its time for the second time. */
	readonly isTwice?: true;
}

export class History<T> {
	readonly versions: Version<T>[] = [];

	get now(): T | undefined {
		return this.versions.at(-1)?.state;
	}

	get last(): T | undefined {
		return this.versions.findLast(({ state }) => state !== undefined)?.state;
	}

	/** What it was when the moment began. */
	at(moment: number): T | undefined {
		return this.versions.findLast(({ at }) => at < moment)?.state;
	}

	/** What it was at any time from the beginning of one moment to the end of another. */
	during(from: number, to: number): (T | undefined)[] {
		return [
			this.at(from),
			...this.versions.filter(({ at }) => at >= from && at <= to).map(({ state }) => state),
		];
	}
}

export class Row extends History<State> {
	readonly id: string;

	constructor(id: string) {
		super();
		this.id = id;
	}
}

export interface Notice extends History<number> {
	readonly user: string;
	readonly id: string;
}

const START: Record<Dialect['hour'], { zone?: string; at: number }> = {
	usual: { at: Date.UTC(2026, 2, 2, 9) },
	repeated: { zone: 'America/New_York', at: Date.UTC(2026, 10, 1, 5, 57) },
	skipped: { zone: 'America/New_York', at: Date.UTC(2026, 2, 8, 6, 57) },
};
const HOUR_MS = 3_600_000;
const SKEW: Record<Dialect['skew'], number> = { none: 0, ahead: 5 * 3600_000, behind: -700_000 };
export const COLOURS = ['Red', 'Green', 'Blue'];

interface Pending {
	readonly ms: number;
	run(): void;
}

export class World {
	readonly story: Story;
	readonly dialect: Dialect;
	readonly rows: Row[] = [];
	readonly notices: Notice[] = [];
	readonly left = new Set<string>();
	readonly leftAt = new Map<string, number>();
	readonly fields: readonly FieldOf[];
	/**
	 * The oldest time of existing records that the trigger begins with; undefined for none. A user
	 * enters it once: it stays the same if the clock of the site is set back later.
	 */
	readonly startTime?: string;
	/** Seconds that the clock of the site was set on or back. */
	step = 0;
	private readonly clock: () => number;
	private moments = 0;
	private marks = 0;
	private nextId: bigint;
	private pending: Pending[] = [];

	constructor(story: Story, clock: () => number) {
		this.story = story;
		this.clock = clock;
		this.dialect = dialectOf(story);
		this.fields = formOf(this.dialect);
		this.nextId = this.dialect.ids === 'small' ? 1n : 9007199254740990n;
		const { since } = story.options;
		if (since !== undefined)
			this.startTime = this.stamp(START[this.dialect.hour].at - since * 1000);
		for (let index = 0; index < story.records; index++) this.create({ ms: this.ms - 86_400_000 });
		for (const user of story.users) {
			for (const id of NOTICES) {
				const notice: Notice = Object.assign(new History<number>(), { user, id });
				this.notices.push(notice);
				notice.versions.push({ at: this.moment(), ms: this.ms, state: id === 'c' ? 0 : 2 });
			}
		}
	}

	/** Milliseconds of the service's own time, whatever its clock says. */
	get ms(): number {
		return START[this.dialect.hour].at + this.clock();
	}

	moment(): number {
		return ++this.moments;
	}

	get present(): number {
		return this.moments;
	}

	get zone(): string {
		return START[this.dialect.hour].zone ?? this.dialect.zone;
	}

	/** What the clock of the site shows. */
	shown(ms: number): number {
		return ms + SKEW[this.dialect.skew] + this.step * 1000;
	}

	stamp(ms: number): string {
		return wallClock(Math.floor(this.shown(ms) / 1000) * 1000, this.zone);
	}

	/** Whether the clock of the site showed this an hour before, too. */
	private isTwice(ms: number): boolean {
		return ms > HOUR_MS && this.stamp(ms) === this.stamp(ms - HOUR_MS);
	}

	/** Shows what was written before and is visible now. */
	catchUp(): void {
		const { ms } = this;
		const due = this.pending.filter((one) => one.ms <= ms);
		this.pending = this.pending.filter((one) => one.ms > ms);
		for (const one of due.sort((a, b) => a.ms - b.ms)) one.run();
	}

	private create({ ms, late = 0 }: { ms: number; late?: number }): void {
		const row = new Row(String(this.nextId++));
		const time = this.stamp(ms);
		const number = Number(BigInt(row.id) % 3n);
		const state: State = {
			mark: ++this.marks,
			amount: number,
			colour: COLOURS[number]!,
			status: 'open',
			updater: WRITERS[0]!,
			createdAt: time,
			updatedAt: time,
		};
		this.later(late, () => {
			this.rows.push(row);
			this.push(row, state, late);
		});
	}

	private later(seconds: number, run: () => void): void {
		if (seconds === 0) return run();
		this.pending.push({ ms: this.ms + seconds * 1000, run });
	}

	private push(row: Row, state: State | undefined, late = 0): void {
		const { ms } = this;
		const isTwice = this.isTwice(ms - late * 1000);
		const more = { ...(late > 0 && { late }), ...(isTwice && { isTwice }) };
		row.versions.push({ at: this.moment(), ms, state, ...more });
	}

	get alive(): Row[] {
		return this.rows.filter(({ now }) => now);
	}

	write(write: Write): void {
		this.catchUp();
		switch (write.does) {
			case 'creates':
				for (let count = 0; count < write.count; count++)
					this.create({ ms: this.ms, late: write.late });
				return;
			case 'counts': {
				const notice = this.notices.find(
					({ user, id }) => user === write.user && id === write.notice,
				);
				if (notice && notice.now !== write.to)
					notice.versions.push({ at: this.moment(), ms: this.ms, state: write.to });
				return;
			}
			case 'leaves':
				this.left.add(write.user);
				this.leftAt.set(write.user, this.moment());
				return;
			case 'deletes': {
				const { alive } = this;
				const from = write.which % Math.max(alive.length, 1);
				for (const row of alive.slice(from, from + write.count)) this.push(row, undefined);
				return;
			}
			default:
		}
		const { alive } = this;
		const row = alive[write.which % Math.max(alive.length, 1)];
		if (!row) return;
		const late = write.does === 'edits' ? (write.late ?? 0) : 0;
		const updatedAt = this.stamp(this.ms);
		const mark = ++this.marks;
		const changed = 'to' in write ? { [write.does]: write.to } : {};
		this.later(late, () => {
			// What changed meanwhile stays: this one was saved before.
			if (!row.now || (late > 0 && row.now.updatedAt > updatedAt)) return;
			this.push(
				row,
				{ ...row.now, ...changed, updater: WRITERS[mark % 2]!, mark, updatedAt },
				late,
			);
		});
	}

	/** Whether the story's keyword and query find it. */
	matches(state: State | undefined): boolean {
		if (!state) return false;
		const { keyword, query } = this.filters;
		return this.found(state, keyword, query);
	}

	filters: { keyword?: string; query?: string } = {};

	found(state: State, keyword: string | undefined, query: string | undefined): boolean {
		if (keyword && state.colour !== keyword) return false;
		if (!query || this.dialect.query === 'ignored') return true;
		const [name, value] = query.split('=') as [keyof State, string];
		return String(state[name]) === value;
	}

	/** Whether it may come so late that it need not be found. */
	isTooLate(version: Version<State>): boolean {
		return (version.late ?? 0) >= overlapOf(this.story);
	}
}

const NAMES: Record<Dialect['uids'], readonly string[]> = {
	'field-1': [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `field-${n}`),
	field_1: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `field_${n}`),
	Japanese: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `項目${n}`),
	JavaScript: [
		'constructor',
		'toString',
		'__proto__',
		'hasOwnProperty',
		'valueOf',
		'prototype',
		'length',
		'toJSON',
	],
};

export const WATCHABLE = ['amount', 'colour'] as const;

function formOf({ uids }: Dialect): readonly FieldOf[] {
	const names = NAMES[uids];
	const uid = (index: number) => names[index]!;
	return [
		{ id: 1, uid: uid(0), caption: 'Title', kind: 'text' },
		{ id: 2, uid: uid(1), caption: 'Amount', kind: 'number' },
		{
			id: 3,
			uid: uid(2),
			caption: 'Colour',
			kind: 'choice',
			choices: COLOURS.map((name) => ({ name, code: name[0]! })),
		},
		{ id: 4, uid: uid(3), caption: 'Assignee', kind: 'users' },
		{
			id: 5,
			uid: uid(4),
			caption: 'Lines',
			kind: 'table',
			columns: [{ id: 9, uid: 'column-9', caption: 'Product', kind: 'text' }],
		},
		{ id: 6, uid: uid(5), caption: 'Appointment', kind: 'datetime' },
		{ id: 7, uid: uid(6), caption: 'Now', kind: 'formula' },
		{ id: 8, uid: uid(7), caption: 'Paper', kind: 'file' },
	];
}

export const uidOf = (world: World, name: string): string =>
	name === 'status'
		? 'status'
		: world.fields.find(({ caption }) => caption.toLowerCase() === name)!.uid;

/** The values of a version, without what differs on every reply. */
export const valuesOf = (world: World, state: State): Values =>
	new Map<string, never>(
		world.fields.map(({ uid, caption }) => {
			const values: Record<string, unknown> = {
				Title: `mark-${state.mark}.`,
				Amount: String(state.amount),
				Colour: state.colour,
				Assignee: ['E1'],
				Lines: [new Map([['column-9', 'Apples']])],
				Appointment: '2026-03-01 10:00:00',
				Now: '2',
				Paper: 'scan.pdf',
			};
			return [uid, values[caption] as never];
		}),
	);
