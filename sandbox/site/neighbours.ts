import type { Hono } from 'hono';
import { createChannel, type Channel } from './channel.ts';
import { createModel, type ScriptedModel } from './model.ts';
import { createOrders, type OrderBook } from './orders.ts';
import { sheets } from './sheets.ts';

export type { ChannelMessage } from './channel.ts';
export type { Order } from './orders.ts';

export interface NeighboursOptions {
	now?: () => Date;
	orderEverySeconds?: number;
	/** Where the channel keeps its messages. */
	channelFile?: string;
}

export interface Neighbours {
	mount(app: Hono): void;
	channel: Pick<Channel, 'messages' | 'events'>;
	orders: OrderBook;
	/** The names of the accounts that were created. */
	accounts: readonly string[];
	model: Pick<ScriptedModel, 'requests'>;
}

/** The web shop, the spreadsheets, the team's chat and a language model: the systems that the workflows use besides the service. */
export function createNeighbours(options: NeighboursOptions = {}): Neighbours {
	const { now = () => new Date(), orderEverySeconds = 60 } = options;
	const channel = createChannel(now, options.channelFile);
	const orders = createOrders(now, orderEverySeconds);
	const model = createModel(now);
	const accounts: string[] = [];

	function mount(app: Hono): void {
		app.get('/neighbours/orders', (context) => {
			const after = Number(context.req.query('after') || -Infinity);
			if (Number.isNaN(after)) return context.json({ error: 'after has to be a number' }, 400);
			return context.json({ orders: orders.list(after) });
		});
		app.get('/neighbours/sheets/:name', (context) => {
			const rows = sheets[context.req.param('name')];
			return rows ? context.json(rows) : context.json({ error: 'There is no such sheet' }, 404);
		});
		app.post('/neighbours/accounts', async (context) => {
			const { username = '' } = await context.req.json<{ username?: string }>();
			accounts.push(username);
			return context.json({ primaryEmail: `${username}@example.com` }, 201);
		});
		app.post('/neighbours/slack/:hook{.+}', async (context) => {
			const type = context.req.header('content-type') ?? '';
			const body = await context.req.text();
			const answer = channel.receive(context.req.param('hook'), type, body);
			return context.text(answer.text, answer.status);
		});
		app.get('/neighbours/channel', (context) => context.json({ messages: channel.messages }));
		app.get('/neighbours/model/v1/models', (context) => {
			const answer = model.list(context.req.header('authorization') ?? '');
			return context.json(answer.body, answer.status);
		});
		app.post('/neighbours/model/v1/chat/completions', async (context) => {
			const authorization = context.req.header('authorization') ?? '';
			const answer = model.complete(authorization, await context.req.text());
			return context.json(answer.body, answer.status);
		});
	}

	return { mount, channel, orders, accounts, model };
}
