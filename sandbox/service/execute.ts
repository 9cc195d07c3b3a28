import { type Contract, UnknownRoute, type Wanted } from './contract.ts';
import type { Dialect } from './dialects.ts';
import { badRequest, ServiceError } from './errors.ts';
import { usualId, usualIdsIn, withIds } from './ids.ts';
import { authorize, keysAt } from './keys.ts';
import type { LogEntry } from './log.ts';
import type { Answer } from './operation.ts';
import { operations } from './operations/index.ts';
import type { Running } from './running.ts';
import { collectMessages } from './values.ts';

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
	const key = authorize(keysAt(running.keys, dialect), given, match.scope, match.params.appsId);
	const month = running.clock.text().slice(0, 7);
	// The pages of the site are its own: only other programs use up its limits.
	if (headers['sec-fetch-site'] !== 'same-origin')
		running.limits.count(match.scope, running.now().getTime(), month, dialect);

	const operation = operations[match.operationId];
	if (operation === undefined) throw new UnknownRoute(match.operationId);
	const call = { params: match.params, query, key, store, dialect, base: running.url() };
	if (dialect.unreadableRecord > 0 && Number(match.params.recordId) === dialect.unreadableRecord)
		throw new ServiceError(403);
	const { complaints, rows } = contract.requestErrors(match, wanted);
	const optional = !dialect.requiredOnUpdate && match.operationId.startsWith('update');
	const refused = complaints.filter(({ missing }) => !(missing && optional));
	if (refused.length > 0) {
		const isPartial = dialect.importFailure !== 'nothing' && rows.length > 0;
		const importOthers = () => operation({ ...call, body: withoutRows(body, rows, dialect) });
		const more = isPartial ? collectMessages([importOthers]) : [];
		throw badRequest(...refused.map(({ text }) => text), ...more);
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

/** The body of an import without its bad rows, or cut before the first one. The other rows keep their numbers. */
function withoutRows(body: unknown, bad: readonly number[], { importFailure }: Dialect): unknown {
	const end = importFailure === 'rowsBeforeStay' ? Math.min(...bad) : Infinity;
	const isGood = (row: number) => row < end && !bad.includes(row);
	const lists = Object.entries(body as Record<string, unknown[]>);
	return Object.fromEntries(
		lists.map(([name, rows]) => {
			const good = Object.entries(rows).filter(([row]) => isGood(Number(row)));
			return [name, Object.assign([], Object.fromEntries(good))];
		}),
	);
}
