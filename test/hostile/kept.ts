import { inspect } from 'node:util';
import { base64Of, SPELLERS } from '../support/spellings';

/**
 * The secrets of these tests. Each has characters that JSON and addresses spell differently, and the same
 * beginning and end, so that half of one is found as well, in any spelling.
 */
export const APP = 'QAPPQ-"\\+/=% 1-QAPPQ';
export const DIRECTORY = `${APP}-QDIRQ "2"`;
export const PASSWORD = 'QPASSQ "horse"\\ ä👍&=% QPASSQ';

const MARKS = ['QAPPQ', 'QDIRQ', 'QPASSQ'];

const character = (one: string) => {
	const hex = one.charCodeAt(0).toString(16);
	return `(?:${one}|%${hex}|\\\\+u00${hex})`;
};

/** A mark in base64, behind no, one and two bytes of something else. */
const inBase64 = (mark: string) =>
	['', '-', '--'].map((before) => {
		const { text, left, right } = base64Of(before, mark, '--', false);
		return text.slice(left.length + 1, text.length - right.length - 1);
	});

const SECRET = new RegExp(
	MARKS.flatMap((mark) => [[...mark].map(character).join(''), ...inBase64(mark)]).join('|'),
	'i',
);

export const keys = [{ key: APP }, { key: DIRECTORY }];
export const bothKeys = { apiKey: ` ${APP} `, directoryApiKey: `${DIRECTORY}\n` };

/** Secrets in each way of writing that is searched for. */
export const spelled = (secrets: readonly string[]): string[] =>
	secrets.flatMap((secret) => [
		secret,
		JSON.stringify(secret),
		...OTHERWISE.flatMap((spell) => [spell(secret, () => true), spell(secret, () => false)]),
		...['', 'a', 'user'].map(
			(user, n) => `Basic ${base64Of(`${user}:`, secret, '', n === 1).text}`,
		),
	]);

const { 'as it is': _, ...others } = SPELLERS;
const OTHERWISE = Object.values(others);

/** Shows bytes, such as the body of a request, as text. */
function withBytes(this: Record<string, unknown>, key: string, shown: unknown): unknown {
	const held = this[key];
	return Buffer.isBuffer(held) ? held.toString() : shown;
}

const WHOLE = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity };

/** Everything that can be seen in a value: what JSON shows, and what a debugger does. */
export const seenIn = (value: unknown): string =>
	[
		JSON.stringify(value, withBytes),
		inspect(value, { ...WHOLE, showHidden: true, getters: true }),
		...(value instanceof Error ? [value.message, value.stack, seenIn(value.cause)] : []),
	].join('\n');

/** Finds a secret in n8n's data, and returns it with some words around it; '' if there is none. */
export function secretIn(value: unknown): string {
	const text = seenIn(value);
	const at = text.search(SECRET);
	return at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 60);
}
