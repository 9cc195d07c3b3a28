import type { Dialect } from './dialects.ts';
import { ServiceError } from './errors.ts';
import type { Scope } from './keys.ts';

export interface LimitSettings {
	per100Seconds?: number;
	perMonth?: number;
}

const windowMs = 100_000;
const perMonthMessage = 'Request exhausted per month';
const per100SecondsMessage = 'Request exhausted per 100 second';

/** Counts the requests of the site: per 100 seconds for all APIs together, per month for each API. */
export class Limits {
	private readonly per100Seconds: number;
	private readonly perMonth: number;
	private readonly months = new Map<string, number>();
	private recent: number[] = [];

	constructor({ per100Seconds = Infinity, perMonth = Infinity }: LimitSettings) {
		this.per100Seconds = per100Seconds;
		this.perMonth = perMonth;
	}

	/** Counts or rejects one request; a rejected one does not count. `month` is `YYYY-MM`. */
	count(scope: Scope, nowMs: number, month: string, dialect: Dialect): void {
		const api = `${scope} ${month}`;
		const inMonth = this.months.get(api) ?? 0;
		if (inMonth >= this.perMonth) {
			throw new ServiceError(dialect.limitStatus, [], { message: perMonthMessage });
		}
		this.recent = this.recent.filter((at) => at > windowStart(nowMs, dialect));
		if (this.recent.length >= this.per100Seconds) throw this.refusal(nowMs, dialect);
		this.months.set(api, inMonth + 1);
		if (this.per100Seconds !== Infinity) this.recent.push(nowMs);
	}

	private refusal(nowMs: number, dialect: Dialect): ServiceError {
		const first =
			dialect.limitWindow === 'fixed' ? windowStart(nowMs, dialect) + 1 : this.recent[0];
		const waitMs = (first ?? nowMs) + windowMs - nowMs;
		const headers: Record<string, string> = dialect.retryAfter
			? { 'retry-after': String(Math.ceil(waitMs / 1000)) }
			: {};
		return new ServiceError(dialect.limitStatus, [], { message: per100SecondsMessage, headers });
	}
}

/** Requests at or before this time no longer count. */
function windowStart(nowMs: number, dialect: Dialect): number {
	if (dialect.limitWindow === 'sliding') return nowMs - windowMs;
	return Math.floor(nowMs / windowMs) * windowMs - 1;
}
