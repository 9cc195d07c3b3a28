import type { Hono } from 'hono';
import type { Clock } from './clock.ts';
import type { Dialect } from './dialects.ts';
import type { Faults } from './faults.ts';
import type { ApiKey } from './keys.ts';
import type { Limits } from './limits.ts';
import type { LogEntry } from './log.ts';
import type { Store } from './store.ts';

/** What the parts of a running service share. */
export interface Running {
	basePath: string;
	keys: readonly ApiKey[];
	headerName: string;
	mount?: (app: Hono) => void;
	now: () => Date;
	clock: Clock;
	limits: Limits;
	faults: Faults;
	log: LogEntry[];
	problems: string[];
	store: Store;
	dialect: Dialect;
	url: () => string;
}
