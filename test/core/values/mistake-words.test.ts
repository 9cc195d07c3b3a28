import { mistake } from '../../../nodes/RecordsDirectory/core/values/input-error';
import { MISTAKES } from '../../../nodes/RecordsDirectory/core/values/mistake-words';
import { sourceFiles } from '../../support/source';

const all = Object.values(MISTAKES).flatMap((some) => Object.entries(some));

it('only the facts of a code are accepted, and all of them', () => {
	// @ts-expect-error: It has no facts.
	mistake('noKeyField', { field: 'a' });
	// @ts-expect-error: The facts are missing.
	mistake('givenTwice');
	// @ts-expect-error: One fact is missing.
	mistake('belowMinimum', { field: 'a', value: 1 });
	// @ts-expect-error: It has no such fact.
	mistake('givenTwice', { field: 'a', value: 1 });
	// @ts-expect-error: There is no such code.
	expect(() => mistake('unknown')).toThrow();
});

it('each code is used in the nodes, and only joined mistakes have other words', () => {
	const sources = sourceFiles('nodes');
	const used = sources.flatMap(({ text }) =>
		[...text.matchAll(/\bmistake\(((?:\([^)]*\)|[^(){])*)/g)].flatMap(([, code = '']) =>
			code.match(/\w+(?=')/g),
		),
	);
	expect([...new Set(used)].sort()).toEqual(all.map(([code]) => code).sort());
	const others = sources.filter(({ text }) => text.includes('new InputError('));
	expect(others.map(({ path }) => path.replace(/.*\/core\//, '')).sort()).toEqual([
		'bulk/effect.ts',
		'values/input-error.ts',
	]);
});
