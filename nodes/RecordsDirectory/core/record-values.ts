import { Refusal } from './refusal';

/**
 * The values of a record, by field identifier, from a JSON object, a JSON text or name and value
 * pairs. Identifiers may be any text, `__proto__` as well. Throws a `Refusal` for anything else.
 */
export function recordOf(label: string, value: unknown): Readonly<Record<string, unknown>> {
	const parsed = typeof value === 'string' ? parsedOf(label, value) : value;
	if (Array.isArray(parsed) && parsed.every(isPair)) return fromPairs(label, parsed);
	if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
		return parsed as Readonly<Record<string, unknown>>;
	}
	throw new Refusal(
		`'${label}' is not an object with field identifiers and values`,
		'Write it as {"field-1": "a value", "field-2": 12}.',
	);
}

interface Pair {
	readonly name: unknown;
	readonly value: unknown;
}

const isPair = (entry: unknown): entry is Pair =>
	typeof entry === 'object' && entry !== null && 'name' in entry;

function fromPairs(label: string, pairs: readonly Pair[]): Readonly<Record<string, unknown>> {
	const entries = pairs.map(({ name, value }) => [String(name ?? '').trim(), value ?? ''] as const);
	const seen = new Set<string>();
	for (const [name] of entries) {
		if (name === '') {
			throw new Refusal(`A field in '${label}' has no name`, 'Enter the identifier of the field.');
		}
		if (seen.has(name)) {
			throw new Refusal(`The field "${name}" stands twice in '${label}'`, 'Remove one of the two.');
		}
		seen.add(name);
	}
	return Object.fromEntries(entries);
}

function parsedOf(label: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw notJson(label);
	}
}

const notJson = (label: string) =>
	new Refusal(
		`'${label}' is not valid JSON`,
		'Check quotes and commas, for example {"field-1": "a value"}.',
	);
