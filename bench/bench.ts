import { WrongArgument } from '../sandbox/start/command-line.ts';
import { installN8n } from '../sandbox/start/n8n-installation.ts';
import { showSteps } from '../sandbox/start/steps.ts';
import { HELP, readArguments, type Arguments, type Part } from './arguments';
import { caption } from './caption';
import { delays } from './delays';
import type { Say } from './figures';
import { growth } from './growth';
import { imports } from './import';
import { limit } from './limit';
import { inN8n } from './n8n';
import { progress } from './progress';
import { reads } from './read';
import { shared } from './shared/shared';
import { start } from './start/start';
import { trigger } from './trigger/trigger';

type Benchmark = (isQuick: boolean, say: Say) => Promise<string>;

const benchmarks: Readonly<Record<Part, Benchmark>> = {
	start,
	trigger,
	import: imports,
	read: reads,
	delays,
	n8n: inN8n,
	growth,
	limit,
	shared,
};

/** Runs the command and returns its exit code. */
async function bench(words: readonly string[], print: Say): Promise<number> {
	try {
		const wanted = readArguments(words);
		if (wanted.help) print(HELP);
		else await run(wanted, print);
		return 0;
	} catch (error) {
		if (!(error instanceof WrongArgument)) throw error;
		print(error.message);
		return 2;
	}
}

async function run({ parts, quick }: Arguments, print: Say): Promise<void> {
	const shown = progress(parts, quick, process.stderr);
	// n8n's other nodes need the whole n8n.
	if (parts.some((part) => hasOthers(part, quick)))
		await installN8n(showSteps(process.stderr), 'node_modules/.cache/n8n-of-bench/install.log');
	for (const part of parts) {
		const made = `${caption(quick)}\n\n${await benchmarks[part](quick, shown.say)}`;
		shown.clear();
		print(`\n## ${part}\n\n${made}\n`);
	}
}

const hasOthers = (part: Part, isQuick: boolean): boolean =>
	['import', 'read', 'delays', 'n8n', 'limit'].includes(part) || (part === 'start' && !isQuick);

process.exitCode = await bench(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
