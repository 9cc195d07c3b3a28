import type { ChangeState } from '../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { RecordRow } from '../../../nodes/RecordsDirectory/core/trigger/listed-record';
import { poll, row, spaced, time } from './changes/polls';

const all = (list: readonly RecordRow[]) => list.map(({ recordId }) => recordId).reverse();
const chosen = { since: '', pageSize: 10 };

describe('existing records', () => {
	it('come by record ID, five pages per poll, and then what is new', () => {
		const list = spaced(1, 100, 0);
		let state: ChangeState | undefined;
		const polls = [1, 2, 3, 4].map((nth) => {
			const next = poll(state, { list, now: 1_000 + 60 * nth }, chosen);
			({ state } = next);
			return next;
		});
		expect(polls.flatMap(({ told }) => told)).toEqual(all(list));
		// The first poll also reads the newest time.
		expect(polls.slice(0, 2).map(({ asked }) => asked.length)).toEqual([6, 5]);
		expect(polls.slice(2).filter(({ asked }) => asked.length > 5)).toEqual([]);
		const last = poll(state, { list: [...list, row(101, 1_200)], now: 1_300 }, chosen);
		expect(last.told).toEqual([101]);
	});

	it('of a form whose pages do not join are read again, and come once', () => {
		const list = spaced(1, 40, 0);
		const left = list.filter(({ recordId }) => Number(recordId) <= 31 && recordId !== 28);
		const during = (requests: number) => (requests < 2 ? list : left);
		let state: ChangeState | undefined;
		const found = [1, 2, 3].flatMap((nth) => {
			const next = poll(state, { list: nth === 1 ? during : left, now: 60 * nth }, chosen);
			({ state } = next);
			return next.told;
		});
		expect(found).toEqual([
			...all(list).slice(0, 10),
			...all(left).filter((id) => Number(id) < 31),
		]);
	});

	it('that were edited since the window began are known to the next polls', () => {
		const list = [row(1, 0), row(2, 0, 900), row(3, 0, 1_000)];
		const { told, state } = poll(undefined, { list, now: 1_000 }, chosen);
		expect(told).toEqual([3, 2, 1]);
		expect(Object.keys(state.seen).sort()).toEqual([time(900), time(1_000)]);
		expect(poll(state, { list, now: 1_060 }, chosen).told).toEqual([]);
	});

	it.each([
		[{ ...row(2, 5), recordId: NaN }, 'without a record ID'],
		[{ ...row(2, 5), updatedAt: 'yesterday' }, 'has no times'],
	])('must have an ID and times: %#', (damaged, message) => {
		const list = [row(3, 1_000), row(1, 0)];
		const service = { list: (requests: number) => (requests === 0 ? list : [damaged, ...list]) };
		expect(() => poll(undefined, service, chosen)).toThrow(message);
	});
});

describe('records since a time', () => {
	const since = { since: time(50), pageSize: 10 };

	it('are events of a first scan, which later polls continue', () => {
		const list = spaced(1, 100, 0);
		const first = poll(undefined, { list, now: 200, most: 3 }, since);
		expect(first.state.scan).toMatchObject({ isBaseline: false, isStart: true });
		const rest = poll(first.state, { list, now: 260 }, since);
		expect([...first.told, ...rest.told].sort((a, b) => Number(a) - Number(b))).toEqual(
			list.slice(50).map(({ recordId }) => recordId),
		);
		const more = [...list, ...spaced(101, 140, 300)];
		const next = poll(rest.state, { list: more, now: 400, most: 2 }, since);
		expect(next.state.scan).not.toHaveProperty('isStart');
	});
});
