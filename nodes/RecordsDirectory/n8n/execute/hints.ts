import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../../api';
import { asHtml } from '../../core/output/shown';
import { WORTH_TELLING_MS } from '../../core/duration';
import { PAGE_LIMIT, rateWords } from '../../core/limits';
import { countingIn, inDigits, itemsInWords } from '../../core/request/subject';
import { shortened } from '../../core/shortened';

/** From this many items on, batches of 100 are worth a hint. */
const MANY = 20;

/** Hints that imports take a hundredth of the requests of single creates. */
export function adviseImport(context: IExecuteFunctions, entry: Entry, count: () => number): void {
	const option = entry.operation.options?.throughImport;
	if (!option) return;
	const items = count();
	if (items < MANY) return;
	hint(
		context,
		`${items} items took ${items} requests. Add the option '${option.label}' to send 100 items per request.`,
	);
}

/** Hints at items whose new record was not found. */
export function adviseNotFound(context: IExecuteFunctions, items: readonly number[]): void {
	if (items.length === 0) return;
	hint(
		context,
		`Saved, but the new record was not found: ${itemsInWords(items)}. The form needs a key field, and the item a value for it.`,
		'warning',
	);
}

/** Hints at the time that an execution waited for the rate limit. */
export function adviseLimit(context: IExecuteFunctions, ms: number): void {
	if (ms < WORTH_TELLING_MS) return;
	hint(context, rateWords.waited(ms));
}

/** Hints at the cost of finding few records among many. */
export function adviseConditions(
	context: IExecuteFunctions,
	{ all, matching }: { readonly all: number; readonly matching: number },
): void {
	if (all - matching < PAGE_LIMIT) return;
	hint(
		context,
		`${inDigits(all)} records were read to find ${inDigits(matching)} that match the conditions. To read fewer, add 'Changed After', 'Created After' or 'Keyword'.`,
	);
}

/** Shows a text above the output of the node. */
export function hint(context: IExecuteFunctions, text: string, type?: 'warning'): void {
	const counting = countingIn(text);
	context.addExecutionHints({
		message: asHtml(shortened(counting ? `${text.replace(/\.?$/, '.')} ${counting}` : text)),
		...(type ? { type } : {}),
		location: 'outputPane',
	});
}
