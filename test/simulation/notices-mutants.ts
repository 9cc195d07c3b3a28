import type { Change } from './mutated';
import type { scenarios } from './notices-plans';

interface Mutant {
	readonly changes: readonly Change[];
	/** The scenario in which it fails for certain; the test shows it. */
	readonly breaks: keyof typeof scenarios;
}

const of = (shipped: string, mutant: string): readonly Change[] => [
	['notices.ts', shipped, mutant],
];

export const MUTANTS: Readonly<Record<string, Mutant>> = {
	'one id for all changes to the same count': {
		changes: of('...named, changes, previousCount, count]', '...named, count]'),
		breaks: 'counts that rise and fall',
	},
	'another id when a poll is run once more': {
		changes: of(
			'...named, changes, previousCount, count]',
			'...named, changes, previousCount, count, Math.random()]',
		),
		breaks: 'any older state',
	},
	'parts of an id that run into each other': {
		changes: of('part.replace(/[%:]/g, escape)', 'part'),
		breaks: 'people who are added',
	},
	'only rises are remembered': {
		changes: of(
			'url: textOf(url), count, changes',
			'url: textOf(url), count: Math.max(count, previousCount), changes',
		),
		breaks: 'counts that rise and fall',
	},
	'a notice that has disappeared is forgotten': {
		changes: of('if (!compared.has(key))', 'if (before === undefined)'),
		breaks: 'counts that rise and fall',
	},
	'no number counts as none': {
		changes: of('?? before?.count', '?? 0'),
		breaks: 'counts that are no numbers',
	},
	'the notices of a person who is added are told': {
		changes: of('rows, known === undefined)', 'rows, state === undefined)'),
		breaks: 'people who are added',
	},
};
