import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { transformSync } from '@swc/core';

const FOLDER = join(__dirname, '../../nodes/RecordsDirectory/core/trigger');
const requireReal = createRequire(__filename);

/** Places in the shipped source (a path from core/trigger) and what a mutant has there instead. */
export type Change = readonly [file: string, shipped: string, mutant: string];

/** A module of core/trigger with a few places changed; one that is not there is an error. */
export function mutated<Core>(entry: string, changes: readonly Change[]): Core {
	const loaded = new Map<string, object>();
	const load = (from: string) => (name: string) => {
		if (!name.startsWith('.')) return requireReal(name) as object;
		const file = `${posix.join(posix.dirname(from), name)}.ts`;
		const known = loaded.get(file);
		if (known) return known;
		const exports = {};
		loaded.set(file, exports);
		const compiled = transformSync(sourceOf(file, changes), {
			jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
			module: { type: 'commonjs' },
		});
		new Function('require', 'exports', compiled.code)(load(file), exports);
		return exports;
	};
	const core = load('')(`./${entry}`) as Core;
	const missed = changes.find(([file]) => !loaded.has(file));
	if (missed) throw new Error(`${entry} does not import ${missed[0]}`);
	return core;
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
