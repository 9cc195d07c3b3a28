import { readFileSync, writeFileSync } from 'node:fs';
import { installN8n } from '../sandbox/start/n8n-installation.ts';
import { showSteps } from '../sandbox/start/steps.ts';
import { between } from '../test/simulation/table';
import { HELP, readArguments, WrongArgument, type Arguments, type Part } from './arguments';
import { caption } from './caption';
import type { Say } from './figures';
import { imports } from './import';
import { limit } from './limit';
import { reads } from './read';
import { trigger } from './trigger/trigger';

type Benchmark = (isQuick: boolean, say: Say) => Promise<string>;

const benchmarks: Readonly<Record<Part, Benchmark>> = {
	trigger,
	import: imports,
	read: reads,
	limit,
};

/** The command; returns its exit code. */
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

async function run({ parts, quick, write }: Arguments, print: Say): Promise<void> {
	// Better now than after the measuring.
	if (write !== undefined) for (const part of parts) withText(write, part, '');
	// n8n's other nodes are those of the whole n8n.
	if (parts.some((part) => part !== 'trigger'))
		await installN8n(showSteps(process.stdout), 'node_modules/.cache/n8n-of-bench/install.log');
	for (const part of parts) {
		const made = `${caption(quick)}\n\n${await benchmarks[part](quick, print)}`;
		print(`\n${made}\n`);
		if (write !== undefined) writeFileSync(write, withText(write, part, made));
	}
}

function withText(file: string, part: Part, made: string): string {
	try {
		return between(readFileSync(file, 'utf8'), part, made);
	} catch (error) {
		throw new WrongArgument(`--write ${file}: ${(error as Error).message}`);
	}
}

process.exitCode = await bench(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
