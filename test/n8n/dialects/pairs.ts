import { settings, type Setting } from './settings';

const URL = { url: 'http://localhost', form: 1 };

/** What a setting sets, and to what. */
export const switchesOf = ({ dialect, options, credential }: Setting): Map<string, unknown> =>
	new Map(Object.entries({ ...dialect, ...options, ...credential?.(URL) }));

/** Why two settings are no pair although they set different switches. */
const apart: ReadonlyArray<readonly [one: RegExp, other: RegExp, why: string]> = [
	[/^limit/, /^an error /, 'which limit is reached is told by words only'],
	[
		/^types without words/,
		/^files as|^selections/,
		'nothing tells that a field holds files or users, so that a whole record has them as they were read',
	],
	[/^limit|^a key for/, /^a key for/, 'the first request by hand would need the key as well'],
];

/** Whether a service can be both. */
function isPair(one: Setting, other: Setting): boolean {
	const known = switchesOf(one);
	const isFree = [...switchesOf(other)].every(
		([name, value]) =>
			!known.has(name) || JSON.stringify(known.get(name)) === JSON.stringify(value),
	);
	const isApart = apart.some(
		([a, b]) =>
			(a.test(one.name) && b.test(other.name)) || (b.test(one.name) && a.test(other.name)),
	);
	return one !== other && isFree && !isApart;
}

export type Pair = readonly [Setting, Setting];

export const pairs: readonly Pair[] = settings.flatMap((one, n) =>
	settings
		.slice(n + 1)
		.filter((other) => isPair(one, other))
		.map((other): Pair => [one, other]),
);
