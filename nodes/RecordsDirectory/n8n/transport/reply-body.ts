import { readJson } from '../../core/json';

/** Of Node's stream, what is needed of it: n8n's rules allow no import of its types. */
export interface ReplyStream {
	on(name: string, listen: (part: Buffer) => void): unknown;
	destroy(): unknown;
}

/** The most that a reply may hold, in bytes and after decompression: some 500 pages of a usual form. */
export const LARGEST_REPLY = 100 * 1024 * 1024;

/** What became of a reply: its text, or why that is not all of it. */
export type ReplyText =
	| { readonly kind: 'whole'; readonly text: string }
	| { readonly kind: 'cut' | 'slow' | 'large' };

export interface Patience {
	/** The moment of `performance.now` at which the reply must have ended. */
	readonly until: number;
	/** The longest silence between two parts, in milliseconds. */
	readonly silenceMs: number;
}

/** Reads a reply within bounds. n8n bounds only the time in which nothing arrives, and no size. */
export async function textOf(
	reply: ReplyStream,
	{ until, silenceMs }: Patience,
): Promise<ReplyText> {
	let parts: Buffer[] = [];
	let size = 0;
	let heardAt = performance.now();
	let sleepOn = () => {};
	return await new Promise((resolve) => {
		const end = (text: ReplyText) => {
			sleepOn();
			resolve(text);
			parts = [];
			// The rest of it must not come.
			if (text.kind !== 'whole') reply.destroy();
		};
		const look = () => {
			const now = performance.now();
			if (now >= until) return end({ kind: 'slow' });
			if (now >= heardAt + silenceMs) return end({ kind: 'cut' });
			sleepOn = alarm(Math.min(until, heardAt + silenceMs) - now, look);
		};
		reply.on('data', (part: Buffer) => {
			parts.push(part);
			size += part.length;
			heardAt = performance.now();
			if (size > LARGEST_REPLY) end({ kind: 'large' });
			else if (heardAt >= until) end({ kind: 'slow' });
		});
		reply.on('end', () => end({ kind: 'whole', text: Buffer.concat(parts).toString('utf8') }));
		for (const name of ['error', 'aborted', 'close']) reply.on(name, () => end({ kind: 'cut' }));
		look();
	});
}

/** A reply as JSON if it is any, whatever its type. Parsed here, as n8n's client would round IDs beyond 2^53. */
export function bodyIn(text: string): unknown {
	const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
	try {
		return readJson(content);
	} catch {
		return content;
	}
}

/** The outcome of some work; `undefined` if it is late. Then nobody hears of its outcome any more. */
export async function unlessLate<T>(work: Promise<T>, until: number): Promise<T | undefined> {
	let sleepOn = () => {};
	const late = new Promise<undefined>((resolve) => {
		sleepOn = alarm(until - performance.now(), () => resolve(undefined));
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		sleepOn();
		work.catch(() => {});
	}
}

/** Wakes somebody after so many milliseconds, or not if it is called off. n8n's rules allow no other timer. */
function alarm(ms: number, wake: () => void): () => void {
	const signal = AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
	signal.addEventListener('abort', wake, { once: true });
	return () => signal.removeEventListener('abort', wake);
}
