import fc from 'fast-check';
import { completed, credentialType } from '../support/credentials';
import { APP } from './kept';
import { cases } from './texts';

it('whatever address is signed is one of the site, read by itself', async () => {
	const credentials = completed({ baseUrl: 'https://site.example/base', apiKey: APP });
	const sign = credentialType.authenticate as (c: object, r: object) => Promise<object>;
	const part = fc.constantFrom(
		...[
			'https:',
			'http:',
			'HTTPS:',
			'/',
			'//',
			'\\',
			'\t',
			'\n',
			' ',
			'@',
			':',
			'?',
			'#',
			'.',
			'..',
			'%2e',
		],
		...[
			'site.example',
			'evil.example',
			'base',
			'api',
			'apps',
			'[::1]',
			'443',
			'https://site.example/base',
		],
	);
	const beginning = fc.constantFrom(
		'',
		'',
		'https://site.example/base',
		'https://site.example/base/',
	);
	const address = fc
		.tuple(beginning, fc.array(part, { minLength: 1, maxLength: 6 }))
		.map(([first, parts]) => first + parts.join(''));
	let signed = 0;
	await fc.assert(
		fc.asyncProperty(address, fc.constantFrom('url', 'uri'), async (text, name) => {
			const result = await sign(credentials, { [name]: text }).catch(() => undefined);
			if (result === undefined) return;
			signed++;
			// A client has nothing but this text: it knows no site that it could be relative to.
			expect(new URL(text).href).toMatch(/^https:\/\/site\.example\/base\//);
		}),
		cases(5_000),
	);
	expect(signed).toBeGreaterThan(50);
});
