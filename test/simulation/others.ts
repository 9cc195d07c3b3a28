import {
	type ChangeEvent,
	type ChangeState,
	type ChangeSettings,
} from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { PageReply, RecordRow } from '../../nodes/RecordsDirectory/core/trigger/listed-record';
import type { PageRequest } from '../../nodes/RecordsDirectory/core/listing/walk';
import type { Core } from './run';

/** What a rule may know at a poll: what it watches, and the clock of its own machine. */
export interface Look {
	readonly isUpdate: boolean;
	readonly by: 'createdAt' | 'updatedAt';
	readonly now: string;
	readonly pageSize: number;
}

/** Rows that it tells, and the state that it saves after success. */
interface Told<State> {
	readonly rows: readonly RecordRow[];
	readonly state: State;
}

/** Yields requests and is given their rows. What it changes in `saved` stays if the poll fails. */
export type Rule<State extends object> = (
	saved: State | undefined,
	look: Look,
) => Generator<PageRequest, Told<State>, readonly RecordRow[]>;

/** A rule in the place of the shipped core. */
export function asCore<State extends object>(rule: Rule<State>): Core {
	const start = (saved: ChangeState | undefined, settings: ChangeSettings) => {
		const look = lookOf(settings);
		const reading = rule(saved as unknown as State | undefined, look);
		let step = reading.next();
		return {
			get request() {
				return step.done === true ? undefined : step.value;
			},
			take({ rows }: PageReply) {
				step = reading.next(rows);
			},
			end() {
				if (step.done !== true) throw new Error('a rule that is not done has no state');
				const { rows, state } = step.value;
				const events = rows.filter((row) => isTold(row, look)).map((row) => asEvent(row, look));
				return { events, state: state as unknown as ChangeState };
			},
		};
	};
	return {
		ChangePoll: function (...given: Parameters<typeof start>) {
			return start(...given);
		} as unknown as Core['ChangePoll'],
	};
}

function lookOf(settings: ChangeSettings): Look {
	const { machineNow } = settings as ChangeSettings & { readonly machineNow: string };
	const isUpdate = settings.event === 'recordUpdated';
	const { pageSize } = settings;
	return { isUpdate, by: isUpdate ? 'updatedAt' : 'createdAt', now: machineNow, pageSize };
}

/** A fair start for every rule: it knows deleted rows, which its own service does not have. */
function isTold(row: RecordRow, { isUpdate }: Look): boolean {
	return (row.isDeleted ?? 0) === 0 && !(isUpdate && row.createdAt === row.updatedAt);
}

function asEvent(row: RecordRow, { isUpdate }: Look): ChangeEvent {
	const event = isUpdate ? 'recordUpdated' : 'recordCreated';
	return { event, eventId: `${row.recordId}:${row.updatedAt}`, row };
}

/** Pages 1, 2, 3 … of the newest rows, down to a time or to the last requested page. */
export function* readDown(
	{ by, pageSize }: Look,
	since: string,
	mostPages = Infinity,
): Generator<PageRequest, { rows: RecordRow[]; isWhole: boolean }, readonly RecordRow[]> {
	const rows: RecordRow[] = [];
	for (let page = 1; page <= mostPages; page++) {
		const got = yield { order: `${by}:desc`, page, limit: pageSize };
		for (const row of got) if (row[by] >= since) rows.push(row);
		const last = got.at(-1);
		if (!last || got.length < pageSize || last[by] < since) return { rows, isWhole: true };
	}
	return { rows, isWhole: false };
}
