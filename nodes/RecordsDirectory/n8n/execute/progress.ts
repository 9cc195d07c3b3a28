import { spanInWords, WORTH_TELLING_MS } from '../../core/duration';
import { inDigits } from '../../core/request/subject';
import type { Job } from './job';

/** Interval between log lines about long work. */
const OFTEN_MS = 10_000;
/** Logs the progress of long work: `Import records: 2,300 of 10,000 items`. */
export function progressOf({ context, entry }: Pick<Job, 'context' | 'entry'>, what: string) {
	let told = performance.now();
	return (done: number, total?: number): void => {
		if (performance.now() - told < OFTEN_MS) return;
		told = performance.now();
		const all = total === undefined ? '' : ` of ${inDigits(total)}`;
		context.logger.info(`${entry.operation.action}: ${inDigits(done)}${all} ${what}`);
	};
}

/** Logs in advance that an execution needs more requests than the rate limit has left. */
export function tellBudget({ context, entry, client }: Job, requests: number): void {
	const ms = client.waitFor(requests);
	if (ms < WORTH_TELLING_MS) return;
	context.logger.info(
		`${entry.operation.action}: at least ${inDigits(requests)} request${requests === 1 ? '' : 's'}, more than the rate limit has left. It takes at least ${spanInWords(ms)}`,
	);
}
