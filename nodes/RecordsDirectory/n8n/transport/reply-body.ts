import { readJson } from '../../core/json';

/** The needed part of Node's stream: n8n's rules forbid importing its types. */
export interface ReplyStream {
	on(name: string, listen: (part: Buffer) => void): unknown;
	destroy(): unknown;
}

/** The largest reply, in bytes after decompression: about 500 pages of a usual form. */
export const LARGEST_REPLY = 100 * 1024 * 1024;

/** The text of a reply, or why it is incomplete. */
type ReplyText =
	| { readonly kind: 'whole'; readonly text: string }
	| { readonly kind: 'cut' | 'slow' | 'large' };

interface ReplyLimits {
	/** The moment of `performance.now` at which the reply must have ended. */
	readonly until: number;
	/** The longest time without data, in milliseconds. */
	readonly silenceMs: number;
}

/** Reads a reply within bounds. n8n limits only the time without data, not the size. */
export async function readText(
	reply: ReplyStream,
	{ until, silenceMs }: ReplyLimits,
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
			// Stops the rest of the reply.
			if (text.kind !== 'whole') reply.destroy();
		};
		const checkTime = () => {
			const now = performance.now();
			if (now >= until) return end({ kind: 'slow' });
			if (now >= heardAt + silenceMs) return end({ kind: 'cut' });
			sleepOn = wakeAfter(Math.min(until, heardAt + silenceMs) - now, checkTime);
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
		checkTime();
	});
}

/** Parses a reply as JSON if possible, whatever its content type. n8n's client would round IDs above 2^53. */
export function bodyIn(text: string): unknown {
	const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
	try {
		return readJson(content);
	} catch {
		return content;
	}
}

/** Returns the outcome of some work; undefined if it comes too late. A later outcome is ignored. */
export async function unlessLate<T>(work: Promise<T>, until: number): Promise<T | undefined> {
	let sleepOn = () => {};
	const late = new Promise<undefined>((resolve) => {
		sleepOn = wakeAfter(until - performance.now(), () => resolve(undefined));
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		sleepOn();
		work.catch(() => {});
	}
}

/** Calls `wake` after some milliseconds, unless cancelled. n8n's rules allow no other timer. */
export function wakeAfter(ms: number, wake: () => void): () => void {
	const signal = AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
	signal.addEventListener('abort', wake, { once: true });
	return () => signal.removeEventListener('abort', wake);
}
