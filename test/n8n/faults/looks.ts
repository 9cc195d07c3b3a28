import type { Fault } from './faults';
import type { Site } from './site';
import type { Part, Undisturbed } from './undisturbed';

/** What a look at the service shows of an entry that may have been saved. */
export type Fate = 'saved' | 'absent' | 'unknown';

const DIRECTORY = /^(\/api\/admin\/\w+?)(\/import)?$/;

/** Whether what has become of a request can be looked up: its entries have codes. */
export const canBeLookedUp = ({ request }: Part): boolean =>
	request.method === 'POST' && DIRECTORY.test(request.path);

/** Whether what is there has all that was sent; the service may have more, as in the rows of a list. */
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

/** The requests of a look: one for a single entry or a list, but for a round number of rows, which may be a page that was cut. */
export async function readsOf(site: Site, part: Part): Promise<number> {
	if (entriesIn(part).length === 1) return 1;
	const [, path = ''] = DIRECTORY.exec(part.request.path) ?? [];
	const [rows = []] = Object.values((await site.read(`${path}?page=1&limit=1000`)) ?? {}).filter(
		Array.isArray,
	);
	return rows.length > 0 && rows.length % 10 === 0 ? 2 : 1;
}

/** What one look must show of each entry of a request, by reading each by hand. */
export async function fatesOf(
	site: Site,
	{ output }: Undisturbed,
	part: Part,
	{ way }: Fault,
): Promise<Fate[]> {
	const [, list, isImport] = DIRECTORY.exec(part.request.path) ?? [];
	const entries = entriesIn(part);
	const created = output.filter(({ json }) => json.action === 'created');
	const isNew = (code: unknown) => !isImport || created.some(({ json }) => json.code === code);
	return await Promise.all(
		entries.map(async (entry): Promise<Fate> => {
			const there = await site.read(`${list}/${encodeURIComponent(String(entry.code))}`);
			// What nobody waits for any more may still come.
			if (!there) return typeof way === 'object' && 'never' in way ? 'unknown' : 'absent';
			const isThere = Object.entries(entry).every(([name, value]) =>
				Object.hasOwn(there, name) ? holds(there[name], value) : isNew(entry.code),
			);
			return isThere ? 'saved' : 'unknown';
		}),
	);
}
