import type { Operation } from '../../api/define';
import { asText, type JsonObject } from '../json';
import type { Values } from '../values/validate';
import { InputError } from '../values/input-error';

/** The settings of a sync. */
export interface SyncSettings {
	readonly isDry: boolean;
	/** What happens to entries that the input does not have; `missing` only lists them as missing. */
	readonly removal: 'missing' | 'retire' | 'delete';
	readonly mostRemovals: number;
	/** Codes of entries that are never removed, as they were entered; undefined without the option. */
	readonly neverRemove: readonly string[] | undefined;
}

/** Returns the settings that all items share. Throws an `InputError` if they differ. */
export function settingsOf(operation: Operation, items: readonly Values[]): SyncSettings {
	const [first = {}] = items;
	for (const [name, { label, place, isFixed }] of Object.entries({
		...operation.params,
		...operation.options,
	})) {
		if (place !== 'local' || isFixed) continue;
		const [value, ...others] = items.map((values: Readonly<JsonObject>) => values[name]);
		if (others.some((other) => other !== value && asText(other) !== asText(value))) {
			throw InputError.about(
				`'${label}'`,
				' differs from item to item',
				'All items are processed together. Use one value for all.',
			);
		}
	}
	const { dryRun, missing, mostRemovals, neverRemove } = first;
	return {
		isDry: dryRun !== false,
		removal: missing === 'retire' || missing === 'delete' ? missing : 'missing',
		mostRemovals: mostRemovals ?? 0,
		neverRemove,
	};
}
