import type { Operation } from '../../api/define';
import { asText } from '../json';
import { identifiersIn } from '../values/identifier-list';
import type { JsonObject } from '../json';
import type { Values } from '../values/validate';
import { InputError } from '../values/input-error';

/** The settings of a sync. */
export interface SyncSettings {
	readonly isDry: boolean;
	readonly removal: 'missing' | 'retire' | 'delete';
	readonly mostRemovals: number;
	/** Codes of entries that are never removed. */
	readonly spared: ReadonlySet<string>;
}

/** Returns the settings that all items share. Throws an `InputError` if they differ. */
export function settingsOf(operation: Operation, items: readonly Values[]): SyncSettings {
	const [first = {}] = items;
	for (const [name, { label, place, choices, isFixed }] of fields(operation)) {
		if (place !== 'local' || isFixed) continue;
		const [value, ...others] = items.map((values: Readonly<JsonObject>) => values[name]);
		if (others.some((other) => other !== value)) throw differing(label);
		// An option that nobody has added has no value.
		if (value === undefined && operation.options?.[name]) continue;
		if (choices && !choices.some((choice) => choice.value === value)) throw unknown(label, value);
	}
	const { dryRun, missing, mostRemovals, neverRemove = '' } = first;
	return {
		isDry: dryRun !== false,
		removal: missing === 'retire' || missing === 'delete' ? missing : 'missing',
		mostRemovals: mostRemovals ?? 0,
		spared: new Set(identifiersIn(neverRemove)),
	};
}

const fields = ({ params, options }: Operation) => Object.entries({ ...params, ...options });

const differing = (label: string) =>
	InputError.about(
		`'${label}'`,
		' differs from item to item',
		'All items are processed together. Use one value for all.',
	);

const unknown = (label: string, value: unknown) =>
	InputError.about(
		`'${label}'`,
		` is "${asText(value ?? '')}", which is not a choice`,
		'Choose from the list.',
	);
