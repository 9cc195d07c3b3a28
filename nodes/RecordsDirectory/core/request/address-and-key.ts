import type { JsonObject } from '../json';
import { mistake } from '../values/input-error';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** https (http only for loopback hosts), with its path, without a trailing slash. Else throws an `InputError`. */
export function parseSite(baseUrl: unknown): string {
	const trimmed = String(baseUrl).trim();
	if (!URL.canParse(trimmed)) throw mistake('addressIsNoUrl');
	const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(
		trimmed,
	);
	if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname)))
		throw mistake('addressIsUnencrypted');
	if (username + password + search + hash !== '') throw mistake('addressHasMore');
	if (/\/api\/*$/.test(pathname)) throw mistake('addressEndsWithApi');
	return origin + pathname.replace(/(?<!\/)\/+$/, '');
}

export const DEFAULT_HEADER = 'X-Service-API-Key';

const VALID_HEADER = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Throws an `InputError` for an invalid name. */
export function parseHeader(name: unknown): string {
	const header = String(name || DEFAULT_HEADER).trim();
	if (VALID_HEADER.test(header)) return header;
	throw mistake('wrongHeader', { example: DEFAULT_HEADER });
}

/** Throws an `InputError` for invalid characters, because n8n would drop them. */
export function parseKey(key: unknown): string {
	const text = String(key ?? '').trim();
	if (/^[ -~\x80-\xff]*$/.test(text)) return text;
	throw mistake('wrongKey');
}

/** Directory and notices have their own key, which the service issues in another menu (Authentication, 2). */
export const requiredKey = (path: string): 'app' | 'directory' =>
	path.startsWith('/api/apps/') ? 'app' : 'directory';

/** An API Key may cover everything. Throws an `InputError` if no key was entered. */
export function keyFor(path: string, { apiKey, directoryApiKey }: Readonly<JsonObject>): string {
	const isApp = requiredKey(path) === 'app';
	const key = parseKey((!isApp && directoryApiKey) || apiKey);
	if (key === '') throw mistake(isApp ? 'noAppKey' : 'noDirectoryKey');
	return key;
}

/**
 * Undefined if it leads elsewhere: such a request must never carry a key. It must be absolute: resolved
 * against the site, `https:other.example` would be a path of it, but no client reads it that way.
 */
export function pathBelow(site: string, url: string): string | undefined {
	if (!URL.canParse(url)) return undefined;
	const { href } = new URL(url);
	return href.startsWith(`${site}/`) ? href.slice(site.length) : undefined;
}
