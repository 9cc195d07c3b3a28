import { spanInWords, WORTH_TELLING_MS } from '../../core/text';
import { IMPORT_LIMIT, PAGE_LIMIT, rateWords } from '../../core/limits';
import { withThousands, itemsInWords } from '../../core/request/subject';
import { isImported, type Checked, type Job } from './job';

/** From this many items on, batches of 100 are worth a hint. */
const MANY = 20;

/** Returns the advice to send this many items in imports, which take a hundredth of the requests. */
function importAdvice({ entry }: Job, items: number): string | undefined {
	const option = entry.operation.options?.throughImport;
	if (!option || items < MANY) return undefined;
	return `Add the option '${option.label}' to send ${IMPORT_LIMIT} items per request.`;
}

/** Writes, before anything is sent, what a user may want to cancel the execution for. */
export function announce(job: Job, checked: readonly Checked[], requests: number): void {
	const { client, progress } = job;
	const count = checked.filter((one) => !isImported(one)).length;
	const advice = importAdvice(job, count);
	if (advice) progress.write(`${withThousands(count)} items, one request each. ${advice}`);
	const ms = client.pacer.expectedWait(requests);
	if (ms >= WORTH_TELLING_MS)
		progress.write(
			`at least ${withThousands(requests)} request${requests === 1 ? '' : 's'}, more than the rate limit has left. It takes at least ${spanInWords(ms)}`,
		);
}

/** Hints, when all items are sent, at what a user may want to set up in another way. */
export function adviseAfterRun(job: Job, checked: readonly Checked[]): void {
	const { client, outcomes, zone } = job;
	const waited = client.waiting.ms;
	if (waited >= WORTH_TELLING_MS) outcomes.hint(rateWords.waited(waited));
	if (zone.named === undefined && zone.hasConverted())
		outcomes.hint(
			`Times were converted to ${zone.zone}, the time zone of this workflow. If the site has another one, enter it as 'Time Zone' in the credential.`,
		);
	const notFound = checked.filter(
		({ item, values }) => values.findNew && outcomes.lacksRecordId(item),
	);
	if (notFound.length > 0)
		outcomes.hint(
			`Saved, but the new record was not found: ${itemsInWords(notFound.map(({ item }) => item))}. The form needs a key field, and the item a value for it.`,
			'warning',
		);
	const singly = checked.filter((one) => !isImported(one) && !outcomes.hasFailed(one.item)).length;
	const advice = importAdvice(job, singly);
	if (advice) outcomes.hint(`${singly} items took ${singly} requests. ${advice}`);
}

/** Hints at the cost of finding few records among many. */
export function adviseConditions(
	{ outcomes }: Job,
	{ all, matching }: { readonly all: number; readonly matching: number },
): void {
	if (all - matching >= PAGE_LIMIT)
		outcomes.hint(
			`${withThousands(all)} records were read to find ${withThousands(matching)} that match the conditions. To read fewer, add 'Changed After', 'Created After' or 'Keyword'.`,
		);
}
