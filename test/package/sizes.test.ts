import { BUDGET, sizes, type Sizes } from '../support/sizes';

const all: Sizes = sizes();

it.each(Object.keys(BUDGET) as Array<keyof Sizes>)('the budget of %s is kept', (what) => {
	expect(all[what]).toBeGreaterThan(0);
	expect(all[what]).toBeLessThanOrEqual(BUDGET[what]);
});
