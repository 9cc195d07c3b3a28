import { fingerprint } from '../../nodes/RecordsDirectory/core/json';
import {
	FieldHistoryPoll,
	type FieldHistoryState,
} from '../../nodes/RecordsDirectory/core/trigger/field-history';
import type { RecordEvent } from '../../nodes/RecordsDirectory/core/trigger/changes/known-versions';
import { later } from '../../nodes/RecordsDirectory/core/values/moment';
import type { PageRequest } from '../../nodes/RecordsDirectory/core/listing/walk';
import type { PageReply, RecordRow } from '../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { Life } from './life';
import type { RecordPlan } from './plan';
import { seeded } from './random';
import { noteOf, Service, statusOf } from './service';

type Watched = 'status' | 'note';

/** Only `{ '#': fingerprint }` is kept of a long value. */
type Kept = string | null | { readonly '#': string };

type Values = Readonly<Record<Watched, string | null>>;

const valuesIn = ({ raw }: Pick<RecordRow, 'raw'>): Values => {
	const { status, record } = raw as { status: string; record: { note: string | null } };
	return { status, note: record.note };
};
const toKept = (value: string | null): Kept =>
	(value ?? '').length > 200 ? { '#': fingerprint(value) } : value;

/** A trigger on the status of each record and on a field, or on the status alone. */
export class FieldsLife extends Life<
	RecordPlan,
	PageRequest,
	PageReply,
	FieldHistoryState,
	RecordEvent
