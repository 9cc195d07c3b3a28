import { WINDOW_MS } from '../../../nodes/RecordsDirectory/core/limits';
import { Pace } from '../../../nodes/RecordsDirectory/core/request/rate-window';

const LIMIT = 100;

describe('long runs beside triggers that poll in the same second', () => {
	it('may use the part of the triggers seven minutes after their last burst', () => {
		const send = (pace: Pace, id: number, at: number, isUrgent = false) =>
			pace.withWaiting({ id, limit: LIMIT, isUrgent }).sentAt(id, at);
		let pace = new Pace();
		for (let id = 0; id < 40; id++) pace = send(pace, id, 0, true);
		for (let id = 0; id < 55; id++) pace = send(pace, id, 350_000);
		pace = pace.withWaiting({ id: 99, limit: LIMIT, isUrgent: false });
		expect(pace.startTime(99, 350_000)).toBe(4 * (WINDOW_MS + 1_000));
	});
});
