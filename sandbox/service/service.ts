import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { guard } from '../guard/guard.ts';
import { createApp } from './app.ts';
import { serviceClock } from './clock.ts';
import { loadContract } from './contract.ts';
import { type Dialect, plainDialect } from './dialects.ts';
import { type Fault, Faults } from './faults.ts';
import type { ApiKey } from './keys.ts';
import { Limits, type LimitSettings } from './limits.ts';
import type { LogEntry } from './log.ts';
import type { Running } from './running.ts';
import { seed } from './seed.ts';
import type { Identifiers } from './seed/identifiers.ts';
import { Store } from './store.ts';

export type { ApiKey, Dialect, Fault, Identifiers, LogEntry, Store };

export interface ServiceOptions {
	/** Default 0: any free port of 127.0.0.1. */
	port?: number;
	/** Precedes /api/...; for example '/site'. */
	basePath?: string;
	/** A file, or ':memory:' (default). */
	database?: string;
	/** Default: one key 'sandbox-key' with every right. */
	keys?: readonly ApiKey[];
	headerName?: string;
	dialect?: Partial<Dialect>;
	/** Default: no limits. */
	limits?: LimitSettings;
	now?: () => Date;
	/** Adds realistic data if the database is empty. Default true. */
	seed?: boolean;
	/** Whether that data ends shortly before now, instead of in January 2026. Default false. */
	recentSeed?: boolean;
	/** How that data names the fields of its forms. Default 'hyphens': field-1. */
	identifiers?: Identifiers;
	/** Extra routes outside /api; they are not logged. */
	mount?: (app: Hono) => void;
}

export interface Service {
	/** Base address without trailing slash, with the base path. */
	readonly url: string;
	readonly origin: string;
	/** Every API request in order. */
	readonly log: LogEntry[];
	/** Requests to unknown routes, and own replies that break openapi.yaml. */
	readonly problems: string[];
	readonly store: Store;
	/** 'record', 'comment', 'notice' and 'directory'. */
	readonly events: EventEmitter;
	dialect: Dialect;
	readonly faults: { add(fault: Fault): void; clear(): void };
	/** Ends all connections; throws if `problems` is not empty. */
	close(): Promise<void>;
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const { now = () => new Date(), basePath = '', keys = [{ key: 'sandbox-key' }] } = options;
	let dialect: Dialect = { ...plainDialect, ...options.dialect };
	const clock = serviceClock(now, () => dialect);
	const events = new EventEmitter();
	const store = new Store(options.database ?? ':memory:', events, clock, () => dialect);
	if ((options.seed ?? true) && store.forms.list().length === 0) {
		seed(store, options.identifiers, options.recentSeed ? clock.text() : undefined);
	}

	let origin = '';
	const running: Running = {
		basePath,
		keys,
		headerName: options.headerName ?? 'X-Service-API-Key',
		...(options.mount ? { mount: options.mount } : {}),
		now,
		clock,
		limits: new Limits(options.limits ?? {}),
		faults: new Faults(),
		log: [],
		problems: [],
		store,
		get dialect() {
			return dialect;
		},
		url: () => origin + basePath,
	};
	const app = createApp(running, await loadContract());
	const server = createAdaptorServer({ fetch: app.fetch, hostname: '127.0.0.1' }) as Server;
	guard(server);
	const port = await listen(server, options.port ?? 0);
	origin = `http://127.0.0.1:${port}`;

	return {
		url: origin + basePath,
		origin,
		log: running.log,
		problems: running.problems,
		store,
		events,
		get dialect() {
			return dialect;
		},
		set dialect(changed) {
			dialect = changed;
		},
		faults: running.faults,
		async close() {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
			store.database.close();
			const { problems } = running;
			if (problems.length > 0) throw new Error(`Service problems:\n${problems.join('\n')}`);
		},
	};
}

function listen(server: Server, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
	});
}
