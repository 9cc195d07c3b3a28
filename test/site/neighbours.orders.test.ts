import { Running } from './running.ts';
import type { Order } from '../../sandbox/site/neighbours.ts';

const running = new Running();

const orders = async (after?: number): Promise<Order[]> =>
	(await running.client.get('/orders', { params: { after } })).data.orders;

beforeAll(() => running.start());
afterAll(() => running.stop());

test('has a few orders at the start, oldest first, each complete', async () => {
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

test('gives only the orders after a number', async () => {
	const list = await orders();
	expect(await orders(list[0]!.number)).toEqual(list.slice(1));
	expect(await orders(list.at(-1)!.number)).toEqual([]);
});

test('goes on: about one order a minute, and what it told stays as it was', async () => {
	const before = await orders();
	running.time += 10 * 60_000;
	const later = await orders();
	expect(later.slice(0, before.length)).toEqual(before);
	expect(later.length - before.length).toBeGreaterThanOrEqual(9);
	expect(later.length - before.length).toBeLessThanOrEqual(11);
});

test('tells the same orders after a restart, and never an old number for a new one', async () => {
	const before = await orders();
	const again = running.anew();
	const last = before.at(-1)!.number;
	expect(again.orders.list().filter(({ number }) => number <= last)).toEqual(
		before.filter(({ number }) => number >= again.orders.list()[0]!.number),
	);
	expect(again.orders.list(last)).toEqual([]);
});

test('takes an order at once, after all that it told', async () => {
	const last = (await orders()).at(-1)!.number;
	const added = running.neighbours.orders.add({ customer: 'C-7', note: 'Two chairs' });
	expect(added).toMatchObject({ customer: 'C-7', note: 'Two chairs' });
	expect(await orders(last)).toEqual([added]);
	running.time += 120_000;
	const numbers = (await orders(added.number)).map(({ number }) => number);
	expect(numbers.length).toBeGreaterThanOrEqual(1);
});

test('says what is wrong with a number that is none', async () => {
	const answer = await running.client.get('/orders', { params: { after: 'soon' } });
	expect([answer.status, answer.data]).toEqual([400, { error: 'after has to be a number' }]);
});
