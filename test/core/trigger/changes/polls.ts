import {
	ChangePoll,
	type ChangeSettings,
	type ChangeState,
} from '../../../../nodes/RecordsDirectory/core/trigger/changes/changes';
import type { RecordRow } from '../../../../nodes/RecordsDirectory/core/trigger/poll-contract';
import { momentAt } from '../../../support/moment';
import type { PageRequest } from '../../../../nodes/RecordsDirectory/core/listing/walk';

const OVERLAP = 100;
const PAGE = 100;

const settings: ChangeSettings = {
	event: 'recordCreatedOrUpdated',
	appsId: 1,
	overlapSeconds: OVERLAP,
	maxRequests: 40,
	pageSize: PAGE,
};

const MIDNIGHT = Date.UTC(2026, 0, 1);

/** The service's text for a moment this many seconds after a midnight. */
export const time = (seconds: number): string =>
	new Date(MIDNIGHT + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');

export const row = (recordId: number, created: number, updated = created): RecordRow => {
	const [createdAt, updatedAt] = [time(created), time(updated)];
	return { recordId, createdAt, updatedAt, raw: { recordId, createdAt, updatedAt } };
};

/** Rows from one id up to another, all of one second. */
export const tied = (from: number, to: number, second: number): RecordRow[] =>
	Array.from({ length: to - from + 1 }, (_, i) => row(from + i, second));

/** Rows from one id up to another, a second apart, the first of them at this one. */
export const spaced = (from: number, to: number, second: number): RecordRow[] =>
	Array.from({ length: to - from + 1 }, (_, i) => row(from + i, second + i));

/** What the service does during a poll. */
export interface Service {
	/** The list before each request; rows with the same time are listed in this order. */
	readonly list: readonly RecordRow[] | ((requests: number) => readonly RecordRow[]);
	/** Seconds of its clock; undefined if it sends no `Date` header. */
	readonly now?: number | undefined;
	/** The most rows per page. */
	readonly cap?: number;
	/** How many rows fit into its replies, one after the other: it ends pages by bytes. */
	readonly fit?: readonly number[];
	/** Pages of a list by record ID that begin below so many rows are empty. */
	readonly depth?: number;
	/** Requests that the rate limit of the site leaves to the poll. */
	readonly most?: number;
}

function pageOf(
	list: readonly RecordRow[],
	{ order, page, limit }: PageRequest,
	{ cap = 1_000, depth = Infinity }: Pick<Service, 'cap' | 'depth'>,
) {
	const by = order.split(':')[0] as 'recordId' | 'createdAt' | 'updatedAt';
	const sorted = [...list].sort((a, b) => (a[by] === b[by] ? 0 : a[by] < b[by] ? 1 : -1));
	const size = Math.min(limit, cap);
	const from = (page - 1) * size;
	return by === 'recordId' && from >= depth ? [] : sorted.slice(from, from + size);
}

/** The times of all rows have just come, whatever the `Date` header counts. */
function momentOf(list: readonly RecordRow[], now: number) {
	const times = list.map(({ updatedAt }) => updatedAt).sort();
	return { ...momentAt(MIDNIGHT + now * 1_000, [0, 3_600]), shows: times.at(-1) ?? time(0) };
}

/** A request in short: `2 of 50`, or `2 of 50 by recordId`. */
const inWords = ({ order, page, limit }: PageRequest): string =>
	`${page} of ${limit}${order === 'updatedAt:desc' ? '' : ` by ${order.split(':')[0]}`}`;

/** One poll: its requests, and the versions that it emitted, in order. */
export function poll(
	saved: ChangeState | undefined,
	{ list, now, most = Infinity, fit = [], ...limits }: Service,
	changed: Partial<ChangeSettings> = {},
) {
	const polling = new ChangePoll(saved, { ...settings, ...changed });
	const asked: string[] = [];
	for (let { request } = polling; request && asked.length < most; { request } = polling) {
		const all = typeof list === 'function' ? list(asked.length) : list;
		const rows = pageOf(all, request, limits).slice(0, fit[asked.length]);
		asked.push(inWords(request));
		polling.take({ rows, moment: now === undefined ? undefined : momentOf(all, now) });
	}
	const { events, state, fresh } = polling.end();
	const told = events.map(({ row: { recordId } }) => recordId);
	return { asked, told, events, fresh, state: JSON.parse(JSON.stringify(state)) as ChangeState };
}

/** Polls one after the other, each with the state that the last one saved. */
export function polls(services: readonly Service[], changed: Partial<ChangeSettings> = {}) {
	let saved: ChangeState | undefined;
	return services.map((service) => {
		const done = poll(saved, service, changed);
		saved = done.state;
		return done;
	});
}
