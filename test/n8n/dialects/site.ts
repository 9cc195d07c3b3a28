import { Agent } from 'node:http';
import { plainDialect } from '../../../sandbox/service/dialects';
import { startService, type Service } from '../../../sandbox/service/service';
import { clientOf } from '../../sandbox/client';
import { heldBy, writesTo } from '../faults/site';
import { answersTo } from './answers';
import { keys } from './keys';
import type { Run } from './runs';
import { optionsOf, type Setting } from './settings';

/** Services that are put back to how they were after every run, one for each way to start them. */
export interface Site {
	readonly service: Service;
	readonly http: ReturnType<typeof clientOf>;
	readonly agent: Agent;
	/** What the service has answered since it was put back. */
	readonly answers: string[];
	/**
	 * Resets the service, with what the run needs of it. Its clock continues, so that no earlier request counts
	 * for the rate limit.
	 */
	restore(run: Run): void;
	/** Runs the node, and returns how the content of the service has changed. */
	left(run: Run, plain: Plain, work: () => Promise<void>): Promise<readonly string[]>;
}

/** Makes a text independent of how the service was started. */
type Plain = (text: string) => string;

const MORNING = Date.UTC(2026, 3, 1, 9);
/** Longer than any run waits, in whole windows of the limit. */
const APART_MS = 1_000_000;

const sites = new Map<string, Promise<Site>>();

export function siteOf(settings: readonly Setting[]): Promise<Site> {
	const options = optionsOf(settings);
	// The pace that the node keeps to at a site depends on what came before.
	const key = JSON.stringify([options, options.limits && settings.map(({ name }) => name)]);
	const site = sites.get(key) ?? start(options);
	sites.set(key, site);
	return site;
}

export async function closeSites(): Promise<void> {
	const all = await Promise.all(sites.values());
	sites.clear();
	for (const { agent } of all) agent.destroy();
	// One that had problems says so when it is closed; the others would keep the process alive.
	const closed = await Promise.allSettled(all.map(({ service }) => service.close()));
	for (const one of closed) if (one.status === 'rejected') throw one.reason;
}

async function start(options: NonNullable<Setting['options']>): Promise<Site> {
	let began = 0;
	let runs = 0;
	// With a limit, the service's time continues with that of the node, which waits for it.
	const passed = () => (options.limits ? performance.now() - began : 0);
	const now = () => new Date(MORNING + runs * APART_MS + passed());
	const answers: string[] = [];
	const service = await startService({ ...options, keys, mount: answersTo(answers), now });
	const { connection } = service.store.database;
	connection.exec('SAVEPOINT before');
	const agent = new Agent({ keepAlive: true });
	const http = clientOf(service.url, 'sandbox-key', options.headerName);
	http.defaults.httpAgent = agent;
	const forms = service.store.forms.list();
	const site: Site = {
		service,
		answers,
		http,
		agent,
		restore({ prepare }) {
			connection.exec('ROLLBACK TO before');
			for (const form of forms)
				if (service.store.forms.get(form.id) !== form) service.store.forms.set(form);
			service.dialect = { ...plainDialect };
			service.faults.clear();
			prepare?.(service);
			began = performance.now();
			runs += options.limits ? 1 : 0;
			service.log.length = 0;
			answers.length = 0;
		},
		async left(run, plain, work) {
			const before = writesTo(service);
			await work();
			if (writesTo(service) === before) return [];
			const held = heldBy(service);
			site.restore(run);
			const found = heldBy(service);
			const rows = (some: readonly string[]) => some.map((row) => inOrder(plain(row)));
			return differences(rows(without(found, held)), rows(without(held, found)));
		},
	};
	return site;
}

function differences(before: readonly string[], after: readonly string[]): string[] {
	return [
		...without(after, before).map((row) => `+ ${row}`),
		...without(before, after).map((row) => `- ${row}`),
	];
}

function without(some: readonly string[], others: readonly string[]): string[] {
	const known = new Set(others);
	return some.filter((row) => !known.has(row));
}

/** A row of the service's tables; the order of what its document holds means nothing. */
function inOrder(row: string): string {
	const { document, data, ...columns } = JSON.parse(row) as Record<string, string>;
	const held = Object.entries(JSON.parse(document ?? data ?? '{}') as object);
	return JSON.stringify({ ...columns, held: Object.fromEntries(held.sort()) });
}
