import { Running } from './running.ts';
import type { Order } from '../../sandbox/site/neighbours.ts';

const running = new Running();

const orders = async (after?: number): Promise<Order[]> =>
	(await running.client.get('/orders', { params: { after } })).data.orders;

beforeAll(() => running.start());
afterAll(() => running.stop());

test('starts with a few complete orders, oldest first', async () => {
	const list = await orders();
	expect(list.length).toBeGreaterThanOrEqual(3);
	expect(list.length).toBeLessThanOrEqual(6);
	for (const order of list) {
		expect(order).toEqual({
			number: expect.any(Number),
			customer: expect.stringMatching(/^[A-Z]\w+ /),
			amount: expect.any(Number),
			orderedAt: new Date(order.orderedAt).toISOString(),
			note: expect.stringMatching(/\S/),
		});
		expect(order.amount).toBeGreaterThan(0);
		expect(Date.parse(order.orderedAt)).toBeLessThanOrEqual(running.time);
	}
	const numbers = list.map(({ number }) => number);
	expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
});

test('adds about one order per minute, and never changes earlier orders', async () => {
	const before = await orders();
	running.time += 10 * 60_000;
	const later = await orders();
	expect(later.slice(0, before.length)).toEqual(before);
	const added = await orders(before.at(-1)!.number);
	expect(added).toEqual(later.slice(before.length));
	expect(Math.abs(added.length - 10)).toBeLessThanOrEqual(1);
});

test('returns the same orders and no later numbers after a restart', async () => {
	const before = await orders();
	const again = running.anew();
	const last = before.at(-1)!.number;
	expect(again.orders.list().filter(({ number }) => number <= last)).toEqual(
		before.filter(({ number }) => number >= again.orders.list()[0]!.number),
	);
	expect(again.orders.list(last)).toEqual([]);
});

test('reports an order number that is not a number', async () => {
	const answer = await running.client.get('/orders', { params: { after: 'soon' } });
	expect([answer.status, answer.data]).toEqual([400, { error: 'after has to be a number' }]);
});
