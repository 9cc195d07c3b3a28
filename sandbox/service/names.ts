import type { Dialect } from './dialects.ts';

/** Whether an entry matches the query parameter `name`. */
export function namedLike(
	wanted: string | undefined,
	{ nameFilter }: Dialect,
): ((name: string) => boolean) | undefined {
	if (wanted === undefined || wanted === '') return undefined;
	switch (nameFilter) {
		case 'part':
			return (name) => name.includes(wanted);
		case 'exact':
			return (name) => name === wanted;
		case 'prefix':
			return (name) => name.startsWith(wanted);
		case 'folded':
			return (name) => folded(name).includes(folded(wanted));
	}
}

/** Letters of one case and width. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase();
