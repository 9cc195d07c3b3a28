import { rateWords } from '../../nodes/RecordsDirectory/core/limits';
import { sourceFiles } from '../support/source';

/** If the words about the rate limit were written twice, they could differ. */
it('only one file contains the texts about the rate limit', () => {
	const words = /100 seconds are|requests in 100 seconds|The limit of \$/;
	const places = sourceFiles('nodes')
		.filter(({ text }) => words.test(text.replace(/\/\*\*[^]*?\*\//g, '')))
		.map(({ path }) => path);
	expect(places).toEqual(['nodes/RecordsDirectory/core/limits.ts']);
});

it('the texts about the rate limit name the site, the share and the wait', () => {
	expect(rateWords.usedUp).toBe('Rate limit reached: the requests per 100 seconds are used up');
	expect(rateWords.asked).toBe('Rate limit reached: the site has asked to wait');
	expect(rateWords.usedUpByTriggers(80, 100)).toBe(
		'Rate limit reached: triggers have used their share, 80 of 100 requests per 100 seconds',
	);
	expect(rateWords.usedUpAt('https://site.example')).toBe(
		'The rate limit of https://site.example is used up',
	);
	expect(rateWords.waited(65_000)).toBe(
		'This run waited 1 min 5 s for the rate limit of the service.',
	);
});
