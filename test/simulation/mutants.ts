import type { Change } from './mutated';
import type { PromiseName } from './promises';

interface Mutant {
	readonly changes: readonly Change[];
	/** Promises that it breaks for certain; the test shows each. */
	readonly breaks: readonly [PromiseName, ...PromiseName[]];
}

/** A setting that only mutants read: the machine's own clock. */
const OWN_CLOCK = '(settings as unknown as { machineNow: string }).machineNow';

const CALM = 'const calm = isSettled ? shiftTime(top, 1) : shiftTime(top, -overlapSeconds);';

/** The mistakes that other triggers make, and some that only this one could. */
export const MUTANTS: Readonly<Record<string, Mutant>> = {
	'strict >: the newest second counts as finished at once': {
		changes: [['changes/scan.ts', CALM, 'const calm = shiftTime(top, 1);']],
		breaks: [
			'1 and 2: no loss, no repeat on a busy form',
			'3: a second edit within the second of the first',
			'8: rows that show up late',
		],
	},
	'no overlap': {
		changes: [['changes/scan.ts', CALM, 'const calm = isSettled ? shiftTime(top, 1) : top;']],
		breaks: ["7: the server's clock steps back", '8: rows that show up late'],
	},
	"the machine's own clock as the bound": {
		changes: [['changes/scan.ts', CALM, 'const calm = arguments[2].machineNow;']],
		breaks: [
			'1 and 2: no loss, no repeat on a busy form',
			'4: rows that move between the requests of a poll',
			'8: rows that show up late',
		],
	},
	'state written before the request, nested in the saved one': {
		changes: [
			[
				'changes/changes.ts',
				'const state = known ?? emptyState(settings.scope);',
				`const state = known ? { ...known } : emptyState(settings.scope);
				if (known) Object.assign(known, { bound: ${OWN_CLOCK} });`,
			],
		],
		breaks: ['5: requests that fail leave the state as it was', '6: any older state'],
	},
	'ids without versions': {
		changes: [['changes/event.ts', 'if (known?.fingerprint === version)', 'if (known)']],
		breaks: [
			'1 and 2: no loss, no repeat on a busy form',
			'3: a second edit within the second of the first',
			'5: requests that fail leave the state as it was',
		],
	},
	'the time alone as the version': {
		changes: [['changes/event.ts', 'fingerprint([updatedAt, ', 'fingerprint([updatedAt] || [']],
		breaks: ['3: a second edit within the second of the first'],
	},
	'plain page 2, 3, 4': {
		changes: [
			['../listing/walk.ts', 'if (!joins(walk, asked, keys[0])) return refused(walk);', ''],
			[
				'../listing/walk.ts',
				'...pageAt(walk.at, walk.size) };',
				'page: walk.at / walk.size + 1, limit: walk.size };',
			],
			['../listing/walk.ts', ': overlap);', ': asked.page * asked.limit - offset);'],
			['../listing/walk.ts', "overlap >= 0 && reachesOn ? 'next' : 'stuck'", "'next'"],
		],
		breaks: [
			'1 and 2: no loss, no repeat, every hardship at once',
			'4: rows that move between the requests of a poll',
			'4: rows deleted while a long list is read',
			'9: more rows in a second than in a page, shuffled',
		],
	},
	'pages joined by an equal time': {
		changes: [['../listing/walk.ts', 'return first > walk.edge;', 'return first >= walk.edge;']],
		breaks: ['4: rows deleted while a long list is read'],
	},
	'a full second is passed by': {
		changes: [
			['../listing/walk.ts', 'if (!joins(walk, asked, keys[0])) return refused(walk);', ''],
			['../listing/walk.ts', "overlap >= 0 && reachesOn ? 'next' : 'stuck'", "'next'"],
			[
				'../listing/walk.ts',
				'const overlap = overlapIndex(walk.order, keys, last > edge);',
				'const overlap = keys.length - 1;',
			],
		],
		breaks: ['9: more rows in a second than in a page, shuffled'],
	},
	'the bound follows the newest time of the end of a scan': {
		changes: [
			[
				'changes/state.ts',
				"const newest = scan.top ?? '';",
				"const newest = [...seen.values()].reduce((a, { time }) => (time > a ? time : a), scan.top ?? '');",
			],
			[
				'changes/state.ts',
				"import type { Watched } from './event';",
				"import { shiftTime } from '../text-time';",
			],
			[
				'changes/state.ts',
				'{ isOpen }: { readonly isOpen: boolean }',
				'{ isOpen, overlapSeconds }: any',
			],
			[
				'changes/state.ts',
				'laterOf(state.bound, scan.calm)',
				'laterOf(state.bound, shiftTime(newest, -overlapSeconds))',
			],
			[
				'changes/changes.ts',
				"{ isOpen: end === 'open' }",
				"{ isOpen: end === 'open', ...settings }",
			],
		],
		breaks: ['4: a scan that takes longer than the overlap'],
	},
	'the window closes after one overlap': {
		changes: [['changes/scan.ts', '>= 2 * overlapSeconds', '>= overlapSeconds']],
		breaks: ['7 and 8: a clock that steps back and forward, and late rows'],
	},
	'the window closes without waiting': {
		changes: [['changes/scan.ts', '>= 2 * overlapSeconds + SETTLE_SLACK_SECONDS', '>= 0']],
		breaks: ['8: rows that show up late'],
	},
	'a scan cut by the budget counts as complete': {
		changes: [['changes/changes.ts', 'const next = end', 'const next = end !== null']],
		breaks: ['10: a small budget for each poll'],
	},
	'versions forgotten between the polls of one scan': {
		changes: [
			['changes/scan.ts', 'mayReadAgain(scan)) return true;', 'mayReadAgain(scan)) return false;'],
		],
		breaks: ['10: a small budget for each poll'],
	},
	'as many rows as are known are those that are known': {
		changes: [
			['changes/tally.ts', 'edge >= scan.calm && isRecent', 'true'],
			['changes/state.ts', 'isOpen ? state.bound : laterOf', 'laterOf'],
		],
		breaks: ['9: more rows in a second than in a page, and no quiet'],
	},
	'a short page is the end of the list': {
		changes: [['../listing/walk.ts', '(isShort && !isOpenEnd)', 'isShort']],
		breaks: ['1 and 2: no loss, no repeat, every hardship at once'],
	},
	'ids of events that name what the event is': {
		changes: [['changes/event.ts', '[kind, appsId, row.recordId', '[event, appsId, row.recordId']],
		breaks: ['6: any older state'],
	},
};
