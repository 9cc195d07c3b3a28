import { Running } from './running.ts';
import type { Order } from '../../sandbox/site/neighbours.ts';

const running = new Running();

const orders = async (after: number | '' = ''): Promise<Order[]> =>
	(await running.ask(`/orders?after=${after}`)).data.orders;

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

test('adds about one order per minute, and never changes earlier ones, also after a restart', async () => {
	const before = await orders();
	running.time += 10 * 60_000;
	const later = await orders();
	expect(later.slice(0, before.length)).toEqual(before);
	const added = await orders(before.at(-1)!.number);
	expect(added).toEqual(later.slice(before.length));
	expect(Math.abs(added.length - 10)).toBeLessThanOrEqual(1);
	const again = running.anew().orders.list();
	expect(again).toEqual(later.slice(-again.length));
});

test('reports an order number that is not a number', async () => {
	const { status, data } = await running.ask('/orders?after=soon');
	expect([status, data]).toEqual([400, { error: 'after has to be a number' }]);
});
