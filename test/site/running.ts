import { Hono } from 'hono';
import { createNeighbours } from '../../sandbox/site/neighbours.ts';

/** The neighbours, with a clock that only a test moves. */
export class Running {
	time = Date.UTC(2026, 10, 20, 9, 0, 0);
	readonly neighbours = this.anew();
	private readonly app = new Hono();

	constructor() {
		this.neighbours.mount(this.app);
	}

	anew() {
		return createNeighbours({ now: () => new Date(this.time), orderEverySeconds: 60 });
	}

	/** The status and what was answered, as JSON or, if it is none, as a text. */
	async ask(path: string, init?: RequestInit) {
		const answer = await this.app.request(`/neighbours${path}`, init);
		const isJson = answer.headers.get('content-type')?.startsWith('application/json');
		return { status: answer.status, data: isJson ? await answer.json() : await answer.text() };
	}
}
