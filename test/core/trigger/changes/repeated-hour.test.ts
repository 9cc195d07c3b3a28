import {
	ChangePoll,
	type ChangeState,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { RecordRow } from '../../../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { sampled } from '../../../support/effort';
import { momentAt } from '../../../support/moment';
import { repeatedSeconds, timeIn } from '../../../../nodes/RecordsDirectory/core/values/moment';

const MINUTE = 60_000;
const HOUR = 3_600;

interface Life {
	readonly known?: string;
	readonly every: number;
	readonly byMoment?: boolean;
	/** So many records are written at once, two minutes after the change, by a clock seven minutes behind `Date`. */
	readonly crowd?: number;
}

/** Polls every minute from 15 hours before the clock of a zone changes to 15 hours after. */
function lived(zone: string, change: string, { known, every, byMoment, crowd = 0 }: Life) {
	const start = Date.parse(change) - 15 * 60 * MINUTE;
	const local = (minute: number) => timeIn(zone, new Date(start + minute * MINUTE))!;
	const rows = new Map<number, RecordRow>();
	const write = (recordId: number, minute: number) =>
		rows.set(recordId, {
			...{ recordId, createdAt: local(0), updatedAt: local(minute) },
			raw: { recordId, minute },
		});
	for (let id = 1; id <= 200; id++) write(id, 0);
	const spread = known ? ([-600, 600] as const) : ([-12 * HOUR, 14 * HOUR] as const);
	let state: ChangeState | undefined;
	const written: string[] = [];
	const told: string[] = [];
	/** In minutes. */
	let latest = 0;
	let [requests, polls] = [0, 0];
	for (let minute = 10; minute < 30 * 60; minute++) {
		if (minute > 10 && minute % every === 0) {
			const id = 1 + ((minute / every) % 200);
			write(id, minute);
			written.push(`${id} ${minute}`);
		}
		for (let id = 1_001; id <= 1_000 + crowd && minute === 15 * 60 + 2; id++) {
			write(id, minute);
			written.push(`${id} ${minute}`);
		}
		const date = start + minute * MINUTE + 30_000 + (crowd > 0 ? 7 * MINUTE : 0);
		const poll = new ChangePoll(state, {
			event: 'recordUpdated',
			appsId: 4,
			overlapSeconds: 120,
			maxRequests: 30,
			pageSize: 1_000,
		});
		polls++;
		for (let ask = poll.request; ask; ask = poll.request, requests++) {
			const by = ask.order.startsWith('recordId') ? 'recordId' : 'updatedAt';
			const momentOf = ({ raw }: RecordRow) => Number('minute' in raw && raw.minute);
			const isBelow = (a: RecordRow, b: RecordRow) =>
				byMoment && by === 'updatedAt' ? momentOf(a) < momentOf(b) : a[by] < b[by];
			const list = [...rows.values()].sort((a, b) => (isBelow(a, b) ? 1 : -1));
			poll.take({
				rows: list.slice((ask.page - 1) * ask.limit, ask.page * ask.limit),
				moment: { ...momentAt(date), shows: timeIn(known ?? 'UTC', new Date(date))!, spread },
				...(known && { repeatedSeconds: repeatedSeconds(known, new Date(date)) }),
			});
		}
		const ended = poll.end();
		({ state } = ended);
		const raws = ended.events.map(({ row }) => row.raw as { readonly minute: number });
		latest = Math.max(latest, ...raws.map((raw) => minute - raw.minute));
		told.push(
			...ended.events.map(
				({ row: { recordId, raw } }) => `${recordId} ${'minute' in raw ? String(raw.minute) : ''}`,
			),
		);
	}
	return { written, told, latest, requestsPerPoll: requests / polls };
}

const CHANGES = [
	['Europe/Berlin', '2026-10-25T01:00:00Z'],
	['America/New_York', '2026-11-01T06:00:00Z'],
	['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
	['Europe/Berlin', '2026-03-29T01:00:00Z'],
] as const;
const lives = CHANGES.flatMap(([zone, change]) =>
	[1, 31].flatMap((every) => [false, true].map((byMoment) => ({ zone, change, every, byMoment }))),
);

it.each(sampled(lives, (life) => JSON.stringify(life)))(
	'$zone at $change: each change comes once, one every $every minutes, sorted by moments: $byMoment',
	({ zone, change, every, byMoment }) => {
		const life = { known: zone, every, byMoment };
		const { written, told, requestsPerPoll } = lived(zone, change, life);
		expect(told).toEqual(written);
		expect(requestsPerPoll).toBeLessThan(byMoment ? 3 : 2.1);
	},
);

it('after more records at once than a page holds, each change comes with the next poll', () => {
	const life = { known: 'Europe/Berlin', every: 1, crowd: 1_300 };
	const { written, told, latest } = lived(life.known, '2026-10-25T01:00:00Z', life);
	expect(told.sort()).toEqual(written.sort());
	expect(latest).toBe(0);
});

it('where the zone is not known, changes of the repeated hour are missed', () => {
	const { written, told } = lived('Europe/Berlin', '2026-10-25T01:00:00Z', { every: 7 });
	expect(told.length).toBeLessThan(written.length);
});
