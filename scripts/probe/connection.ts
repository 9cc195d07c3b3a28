import { readJson } from '../../nodes/RecordsDirectory/core/json';
import type { ProbeReply } from './probe-reply';
import { toAddress, type ApiRequest } from '../../nodes/RecordsDirectory/core/request/request';
import {
	parseHeader,
	parseKey,
	requiredKey,
	parseSite,
} from '../../nodes/RecordsDirectory/core/request/address-and-key';

export interface Connection {
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly directoryApiKey?: string | undefined;
	/** The name of the header that carries the key. */
	readonly header?: string | undefined;
}

const TIMEOUT_MS = 120_000;

/** Returns the function that sends requests of the probe to a site. Throws an `InputError` for invalid settings. */
export function senderTo({ baseUrl, apiKey, directoryApiKey, header }: Connection) {
	const site = parseSite(baseUrl);
	const name = parseHeader(header);
	const keys = { app: parseKey(apiKey), directory: parseKey(directoryApiKey || apiKey) };
	return async (request: ApiRequest): Promise<ProbeReply | undefined> => {
		const { method, body: sent } = request;
		const headers = {
			accept: 'application/json',
			...(sent ? { 'content-type': 'application/json; charset=utf-8' } : {}),
			[name]: keys[requiredKey(request.path)],
		};
		const sentMs = Date.now();
		try {
			const reply = await fetch(site + toAddress(request), {
				method,
				headers,
				...(sent ? { body: JSON.stringify(sent) } : {}),
				// The key must not travel to another host.
				redirect: 'manual',
				signal: AbortSignal.timeout(TIMEOUT_MS),
			});
			const body = bodyIn(await reply.text());
			const { status } = reply;
			const given = Object.fromEntries(reply.headers);
			return { status, headers: given, body, sentMs, receivedMs: Date.now() };
		} catch {
			return undefined;
		}
	};
}

function bodyIn(text: string): unknown {
	try {
		return readJson(text);
	} catch {
		return text;
	}
}
