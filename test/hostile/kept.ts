import { inspect } from 'node:util';

/**
 * The secrets of these tests. Each has signs that are written otherwise in JSON and in addresses, and the
 * same beginning and end, so that half of one is found as well.
 */
export const APP = 'QAPPQ-"\\+/=% 1-QAPPQ';
export const DIRECTORY = `${APP}-QDIRQ "2"`;
export const PASSWORD = 'QPASSQ "horse"\\ ä👍&=% QPASSQ';
const SECRET = /Q(APP|DIR|PASS)Q/;

export const keys = [{ key: APP }, { key: DIRECTORY }];
export const bothKeys = { apiKey: ` ${APP} `, directoryApiKey: `${DIRECTORY}\n` };

/** Secrets in all spellings in which a service may repeat them. */
export const spelled = (secrets: readonly string[]): string[] =>
	secrets.flatMap((secret) => [secret, JSON.stringify(secret), encodeURIComponent(secret)]);

/** JSON in which bytes, such as the body of a request, stand as the text that they are. */
const inJson = (value: unknown): string | undefined =>
	JSON.stringify(value, function (this: Record<string, unknown>, key, shown: unknown) {
		const held = this[key];
		return Buffer.isBuffer(held) ? held.toString() : shown;
	});

/** Everything that can be seen in a value: what JSON shows, and what a debugger does. */
const seenIn = (value: unknown): string =>
	[
		inJson(value),
		inspect(value, {
			depth: Infinity,
			showHidden: true,
			getters: true,
			maxArrayLength: Infinity,
			maxStringLength: Infinity,
		}),
		...(value instanceof Error ? [value.message, value.stack, seenIn(value.cause)] : []),
	].join('\n');

/** Where a secret stands in what n8n keeps, with some words around it; '' for nowhere. */
export function secretIn(value: unknown): string {
	const text = seenIn(value);
	const at = text.search(SECRET);
	return at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 60);
}
