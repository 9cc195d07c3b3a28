import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WrongArgument } from '../../sandbox/start/command-line.ts';
import { HELP, readArguments, type Arguments } from './arguments';
import { seeded } from './random';
import { scenarios } from './scenarios';
import { inWords, NO_LIVES, sum, summary, type Tally } from './table';

/** Runs of a scenario before the next has its turn: a long run that is cut short has tried all. */
const ROUND = 100;

type Print = (line: string) => void;

/** The command; returns its exit code. */
export function simulate(words: readonly string[], print: Print): number {
	try {
		const wanted = readArguments(words);
		if (wanted.help) print(HELP);
		return wanted.help ? 0 : run(wanted, print);
	} catch (error) {
		if (!(error instanceof WrongArgument)) throw error;
		print(error.message);
		return 2;
	}
}

function run(wanted: Arguments, print: Print): number {
	const { story, tallies } = live(wanted, print);
	const runs = [...tallies.values()].reduce((all, tally) => all + tally.runs, 0);
	print(`\n${caption(wanted, runs)}\n\n${summary(tallies)}\n`);
	if (story !== undefined) print(story);
	return story === undefined ? 0 : 1;
}

/** Returns a function for each run that is done, which says every few seconds how far a long simulation is. */
function progress({ runs, minutes }: Arguments, started: number, print: Print): () => void {
	let said = started;
	let done = 0;
	return () => {
		done++;
		const now = Date.now();
		if (now - said < 5_000) return;
		said = now;
		const seconds = (now - started) / 1000;
		const byRuns = ((runs - done) * seconds) / done;
		const left = Math.max(0, Math.min(byRuns, minutes * 60 - seconds));
		const inTime = left < 100 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`;
		const rate = `${inWords(done / seconds)} runs/s`;
		print(`${inWords(done)} of ${inWords(runs)} runs, ${rate}, ${inTime} left`);
	};
}

function live(wanted: Arguments, print: Print) {
	const { scenario, minutes } = wanted;
	const started = Date.now();
	const step = progress(wanted, started, print);
	const names = scenarios.map(({ name }) => name as string);
	// A whole name is the name of one, though other names may begin with it.
	const isOne = names.includes(scenario);
	const chosen = scenarios.filter(({ name }) =>
		isOne ? name === scenario : name.includes(scenario),
	);
	if (chosen.length === 0)
		throw new WrongArgument(`No scenario's name contains "${scenario}":\n${names.join('\n')}`);
	const tallies = new Map<string, Tally>(chosen.map(({ name }) => [name, NO_LIVES]));
	const random = seeded(wanted.seed);
	const left = (i: number) => Math.ceil((wanted.runs - i) / chosen.length);
	// Scenarios with one seed would have much the same lives. The first has the seed that was asked
	// for, so that any round can be run again alone.
	let { seed } = wanted;
	for (let done = 0; left(0) > done; done += ROUND) {
		if (Date.now() - started >= minutes * 60_000) break;
		for (const [i, { name, live }] of chosen.entries()) {
			const runs = Math.min(ROUND, left(i) - done);
			if (runs <= 0) continue;
			const count = (outcome: Tally) => {
				tallies.set(name, sum(tallies.get(name)!, outcome));
				step();
			};
			const found = live({ runs, seed, count });
			const again = `npm run simulate -- --scenario "${name}" --seed ${seed} --runs ${runs}`;
			seed = Math.floor(random() * 2 ** 31);
			if (!found) continue;
			return { story: `${name}\n\n${found}\n\nAgain: ${again}`, tallies };
		}
	}
	return { tallies };
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
