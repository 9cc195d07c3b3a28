import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import { redacted } from '../../../nodes/RecordsDirectory/core/request/redaction';

const withoutSecrets = (message: string, secrets: readonly string[]) =>
	redacted(new Failure({ kind: 'refused', message }), secrets).message;

it.each([
	['\\/', '/'],
	['\\u000a', '\n'],
	['\\u00E9', 'é'],
])('a character of a secret may be written after a backslash in JSON: %s', (escaped, character) => {
	expect(withoutSecrets(`Key 7a${escaped}b9 rejected`, [`7a${character}b9`])).toBe(
		'Key *** rejected',
	);
});

it.each([
	['that looks encoded', 'a%41b+c\\nd&lt;e'],
	['of backslashes', '\\\\\\"\\'],
])('a secret %s is hidden as it is, and as JSON and addresses write it', (_, secret) => {
	for (const told of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
		expect(withoutSecrets(`Key [${told}] rejected`, [secret])).toBe('Key [***] rejected');
});

it('several secrets are all hidden, also one with another in it', () => {
	const secrets = [' first-key\n', 'other-key', 'outer-other-key-end'];
	const message = 'an outer-other-key-end, a first-key';
	const clean = redacted(new Failure({ kind: 'key', message, details: [message] }), secrets);
	expect(clean).toMatchObject({ message: 'an ***, a ***', details: ['an ***, a ***'] });
	expect(clean.stack).not.toMatch(/first-key|other-key/);
});

it('a secret of three bytes is hidden in base64, which writes it in four characters', () => {
	expect(withoutSecrets('Basic YWI6eHl6OmNk', ['xyz'])).toBe('Basic YWI6***OmNk');
});
