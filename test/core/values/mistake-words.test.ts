import { mistake } from '../../../nodes/RecordsDirectory/core/values/input-error';
import { MISTAKES } from '../../../nodes/RecordsDirectory/core/values/mistake-words';
import { sourceFiles } from '../../support/source';

const all = Object.values(MISTAKES).flatMap((some) => Object.entries(some));

it('a mistake has its words with the facts, what it is about, and its code', () => {
	expect(mistake('pageOfOtherForm', { label: 'Record', form: 3, chosen: 2 })).toMatchObject({
		message: "The URL in 'Record' leads to form 3, but the chosen form is 2",
		advice: 'Choose form 3, or copy the address of a record of form 2.',
		subject: "The URL in 'Record'",
		mistakeCode: 'pageOfOtherForm',
	});
	expect(mistake('keywordIgnored', { form: 5 }).subject).toBe("'Keyword'");
	expect(mistake('noKeyField').subject).toBeUndefined();
});

it('what a fact contains is shown unchanged', () => {
	const { message, subject } = mistake('givenTwice', { field: "'<field> [a]' (f-1)" });
	expect(message).toBe("'<field> [a]' (f-1) is given twice");
	expect(subject).toBe("'<field> [a]' (f-1)");
});

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

it.each(all)('%s says on one line what is wrong, and on the next what to do', (_, words) => {
	expect(words.split(/\n\s*/)).toEqual([
		expect.stringMatching(/^[^[\]]*(\[[^[\]]+\])?[^[\]]*$/),
		expect.any(String),
	]);
});

it('no two mistakes have the same code, or the same words', () => {
	expect(new Set(all.map(([code]) => code)).size).toBe(all.length);
	expect(new Set(all.map(([, words]) => words)).size).toBe(all.length);
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
