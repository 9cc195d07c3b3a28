import fc from 'fast-check';
import * as shipped from '../../nodes/RecordsDirectory/core/trigger/changes/changes';
import { compareOn, KINDS, OURS, type Scores } from './comparison';
import { HARDSHIPS } from './hardships';
import { OTHERS } from './rules';

/*
 * The table of the document, in small. Without it a mistake of the simulation that hides every loss
 * would look like a proof.
 */
const seed = 7;
const LIVES = 3;
jest.setTimeout(600_000);

const results = new Map<string, Scores>();
beforeAll(() => {
	for (const [name, lives] of Object.entries(HARDSHIPS))
		results.set(name, compareOn(fc.sample(lives, { numRuns: LIVES, seed }), shipped));
});

const figures = (name: string, scenario: string) =>
	KINDS.map((kind) => results.get(scenario)!.get(name)![kind]);

describe.each(Object.keys(HARDSHIPS))('%s', (scenario) => {
	test('this package loses nothing and repeats nothing', () => {
		for (const { due, lost, repeated } of figures(OURS, scenario)) {
			expect([lost, repeated]).toEqual([0, 0]);
			expect(due).toBeGreaterThan(20);
		}
	});
});

test.each(Object.keys(OTHERS))('the rule of %s loses or repeats somewhere', (name) => {
	const wrong = Object.keys(HARDSHIPS)
		.flatMap((scenario) => figures(name, scenario))
		.map(({ lost, repeated }) => lost + repeated);
	expect(Math.max(...wrong)).toBeGreaterThan(0);
});

test.each(Object.keys(OTHERS))('the rule of %s works when nothing goes wrong', (name) => {
	const { due, lost, repeated } = results.get('busy, nothing else')!.get(name)!.recordCreated;
	expect(due).toBeGreaterThan(20);
	expect((lost + repeated) / due).toBeLessThan(0.05);
});
