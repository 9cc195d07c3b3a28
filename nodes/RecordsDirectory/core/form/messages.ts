import type { FormField } from './definition';
import { titleOf } from './names';

/** Matches texts in brackets (not the 5 of `records[5]`) or quotes, and words like `field-12`; no other words. */
const NAMED =
	/(?<![\p{L}\p{N}_])\[([^[\]]+)\]|「([^「」]+)」|"([^"]+)"|(?<![\p{L}\p{N}_-])([\p{L}\p{N}]+[-_]\d+)(?![\p{L}\p{N}_-])/gu;

/** Replaces the IDs of fields and columns in a message of the service (Errors: details) by `caption (field ID)`. */
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
