import { type Contract, UnknownRoute, type Wanted } from './contract.ts';
import type { Dialect } from './dialects.ts';
import { badRequest, ServiceError } from './errors.ts';
import { usualId, usualIdsIn, withIds } from './ids.ts';
import { authorize } from './keys.ts';
import type { LogEntry } from './log.ts';
import type { Answer } from './operation.ts';
import { operations } from './operations/index.ts';
import type { Running } from './running.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE'];

/** Route, authenticate, count, check, execute, check the reply: in this order. */
export function execute(entry: LogEntry, running: Running, contract: Contract): Answer {
	const { dialect, store } = running;
	const method = entry.override ?? entry.method;
	const wanted = wantedOf(entry, method, dialect);
	const { query, headers, body } = wanted;
	const match = contract.match(wanted);
	entry.operationId = match.operationId;
	if (!methods.includes(method)) throw new ServiceError(405);

	const given = headers[running.headerName.toLowerCase()];
	const key = authorize(running.keys, given, match.scope, match.params.appsId);
	const month = running.clock.text().slice(0, 7);
	running.limits.count(match.scope, running.now().getTime(), month, dialect);

	const operation = operations[match.operationId];
	if (operation === undefined) throw new UnknownRoute(match.operationId);
	const call = { params: match.params, query, key, store, dialect, base: running.url() };
	if (dialect.unreadableRecord > 0 && Number(match.params.recordId) === dialect.unreadableRecord)
		throw new ServiceError(403);
	const { complaints, row } = contract.requestErrors(match, wanted);
	const optional = !dialect.requiredOnUpdate && match.operationId.startsWith('update');
	const refused = complaints.filter(({ missing }) => !(missing && optional));
	if (refused.length > 0) {
		const rowsStay = dialect.importFailure === 'rowsBeforeStay' && row !== undefined;
		if (rowsStay) operation({ ...call, body: rowsBefore(body, row) });
		throw badRequest(...refused.map(({ text }) => text));
	}

	const answered = operation({ ...call, body });
	if (!answered.unspecified) {
		running.problems.push(...contract.replyErrors(match, answered.status, answered.body));
	}
	return answered;
}

/** The request with the IDs that the service keeps. */
function wantedOf(
	{ path, query, headers, body }: LogEntry,
	method: string,
	dialect: Dialect,
): Wanted {
	if (dialect.ids === 'usual') return { method, path, query, headers, body };
	const asked = Object.entries(query).map(([name, value]) => [name, usualIdsIn(value)]);
	return {
		method,
		path: usualIdsIn(path),
		query: Object.fromEntries(asked) as Record<string, string>,
		headers,
		body: withIds(body, usualId),
	};
}

/** The body of an import, cut before its first bad row. */
function rowsBefore(body: unknown, row: number): unknown {
	const lists = Object.entries(body as Record<string, unknown[]>);
	return Object.fromEntries(lists.map(([name, rows]) => [name, rows.slice(0, row)]));
}
