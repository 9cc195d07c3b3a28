import { createHash } from 'node:crypto';

/*
 * How hard the tests try. `npm test` tries a sample of what is tried in many combinations; the whole is
 * LONGER=1 (`npm run test:all`), and more of it, with another SEED, `npm run test:long`.
 */
const { LONGER, SAMPLE = '' } = process.env;

export const isSample = LONGER === undefined;
/** How much of all cases is a sample, unless a test says otherwise. */
const SHARE = 1 / 16;
const longer = isSample ? SHARE : Number(LONGER);

export const isLong = longer > 1;

/** So many cases where `usual` are tried by `npm run test:all`. */
export const times = (usual: number): number => Math.ceil(usual * longer);

/** The seed of a test, unless another is given. */
export const seedOr = (usual: number): number => Number(process.env.SEED ?? usual);

/** A share of them, at least one, in their order: chosen by the seed SAMPLE and by name. */
export function sampled<T>(
	all: readonly T[],
	nameOf: (one: T) => string,
	share = SHARE,
): readonly T[] {
	if (!isSample) return all;
	const rank = (one: T) =>
		createHash('sha1')
			.update(`${SAMPLE} ${nameOf(one)}`)
			.digest('hex');
	const ranked = all.map((one) => ({ one, rank: rank(one) }));
	const first = ranked
		.sort((a, b) => (a.rank < b.rank ? -1 : 1))
		.slice(0, Math.ceil(all.length * share));
	const chosen = new Set(first.map(({ one }) => one));
	return all.filter((one) => chosen.has(one));
}

/** What needs every case of a matrix is no test of a sample. */
export const ofTheWhole = isSample ? (_: string, __: () => void) => undefined : describe;
