import { WORTH_TELLING_MS } from '../../../nodes/RecordsDirectory/core/text';
import { WaitingTime } from '../../../nodes/RecordsDirectory/n8n/transport/pacer';

let now = 0;
beforeEach(() => {
	now = 1_000_000;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

it('counts waits that overlap once, and waits after each other both', async () => {
	const waiting = new WaitingTime(() => {});
	const wait = () => {
		let end = () => {};
		const over = waiting.during(() => new Promise<void>((resolve) => (end = resolve)));
		return async () => {
			end();
			await over;
		};
	};
	const first = wait();
	now += 100;
	const second = wait();
	now += 50;
	await first();
	now += 30;
	await second();
	expect(waiting.ms).toBe(180);
	now += 1_000;
	const third = wait();
	now += 7;
	await third();
	expect(waiting.ms).toBe(187);
});

it('counts a wait that fails', async () => {
	const waiting = new WaitingTime(() => {});
	const failing = waiting.during(async () => {
		now += 40;
		throw new Error('stopped');
	});
	await expect(failing).rejects.toThrow('stopped');
	expect(waiting.ms).toBe(40);
});

describe('a line about a wait', () => {
	const linesOf = (waits: ReadonlyArray<readonly [afterMs: number, ms: number]>) => {
		const lines: string[] = [];
		const waiting = new WaitingTime((line) => lines.push(line));
		for (const [after, ms] of waits) {
			now += after;
			waiting.begins(ms, 'Busy');
		}
		return lines.map((line) => line.replace(/until \S+Z$/, 'until then'));
	};
	const LINE = 'Busy. Waiting 20 s, until then';

	it.each<[string, Array<readonly [number, number]>, string[]]>([
		['a wait too short to mention', [[0, WORTH_TELLING_MS - 1]], []],
		['the shortest wait to mention', [[0, WORTH_TELLING_MS]], ['Busy. Waiting 5 s, until then']],
		['a wait', [[0, 20_000]], [LINE]],
		[
			'another that ends at the same time',
			[
				[0, 20_000],
				[1_000, 19_000],
			],
			[LINE],
		],
		[
			'another that ends a little later',
			[
				[0, 20_000],
				[0, 20_000 + WORTH_TELLING_MS - 1],
			],
			[LINE],
		],
		[
			'another that ends later',
			[
				[0, 20_000],
				[0, 20_000 + WORTH_TELLING_MS],
			],
			[LINE, 'Busy. Waiting 25 s, until then'],
		],
	])('%s', (_, waits, lines) => expect(linesOf(waits)).toEqual(lines));

	it('names the time of day at which it ends', () => {
		const lines: string[] = [];
		jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 2, 3, 4, 5));
		new WaitingTime((line) => lines.push(line)).begins(90_000, 'Busy');
		expect(lines).toEqual(['Busy. Waiting 1 min 30 s, until 2026-01-02T03:05:35.000Z']);
	});
});
