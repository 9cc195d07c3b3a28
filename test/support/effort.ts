/**
 * How hard the tests that choose at random try: `npm run test:long` sets LONGER and SEED, and whoever
 * looks for something may do so by hand.
 */
const longer = Number(process.env.LONGER ?? 1);

export const isLong = longer > 1;

/** So many cases where `usual` are tried by `npm test`. */
export const times = (usual: number): number => Math.ceil(usual * longer);

/** The seed of a test, unless another is wanted. */
export const seedOr = (usual: number): number => Number(process.env.SEED ?? usual);
