import fc from 'fast-check';
import { WrongArgument } from '../../sandbox/start/command-line.ts';
import { HARDSHIPS } from './hardships';
import { OTHERS } from './rules';
import { Run, type Core, type Plan } from './run';
import { inWords, markdown } from './table';

export const KINDS = ['recordCreated', 'recordUpdated'] as const;
export const OURS = 'This package';

/** What a rule made of lives: events that had to come (or came), and what was wrong with them. */
export interface Score {
	due: number;
	lost: number;
	repeated: number;
}

export type Scores = ReadonlyMap<string, Readonly<Record<(typeof KINDS)[number], Score>>>;

/** Polls after the last change, an hour of them: rules that look back are not cut short. */
const QUIET_POLLS = 60;

/** One life under one rule. What was there before the first poll does not count, for anybody. */
export function score(plan: Plan, core: Core): Score {
	const run = new Run(plan, core);
	run.live();
	for (let polls = 0; polls < QUIET_POLLS; polls++) {
		run.advance(60);
		run.poll();
	}
	const { history } = run.service;
	const isCreation = plan.kind === 'recordCreated';
	const keyOf = (id: number, revision: number) => (isCreation ? `${id}` : `${id}:${revision}`);
	const first = history.filter(({ writtenAt }) => writtenAt === 0);
	const old = new Set(first.map(({ id, revision }) => keyOf(id, revision)));
	const told = run.emitted.filter(({ key }) => !old.has(key));
	const distinct = new Set(told.map(({ key }) => key)).size;
	const lost = run.outcome().lost.length;
	return { due: lost + distinct, lost, repeated: told.length - distinct };
}

/** Ours and all others through the same lives. */
export function compareOn(lives: readonly Plan[], ours: Core, step = () => {}): Scores {
	const all = [...Object.entries(OTHERS), [OURS, { core: ours }] as const];
	return new Map(
		all.map(([name, { core, ...other }]) => {
			const of = (kind: Plan['kind']): Score => {
				const sum = { due: 0, lost: 0, repeated: 0 };
				for (const life of lives) {
					step();
					if (kind === 'recordUpdated' && 'isForCreations' in other) continue;
					const { due, lost, repeated } = score({ ...life, kind }, core);
					sum.due += due;
					sum.lost += lost;
					sum.repeated += repeated;
				}
				return sum;
			};
			return [name, { recordCreated: of('recordCreated'), recordUpdated: of('recordUpdated') }];
		}),
	);
}

export const RUNS_PER_LIFE = (Object.keys(OTHERS).length + 1) * KINDS.length;

interface Wanted {
	readonly runs: number;
	readonly seed: number;
	readonly scenario: string;
}

/** The command's comparison: as many lives as the runs allow, the same for every rule. */
export function compare(
	wanted: Wanted,
	shown: { step(): void },
	ours: Core,
): { story?: string; table: string } {
	const chosen = Object.entries(HARDSHIPS).filter(([name]) => name.includes(wanted.scenario));
	if (chosen.length === 0)
		throw new WrongArgument(
			`No scenario of the comparison contains "${wanted.scenario}":\n${Object.keys(HARDSHIPS).join('\n')}`,
		);
	const each = Math.max(1, Math.floor(wanted.runs / RUNS_PER_LIFE / chosen.length));
	const results = chosen.map(([name, lives], i) => {
		const sample = fc.sample(lives, { numRuns: each, seed: wanted.seed + i });
		return [name, compareOn(sample, ours, shown.step)] as const;
	});
	const table = KINDS.map((kind) => sideBySide(results, kind)).join('\n\n');
	const isZero = results.every(([, scores]) =>
		KINDS.every((kind) => scores.get(OURS)![kind].lost + scores.get(OURS)![kind].repeated === 0),
	);
	return isZero
		? { table }
		: { table, story: 'This package lost or repeated something: see above.' };
}

function sideBySide(
	results: readonly (readonly [string, Scores])[],
	kind: (typeof KINDS)[number],
): string {
	const names = [...Object.keys(OTHERS), OURS].filter(
		(name) => kind === 'recordCreated' || !OTHERS[name]?.isForCreations,
	);
	const title = kind === 'recordCreated' ? 'Created' : 'Updated';
	const lines = results.map(([scenario, scores]) => [
		scenario,
		...names.map((name) => shares(scores.get(name)![kind])),
	]);
	const due = results.map(([, scores]) => scores.get(OURS)![kind].due);
	const events = inWords(due.reduce((a, b) => a + b, 0));
	return `${title}, lost / repeated in % of the events (${events} in all):\n\n${markdown(['Scenario', ...names], lines)}`;
}

function shares({ due, lost, repeated }: Score): string {
	return [lost, repeated].map((n) => percent((100 * n) / Math.max(1, due), n)).join(' / ');
}

/** 0 means not a single one. */
function percent(value: number, n: number): string {
	if (n === 0) return '0';
	if (value < 0.01) return '< 0.01';
	return value >= 10 ? value.toFixed(0) : value.toFixed(value >= 1 ? 1 : 2);
}
