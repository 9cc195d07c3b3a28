import type { Hono, MiddlewareHandler } from 'hono';

const HEADERS = ['content-type', 'location', 'retry-after', 'date'];

/** Lets a service write down what it answers. */
export const answersTo = (seen: string[]) => (app: Hono) => app.use(listener(seen));

const listener =
	(seen: string[]): MiddlewareHandler =>
	async (c, next) => {
		await next();
		const { status, headers } = c.res;
		const told = HEADERS.map((name) => headers.get(name));
		seen.push(JSON.stringify([status, told, await c.res.clone().text()]));
	};
