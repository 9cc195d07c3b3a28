import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { startService, type LogEntry, type Service } from '../../../sandbox/service/service';
import { clientOf } from '../../sandbox/client';
import { forgetWrites } from '../../support/listen';
import type { Scenario } from '../scenarios/scenario';

/** A service that can be put back to how it was, so that thousands of runs share it. */
export interface Site {
	readonly service: Service;
	readonly credentials: ICredentialDataDecryptedObject;
	/** The service as the scenario wants it before the run, with nothing received. */
	restore(): void;
	/** Everything that the service holds. */
	held(): readonly string[];
	/** Sends a request by hand, without the node, and returns its status. */
	sendAgain(request: LogEntry): Promise<number>;
	close(): Promise<void>;
}

/** Rows have times in them, which must not tell two runs apart. */
const MORNING = new Date('2026-04-01T09:00:00Z');

export async function startSite({ prepare }: Scenario): Promise<Site> {
	const service = await startService({ now: () => MORNING });
	prepare?.(service);
	const { connection } = service.store.database;
	const http = clientOf(service.url);
	connection.exec('SAVEPOINT before');
	const before = heldBy(service);
	let written = writesTo(service);
	return {
		service,
		credentials: { baseUrl: service.url, apiKey: 'sandbox-key', requestsPer100Seconds: 1e6 },
		restore() {
			connection.exec('ROLLBACK TO before');
			written = writesTo(service);
			service.faults.clear();
			forgetWrites(service.url);
			service.log.length = 0;
		},
		held: () => (writesTo(service) === written ? before : heldBy(service)),
		async sendAgain({ method, path, query, body }) {
			const reply = await http.request({ method, url: path, params: query, data: body });
			return reply.status;
		},
		close: async () => await service.close(),
	};
}

// What only counts writes (the column `written`, the last number given) is left out: an update that
// is repeated leaves the same record.
const TABLES = [
	'directory',
	'comment',
	'raisedNotice',
	`(SELECT appsId, recordId, uniqueId, status, creatorCode, createdAt, updaterCode, updatedAt,
		isDeleted, data FROM record)`,
];

/** How many rows were ever written; most faults leave it as it is. */
export const writesTo = ({ store }: Service) =>
	store.database.one<{ n: number }>('SELECT total_changes() AS n')?.n;

/** Everything that a service holds. */
export const heldBy = ({ store }: Service): string[] =>
	TABLES.flatMap((table) =>
		store.database.all<object>(`SELECT * FROM ${table}`).map((row) => JSON.stringify(row)),
	).sort();
