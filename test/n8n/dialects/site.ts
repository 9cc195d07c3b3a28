import { learntAt } from '../../../nodes/RecordsDirectory/n8n/transport/client';
import { plainDialect } from '../../../sandbox/service/dialects';
import { startService, type Service } from '../../../sandbox/service/service';
import { clientOf } from '../../sandbox/client';
import type { Run } from './runs';
import { keys, optionsOf, type Setting } from './settings';

/** Services that are reset before every run, one for each way to start them. */
export interface Site {
	readonly service: Service;
	readonly http: ReturnType<typeof clientOf>;
	/** Resets the service. Its clock continues, so that no earlier request counts for the rate limit. */
	restore(run: Run): void;
}

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
	const service = await startService({ ...options, keys, now });
	const { connection } = service.store.database;
	connection.exec('SAVEPOINT before');
	const forms = service.store.forms.list();
	const restore = (run: Run) => {
		connection.exec('ROLLBACK TO before');
		for (const form of forms)
			if (service.store.forms.get(form.id) !== form) service.store.forms.set(form);
		service.dialect = { ...plainDialect };
		service.faults.clear();
		// Under each setting it is another site.
		learntAt.clear();
		run.prepare?.(service);
		began = performance.now();
		runs += options.limits ? 1 : 0;
		service.log.length = 0;
	};
	return { service, http: clientOf(service.url, 'sandbox-key', options.headerName), restore };
}
