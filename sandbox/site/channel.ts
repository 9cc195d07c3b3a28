import { EventEmitter } from 'node:events';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

export interface ChannelMessage {
	id: number;
	at: string;
	text: string;
	username?: string;
	blocks?: unknown[];
	attachments?: unknown[];
}

export interface Channel {
	messages: ChannelMessage[];
	events: EventEmitter<{ message: [ChannelMessage] }>;
	/** Replies like Slack's incoming webhook: a status and one word of plain text. */
	receive(hook: string, contentType: string, body: string): WebhookAnswer;
}

export interface WebhookAnswer {
	status: 200 | 400 | 404;
	text: string;
}

export const sandboxHook = 'T000/B000/sandbox';

const messagesKept = 500;
const longestText = 40_000;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown) => (typeof value === 'string' ? value : '');

function payloadOf(contentType: string, body: string): Json | undefined {
	const form = contentType.includes('application/x-www-form-urlencoded');
	const json = form ? (new URLSearchParams(body).get('payload') ?? '') : body;
	try {
		const payload: unknown = JSON.parse(json);
		return isObject(payload) ? payload : undefined;
	} catch {
		return undefined;
	}
}

/** Returns the notification text of the message: its blocks and attachments in words. */
function words(part: unknown): string {
	if (Array.isArray(part)) return part.map(words).filter(Boolean).join('\n');
	if (!isObject(part)) return text(part);
	const own = isObject(part.text) ? text(part.text.text) : text(part.text);
	const rows = [
		text(part.pretext),
		text(part.title),
		own,
		words(part.fields),
		words(part.elements),
	];
	const said = rows.filter(Boolean).join('\n');
	return said || words(part.blocks) || text(part.value) || text(part.fallback);
}

const inLine = (message: ChannelMessage) => `${JSON.stringify(message)}\n`;

/** One message per line; a full disk or a power cut may have cut one in half. */
const messagesIn = (file: string): ChannelMessage[] =>
	readFileSync(file, 'utf8')
		.split('\n')
		.flatMap((line) => {
			try {
				return [JSON.parse(line) as ChannelMessage];
			} catch {
				return [];
			}
		});

/** With a file, the messages of earlier starts are shown again. */
export function createChannel(now: () => Date, file?: string): Channel {
	const messages = file && existsSync(file) ? messagesIn(file).slice(-messagesKept) : [];
	if (file) keep(() => writeFileSync(file, messages.map(inLine).join('')));
	const events: Channel['events'] = new EventEmitter();
	let lastId = messages.at(-1)?.id ?? 0;

	function receive(hook: string, contentType: string, body: string): WebhookAnswer {
		const flat = hook.replaceAll('-', '/');
		if (flat !== sandboxHook) {
			const [team] = sandboxHook.split('/');
			return { status: 404, text: flat.split('/')[0] === team ? 'no_service' : 'no_team' };
		}
		const payload = payloadOf(contentType.toLowerCase(), body);
		if (!payload) return { status: 400, text: 'invalid_payload' };
		const blocks = Array.isArray(payload.blocks) ? payload.blocks : [];
		const attachments = Array.isArray(payload.attachments) ? payload.attachments : [];
		const said = text(payload.text) || words(blocks) || words(attachments);
		if (!said && blocks.length + attachments.length === 0) return { status: 400, text: 'no_text' };
		const message: ChannelMessage = {
			id: ++lastId,
			at: now().toISOString(),
			text: said.slice(0, longestText),
			...(text(payload.username) && { username: text(payload.username) }),
			...(blocks.length && { blocks }),
			...(attachments.length && { attachments }),
		};
		messages.push(message);
		if (file) keep(() => appendFileSync(file, inLine(message)));
		if (messages.length > messagesKept) messages.shift();
		events.emit('message', message);
		return { status: 200, text: 'ok' };
	}

	return { messages, events, receive };
}

/** If nothing can be written, the channel still works until the next start. */
function keep(write: () => void): void {
	try {
		write();
	} catch (error) {
		console.error(`The channel's messages are not kept: ${(error as Error).message}`);
	}
}
