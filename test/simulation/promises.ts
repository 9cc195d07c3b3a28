import { everything, scenarios } from './plans';
import type { Plan } from './run';
import type fc from 'fast-check';

/** The promises of the trigger (by number) that its pure core keeps, and what puts them to the test. */
export const PROMISES = {
	'1 and 2: no loss, no repeat, every hardship at once': everything,
	'1 and 2: no loss, no repeat on a busy form': scenarios['a busy form'],
	'3: a second edit within the second of the first': scenarios['two edits within a second'],
	'4: rows that move between the requests of a poll': scenarios['rows that move between requests'],
	'4: rows deleted while a long list is read': scenarios['rows deleted while a long list is read'],
	'4: a scan that takes longer than the overlap':
		scenarios['a scan that takes longer than the overlap'],
	'5: requests that fail leave the state as it was': scenarios['requests that fail'],
	'6: any older state': scenarios['older states'],
	"7: the server's clock steps back": scenarios['a clock that steps back'],
	'8: rows that show up late': scenarios['rows that show up late'],
	'7 and 8: a clock that steps back and forward, and late rows':
		scenarios['a clock that steps, and rows that show up late'],
	'9: more rows in a second than in a page, shuffled':
		scenarios['more rows in a second than in a page'],
	'9: more rows in a second than in a page, and no quiet':
		scenarios['more rows in a second than in a page, and no quiet'],
	'10: a small budget for each poll': scenarios['small budgets'],
	'28: records dated in the future': scenarios['records dated in the future'],
	'28: a clock that is set back by hours': scenarios['a clock that is set back by hours'],
	'22: values that differ with every reply': scenarios['values that differ with every reply'],
} satisfies Record<string, fc.Arbitrary<Plan>>;

export type PromiseName = keyof typeof PROMISES;
