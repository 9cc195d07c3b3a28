import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WrongArgument } from '../../sandbox/start/command-line.ts';
import { HELP, readArguments, type Arguments } from './arguments';
import { withTable, type Print } from './command';
import { progress, type Progress } from './progress';
import { seeded } from './random';
import { KINDS } from './scenarios';
import { count, inWords, nothing, summary } from './table';

/** Runs of a scenario before the next has its turn: a long run that is cut short has tried all. */
const ROUND = 100;
const MARKER = 'simulation';

type Cores = Partial<Record<keyof typeof KINDS, unknown>>;

/** The command; returns its exit code. The cores that are given take the place of the shipped ones. */
export function simulate(words: readonly string[], print: Print, cores: Cores = {}): number {
	try {
		const wanted = readArguments(words);
		if (wanted.help) print(HELP);
		return wanted.help ? 0 : run(wanted, print, cores);
	} catch (error) {
		if (!(error instanceof WrongArgument)) throw error;
		print(error.message);
		return 2;
	}
}

function run(wanted: Arguments, print: Print, cores: Cores): number {
	const { write } = wanted;
	// Better now than after an hour.
	if (write !== undefined) withTable(write, MARKER, '');
	const shown = progress(wanted, print);
	const { story, table } = live(wanted, shown, cores);
	const made = `${caption(wanted, shown.done)}\n\n${table}`;
	print(`\n${made}\n`);
	if (story !== undefined) print(story);
	else if (write !== undefined) writeFileSync(write, withTable(write, MARKER, made));
	return story === undefined ? 0 : 1;
}

function live(wanted: Arguments, shown: Progress, cores: Cores) {
	const all = Object.entries(KINDS).flatMap(([kind, { scenarios }]) =>
		[...scenarios].map(
			([name, scenario]) => [name, scenario, cores[kind as keyof typeof KINDS]] as const,
		),
	);
	// A whole name is the name of one, though other names may begin with it.
	const isOne = all.some(([name]) => name === wanted.scenario);
	const chosen = all.filter(([name]) =>
		isOne ? name === wanted.scenario : name.includes(wanted.scenario),
	);
	if (chosen.length === 0)
		throw new WrongArgument(
			`No scenario's name contains "${wanted.scenario}":\n${all.map(([name]) => name).join('\n')}`,
		);
	const tallies = new Map(chosen.map(([name]) => [name, nothing()]));
	const random = seeded(wanted.seed);
	const left = (i: number) => Math.ceil((wanted.runs - i) / chosen.length);
	// Scenarios with one seed would have much the same lives. The first has the seed that was asked
	// for, so that any round can be run again alone.
	let seed = wanted.seed;
	for (let done = 0; left(0) > done && !shown.isOver(); done += ROUND) {
		for (const [i, [name, scenario, core]] of chosen.entries()) {
			const runs = Math.min(ROUND, left(i) - done);
			if (runs <= 0) continue;
			const counted = {
				runs,
				seed,
				count(outcome: Parameters<typeof count>[1]) {
					count(tallies.get(name)!, outcome);
					shown.step();
				},
			};
			const found = scenario(counted, core);
			if (!found) {
				seed = Math.floor(random() * 2 ** 31);
				continue;
			}
			const again = `npm run simulate -- --scenario "${name}" --seed ${seed} --runs ${runs}`;
			return { story: `${name}\n\n${found}\n\nAgain: ${again}`, table: summary(tallies) };
		}
	}
	return { table: summary(tallies) };
}

function caption({ seed }: Arguments, runs: number): string {
	const versionIn = (folder: string) =>
		(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
	const versions = [
		`version ${versionIn('.')}`,
		`Node ${process.versions.node}`,
		`fast-check ${versionIn('node_modules/fast-check')}`,
	];
	const day = new Date().toISOString().slice(0, 10);
	return `${inWords(runs)} runs, seed ${seed}; ${versions.join(', ')}; ${day}.`;
}
