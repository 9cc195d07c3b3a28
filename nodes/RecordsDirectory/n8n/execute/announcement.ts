import { spanInWords, WORTH_TELLING_MS } from '../../core/text';
import { withThousands } from '../../core/request/subject';
import { importAdvice } from './hints';
import type { Checked, Job } from './job';

/** Writes, before anything is sent, what a user may want to cancel the execution for. */
export function announce(
	{ entry, client, progress }: Job,
	{ singly, requests }: { readonly singly: readonly Checked[]; readonly requests: number },
): void {
	const advice = importAdvice(entry, singly.length);
	if (advice) progress.write(`${withThousands(singly.length)} items, one request each. ${advice}`);
	const ms = client.waitFor(requests);
	if (ms >= WORTH_TELLING_MS)
		progress.write(
			`at least ${withThousands(requests)} request${requests === 1 ? '' : 's'}, more than the rate limit has left. It takes at least ${spanInWords(ms)}`,
		);
}
