import type { Dialect } from './dialects.ts';
import type { FaultAnswer } from './faults.ts';
import type { Answer } from './operation.ts';
import type { Running } from './running.ts';

const ENOUGH_REJECTIONS = 3;
const TOGETHER_MS = 10_000;
const BLOCKED_MS = 600_000;

/** Returns the answer of a firewall in front of the service, if it blocks the client (row 50). */
export function blockedBy({ dialect, log, now }: Running): FaultAnswer | undefined {
	const { firewall, firewallBlocks } = dialect;
	if (firewall === 'none' || (firewallBlocks === 'afterRejections' && !isNoticed(log, now())))
		return undefined;
	const status = Number.parseInt(firewall, 10);
	return firewall.endsWith('Page')
		? page(status, 'Request blocked by the firewall')
		: { status, body: { message: 'Request blocked by the firewall', requestId: '7f3a' } };
}

/** Whether enough requests were rejected shortly one after the other. Those that the firewall rejects count as well. */
function isNoticed(log: Running['log'], now: Date): boolean {
	const times = log.filter(({ status }) => status >= 400 && status < 500).map(({ at }) => at);
	return times.some((at, n) => {
		const before = times[n - ENOUGH_REJECTIONS + 1] ?? -Infinity;
		return at - before < TOGETHER_MS && now.getTime() - at < BLOCKED_MS;
	});
}

/** Returns how a page of too many records fails (row 56). */
export function tooHeavy({ body }: Answer, dialect: Dialect): FaultAnswer | undefined {
	const { heavyPages, heavyRows } = dialect;
	const { records } = (body ?? {}) as { records?: unknown[] };
	if (heavyPages === 'none' || (records ?? []).length <= heavyRows) return undefined;
	if (heavyPages === 'cut') return { cut: true };
	return heavyPages === 'slow' ? page(504, 'Gateway Timeout') : page(413, 'Payload Too Large');
}

const page = (status: number, title: string): FaultAnswer => ({
	status,
	headers: { 'content-type': 'text/html; charset=utf-8' },
	body: `<html><head><title>${title}</title></head><body></body></html>`,
});
