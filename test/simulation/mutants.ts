import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import type { Core } from './run';

const FOLDER = join(__dirname, '../../nodes/RecordsDirectory/core');
const requireReal = createRequire(__filename);

/** Places in the shipped source and what a mutant has there instead. */
export type Change = readonly [file: string, shipped: string, mutant: string];

/** The shipped core with a few places changed; a place that is not there is an error. */
export function mutated(changes: readonly Change[]): Core {
	const loaded = new Map<string, object>();
	const load = (name: string): object => {
		if (!name.startsWith('./')) return requireReal(name) as object;
		const known = loaded.get(name);
		if (known) return known;
		const exports = {};
		loaded.set(name, exports);
		const compiled = transformSync(sourceOf(`${name.slice(2)}.ts`, changes), {
			jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
			module: { type: 'commonjs' },
		});
		// eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is this project's source
		new Function('require', 'exports', compiled.code)(load, exports);
		return exports;
	};
	return load('./changes') as Core;
}

function sourceOf(file: string, changes: readonly Change[]): string {
	let source = readFileSync(join(FOLDER, file), 'utf8');
	for (const [at, shipped, mutant] of changes) {
		if (at !== file) continue;
		if (!source.includes(shipped)) throw new Error(`${file} does not hold: ${shipped}`);
		source = source.replace(shipped, mutant);
	}
	return source;
}

/** The mistakes that other triggers make, and some that only this one could. */
export const MUTANTS: Readonly<Record<string, readonly Change[]>> = {
	'strict >: the newest second is taken as finished at once': [
		['changes.ts', '?? scan.calm);', '?? shiftTime(newest, 1));'],
	],
	'no overlap': [['changes.ts', '?? scan.calm);', '?? newest);']],
	"the machine's own clock as the bound": [
		[
			'changes.ts',
			'?? scan.calm);',
			'?? (settings as unknown as { machineNow: string }).machineNow);',
		],
	],
	'state written before the request': [
		[
			'changes.ts',
			'const state = isKnown ? saved : emptyState(settings.scope);',
			`const state = isKnown ? { ...saved } : emptyState(settings.scope);
			if (isKnown) Object.assign(saved, { bound: (settings as unknown as { machineNow: string }).machineNow });`,
		],
	],
	'ids without versions': [['changes.ts', 'if (known?.fingerprint === content)', 'if (known)']],
	'the time alone as the version': [
		['changes.ts', 'fingerprint([updatedAt, content])', 'updatedAt'],
	],
	'plain page 2, 3, 4': [
		['walk.ts', 'if (!joins(walk, asked, keys[0])) return refused(walk);', ''],
		[
			'walk.ts',
			'return { order: `${walk.order}:desc`, ...pageAt(walk.at, walk.size) };',
			'return { order: `${walk.order}:desc`, page: walk.at / walk.size + 1, limit: walk.size };',
		],
		['walk.ts', 'const at = offset + overlap;', 'const at = asked.page * asked.limit;'],
		['walk.ts', "overlap >= 0 && reachesOn ? 'next' : 'stuck'", "'next'"],
	],
	'pages joined by an equal time': [
		[
			'walk.ts',
			"walk.order === 'recordId' ? first >= walk.edge : first > walk.edge",
			'first >= walk.edge',
		],
	],
	'no walk by record id: a full second is passed by': [
		['walk.ts', "overlap >= 0 && reachesOn ? 'next' : 'stuck'", "'next'"],
		[
			'walk.ts',
			'const overlap = overlapIndex(walk.order, keys, last > edge);',
			'const overlap = keys.length - 1;',
		],
		['walk.ts', 'if (!joins(walk, asked, keys[0])) return refused(walk);', ''],
	],
	'the bound moves to the newest time read at the end of a scan': [
		[
			'changes.ts',
			"const newest = scan.top ?? '';",
			"const newest = [...seen.values()].reduce((a, { time }) => (time > a ? time : a), scan.top ?? '');",
		],
		['changes.ts', '?? scan.calm);', '?? shiftTime(newest, -settings.overlapSeconds));'],
	],
	'the window is closed without waiting': [
		['changes.ts', 'overlapSeconds + SETTLE_SLACK_SECONDS', '0'],
	],
	'a scan cut by the budget counts as complete': [
		['changes.ts', 'const next = isDone ?', 'const next = true ?'],
	],
	'versions forgotten between the polls of one scan': [
		['scan.ts', 'if (time >= scan.calm) return true;', 'if (time >= scan.calm) return false;'],
	],
	'rows with an unknown end: a short page is the end': [
		['walk.ts', 'if (isShort && keys.length < proven)', 'if (isShort)'],
	],
};
