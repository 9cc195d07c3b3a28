import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../../api';
import { asHtml } from '../../core/output/shown';
import { WORTH_TELLING_MS, shortened } from '../../core/text';
import { IMPORT_LIMIT, PAGE_LIMIT, rateWords } from '../../core/limits';
import { countedFromZero, withThousands, itemsInWords } from '../../core/request/subject';
import type { SiteZone } from '../../core/values/time-zone';

/** From this many items on, batches of 100 are worth a hint. */
const MANY = 20;

/** Returns the advice to send this many items in imports, which take a hundredth of the requests. */
export function importAdvice({ operation }: Entry, items: number): string | undefined {
	const option = operation.options?.throughImport;
	if (!option || items < MANY) return undefined;
	return `Add the option '${option.label}' to send ${IMPORT_LIMIT} items per request.`;
}

/** Hints at the requests that an import would have saved. */
export function adviseImport(context: IExecuteFunctions, entry: Entry, items: number): void {
	const advice = importAdvice(entry, items);
	if (advice) hint(context, `${items} items took ${items} requests. ${advice}`);
}

/** Hints at the time zone that was used, if the credential has none. */
export function adviseZone(context: IExecuteFunctions, zone: SiteZone): void {
	if (zone.named === undefined && zone.hasConverted())
		hint(
			context,
			`Times were converted to ${zone.zone}, the time zone of this workflow. If the site has another one, enter it as 'Time Zone' in the credential.`,
		);
}

/** Hints at items whose new record was not found. */
export function adviseNotFound(context: IExecuteFunctions, items: readonly number[]): void {
	if (items.length > 0)
		hint(
			context,
			`Saved, but the new record was not found: ${itemsInWords(items)}. The form needs a key field, and the item a value for it.`,
			'warning',
		);
}

/** Hints at the time that an execution waited for the rate limit. */
export function adviseLimit(context: IExecuteFunctions, ms: number): void {
	if (ms >= WORTH_TELLING_MS) hint(context, rateWords.waited(ms));
}

/** Hints at the cost of finding few records among many. */
export function adviseConditions(
	context: IExecuteFunctions,
	{ all, matching }: { readonly all: number; readonly matching: number },
): void {
	if (all - matching >= PAGE_LIMIT)
		hint(
			context,
			`${withThousands(all)} records were read to find ${withThousands(matching)} that match the conditions. To read fewer, add 'Changed After', 'Created After' or 'Keyword'.`,
		);
}

/** Shows a text above the output of the node. */
export function hint(context: IExecuteFunctions, text: string, type?: 'warning'): void {
	const counting = countedFromZero(text);
	context.addExecutionHints({
		message: asHtml(shortened(counting ? `${text.replace(/\.?$/, '.')} ${counting}` : text)),
		...(type ? { type } : {}),
		location: 'outputPane',
	});
}
