/** What may stand where the document has something else. */
export const SHAPES: Readonly<Record<string, string>> = {
	null: 'null',
	true: 'true',
	'a number': '7',
	'a fraction': '-0.5',
	'a huge number': '1e400',
	'a text': '"x"',
	'an empty text': '""',
	'half a character': '"\\ud83d"',
	'an empty list': '[]',
	'an empty object': '{}',
	'a list of everything': '[null,true,7,"x",[],{}]',
	'an object that is no text': '{"toString":1,"valueOf":{}}',
	'a list of what is no text':
		'[{"toString":"x","code":{"toString":1}},[{"valueOf":null,"toString":null}]]',
	'an object to wait for': '{"then":{"then":1},"length":-1,"message":{"toString":{}}}',
	'6,000 levels': '['.repeat(6_000) + ']'.repeat(6_000),
};

/** JavaScript's words for a bug in a program. */
export const OF_A_PROGRAM =
	/Cannot (convert|read|set|mix|create)|is not (a function|iterable|a constructor|defined)|undefined|\[object|call stack|Invalid (time|array|string|count)|Reduce of|circular|JSON at|in JSON|BigInt/i;

type Place = ReadonlyArray<string | number>;

/** The places in a JSON value: each property, and the first entry of each list. */
export function placesIn(value: unknown, at: Place = []): Place[] {
	if (typeof value !== 'object' || value === null) return [at];
	const inner = Array.isArray(value) ? [...value.slice(0, 1).entries()] : Object.entries(value);
	return [at, ...inner.flatMap(([name, one]) => placesIn(one, [...at, name as string | number]))];
}

/** JSON with something else, written as JSON, in one place. */
export function withElse(value: unknown, [first, ...more]: Place, json: string): string {
	if (first === undefined) return json;
	const written = (name: unknown, one: unknown) =>
		name === first ? withElse(one, more, json) : JSON.stringify(one);
	if (Array.isArray(value)) return `[${value.map((one, n) => written(n, one)).join()}]`;
	const pairs = Object.entries(value as object).map(
		([name, one]) => `${JSON.stringify(name)}:${written(name, one)}`,
	);
	return `{${pairs.join()}}`;
}
