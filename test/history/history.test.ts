import { defects } from './defects';
import { play } from './play';

/* Corrected mistakes: what holds since then, on any design. */
jest.setTimeout(120_000);

test.each(defects.map((one) => [one.what, one] as const))('%s', async (_, defect) => {
	await play(defect);
});
