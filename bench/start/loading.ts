import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { below, type Bar } from '../bars';
import { digits, inWords, markdown, median, mediansOf, type Say } from '../figures';
import type { Section } from './section';

interface Load {
	readonly ms: number;
	readonly cpu: number;
	readonly memory: number;
	readonly modules: number;
}

interface Loads {
	/** Modules of n8n-workflow, which n8n has loaded anyway. */
	readonly before: Load;
	/** This package, in addition. */
	readonly ours: Load;
}

const MOST_MS = 50;

/** Measures how n8n loads the built package in a folder when it starts. */
export function loading(folder: string, runs: number, say: Say): Section {
	say(`start: loading the package, ${inWords(runs)} times`);
	const program = join(import.meta.dirname, 'load.mjs');
	const all = Array.from(
		{ length: runs },
		() =>
			JSON.parse(execFileSync(process.execPath, [program, folder], { encoding: 'utf8' })) as Loads,
	);
	const before = middle(all.map((loads) => loads.before));
	const ours = middle(all.map((loads) => loads.ours));
	const words = `Loading the built package, its two nodes and the credential, with n8n-workflow already loaded; each time in a new process, ${mediansOf(runs)}.`;
	const table = markdown(
		['Loaded', 'Files', 'Time (ms)', 'CPU (ms)', 'Memory (MB)'],
		[lineOf('n8n-workflow', before), lineOf('this package, on top of it', ours)],
	);
	const bars: Bar[] = [below('Loading the package on top of n8n-workflow (ms)', ours.ms, MOST_MS)];
	return { text: `${words}\n\n${table}`, bars };
}

function middle(loads: readonly Load[]): Load {
	const of = (figure: keyof Load) => median(loads.map((load) => load[figure]));
	return { ms: of('ms'), cpu: of('cpu'), memory: of('memory'), modules: of('modules') };
}

const lineOf = (name: string, { ms, cpu, memory, modules }: Load): string[] => [
	name,
	inWords(modules),
	digits(ms),
	digits(cpu),
	digits(memory / 1e6),
];
