import type { FormField } from './definition';
import { titleOf } from './names';

/** What stands between brackets (not the 5 of `records[5]`) or quotes, or looks like `field-12`; no other word of a sentence. */
const NAMED =
	/(?<![\p{L}\p{N}_])\[([^[\]]+)\]|「([^「」]+)」|"([^"]+)"|(?<![\p{L}\p{N}_-])([\p{L}\p{N}]+[-_]\d+)(?![\p{L}\p{N}_-])/gu;

/**
 * A message of the service (Errors: details) with `caption (identifier)` in place of the identifiers
 * of fields and columns.
 */
export function captioned(fields: readonly FormField[], message: string): string {
	const titles = new Map(
		[...fields.flatMap(({ columns }) => columns), ...fields].map((field) => [
			field.id,
			titleOf(field),
		]),
	);
	return message.replace(NAMED, (found: string, ...groups: Array<string | undefined>) => {
		const id = groups.find((group) => group !== undefined) ?? '';
		const title = titles.get(id);
		return title === undefined ? found : found.replace(id, () => title);
	});
}
