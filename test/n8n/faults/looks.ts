import type { Fault } from './faults';
import type { Site } from './site';
import type { Part, Undisturbed } from './undisturbed';

/** What a look-up shows about an entry that may have been saved. */
export type Fate = 'saved' | 'absent' | 'unknown';

const DIRECTORY = /^(\/api\/admin\/\w+?)(\/import)?$/;

/** Whether the outcome of a request can be looked up: its entries have codes. */
export const canBeLookedUp = ({ request }: Part): boolean =>
	request.method === 'POST' && DIRECTORY.test(request.path);

/** Whether an entry has all values that were sent; the service may have more, as in the rows of a list. */
function holds(there: unknown, sent: unknown): boolean {
	if (typeof sent !== 'object' || sent === null) return there === sent;
	return Object.entries(sent).every(([name, value]) =>
		holds((there as Record<string, unknown>)[name], value),
	);
}

const entriesIn = ({ request: { path, body } }: Part) => {
	const isImport = DIRECTORY.exec(path)?.[2] !== undefined;
	const lists = Object.values((body ?? {}) as Record<string, unknown>).filter(Array.isArray);
	return (isImport ? (lists[0] ?? []) : [body]) as ReadonlyArray<Record<string, unknown>>;
};

const readEntry = (site: Site, list = '', code: unknown) =>
	site.read(`${list}/${encodeURIComponent(String(code))}`);

/**
 * The requests of a look-up in the list: one, unless the list has a round number of rows and so may have been cut; if something is missing, any page may have been.
 */
export async function readsOf(site: Site, part: Part): Promise<number> {
	const entries = entriesIn(part);
	const [, path = ''] = DIRECTORY.exec(part.request.path) ?? [];
	const there = await Promise.all(
		entries.map(async ({ code }) => await readEntry(site, path, code)),
	);
	const isMissing = !there.every(Boolean);
	const [rows = []] = Object.values((await site.read(`${path}?page=1&limit=1000`)) ?? {}).filter(
		Array.isArray,
	);
	const isRound = rows.length > 0 && rows.length % 10 === 0;
	const hasDoubtfulEnd = isMissing && rows.length >= 20 && !isRound;
	return [true, isRound, hasDoubtfulEnd].filter(Boolean).length;
}

/** What one look-up must show about each entry of a request, by reading each by hand. */
export async function fatesOf(
	site: Site,
	{ output }: Undisturbed,
	part: Part,
	{ way }: Fault,
): Promise<Fate[]> {
	const [, list, isImport] = DIRECTORY.exec(part.request.path) ?? [];
	const entries = entriesIn(part);
	const created = output.filter(({ json }) => json.action === 'created');
	const isNew = (code: unknown) => created.some(({ json }) => json.code === code);
	return await Promise.all(
		entries.map(async (entry): Promise<Fate> => {
			const there = await readEntry(site, list, entry.code);
			// A write that nobody waits for any longer may still take effect.
			if (!there) return typeof way === 'object' && 'never' in way ? 'unknown' : 'absent';
			// It may have been there before.
			if (!isImport) return 'unknown';
			const isThere = Object.entries(entry).every(([name, value]) =>
				Object.hasOwn(there, name) ? holds(there[name], value) : isNew(entry.code),
			);
			return isThere ? 'saved' : 'unknown';
		}),
	);
}
