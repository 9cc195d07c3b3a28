import type { Hono } from 'hono';
import { createChannel, type Channel } from './channel.ts';
import { createOrders, type OrderBook } from './orders.ts';

export type { ChannelMessage } from './channel.ts';
export type { Order } from './orders.ts';

export interface NeighboursOptions {
	now?: () => Date;
	orderEverySeconds?: number;
}

export interface Neighbours {
	mount(app: Hono): void;
	channel: Pick<Channel, 'messages' | 'events'>;
	orders: OrderBook;
}

/** The web shop and the team's chat: the systems around the service that the workflows meet. */
export function createNeighbours(options: NeighboursOptions = {}): Neighbours {
	const { now = () => new Date(), orderEverySeconds = 60 } = options;
	const channel = createChannel(now);
	const orders = createOrders(now, orderEverySeconds);

	function mount(app: Hono): void {
		app.get('/neighbours/orders', (context) => {
			const after = Number(context.req.query('after') || -Infinity);
			if (Number.isNaN(after)) return context.json({ error: 'after has to be a number' }, 400);
			return context.json({ orders: orders.list(after) });
		});
		app.post('/neighbours/slack/:hook{.+}', async (context) => {
			const type = context.req.header('content-type') ?? '';
			const body = await context.req.text();
			const answer = channel.receive(context.req.param('hook'), type, body);
			return context.text(answer.text, answer.status);
		});
		app.get('/neighbours/channel', (context) => context.json({ messages: channel.messages }));
	}

	return { mount, channel, orders };
}
