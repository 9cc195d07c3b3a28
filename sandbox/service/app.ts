import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { bend } from './bend.ts';
import { type Contract, UnknownRoute } from './contract.ts';
import { errorBody, ServiceError } from './errors.ts';
import { execute } from './execute.ts';
import type { FaultAnswer } from './faults.ts';
import { blockedBy, tooHeavy } from './in-front.ts';
import type { LogEntry } from './log.ts';
import type { Answer } from './operation.ts';
import type { Running } from './running.ts';
import {
	answer,
	cut,
	drop,
	type Exchanges,
	jsonBody,
	receive,
	trickle,
	type Wire,
} from './wire.ts';

export function createApp(running: Running, contract: Contract): Hono<Exchanges> {
	const app = new Hono<Exchanges>();
	running.mount?.(app as unknown as Hono);

	app.all('*', async (c) => {
		const received = await receive(c);
		// A browser may request anything outside the API; a client that lost the base path may not.
		if (!received.path.includes('/api/')) return c.notFound();
		const { text, ...head } = received;
		const entry: LogEntry = { at: running.now().getTime(), ...head, body: undefined, status: 0 };
		entry.path = pathWithin(running.basePath, head.path);
		const override = head.method === 'POST' ? head.headers['x-http-method-override'] : undefined;
		if (override !== undefined) entry.override = override;
		if (text !== '') entry.body = text;
		running.log.push(entry);
		const fault = running.faults.take(entry) ?? blockedBy(running);
		c.set('exchange', { entry, fault });

		// An invalid JSON body stays in the log as text; it is rejected only if no fault comes first.
		const refuse = readJson(entry, text);
		if (fault !== undefined) {
			if ('drop' in fault && fault.drop === 'before') return drop(c);
			if ('never' in fault) return await new Promise<Response>(() => {});
			if ('status' in fault && fault.takesEffect !== true) return faulty(c, fault);
			if ('delayMs' in fault) await sleep(fault.delayMs);
			if ('meanwhile' in fault) fault.meanwhile(running.store);
		}
		refuse?.();
		return send(c, execute(entry, running, contract));
	});

	app.onError((error, c) => {
		if (error instanceof ServiceError) {
			return send(c, { status: error.status, body: error.body, headers: error.headers });
		}
		if (error instanceof UnknownRoute) {
			if (!error.message.endsWith(` ${ASKED_TO_SEE}`))
				running.problems.push(`Unknown route: ${error.message}`);
			if (running.dialect.unknownPaths === 'page') return page(c);
			return send(c, { status: 404, body: errorBody(404, [`There is no ${error.message}.`]) });
		}
		running.problems.push(`Unexpected: ${error.stack ?? String(error)}`);
		return send(c, { status: 500, body: errorBody(500) });
	});

	/** The only way out for a reply of the service, success or error. */
	function send(c: Wire, given: Answer): Response {
		const { entry, fault = tooHeavy(given, running.dialect) } = c.get('exchange');
		if (fault !== undefined && 'drop' in fault) return drop(c);
		if (fault !== undefined && 'status' in fault) return faulty(c, fault);
		const reply = bend(given, running.dialect, entry.operationId);
		entry.status = reply.status;
		if (fault !== undefined && 'cut' in fault) return cut(c, reply);
		if (fault !== undefined && 'trickle' in fault) return trickle(c, reply, fault.everyMs);
		return answer(reply, running.clock.now());
	}

	/** The reply of a site that shows a page for every address. */
	function page(c: Wire): Response {
		c.get('exchange').entry.status = 200;
		const headers = { 'content-type': 'text/html; charset=utf-8' };
		return answer(
			{ status: 200, headers, text: '<html><body></body></html>' },
			running.clock.now(),
		);
	}

	function faulty(c: Wire, { status, headers = {}, body }: StatusAnswer): Response {
		c.get('exchange').entry.status = status;
		const now = running.clock.now();
		if (body === undefined && status >= 400) {
			return answer(bend({ status, headers, body: errorBody(status) }, running.dialect), now);
		}
		if (body === undefined || typeof body === 'string') {
			return answer({ status, headers, text: body ?? '' }, now);
		}
		const json = { 'content-type': 'application/json; charset=utf-8', ...headers };
		return answer({ status, headers: json, text: JSON.stringify(body) }, now);
	}

	return app;
}

/** Clients request this path to see how the service replies to unknown paths. */
const ASKED_TO_SEE = '/api/no-such-path';

type StatusAnswer = Extract<FaultAnswer, { status: number }>;

function pathWithin(basePath: string, path: string): string {
	// A path outside the base keeps a mark, so that it matches no route.
	return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : `(outside)${path}`;
}

function readJson(entry: LogEntry, text: string): (() => never) | undefined {
	try {
		entry.body = jsonBody(text, entry.headers['content-type']);
		return undefined;
	} catch (error) {
		return () => {
			throw error;
		};
	}
}