> {
	readonly service: Service;
	protected override readonly isLimited = true;
	/** When the first poll that succeeded was over, and the newest time that it was shown. */
	private first: { readonly at: number; readonly newest: string } | undefined;
	private newest = '';
	/** When the poll that completed the baseline was over. */
	private baselineEnd = 0;
	private readonly watched: readonly Watched[];

	constructor(plan: RecordPlan, watched: readonly Watched[] = ['status', 'note']) {
		super(plan);
		this.watched = watched;
		this.service = new Service(plan.dialect, seeded(plan.seed + 1));
		this.service.createEarlier(Math.round(plan.initial * 0.6), -10_000);
		// In the window of the baseline.
		this.service.createEarlier(Math.round(plan.initial * 0.4), 0);
	}

	protected override isPending(): boolean {
		const { scan, unproven, sweep } = this.state ?? {};
		return !this.state || [scan, unproven, sweep].some((part) => part !== undefined);
	}

	protected override isStateTrue(): boolean {
		return this.mistaken().length === 0;
	}

	protected start() {
		const { event, overlap, pageSize } = this.plan;
		const settings = { appsId: 7, overlapSeconds: overlap, maxRequests: 30, pageSize };
		return new FieldHistoryPoll(this.state, {
			event,
			...settings,
			watched: this.watched,
		});
	}

	/** Some states are of a form with too many values: they have only fingerprints. */
	override begin(): void {
		super.begin();
		this.newest = '';
		if (!this.state?.values || this.plan.restarts === 0 || this.states.length % 5 > 0) return;
		const { values, ...state } = this.state;
		const kept = Object.entries(values).map(([id, text]) => [id, toFingerprint(text)]);
		this.state = { ...state, values: Object.fromEntries(kept) as Record<string, string> };
	}

	answer(request: PageRequest): PageReply {
		const reply = this.service.reply(request);
		for (const { updatedAt } of reply.rows) this.newest = later(this.newest, updatedAt);
		return reply;
	}

	/** What is known about a record changes only with an event. */
	protected judge(events: readonly RecordEvent[], state: FieldHistoryState): string[] {
		this.first ??= { at: this.service.now, newest: this.newest };
		if (this.state?.since === undefined) this.baselineEnd = this.service.now;
		const before = textsIn(this.state);
		const last = new Map(this.emitted.map(({ row }) => [String(row.recordId), valuesIn(row)]));
		const found = new Set<string>();
		for (const event of events) {
			const id = String(event.row.recordId);
			const text = found.has(id) ? undefined : before[id];
			const isCreation = event.event === 'recordCreated';
			const isKnown = found.has(id) || text !== undefined;
			if (isCreation ? isKnown : !this.isTrue(event, text, last.get(id)))
				this.untrue.push(`record ${id}`);
			if (isCreation && this.isOld(id)) this.untrue.push(`record ${id} is old`);
			last.set(id, valuesIn(event.row));
			found.add(id);
		}
		for (const [id, text] of Object.entries(textsIn(state)))
			if (!found.has(id) && ![undefined, text, toFingerprint(text)].includes(before[id]))
				this.lost.push(`record ${id} changed without an event`);
		return events.map(({ eventId }) => eventId);
	}

	/**
	 * Whether an event names the values that have changed since the last event of its record, or else since the baseline, which
	 * is what the state knows. Of a record that this poll has read first, nothing is known.
	 */
	private isTrue(
		{ row, earlier = {}, changes }: RecordEvent & { readonly changes?: Changes },
		text: string | undefined,
		last: Values | undefined,
	): boolean {
		const now = valuesIn(row);
		const known = text?.startsWith('[') ? (JSON.parse(text) as Kept[]) : undefined;
		const isTo = ([name, { to }]: [string, { to?: unknown }]) => now[name as Watched] === to;
		return (
			Object.keys(earlier).length > 0 &&
			toFingerprint(this.textOf(now)) !== text &&
			Object.entries(changes ?? {}).every(isTo) &&
			this.watched.every((name, n) => {
				const isNamed = name in earlier;
				if (text && !known) return isNamed && earlier[name] === undefined;
				if (!known && !last) return !isNamed || earlier[name] !== now[name];
				const was = last ? toKept(last[name]) : known![n]!;
				const isSame = JSON.stringify(was) === JSON.stringify(toKept(now[name]));
				const from = was !== null && typeof was === 'object' ? undefined : was;
				return isSame ? !isNamed : isNamed && earlier[name] === from;
			})
		);
	}

	protected override missing(): string[] {
		return [...this.mistaken(), ...this.unannounced()];
	}

	/** Live records of which the state says something else than the service. */
	private mistaken(): string[] {
		return this.service
			.live()
			.filter((version) => {
				const text = this.textOf({ status: statusOf(version), note: noteOf(version) });
				return ![text, toFingerprint(text)].includes(textsIn(this.state)[version.id] ?? '');
			})
			.map(({ id }) => `record ${id} is not what the state believes`);
	}

	/** What a state keeps of values. */
	private textOf(values: Values): string {
		return JSON.stringify(this.watched.map((name) => toKept(values[name])));
	}

	/** Live records that were created after the baseline, and whose creation was not emitted. */
	private unannounced(): string[] {
		if (this.plan.event !== 'recordCreatedOrUpdated') return [];
		const creations = this.emitted.filter(({ event }) => event === 'recordCreated');
		const emitted = new Set(creations.map(({ row }) => row.recordId));
		const { at, newest } = this.first!;
		return this.service
			.live()
			.filter(({ id }) => {
				const { visibleAt, createdAt } = this.service.history.find((one) => one.id === id)!;
				return !emitted.has(id) && visibleAt > at && createdAt > newest;
			})
			.map(({ id }) => `record ${id} was created, without an event`);
	}

	/** What is edited in the window of the baseline before it was read may come as created. */
	private isOld(id: string): boolean {
		const [first, ...edits] = this.service.history.filter((one) => String(one.id) === id);
		if (first!.writtenAt < 0) return true;
		return first!.writtenAt === 0 && edits.every(({ writtenAt }) => writtenAt > this.baselineEnd);
	}
}

type Changes = Readonly<Record<string, { readonly to?: unknown }>>;

const textsIn = (state: FieldHistoryState | undefined) => state?.values ?? {};
const toFingerprint = (text: string) =>
	text.startsWith('[') ? fingerprint(JSON.parse(text)) : text;
