import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import type { Core } from './deletions-run';
import type { scenarios } from './deletions-plans';

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
		new Function('require', 'exports', compiled.code)(load, exports);
		return exports;
	};
	return load('./deletions') as Core;
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

interface Mutant {
	readonly changes: readonly Change[];
	/** The scenario in which it breaks the promise for certain; the test shows it. */
	readonly breaks: keyof typeof scenarios;
}

const CONFIRM = 'if (this.canConfirm) return this.single(known.pending.lowest);';

export const MUTANTS: Readonly<Record<string, Mutant>> = {
	'no confirmation read': {
		changes: [
			[
				'deletion-run.ts',
				CONFIRM,
				'while (this.canConfirm) this.confirmed.take(known.pending.lowest, undefined);',
			],
		],
		breaks: 'records that are not listed though they are there',
	},
	'a record that the single read still finds is deleted all the same': {
		changes: [['deletion-confirm.ts', 'record?.isDeleted === 0', "'no' === String(record)"]],
		breaks: 'records that are not listed though they are there',
	},
	'a guard that trusts positions: an unmoved tail means that nothing is gone': {
		changes: [['deletion-run.ts', '?? this.patrolStep()', '']],
		breaks: 'records that come back',
	},
	'what is missing from the list is deleted, and nothing else is': {
		changes: [
			['deletion-run.ts', '?? this.probeStep() ?? this.patrolStep()', ''],
			['deletion-known.ts', 'this.suspect(dead', 'if (!dead) this.suspect(dead'],
		],
		breaks: 'a busy form',
	},
	'mass deletion allowed': {
		changes: [['deletion-limits.ts', 'if (missing <= ', 'if (missing < Infinity || missing <= ']],
		breaks: 'lost rights',
	},
	'confirmed before it is known how many are missing': {
		changes: [['deletion-run.ts', ': this.guard.isFramed', ': true']],
		breaks: 'lost rights',
	},
	'weighed by the tail alone, which new records push down': {
		changes: [
			['deletion-guard.ts', 'return this.isHeadRead && ', 'return '],
			['deletion-guard.ts', 'if (!this.isHeadRead) return', 'if (this.known === undefined) return'],
		],
		breaks: 'lost rights',
	},
	'state moved on failure': {
		changes: [
			[
				'deletion-run.ts',
				'this.left = maxRequests;',
				'this.left = maxRequests; if (state) Object.assign(state, { sincePatrol: 1 });',
			],
		],
		breaks: 'requests that fail',
	},
	'a short page is the end of the list': {
		changes: [
			['deletion-guard.ts', 'rows.length >= this.known.largestPage', 'rows.length < 0'],
			['sweep.ts', 'sweep.largestPage)', '1_000_000)'],
		],
		breaks: 'pages that the service cuts',
	},
	'one id for all deletions of a record': {
		changes: [
			['deletion-confirm.ts', 'this.known.tell(recordId) + 1', 'this.known.tell(recordId) && 1'],
		],
		breaks: 'records that come back',
	},
	'what the budget left over is forgotten': {
		changes: [['deletion-known.ts', 'pending: this.pending.pack(),', "pending: '',"]],
		breaks: 'small budgets',
	},
};
