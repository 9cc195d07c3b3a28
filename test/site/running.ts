import { serve, type ServerType } from '@hono/node-server';
import axios from 'axios';
import { Hono } from 'hono';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createNeighbours } from '../../sandbox/site/neighbours.ts';

/** The neighbours on a socket of their own, with a clock that only a test moves. */
export class Running {
	time = Date.UTC(2026, 10, 20, 9, 0, 0);
	readonly neighbours = this.anew();
	readonly client = axios.create({ validateStatus: () => true });
	private server?: ServerType;

	anew() {
		return createNeighbours({ now: () => new Date(this.time), orderEverySeconds: 60 });
	}

	async start(): Promise<void> {
		const app = new Hono();
		this.neighbours.mount(app);
		this.server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
		await once(this.server, 'listening');
		const { port } = this.server.address() as AddressInfo;
		this.client.defaults.baseURL = `http://127.0.0.1:${port}/neighbours`;
	}

	async stop(): Promise<void> {
		this.server?.close();
		if (this.server) await once(this.server, 'close');
	}
}
