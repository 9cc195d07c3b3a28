import { sizes, BUDGET } from '../test/support/sizes';

// Prints how much code there is, and how much there may be.
console.table(
	Object.fromEntries(
		Object.entries(sizes()).map(([what, size]) => [
			what,
			{ size, budget: BUDGET[what as keyof typeof BUDGET] },
		]),
	),
);
