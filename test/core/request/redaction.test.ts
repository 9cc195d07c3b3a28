import fc from 'fast-check';
import { Failure } from '../../../nodes/RecordsDirectory/core/request/failure';
import { redacted } from '../../../nodes/RecordsDirectory/core/request/redaction';
import { times } from '../../support/effort';
import { base64Of, SPELLERS } from '../../support/spellings';

const hidden = (message: string, secret: string) => {
	const { message: said, details } = redacted(
		new Failure({ kind: 'refused', message, details: [message] }),
		[secret],
	);
	expect(details).toEqual([said]);
	return said;
};

const spellers = Object.entries(SPELLERS);
const character = fc.oneof(
	fc.constantFrom(...'"\\/+%&<>=\'-_;#x2f41 '),
	fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
	fc.constantFrom('ä', '鍵', '👍'),
);
const secretOf = (least: number) =>
	fc
		.array(character, { minLength: least, maxLength: 40 })
		.map((all) => all.join(''))
		.filter((text) => text === text.trim());
const coin = fc.infiniteStream(fc.boolean()).map((coins) => () => coins.next().value as boolean);

it.each(spellers)('a secret in a text is hidden: %s', (_, spell) => {
	fc.assert(
		fc.property(secretOf(6), coin, (secret, toss) => {
			expect(hidden(`Key [${spell(secret, toss)}] rejected`, secret)).toBe('Key [***] rejected');
		}),
		{ numRuns: times(400) },
	);
});

describe.each([
	['base64', false],
	['base64url', true],
])('a secret in %s is hidden, and what stands beside it is not', (_, isUrl) => {
	const beside = fc.string({ unit: 'grapheme-ascii', maxLength: 7 });

	it('alone or in a longer text', () => {
		fc.assert(
			fc.property(secretOf(5), beside, beside, (secret, before, behind) => {
				const { text, left, right } = base64Of(before, secret, behind, isUrl);
				expect(hidden(`[Basic ${text}] rejected`, secret)).toBe(
					`[Basic ${left}***${right}] rejected`,
				);
			}),
			{ numRuns: times(400) },
		);
	});
});

it('several secrets are all hidden, also one with another in it', () => {
	const secrets = [' first-key\n', 'other-key', 'outer-other-key-end'];
	const message = 'an outer-other-key-end, a first-key';
	const clean = redacted(new Failure({ kind: 'key', message, details: [message] }), secrets);
	expect(clean).toMatchObject({ message: 'an ***, a ***', details: ['an ***, a ***'] });
	expect(clean.stack).not.toMatch(/first-key|other-key/);
});

it('a secret of three bytes is hidden in base64, which writes it in four characters', () => {
	expect(hidden('Basic YWI6eHl6OmNk', 'xyz')).toBe('Basic YWI6***OmNk');
});
