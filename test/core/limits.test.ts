import { sourceFiles } from '../support/source';

/** If the words about the rate limit were written twice, they could differ. */
it('the words about the limit of requests stand in one file', () => {
	const words = /last 100 seconds are|requests in 100 seconds|The limit of \$/;
	const places = sourceFiles('nodes')
		.filter(({ text }) => words.test(text.replace(/\/\*\*[^]*?\*\//g, '')))
		.map(({ path }) => path);
	expect(places).toEqual(['nodes/RecordsDirectory/core/limits.ts']);
});
