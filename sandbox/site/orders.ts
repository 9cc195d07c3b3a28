import { companies } from '../service/seed/records.ts';

export interface Order {
	number: number;
	/** By name, as in the orders that are there at the start. */
	customer: string;
	amount: number;
	orderedAt: string;
	note: string;
}

export interface OrderBook {
	list(after?: number): Order[];
}

const products = [
	['Label printer', 18_400],
	['Barcode scanner', 9_800],
	['Thermal paper, box of 20', 4_200],
	['Desk phone', 12_600],
	['Docking station', 21_900],
	['Monitor arm', 7_300],
	['Headset', 6_450],
	['Network switch, 8 ports', 11_200],
] as const;

const remarks = [
	'',
	'',
	'Deliver to the rear entrance',
	'Please call before delivery',
	'Needed by Friday',
	'One invoice for all items',
];

const firstSecond = Date.UTC(2026, 0, 1) / 1000;
const ordersAtStart = 4;

function pick(number: number, salt: number): number {
	let hash = (number ^ Math.imul(salt, 0x9e3779b1)) >>> 0;
	hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b) >>> 0;
	hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b) >>> 0;
	return (hash ^ (hash >>> 16)) >>> 0;
}

function orderNumbered(number: number): Order {
	const [product, price] = products[pick(number, 1) % products.length]!;
	const pieces = 1 + (pick(number, 2) % 4);
	const remark = remarks[pick(number, 3) % remarks.length]!;
	return {
		number,
		customer: companies[pick(number, 4) % companies.length]!,
		amount: price * pieces,
		orderedAt: new Date((firstSecond + number) * 1000).toISOString(),
		note: `${pieces} × ${product}${remark && `. ${remark}`}`,
	};
}

/**
 * The number of an order is its second, so that numbers keep rising, and one number is always the same order,
 * when the sandbox restarts.
 */
export function createOrders(now: () => Date, everySeconds: number): OrderBook {
	const every = Math.max(1, Math.round(everySeconds));
	const secondsNow = () => Math.floor(now().getTime() / 1000) - firstSecond;
	const placedIn = (slot: number) => slot * every + (pick(slot, 5) % Math.ceil(every / 3));
	const firstSlot = Math.floor(secondsNow() / every) - ordersAtStart;

	function list(after = -Infinity): Order[] {
		const until = secondsNow();
		const orders: Order[] = [];
		for (let slot = firstSlot; placedIn(slot) <= until; slot++)
			if (placedIn(slot) > after) orders.push(orderNumbered(placedIn(slot)));
		return orders;
	}

	return { list };
}
